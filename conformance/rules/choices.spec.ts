import { isUnderstood } from '../suite/calls/idempotency.ts';
import { type Answer, type Case, rule, written } from '../suite/rule.ts';

type Ask = (given: Case) => Promise<Answer>;
type Probe = readonly [what: string, ask: Ask, needs?: string[]];

const send =
  (changes: (given: Case) => Record<string, unknown>): Ask =>
  (given) =>
    given.api.sendEmail(given.email(changes(given)));

/** What is asked for here is not judged: a choice shows even where a case that judges it ends before it comes to that. */
const asked = {
  'EMAIL-RCPT-9': ['recipients in `cc` alone', send(({ unique }) => ({ to: undefined, cc: [unique.address()] }))],
  'EMAIL-RCPT-5': ['an address with a blank before it', send(({ unique }) => ({ to: [` ${unique.address()}`] }))],
  'EMAIL-RCPT-2': [
    'a send to two addresses that are both in another list, too,',
    sendTwice((both) => ({ to: both, bcc: both })),
  ],
  'EMAIL-RCPT-4': [
    'a send to two addresses that are both twice in one list',
    sendTwice((both) => ({ to: [...both, ...both] })),
  ],
  'EMAIL-RCPT-6': [
    'a send to an address twice in one list, and to another in two,',
    send(({ unique }) => {
      const [one, other] = [unique.address(), unique.address()];
      return { to: [one, one], cc: [other], bcc: [other] };
    }),
  ],
  'EMAIL-RCPT-8': ['a name with an address', send(({ unique }) => ({ to: [`Ada <${unique.address()}>`] }))],
  'EMAIL-FROM-4': ['a message without `from`', send(() => ({ from: undefined }))],
  'EMAIL-SUBJ-3': ['an empty subject, or one of blanks,', sendWithoutSubject],
  'EMAIL-HDR-3': ['a custom header that is a number', send(() => ({ headers: { 'X-Number': 7 } }))],
  'EMAIL-HDR-5': [
    'a custom header that names the parent',
    send(() => ({ headers: { 'In-Reply-To': '<a@b.example>' } })),
  ],
  'EMAIL-HDR-7': ['a custom header with a line break', send(() => ({ headers: { 'X-Lines': 'one\r\ntwo' } }))],
  'EMAIL-WO-3': ['a tag that is a number', send(() => ({ tags: [7] }))],
  'EMAIL-SUPP-7': [
    'an override without its scope, to an address that is none,',
    ({ api, email }) => api.as('restricted').sendEmail(email({ to: ['nobody'], ignore_suppression: true })),
    ['send', 'accounts.restricted'],
  ],
  // No word for true or false, which some read as what it stands for.
  'EMAIL-TRACK-2': [
    'a tracking setting that is a text',
    send(() => ({ tracking_settings: { open_tracking: 'sometimes' } })),
  ],
  'EMAIL-ANS-6': ['a message whose addresses all have capitals, with three attachments,', sendInCapitals],
  'EMAIL-ATT-1': ['an attachment without content or a name, or for an unknown place,', sendOddAttachments],
  'EMAIL-GET-3': ['a message that names what it belongs to, one of whose recipients is suppressed,', readWhatWasSent],
  'EMAIL-THREAD-9': [
    'an unknown parent beside an unknown template',
    ({ api, email, unique }) => {
      const { subject: _, text_body: __, html_body: ___, ...others } = email();
      return api.sendEmail({ ...others, in_reply_to_message_id: unique.uuid(), template_id: unique.uuid() });
    },
    ['send'],
  ],
  'EMAIL-THREAD-19': ['reply-all without a parent', send(() => ({ reply_to_all: true }))],
  'EMAIL-THREAD-20': ['a parent of null', send(() => ({ in_reply_to_message_id: null }))],
  'HTTP-7': [
    'an unknown path without credentials',
    ({ api }) => api.as('nobody').raw({ method: 'GET', path: '/nothing' }),
  ],
  'HTTP-8': ['HEAD of a list, or OPTIONS of what can be sent to,', askOtherMethods],
  'HTTP-15': ['null or an empty text in a send, or in an update,', askForNulls, ['write', 'send', 'simNotification']],
  'HTTP-6': ['JSON without a type, or under another type of JSON,', sendOtherwiseTyped, ['send']],
  'PAGE-9': ['a page size of 0, or a negative one,', listInSmallSizes],
  'PAGE-10': ['a page size that many take for too large, or that has no value,', listInSizes],
  'RSV-25': ['two numbers that are both asked for twice', reserveTwice, ['write']],
  'RSV-26': ['numbers that nobody has, or an entry without one,', reserveNothing, ['write']],
  'ERR-14': ['a request with two faults, of two kinds or of one,', askWronglyTwice, ['write', 'simNotification']],
  'ERR-11': ['a send with a fault in each member', sendAllWrong, ['send']],
  'RUN-26': ['a query with two faults, of one kind or of two,', listWronglyTwice],
  'SIM-10': [
    'a SIM card in capitals',
    ({ api, notification }) => api.updateNotification(notification.id, { sim_card_id: CARD }),
    ['write', 'simNotification'],
  ],
  'RSV-7': ['an empty reference', ({ api }) => api.createReservation({ customer_reference: '' }), ['write']],
  'SIM-24': ['an invalid update of an id that nobody has, or one that is no JSON,', updateNobodys, ['write']],
  'SIM-22': ['an amount with a sign, or with a bare point,', updateAmounts],
  'RUN-15': ['a status that is empty, wrong beside a wrong page, or in capitals,', listInCapitals],
  'EMAIL-IDEM-24': ['one key on both routes', sendOnBothRoutes, ['send']],
  'EMAIL-IDEM-26': ['an invalid body with an invalid key, or with one that is used,', sendBothInvalid, ['send']],
} as const satisfies Record<string, Probe>;

