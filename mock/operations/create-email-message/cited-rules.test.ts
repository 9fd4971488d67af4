import { expect, test } from 'vitest';
import type { Message } from '../../email/messages.ts';
import { acceptedMessage } from '../../testing.ts';
import type { Body } from './body.ts';
import { notesOn, rulesOf } from './cited-rules.ts';

const body = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' } as const;
const id = '00000000-0000-4000-8000-000000000000';
const withId = `<${id}@mail.example.com>`;
const usual = ['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12', 'EMAIL-ANS-9', 'EMAIL-SUPP-9'];
const suppressed = { email: 'c@example.com', reason: 'bounced' } as const;

function cited(changes: Partial<Body>, message: Partial<Message>, scopes: string[] = []): string[] {
  const caller = { account: 'acme', scopes, partition: 'default' };
  return rulesOf({ ...body, to: [...body.to], ...changes }, caller, acceptedMessage(message));
}

test('an ordinary send is decided by the rules of its answer, and that it overrides nothing', () => {
  expect(cited({}, {})).toEqual(usual);
});

for (const [what, changes, message, rules] of [
  ['a template', {}, { templateId: id }, ['EMAIL-SUBJ-4', 'EMAIL-SUBJ-5', 'EMAIL-TMPL-1']],
  ['a reply', {}, { inReplyTo: withId }, ['EMAIL-THREAD-5', 'EMAIL-THREAD-21']],
  ['a reply to all', { reply_to_all: true }, { inReplyTo: withId }, ['EMAIL-THREAD-5', 'EMAIL-THREAD-21']],
  ['a reply to one of nothing', { reply_to_all: false, ignore_suppression: false }, {}, []],
  ['a reply to all of nothing', { reply_to_all: true }, {}, ['EMAIL-THREAD-19']],
  ['a forward', {}, { forwardOf: id }, ['EMAIL-FWD-5']],
  ['an address for replies', {}, { replyTo: { email: 'c@example.com' } }, ['EMAIL-FROM-8', 'EMAIL-FROM-11']],
  ['headers', { headers: { 'X-A': 'b' } }, { headers: { 'X-A': 'b' } }, ['EMAIL-WO-1', 'EMAIL-WO-2']],
  ['tags', { tags: ['a'] }, {}, ['EMAIL-WO-1', 'EMAIL-WO-2']],
  ['metadata', { metadata: { a: 1 } }, {}, ['EMAIL-WO-1', 'EMAIL-WO-2']],
  ['a header that is dropped', { headers: { To: 'b' } }, {}, ['EMAIL-WO-1', 'EMAIL-WO-2', 'EMAIL-HDR-5']],
  ['tracking', { tracking_settings: { open_tracking: true } }, {}, ['EMAIL-TRACK-1']],
  [
    'suppressed recipients',
    {},
    { suppressed: [{ ...suppressed, scope: 'account' }] },
    ['EMAIL-SUPP-11', 'EMAIL-SUPP-12', 'EMAIL-SUPP-16'],
  ],
  [
    'recipients that a group has suppressed',
    {},
    { suppressed: (['account', 'group', 'account'] as const).map((scope) => ({ ...suppressed, scope })) },
    ['EMAIL-SUPP-11', 'EMAIL-SUPP-12', 'EMAIL-SUPP-16', 'EMAIL-GROUP-2'],
  ],
] as const) {
  test(`a send is decided by these rules besides: ${what}`, () => {
    expect(cited(changes as object, message as object).filter((rule) => !usual.includes(rule))).toEqual(rules);
  });
}

test('who overrides suppressions, or might, is not decided by what keeps others from it', () => {
  const others = usual.slice(0, -1);
  expect(cited({}, {}, ['email:override'])).toEqual(others);
  expect(cited({ ignore_suppression: true }, {}, ['email:override'])).toEqual([...others, 'EMAIL-SUPP-8']);
});

test('a sandboxed send is decided by the sandbox, and not by its time', () => {
  const rules = cited({ scheduled_at: '2098-01-01T08:00:00Z' }, { sandbox: true, status: 'sandbox' });
  expect(rules).toEqual(['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12', 'EMAIL-SAND-1', 'EMAIL-SAND-2', 'EMAIL-SUPP-9']);
});

for (const [what, changes] of [
  ['a text', {}],
  ['what replies to nobody else', { reply_to_all: false }],
  ['html alone', { text_body: undefined, html_body: '<p>Hi</p>' }],
  ['a template', { text_body: undefined, template_id: id, template_variables: {} }],
  ['a reply to all', { reply_to_all: true, in_reply_to_message_id: id }],
] as const) {
  test(`there is nothing to note on ${what}`, () => {
    expect(notesOn({ ...body, to: [...body.to], ...changes } as Body, acceptedMessage())).toEqual([]);
  });
}
