import { expect, test } from 'vitest';
import type { OwnedViolation } from '../contract/check.ts';
import { createMessage } from '../testing.ts';
import { createEmailMessage } from './create-email-message.ts';
import { caller, createWorld } from './testing.ts';

type Request = Parameters<typeof createEmailMessage.handle>[0];
type Members = Record<string, unknown>;
interface ErrorBody {
  errors: { code: string; source?: { pointer: string } }[];
}

const unknown = '00000000-0000-4000-8000-000000000000';
const [welcome, withoutSubject, emptySubject, ofGlobex] = [
  'a1111111-1111-4111-8111-111111111111',
  'a2222222-2222-4222-8222-222222222222',
  'a3333333-3333-4333-8333-333333333333',
  'b4444444-4444-4444-8444-444444444444',
];
const plain = { from: 'ann@example.com', to: ['bob@example.com'], subject: 'Hello', text_body: 'Hi' };
const bare = { subject: undefined, text_body: undefined };

function send(members: Members) {
  const world = createWorld();
  world.messages.add(createMessage({ id: 'foreign', account: 'globex' }));
  world.messages.add(createMessage({ id: 'parent', messageId: '<parent@mail.example.com>' }));
  const request = { body: { ...plain, ...members }, values: {}, caller } as Partial<Request> as Request;
  return { world, answer: createEmailMessage.handle(request, world) };
}