for (const [id, [what, ask, needs]] of Object.entries(asked) as [keyof typeof asked, Probe][]) {
  rule(id, `${what} is answered as the target chooses`, { choice: true, ...(needs && { needs }) }, async (given) => {
    const { accepted, status } = await ask(given);
    given.notApplicable(`nothing is judged here: ${accepted ? 'accepted' : 'refused'} with ${status}`);
  });
}

/** A UUID with letters. */
const CARD = 'A4E9D6B2-11C3-4F0B-8E57-3C2D1B0A9F88';

async function askWronglyTwice({ api, notification }: Case): Promise<Answer> {
  await api.createReservation({ phone_numbers: [{ phone_number: 'no' }, { phone_number: 'none' }] });
  await api.createReservation({ customer_reference: 7, phone_numbers: [{}] });
  await api.createReservation({ phone_numbers: [{ phone_number: 'no' }], customer_reference: 7 });
  await api.updateNotification(notification.id, { sim_card_id: 'none', threshold: { amount: '1', unit: 'KB' } });
  return api.updateNotification(notification.id, { sim_card_id: 'none', threshold: 7 });
}

/**
 * Of two entries of one list alone, then of values, without ids and with them, then of types: which faults come first shows in all. No order is that of the contract, and no
 * address is there twice, which is a fault of its own.
 */
async function sendAllWrong({ api, email }: Case): Promise<Answer> {
  await api.sendEmail(email({ to: ['no-to', 'none'] }));
  const ids = { in_reply_to_message_id: 'no', forward_of_message_id: 'no', group_id: 'no' };
  const recipients = { reply_to: 'no', bcc: ['no-bcc'], cc: ['no-cc'], to: ['no-to'], from: 'no' };
  await api.sendEmail({ ...recipients, subject: '', text_body: 'All wrong' });
  await api.sendEmail({ ...ids, ...recipients, subject: 'All wrong', text_body: 'All wrong' });
  const others = ['reply_to_all', 'group_id', 'in_reply_to_message_id', 'tracking_settings', 'tags', 'metadata'];
  const types = ['headers', 'attachments', 'text_body', 'html_body', 'subject', 'reply_to', 'bcc', 'cc', 'to', 'from'];
  return api.sendEmail(Object.fromEntries([...others, ...types].map((name) => [name, 7])));
}

async function updateNobodys({ api, unique }: Case): Promise<Answer> {
  const id = unique.uuid();
  await api.updateNotification(id, written('{"threshold":'));
  return api.updateNotification(id, { threshold: { unit: 'KB' } });
}

async function askOtherMethods({ api }: Case): Promise<Answer> {
  await api.raw({ method: 'HEAD', path: '/dir/document_types' });
  return api.raw({ method: 'OPTIONS', path: '/number_reservations' });
}

async function askForNulls({ api, email, notification }: Case): Promise<Answer> {
  const { id } = notification;
  const lists = ['to', 'cc', 'attachments', 'tags'];
  for (const member of ['from', ...lists, 'html_body', 'tracking_settings', 'sandbox_mode'])
    await api.sendEmail(email({ [member]: null }));
  for (const member of ['reply_to', 'text_body']) await api.sendEmail(email({ [member]: '' }));
  await api.createReservation({ customer_reference: '' });
  await api.updateNotification(id, { threshold: { amount: '', unit: 'MB' } });
  await api.updateNotification(id, { sim_card_id: null });
  await api.updateNotification(id, { threshold: { amount: null, unit: 'MB' } });
  return api.updateNotification(id, { threshold: null });
}

async function sendWithoutSubject({ api, email }: Case): Promise<Answer> {
  await api.sendEmail(email({ subject: '   ' }));
  return api.sendEmail(email({ subject: '' }));
}

/** What is shown of it when it is read, where sending it shows more than the contract does. */
async function readWhatWasSent({ api, email, unique, given, target }: Case): Promise<Answer> {
  const { hardBounce } = target.email.suppressed ?? {};
  const parent = await given(api.sendEmail(email()), 'a send');
  const to = [unique.address(), ...(hardBounce === undefined ? [] : [hardBounce])];
  const ids = { in_reply_to_message_id: parent.data.id, group_id: unique.uuid() };
  const sent = await api.sendEmail(email({ to, ...ids }));
  return sent.accepted ? api.getEmail(sent.data.id) : sent;
}

