import { expect, test } from 'vitest';
import type { Message } from '../email/messages.ts';
import { acceptedMessage } from '../testing.ts';
import { type Body, rulesOf } from './create-email-message.ts';

const body = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' } as const;
const id = '00000000-0000-4000-8000-000000000000';
const inReplyTo = `<${id}@mail.example.com>`;
const ofAnswer = ['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12'];
const plain = [...ofAnswer, 'EMAIL-ANS-9', 'EMAIL-SUPP-9'];

function cited(changes: Partial<Body>, message: Partial<Message>, scopes: string[] = []): string[] {
  const caller = { account: 'acme', scopes, partition: 'default' };
  return rulesOf({ ...body, to: [...body.to], ...changes }, caller, acceptedMessage(message));
}

test('a plain send cites the rules of its answer', () => {
  expect(cited({}, {})).toEqual(plain);
});

for (const [label, changes, message, rules] of [
  ['from a template', {}, { templateId: id }, ['EMAIL-SUBJ-4', 'EMAIL-SUBJ-5', 'EMAIL-TMPL-1']],
  ['in reply', {}, { inReplyTo }, ['EMAIL-THREAD-5', 'EMAIL-THREAD-21']],
  ['in reply to all of nothing', { reply_to_all: true }, {}, ['EMAIL-THREAD-19']],
  ['that forwards', {}, { forwardOf: id }, ['EMAIL-FWD-5']],
  ['with a reply-to', {}, { replyTo: 'c@example.com' }, ['EMAIL-FROM-8', 'EMAIL-FROM-11']],
  ['with tags', { tags: ['a'] }, {}, ['EMAIL-WO-1', 'EMAIL-WO-2']],
  ['with a dropped header', { headers: { To: 'b' } }, {}, ['EMAIL-WO-1', 'EMAIL-WO-2', 'EMAIL-HDR-5']],
  ['with tracking', { tracking_settings: { open_tracking: true } }, {}, ['EMAIL-TRACK-1']],
  [
    'with a recipient that a group suppressed',
    {},
    { suppressed: [{ email: 'c@example.com', reason: 'unsubscribe', scope: 'group' }] },
    ['EMAIL-SUPP-11', 'EMAIL-SUPP-12', 'EMAIL-SUPP-16', 'EMAIL-GROUP-2'],
  ],
] as const) {
  test(`a send ${label} also cites ${rules.join()}`, () => {
    expect(cited(changes as object, message as object).filter((rule) => !plain.includes(rule))).toEqual(rules);
  });
}

test('a send that overrides suppressions cites the override and not its limits', () => {
  expect(cited({ ignore_suppression: true }, {}, ['email:override'])).toEqual([
    ...ofAnswer,
    'EMAIL-ANS-9',
    'EMAIL-SUPP-8',
  ]);
});

test('a sandboxed send cites the sandbox and not its schedule', () => {
  const rules = cited({ scheduled_at: '2098-01-01T08:00:00Z' }, { sandbox: true, status: 'sandbox' });
  expect(rules).toEqual([...ofAnswer, 'EMAIL-SAND-1', 'EMAIL-SAND-2', 'EMAIL-SUPP-9']);
});