for (const [label, members, error, ...rules] of [
  [
    'a forwarding reply',
    { in_reply_to_message_id: unknown, forward_of_message_id: unknown },
    '422 10015 /forward_of_message_id',
    ...['EMAIL-THREAD-23', 'EMAIL-THREAD-24'],
  ],
  [
    'a template with a subject',
    { template_id: welcome, text_body: undefined },
    '422 10015 /subject',
    ...['EMAIL-TMPL-2', 'EMAIL-TMPL-3'],
  ],
  [
    'template variables in a list',
    { template_variables: [] },
    '422 10015 /template_variables',
    ...['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'],
  ],
  [
    'a recipient twice in one list, in other letters',
    { to: ['bob@example.com', ' Bob@example.com'] },
    '400 10015 /to/1',
    ...['EMAIL-RCPT-4', 'EMAIL-RCPT-3', 'EMAIL-RCPT-6', 'EMAIL-RCPT-5'],
  ],
  ['a recipient in two lists', { cc: ['bob@example.com'] }, '400 10015 /cc/0', ...['EMAIL-RCPT-2', 'EMAIL-RCPT-6']],
  [
    'an override of suppressions without its scope',
    { ignore_suppression: true },
    '403 10010 /ignore_suppression',
    ...['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
  ],
  ['a missing subject', { subject: undefined }, '400 10015 /subject', ...['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2']],
  ['an empty subject', { subject: '' }, '400 10015 /subject', 'EMAIL-SUBJ-3'],
  [
    'an unknown template',
    { ...bare, template_id: unknown },
    '400 10015 /template_id',
    ...['EMAIL-TMPL-4', 'EMAIL-TMPL-6'],
  ],
  [
    'a template id that is no UUID',
    { ...bare, template_id: 'none' },
    '400 10015 /template_id',
    ...['EMAIL-TMPL-7', 'EMAIL-TMPL-6'],
  ],
  [
    'a template of another account',
    { ...bare, template_id: ofGlobex },
    '400 10015 /template_id',
    ...['EMAIL-TMPL-5', 'EMAIL-TMPL-6'],
  ],
  [
    'a template without a subject',
    { ...bare, template_id: withoutSubject },
    '400 10015 /template_id',
    ...['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'],
  ],
  [
    'a template whose subject renders empty',
    { ...bare, template_id: emptySubject },
    '400 10015 /template_id',
    ...['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'],
  ],
  [
    'an unknown parent',
    { in_reply_to_message_id: unknown },
    '404 10001 /in_reply_to_message_id',
    ...['EMAIL-THREAD-6', 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10'],
  ],
  [
    'a parent of another account',
    { in_reply_to_message_id: 'foreign' },
    '404 10001 /in_reply_to_message_id',
    ...['EMAIL-THREAD-7', 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10'],
  ],
  [
    'only suppressed recipients',
    { to: ['bounced@example.com'], cc: ['complained@example.com'] },
    '422 recipient_suppressed -',
    ...['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
  ],
] as [string, Members, string, ...string[]][]) {
  test(`a send with ${label} is refused under its rules, and changes nothing`, () => {
    const { world, answer } = send(members);
    const [first] = (answer.body as ErrorBody).errors;
    expect(`${answer.status} ${first?.code} ${first?.source?.pointer ?? '-'}`).toBe(error);
    expect(answer.rules).toEqual(rules);
    expect([world.messages.delivered().length, world.messages.list().length]).toEqual([0, 2]);
  });
}

test('a refused send names every other mistake of its body in a note', () => {
  const members = { ...bare, in_reply_to_message_id: unknown, template_id: unknown, to: ['bounced@example.com'] };
  expect(send(members).answer.journal?.notes).toHaveLength(2);
});

test('an accepted message is stored with its trimmed addresses, threading, attachments and schedule', () => {
  const { world } = send({
    from: { email: ' ann@mail.example.com ', name: 'Ann' },
    from_name: 'Shop',
    to: [{ email: ' bob@example.com ', name: 'Bob' }],
    bcc: ['di@example.com', 'bounced@example.com'],
    reply_to: { email: ' help@example.com ', name: 'Help' },
    html_body: '<p>Hi</p>',
    in_reply_to_message_id: 'parent',
    headers: { ' X-A ': 'b', To: 'c' },
    tags: ['one', 2],
    metadata: { order: 7 },
    attachments: [{ content: 'aGk=', filename: 'a.txt', content_type: 'text/plain', content_id: 'logo' }, {}],
    scheduled_at: '2098-01-01T02:00:00+02:00',
  });
  expect(world.messages.get('acme', 'id-1')).toMatchObject({
    account: 'acme',
    status: 'scheduled',
    messageId: '<id-1@mail.mail.example.com>',
    from: { email: 'ann@mail.example.com', name: 'Shop' },
    to: [{ email: 'bob@example.com', name: 'Bob' }],
    bcc: [{ email: 'di@example.com' }],
    replyTo: 'help@example.com',
    html: '<p>Hi</p>',
    text: 'Hi',
    inReplyTo: '<parent@mail.example.com>',
    references: ['<parent@mail.example.com>'],
    headers: { 'X-A': 'b' },
    attachments: [
      { content: 'aGk=', contentType: 'text/plain', contentId: 'logo', filename: 'a.txt' },
      { content: '', contentType: 'application/octet-stream', contentId: null, disposition: 'attachment' },
    ],
    tags: ['one', '2'],
    metadata: { order: 7 },
    suppressed: [{ to: 'bounced@example.com', reason: 'hard_bounce', scope: 'account', override_allowed: false }],
    createdAt: '2030-01-15T12:00:00.000Z',
    scheduledAt: '2098-01-01T00:00:00.000Z',
    deliveredAt: null,
  });
});

for (const [label, members, status, mails] of [
  ['sent at once', {}, 'sent', 1],
  ['scheduled for later', { scheduled_at: '2098-01-01T00:00:00Z' }, 'scheduled', 0],
  ['sandboxed', { sandbox_mode: true }, 'sandbox', 0],
] as const) {
  test(`a ${label} message puts ${mails} mails into the outbox`, () => {
    const { world } = send(members);
    expect([world.messages.get('acme', 'id-1')?.status, world.messages.delivered().length]).toEqual([status, mails]);
  });
}

for (const [label, violation, rules] of [
  ['a sender without an address', { missing: 'email', pointer: '/from' }, ['EMAIL-FROM-3']],
  ['a recipient without an address', { missing: 'email', pointer: '/to/0' }, []],
  ['a reply-to of a wrong type', { pointer: '/reply_to', keyword: 'type' }, ['EMAIL-ANS-16']],
  ['a parent other than an id', { rules: ['EMAIL-THREAD-11'] }, ['EMAIL-THREAD-12']],
  ['a forwarded message that is no id', { rules: ['EMAIL-FWD-3'] }, ['EMAIL-FWD-4']],
  ['a name before an address', { value: 'Ann <ann@example.com> ' }, ['EMAIL-RCPT-8']],
  ['a text without an address', { value: 'Ann <ann>' }, []],
] as const) {
  test(`${label} also breaks these rules: ${rules.join() || 'none'}`, () => {
    const broken = Object.assign({ rules: [], pointer: '/to/0', keyword: 'format' }, violation) as unknown;
    expect(createEmailMessage.extraRules?.(broken as OwnedViolation)).toEqual(rules);
  });
}
