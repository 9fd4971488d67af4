import { expect, test } from 'vitest';
import type { Choices } from '../../spec/generated/choices.ts';
import type { OwnedViolation } from '../contract/check.ts';
import { acceptedMessage } from '../testing.ts';
import { createEmail, createEmailMessage } from './create-email-message.ts';
import { caller, worldWith } from './testing.ts';

type Request = Parameters<typeof createEmailMessage.handle>[0];
type Changes = Record<string, unknown>;
interface ErrorBody {
  errors: { code: string; detail: string; source?: { pointer: string } }[];
}

const uuid = '00000000-0000-4000-8000-000000000000';
const [welcome, withoutSubject, emptySubject, ofGlobex] = [
  'a1111111-1111-4111-8111-111111111111',
  'a2222222-2222-4222-8222-222222222222',
  'a3333333-3333-4333-8333-333333333333',
  'b4444444-4444-4444-8444-444444444444',
];
const usual = { from: 'ann@example.com', to: ['bob@example.com'], subject: 'Hello', text_body: 'Hi' };
const bare = { subject: undefined, text_body: undefined };
const later = '2098-01-01T00:00:00Z';

const asked = (changes: Changes, scopes: string[] = []) =>
  ({ body: { ...usual, ...changes }, values: {}, caller: { ...caller, scopes } }) as Partial<Request> as Request;

function send(changes: Changes, choices: Partial<Choices> = {}, scopes: string[] = []) {
  const world = worldWith(choices);
  for (const [id, account, status] of [
    ['of-another', 'globex', 'sent'],
    ['unsent', 'acme', 'scheduled'],
  ] as const)
    world.messages.add(acceptedMessage({ id, account, status }));
  return { world, answered: createEmailMessage.handle(asked(changes, scopes), world) };
}

/** A refusal, each of its errors in a line. */
function refusal(changes: Changes, choices: Partial<Choices>) {
  const { world, answered } = send(changes, choices);
  const { body, ...rest } = answered;
  const { errors, ...beside } = body as ErrorBody;
  const told = errors.map(({ code, detail, source }) => `${code} ${source?.pointer ?? '-'}: ${detail}`);
  expect([world.outbox.list(), world.messages.list().length]).toEqual([[], 2]);
  return { ...rest, ...beside, errors: told };
}

const noSubject = '10015 /subject: A subject is required unless a template is used.';
const noTemplate = '10015 /template_id: The template does not exist.';
const noRendering = '10015 /template_id: The template has no subject, or its subject renders empty.';
const noParent = '10001 /in_reply_to_message_id: The message that is replied to does not exist.';
const ofVariables = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'];
const ofParents = ['EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10'];
const ofSuppression = ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'];
const bounced = { to: 'bounced@example.com', reason: 'hard_bounce', scope: 'account', override_allowed: false };
const complained = {
  to: 'complained@example.com',
  reason: 'spam_complaint',
  scope: 'account',
  override_allowed: false,
};
const chose = (choice: string) => ({ choice, chosen: [choice] });