async function sendOddAttachments({ api, email }: Case): Promise<Answer> {
  const whole = { content: 'QQ==', filename: 'a.txt' };
  await api.sendEmail(email({ attachments: [{ ...whole, disposition: 'beside' }] }));
  await api.sendEmail(email({ attachments: [{ content: 'QQ==' }] }));
  return api.sendEmail(email({ attachments: [{ filename: 'a.txt' }] }));
}

/** With a sender in capitals as well, which some refuse, last. */
async function sendInCapitals({ api, email, unique }: Case): Promise<Answer> {
  const capital = (address: string) =>
    address.charAt(0).toUpperCase() + address.slice(1).replace(/@(.)/, (at) => at.toUpperCase());
  const address = () => capital(unique.address());
  const lists = { to: [address()], cc: [address(), address()], bcc: [address()], reply_to: address() };
  const attachments = ['a', 'b', 'c'].map((name) => ({ filename: `${name}.txt`, content: 'QQ==' }));
  const sent = await api.sendEmail(email({ ...lists, attachments }));
  const { from } = email();
  if (typeof from === 'string') await api.sendEmail(email({ from: capital(from) }));
  return sent;
}

async function sendOtherwiseTyped({ api, email }: Case): Promise<Answer> {
  await api.sendEmail(written(JSON.stringify(email()), false));
  return api.sendEmail(written(JSON.stringify(email()), 'application/vnd.api+json'));
}

/** Whether each of two faults of one kind is told. */
function sendTwice(lists: (both: string[]) => Record<string, string[]>): Ask {
  return send(({ unique }) => lists([unique.address(), unique.address()]));
}

/** Entries with numbers that nobody has, others each time: an earlier run may hold what this one asks for. */
function nobodys({ unique }: Case, count: number): { phone_number: string }[] {
  const first = Number.parseInt(unique.uuid().slice(0, 8), 16);
  return Array.from({ length: count }, (_, index) => ({ phone_number: `+447700900${200 + ((first + index) % 800)}` }));
}

function reserveTwice(given: Case): Promise<Answer> {
  const both = nobodys(given, 2);
  return given.api.createReservation({ phone_numbers: [...both, ...both] });
}

async function reserveNothing(given: Case): Promise<Answer> {
  const { api } = given;
  for (const count of [1, 2]) await api.createReservation({ phone_numbers: nobodys(given, count) });
  return api.createReservation({ phone_numbers: [{}] });
}

async function updateAmounts({ api, notification }: Case): Promise<Answer> {
  const { id } = notification;
  for (const amount of ['-5', '+5', '.5']) await api.updateNotification(id, { threshold: { amount, unit: 'MB' } });
  return api.updateNotification(id, { threshold: { amount: '5.', unit: 'MB' } });
}

async function listInSizes({ api }: Case): Promise<Answer> {
  for (const size of ['', 25, 30, 50, 100, 200, 250]) await api.listDocumentTypes({ size });
  await api.listDocumentTypes({ number: '', size: 1 });
  await api.listDocumentTypes({ size: 'few' });
  await api.listDocumentTypes({ number: 'first' });
  await api.listRuns({ number: '', size: 1 });
  return api.listDocumentTypes({ size: 500 });
}

async function listInSmallSizes({ api }: Case): Promise<Answer> {
  for (const size of [0, -1]) await api.listDocumentTypes({ size });
  await api.listRuns({ size: 0 });
  return api.listRuns({ size: -1 });
}

async function listWronglyTwice({ api }: Case): Promise<Answer> {
  for (const size of [-1, 'few']) {
    await api.listDocumentTypes({ size, number: 0 });
    await api.listRuns({ size, number: 0 });
  }
  return api.listRuns({ size: 1_000_001, number: 0 });
}

async function listInCapitals({ api, given, notApplicable }: Case): Promise<Answer> {
  const runs = await given(api.listRuns({ size: 1 }));
  await api.listRuns({ status: '', size: 1 });
  await api.listRuns({ status: 'no-status', number: 0, size: -1 });
  const { status } = (runs.data as { status?: unknown }[])[0] ?? {};
  if (typeof status !== 'string') return notApplicable('no run shows its status');
  return api.listRuns({ status: status.toUpperCase() });
}

async function sendOnBothRoutes(given: Case): Promise<Answer> {
  const { api, email, unique } = given;
  await needKey(given);
  const [body, key] = [email(), unique.key()];
  await given.given(api.sendEmail(body, { key }));
  return api.sendEmail(body, { key, alias: true });
}

async function sendBothInvalid(given: Case): Promise<Answer> {
  await needKey(given);
  const { api, email, unique } = given;
  const [invalid, key] = [email({ to: ['nobody'] }), unique.key()];
  await api.sendEmail(email(), { key });
  await api.sendEmail(invalid, { key });
  return api.sendEmail(invalid, { key: 'a.b' });
}

async function needKey(given: Case): Promise<void> {
  if (!(await isUnderstood(given, given.target.wire.idempotencyHeader)))
    given.notApplicable('the header of the key is not known');
}