for (const [changes, choices, expected] of [
  [
    { in_reply_to_message_id: uuid, forward_of_message_id: uuid },
    {},
    {
      status: 422,
      errors: [
        "10015 /forward_of_message_id: in_reply_to_message_id and forward_of_message_id can't be combined. Also: The message that is replied to does not exist.",
      ],
      rules: ['EMAIL-THREAD-23', 'EMAIL-THREAD-24'],
      notes: ['Also: The message that is replied to does not exist.'],
    },
  ],
  [
    { template_id: welcome, html_body: '' },
    { faultsTold: 'all' },
    {
      status: 422,
      errors: ['subject', 'html_body', 'text_body'].map(
        (name) => `10015 /${name}: ${name} can't be combined with template_id.`,
      ),
      rules: ['EMAIL-TMPL-2', 'EMAIL-TMPL-3'],
      each: Array(3).fill({ rules: ['EMAIL-TMPL-2', 'EMAIL-TMPL-3'] }),
      notes: [
        "Also: html_body can't be combined with template_id.",
        "Also: text_body can't be combined with template_id.",
      ],
    },
  ],
  [
    { template_variables: [] },
    {},
    {
      status: 422,
      errors: ['10015 /template_variables: template_variables must be an object.'],
      rules: ofVariables,
    },
  ],
  [
    { template_variables: 'Ann' },
    { templateVariables: 'listsAccepted' },
    {
      status: 422,
      errors: ['10015 /template_variables: template_variables must be an object.'],
      rules: ofVariables,
    },
  ],
  [
    { to: ['bob@example.com', ' Bob@example.com'], cc: ['bob@example.com'] },
    {},
    {
      status: 400,
      errors: ['10015 /to/1: The address Bob@example.com is named more than once in to, cc and bcc.'],
      rules: ['EMAIL-RCPT-4', 'EMAIL-RCPT-3', 'EMAIL-RCPT-5', 'EMAIL-RCPT-6'],
    },
  ],
  [
    { to: ['bob@example.com', 'bob@example.com'], cc: ['bob@example.com'], reply_to_all: true },
    { faultsTold: 'membersFirst', replyAllAlone: 'refused' },
    {
      status: 400,
      errors: [
        '10015 /to/1: The address bob@example.com is named more than once in to, cc and bcc. Also: There is no message to reply to.',
      ],
      rules: ['EMAIL-RCPT-4', 'EMAIL-RCPT-6'],
      notes: ['Also: There is no message to reply to.'],
    },
  ],
  [
    { to: ['bob@example.com', 'bob@example.com'], cc: ['bob@example.com'] },
    { faultsTold: 'all' },
    {
      status: 400,
      errors: ['/to/1', '/cc/0'].map(
        (place) => `10015 ${place}: The address bob@example.com is named more than once in to, cc and bcc.`,
      ),
      rules: ['EMAIL-RCPT-4', 'EMAIL-RCPT-6'],
      each: [{ rules: ['EMAIL-RCPT-4', 'EMAIL-RCPT-6'] }, { rules: ['EMAIL-RCPT-2', 'EMAIL-RCPT-6'] }],
      notes: ['Also: The address bob@example.com is named more than once in to, cc and bcc.'],
    },
  ],
  [
    { ignore_suppression: true },
    {},
    {
      status: 403,
      errors: ['10010 /ignore_suppression: Overriding suppressions needs the API scope email:override.'],
      rules: ['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
    },
  ],
  [
    { to: [], cc: [] },
    { recipients: 'anyList' },
    {
      status: 422,
      errors: ['10015 /to: At least one recipient is required.'],
      rules: ['EMAIL-RCPT-9'],
      ...chose('recipients'),
    },
  ],
  [
    { reply_to_all: true },
    { replyAllAlone: 'refused' },
    {
      status: 422,
      errors: ['10015 /reply_to_all: There is no message to reply to.'],
      rules: ['EMAIL-THREAD-19'],
      ...chose('replyAllAlone'),
    },
  ],
  [
    { headers: { 'X-Kept': 'x', To: 'x', 'content-x/~': 'x' } },
    { reservedHeaders: 'refused' },
    {
      status: 422,
      errors: ["10015 /headers/To: The header To can't be set. Also: The header content-x/~ can't be set."],
      rules: ['EMAIL-HDR-5'],
      notes: ["Also: The header content-x/~ can't be set."],
      ...chose('reservedHeaders'),
    },
  ],
  [
    { headers: { To: 'x', 'content-x/~': 'x' }, subject: undefined },
    { reservedHeaders: 'refused', faultsTold: 'membersFirst' },
    {
      status: 422,
      errors: [
        "10015 /headers/To: The header To can't be set.",
        "10015 /headers/content-x~1~0: The header content-x/~ can't be set.",
      ],
      rules: ['EMAIL-HDR-5'],
      each: Array(2).fill({ rules: ['EMAIL-HDR-5'] }),
      ...chose('reservedHeaders'),
    },
  ],
  [
    { attachments: ['attachment', 'Inline', undefined, 'beside', 'inline'].map((disposition) => ({ disposition })) },
    { dispositions: 'refused', faultsTold: 'all' },
    {
      status: 422,
      errors: [1, 3].map(
        (index) => `10015 /attachments/${index}/disposition: disposition must be attachment or inline.`,
      ),
      rules: ['EMAIL-ATT-1'],
      each: Array(2).fill({ rules: ['EMAIL-ATT-1'] }),
      notes: ['Also: disposition must be attachment or inline.'],
      ...chose('dispositions'),
    },
  ],
  [
    { subject: undefined },
    {},
    { status: 400, errors: [noSubject], rules: ['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'], fault: 'missing' },
  ],
  [{ subject: '' }, {}, { status: 400, errors: [noSubject], rules: ['EMAIL-SUBJ-3'], fault: 'empty' }],
  [
    { subject: ' \n' },
    { emptySubject: 'refusedBlank' },
    { status: 400, errors: [noSubject], rules: ['EMAIL-SUBJ-3'], fault: 'empty' },
  ],
  [
    { subject: undefined },
    { emptySubject: 'accepted' },
    { status: 400, errors: [noSubject], rules: ['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'], fault: 'missing' },
  ],
  [{ ...bare, template_id: uuid }, {}, { status: 400, errors: [noTemplate], rules: ['EMAIL-TMPL-4', 'EMAIL-TMPL-6'] }],
  [
    { ...bare, template_id: 'none' },
    {},
    { status: 400, errors: [noTemplate], rules: ['EMAIL-TMPL-7', 'EMAIL-TMPL-6'] },
  ],
  [
    { ...bare, template_id: ofGlobex.toUpperCase() },
    {},
    {
      status: 400,
      errors: [noTemplate],
      rules: ['EMAIL-TMPL-5', 'EMAIL-TMPL-6'],
      notes: ['The template is that of another account.'],
    },
  ],
  [
    { ...bare, template_id: withoutSubject },
    {},
    { status: 400, errors: [noRendering], rules: ['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'] },
  ],
  [
    { ...bare, template_id: emptySubject },
    {},
    { status: 400, errors: [noRendering], rules: ['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'] },
  ],
  [{ in_reply_to_message_id: uuid }, {}, { status: 404, errors: [noParent], rules: ['EMAIL-THREAD-6', ...ofParents] }],
  [
    { in_reply_to_message_id: uuid },
    { unknownParent: 'named' },
    {
      status: 404,
      errors: [`10001 /in_reply_to_message_id: The message ${uuid} that is replied to does not exist.`],
      rules: ['EMAIL-THREAD-6', ...ofParents],
    },
  ],
  [
    { in_reply_to_message_id: 'of-another' },
    {},
    {
      status: 404,
      errors: [noParent],
      rules: ['EMAIL-THREAD-7', ...ofParents],
      notes: ['The message is one of another account.'],
    },
  ],
  [
    { in_reply_to_message_id: 'unsent' },
    { parents: 'sent' },
    {
      status: 404,
      errors: [noParent],
      rules: ['EMAIL-THREAD-7', ...ofParents],
      notes: ['The message has not been sent yet, and the deployment takes sent ones alone.'],
    },
  ],
  [
    { ...bare, in_reply_to_message_id: uuid, template_id: uuid },
    { parentAndTemplate: 'parentFirst' },
    {
      status: 404,
      errors: [`${noParent} Also: The template does not exist.`],
      rules: ['EMAIL-THREAD-6', ...ofParents],
      notes: ['Also: The template does not exist.'],
    },
  ],
  [
    { ...bare, in_reply_to_message_id: uuid, template_id: uuid, to: ['bounced@example.com'] },
    {},
    {
      status: 400,
      errors: [
        `${noTemplate} Also: The message that is replied to does not exist. Also: All recipients are suppressed.`,
      ],
      rules: ['EMAIL-TMPL-4', 'EMAIL-TMPL-6'],
      notes: ['Also: The message that is replied to does not exist.', 'Also: All recipients are suppressed.'],
    },
  ],
  [
    { to: ['bounced@example.com'], cc: ['complained@example.com'] },
    {},
    {
      status: 422,
      errors: ['recipient_suppressed -: All recipients are suppressed.'],
      suppressed: [bounced, complained],
      rules: ofSuppression,
      each: [{ rules: ofSuppression }],
    },
  ],
  [
    { to: ['bob@example.com', 'bounced@example.com'], cc: ['complained@example.com'] },
    { someSuppressed: 'refused', suppressedTold: 'each' },
    {
      status: 422,
      errors: ['/to/1', '/cc/0'].map((place) => `recipient_suppressed ${place}: Some recipients are suppressed.`),
      suppressed: [bounced, complained],
      rules: ['EMAIL-SUPP-11', ...ofSuppression],
      each: Array(2).fill({ rules: ['EMAIL-SUPP-11', ...ofSuppression] }),
      chosen: ['someSuppressed'],
    },
  ],
  [
    { to: ['bob@example.com'], bcc: ['ann@example.com', 'bounced@example.com', 'complained@example.com'] },
    { someSuppressed: 'refused', suppressedTold: 'first' },
    {
      status: 422,
      errors: ['recipient_suppressed /bcc/1: Some recipients are suppressed.'],
      suppressed: [bounced, complained],
      rules: ['EMAIL-SUPP-11', ...ofSuppression],
      each: [{ rules: ['EMAIL-SUPP-11', ...ofSuppression] }],
      chosen: ['someSuppressed'],
    },
  ],
] as [Changes, Partial<Choices>, object][]) {
  test(`a send is refused, and leaves nothing: ${JSON.stringify([changes, choices])}`, () => {
    expect(refusal(changes, choices)).toEqual({ fault: undefined, ...expected });
  });
}

const shown = {
  id: 'id-1',
  record_type: 'email_message',
  status: 'queued',
  from: { email: 'ann@example.com' },
  to: [{ email: 'bob@example.com' }],
  cc: [],
  bcc: [],
  reply_to: null,
  subject: 'Hello',
  template_id: null,
  template_variables: {},
  attachments: [],
  events: [],
  created_at: '2030-01-15T12:00:00.000Z',
};
const emails = (...names: string[]) => names.map((name) => ({ email: `${name}@example.com` }));

for (const [changes, choices, kept, mails, changed, suppressed] of [
  [{}, {}, 'sent', 1, {}],
  [{ scheduled_at: later }, {}, 'scheduled', 0, { status: 'scheduled', scheduled_at: later }],
  [{ sandbox_mode: true }, {}, 'sandbox', 0, { status: 'sandbox', sandbox: true }],
  [{ sandbox_mode: true }, { sandboxDelivery: 'delivered' }, 'sandbox', 1, { status: 'sandbox', sandbox: true }],
  [
    { sandbox_mode: true, scheduled_at: later },
    { sandboxDelivery: 'delivered' },
    'sandbox',
    0,
    { status: 'sandbox', sandbox: true, scheduled_at: later },
  ],
  [{ sandbox_mode: true }, { sandboxMode: 'ignored' }, 'sent', 1, {}],
  [{ sandbox_mode: false, ignore_suppression: false }, {}, 'sent', 1, {}],
  [{ reply_to: ' eve@example.com' }, {}, 'sent', 1, { reply_to: 'eve@example.com' }],
  [{ to: [], bcc: ['eve@example.com'] }, { recipients: 'anyList' }, 'sent', 1, { to: [], bcc: emails('eve') }],
  [{ to: [], cc: ['eve@example.com'] }, { recipients: 'anyList' }, 'sent', 1, { to: [], cc: emails('eve') }],
  [{ subject: '' }, { emptySubject: 'accepted' }, 'sent', 1, { subject: '' }],
  [{ reply_to_all: false }, { replyAllAlone: 'refused' }, 'sent', 1, {}],
  [{ reply_to_all: true, in_reply_to_message_id: 'unsent' }, { replyAllAlone: 'refused' }, 'sent', 1, {}],
  [{ headers: { 'X-A': 'b' } }, { reservedHeaders: 'refused' }, 'sent', 1, {}],
  [
    { from: { email: 'ann@example.com', name: 'Ann' }, from_name: '' },
    {},
    'sent',
    1,
    { from: { email: 'ann@example.com', name: '' } },
  ],
  [{ from: undefined }, { missingSender: 'accepted' }, 'sent', 1, { from: { email: 'no-reply@acme.example' } }],
  [
    { ...bare, template_id: welcome, template_variables: ['Ann'] },
    { templateVariables: 'listsAccepted' },
    'sent',
    1,
    { subject: 'Welcome,', template_id: welcome },
  ],
  [
    { ...bare, template_id: welcome, template_variables: { first_name: 'Ann' } },
    {},
    'sent',
    1,
    { subject: 'Welcome, Ann', template_id: welcome, template_variables: { first_name: 'Ann' } },
  ],
  [{ to: ['bounced@example.com'] }, { allSuppressed: 'accepted' }, 'queued', 0, { to: [] }, [bounced]],
  [
    { to: ['bounced@example.com'], cc: ['bob@example.com', 'complained@example.com'] },
    {},
    'sent',
    1,
    { to: [], cc: emails('bob') },
    [bounced, complained],
  ],
  [
    { to: ['bounced@example.com', 'bob@example.com'], bcc: ['complained@example.com'] },
    { suppressedShown: 'kept' },
    'sent',
    1,
    { to: emails('bounced', 'bob'), bcc: emails('complained') },
    [bounced, complained],
  ],
] as [Changes, Partial<Choices>, string, number, object, object[]?][]) {
  test(`a send is shown as it is asked for, and becomes mail or waits: ${JSON.stringify([changes, choices])}`, () => {
    const { world, answered } = send(changes, choices);
    const data = { ...shown, ...changed };
    expect([answered.status, answered.body]).toEqual([202, suppressed ? { data, suppressed } : { data }]);
    expect([world.messages.get('acme', 'id-1')?.status, world.outbox.list().length]).toEqual([kept, mails]);
  });
}

test('of a message all is kept that was asked for, and shown what is not only written', () => {
  const content = { content: 'aGk=', filename: 'a.txt', content_type: 'text/plain' };
  const { world, answered } = send({
    from: { email: ' ann@mail.example.com ', name: 'Ann' },
    from_name: 'Shop',
    to: [{ email: ' bob@example.com ', name: 'Bob' }],
    cc: ['cy@example.com'],
    bcc: ['di@example.com', 'bounced@example.com'],
    reply_to: { email: ' help@example.com ', name: 'Help' },
    html_body: '<p>Hi</p>',
    in_reply_to_message_id: 'unsent',
    group_id: uuid.toUpperCase(),
    headers: { ' X-A ': 'b', To: 'c' },
    tags: ['one', 2],
    metadata: { order: 7 },
    attachments: [{ ...content, disposition: 'inline', content_id: 'logo' }, {}],
    scheduled_at: '2098-01-01T02:00:00+02:00',
  });
  expect(world.messages.get('acme', 'id-1')).toEqual({
    id: 'id-1',
    account: 'acme',
    status: 'scheduled',
    sandbox: false,
    messageId: '<id-1@mail.mail.example.com>',
    from: { email: 'ann@mail.example.com', name: 'Shop' },
    to: [{ email: 'bob@example.com', name: 'Bob' }],
    cc: emails('cy'),
    bcc: emails('di'),
    replyTo: 'help@example.com',
    subject: 'Hello',
    html: '<p>Hi</p>',
    text: 'Hi',
    inReplyTo: '<unsent@mail.example.com>',
    references: ['<unsent@mail.example.com>'],
    headers: { 'X-A': 'b' },
    attachments: [
      { content: 'aGk=', contentType: 'text/plain', contentId: 'logo', disposition: 'inline', filename: 'a.txt' },
      {
        content: '',
        contentType: 'application/octet-stream',
        contentId: null,
        disposition: 'attachment',
        filename: 'attachment',
      },
    ],
    tags: ['one', '2'],
    metadata: { order: 7 },
    suppressed: [bounced],
    forwardOf: null,
    templateId: null,
    templateVariables: {},
    groupId: uuid.toUpperCase(),
    createdAt: Date.UTC(2030, 0, 15, 12),
    schedule: {
      text: '2098-01-01T00:00:00.000Z',
      due: Date.UTC(2098, 0, 1),
      asked: '2098-01-01T02:00:00+02:00',
    },
  });
  expect(answered.body).toEqual({
    data: {
      ...shown,
      status: 'scheduled',
      from: { email: 'ann@mail.example.com', name: 'Shop' },
      to: [{ email: 'bob@example.com', name: 'Bob' }],
      cc: emails('cy'),
      bcc: emails('di'),
      reply_to: 'help@example.com',
      attachments: [
        {
          filename: 'a.txt',
          content_type: 'text/plain',
          disposition: 'inline',
          content_id: 'logo',
          size_bytes: 2,
        },
        {
          filename: 'attachment',
          content_type: 'application/octet-stream',
          disposition: 'attachment',
          content_id: null,
          size_bytes: 0,
        },
      ],
      scheduled_at: '2098-01-01T00:00:00.000Z',
    },
    suppressed: [bounced],
  });
});

test('what is sent along is left out, or what says its place, where a deployment reads neither', () => {
  const attachments = [{ content: 'aGk=', filename: 'a.txt', disposition: 'inline', content_id: 'logo' }];
  const kept = (choices: Partial<Choices>) =>
    send({ attachments, forward_of_message_id: uuid }, choices).world.messages.get('acme', 'id-1');
  expect(kept({ attachments: 'nothing' })?.attachments).toEqual([]);
  expect(kept({ inlineAttachments: 'ignored' })).toMatchObject({
    forwardOf: uuid,
    attachments: [{ content: 'aGk=', filename: 'a.txt', disposition: 'attachment', contentId: null }],
  });
});

for (const [changes, subject, html, text] of [
  [{}, 'Hello', null, 'Hi'],
  [{ text_body: undefined }, 'Hello', null, null],
  [{ text_body: undefined, html_body: '<p>' }, 'Hello', '<p>', null],
  [{ text_body: '', html_body: '' }, 'Hello', '', ''],
  [
    { ...bare, template_id: emptySubject, template_variables: { headline: 'News', message: 'x' } },
    'News',
    /<h1>News/,
    /^NEWS/,
  ],
] as const) {
  test(`a message says what its request or its template does: ${JSON.stringify(changes)}`, () => {
    const { world } = send(changes);
    const told = (one: string | null | RegExp) => (one instanceof RegExp ? expect.stringMatching(one) : one);
    expect(world.messages.get('acme', 'id-1')).toMatchObject({ subject, html: told(html), text: told(text) });
  });
}

test('what is wrong with a send is told in one order', () => {
  const many = {
    ...{ template_id: welcome, template_variables: 'x', cc: ['bob@example.com'], ignore_suppression: true },
    ...{ reply_to_all: true, headers: { To: 'x' }, attachments: [{ disposition: 'x' }] },
  };
  const refused = { replyAllAlone: 'refused', reservedHeaders: 'refused', dispositions: 'refused' } as const;
  expect(refusal(many, { ...refused, faultsTold: 'all' }).errors.map((line) => line.split(':')[0])).toEqual([
    '10015 /subject',
    '10015 /text_body',
    '10015 /template_variables',
    '10015 /cc/0',
    '10010 /ignore_suppression',
    '10015 /reply_to_all',
    '10015 /headers/To',
    '10015 /attachments/0/disposition',
  ]);
  const nobody = { to: undefined, ignore_suppression: true, reply_to_all: true, subject: undefined };
  expect(refusal(nobody, { ...refused, faultsTold: 'all' }).errors.map((line) => line.split(':')[0])).toEqual([
    '10010 /ignore_suppression',
    '10015 /to',
    '10015 /reply_to_all',
    '10015 /subject',
  ]);
});

test('line breaks in custom headers are blanks where a deployment makes them that', () => {
  const { world } = send({ headers: { 'X-A': 'a\r\nb' } }, { headerLineBreaks: 'blank' });
  expect(world.messages.get('acme', 'id-1')?.headers).toEqual({ 'X-A': 'a b' });
});

test('mail is dated by the time at which its message was made', () => {
  expect(send({}).world.outbox.list()[0]?.at).toEqual(new Date('2030-01-15T12:00:00Z'));
});

test('the answer to a send is decided by its status before the mail leaves, and tells what was dropped', () => {
  const long = 'x y'.repeat(40);
  const { answered } = send({
    headers: { To: 'x', 'X-A': 'b', [long]: 'c' },
    reply_to_all: true,
    send_at: '2030-01-15T12:00:00Z',
    template_variables: {},
    text_body: '',
  });
  expect(answered.rules).toEqual([
    ...['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12', 'EMAIL-ANS-9', 'EMAIL-SCHED-3', 'EMAIL-SCHED-8'],
    ...['EMAIL-THREAD-19', 'EMAIL-WO-1', 'EMAIL-WO-2', 'EMAIL-HDR-5', 'EMAIL-SUPP-9'],
  ]);
  expect(answered.notes).toEqual([
    'send_at was ignored, and the message leaves at once: that was past, at 2030-01-15T12:00:00.000Z.',
    'template_variables has no effect: there is no template_id.',
    'reply_to_all has no effect: there is no in_reply_to_message_id.',
    'The message is empty: it has neither text_body nor html_body.',
    "The custom header To was dropped: mail has its own, or it can't be written.",
    `The custom header ${long.slice(0, 100)}… was dropped: mail has its own, or it can't be written.`,
  ]);
});

test('of a body alone it is told what is wrong with it, whatever it refers to', () => {
  const refused = (changes: Changes) => {
    const world = worldWith();
    const answered = createEmailMessage.refuseBody?.(asked(changes), world);
    return answered && [answered.status, answered.rules, answered.notes];
  };
  expect(refused({ in_reply_to_message_id: uuid, to: ['bounced@example.com'] })).toBeUndefined();
  expect(refused({ subject: undefined })).toEqual([400, ['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'], undefined]);
  expect(refused({ subject: '', ignore_suppression: true })).toEqual([
    403,
    ['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
    ['Also: A subject is required unless a template is used.'],
  ]);
});

test('that a body asks for more than its scope is told of whatever came', () => {
  const refused = (body: unknown, scopes: string[] = []) =>
    createEmailMessage.refuseScope?.({ body, values: {}, caller: { ...caller, scopes } })?.status;
  const overriding = { ignore_suppression: true };
  expect([refused(overriding), refused(overriding, ['email:override'])]).toEqual([403, undefined]);
  expect([{ ignore_suppression: 'true' }, [overriding], 'true', undefined].map((body) => refused(body))).toEqual(
    Array(4).fill(undefined),
  );
});

test('what members say together is told beside other faults, and what single ones say', () => {
  const world = worldWith({ reservedHeaders: 'refused', dispositions: 'refused' });
  const pointers = (refusals: Iterable<{ body: ErrorBody }>) =>
    [...refusals].map(({ body: { errors } }) => errors[0]?.source?.pointer);
  const { refuseBeside, wrongMembers } = createEmailMessage as Required<typeof createEmailMessage>;
  const all = {
    ...{ in_reply_to_message_id: uuid, forward_of_message_id: uuid, template_id: uuid, html_body: 'x', to: 'x' },
    ...{ template_variables: 7, headers: { To: 'x' }, attachments: [5, { disposition: 7 }, { disposition: 'x' }] },
  };
  expect(pointers(refuseBeside(all, world) as never)).toEqual(['/forward_of_message_id', '/html_body', '/to']);
  expect(pointers(refuseBeside({ bcc: ['x'] }, world) as never)).toEqual(['/subject']);
  const ofSubjects = (emptySubject: Choices['emptySubject'], ...subjects: unknown[]) =>
    subjects.map((subject) => refuseBeside({ to: ['x'], subject }, worldWith({ emptySubject })).length);
  expect(ofSubjects('refusedBlank', undefined, '', ' ', null, 7, 'x')).toEqual([1, 1, 1, 1, 0, 0]);
  expect(ofSubjects('refused', undefined, '', ' ', null, 7)).toEqual([1, 1, 0, 1, 0]);
  expect(ofSubjects('accepted', undefined, '', ' ', null)).toEqual([1, 0, 0, 0]);
  expect(pointers(wrongMembers(all, world) as never)).toEqual([
    '/template_variables',
    '/headers/To',
    '/attachments/2/disposition',
  ]);
  expect(pointers(wrongMembers({ headers: 'To', attachments: {} }, world) as never)).toEqual([]);
});

for (const [what, violation, rules] of [
  ['a sender is missing', { missing: 'email', pointer: '/from' }, ['EMAIL-FROM-3']],
  ['a recipient has no address', { missing: 'email', pointer: '/to/0' }, []],
  ['a sender has a wrong member', { missing: 'name', pointer: '/from' }, []],
  ['an address for replies has a wrong type', { pointer: '/reply_to', keyword: 'type' }, ['EMAIL-ANS-16']],
  ['an address for replies is neither', { pointer: '/reply_to', keyword: 'oneOf' }, ['EMAIL-ANS-16']],
  ['an address for replies is none', { pointer: '/reply_to', keyword: 'format' }, []],
  ['a sender is neither', { pointer: '/from', keyword: 'oneOf' }, []],
  ['a parent is no id', { rules: ['EMAIL-THREAD-11'] }, ['EMAIL-THREAD-12']],
  ['what is forwarded is no id', { rules: ['EMAIL-FWD-3'] }, ['EMAIL-FWD-4']],
  ['a name stands before an address', { value: 'Ann <ann@example.com> ' }, ['EMAIL-RCPT-8']],
  ['an address stands in brackets', { value: '<ann@example.com>' }, ['EMAIL-RCPT-8']],
  ['what stands in brackets is no address', { value: 'Ann <ann>' }, []],
  ['the brackets stand before something', { value: '<ann@example.com> Ann' }, []],
  ['a text has no brackets', { value: 'ann@example' }, []],
] as const) {
  test(`these rules are broken besides when ${what}`, () => {
    const broken = { rules: [], pointer: '/to/0', keyword: 'format', ...violation } as unknown as OwnedViolation;
    expect(createEmailMessage.rulesBeside?.(broken)).toEqual(rules);
  });
}

test('a send by a template may take long, and one by the legacy address keeps a rule of its own', () => {
  const isLong = (body: object) => createEmailMessage.isLong?.(body as never);
  expect([isLong(usual), isLong({ template_id: '' })]).toEqual([false, true]);
  expect([createEmail.generalRules?.(202), createEmailMessage.generalRules]).toEqual([['EMAIL-ALIAS-1'], undefined]);
});

test('both addresses refuse what is no send of theirs alike', () => {
  for (const operation of [createEmailMessage, createEmail])
    expect(operation).toMatchObject({
      code: '10015',
      unauthorized: ['AUTH-5', 'EMAIL-IDEM-25'],
      bodiless: ['EMAIL-SUBJ-2', 'HTTP-3', 'HTTP-4'],
      nulls: { nulls: 'emailNull', emptyTexts: 'emailEmptyText' },
      dataMember: 'messageMember',
    });
});
