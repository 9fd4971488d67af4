import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeBody, changeMail, dropIf, replace, shows } from './changes.ts';
import {
  type Body,
  declareFaults,
  type Fault,
  getHeader,
  goesTo,
  json,
  parseJson,
  type Rules,
  stateful,
} from './fault.ts';
import { created, read, refuseAs, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

/** Changes a header of delivered mail. */
const header = declareFaults((name: string, change: (value: string) => string) =>
  changeMail.serve((mail) =>
    mail.replace(new RegExp(`^${name}: (.*)$`, 'm'), (_, value: string) => `${name}: ${change(value.trim())}`),
  ),
);

const isObject = (value: Body) => typeof value === 'object' && value !== null;
const replyTo = ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'] as const;

const sender: readonly Fault[] = [
  header('EMAIL-FROM-1', 'the mail has another sender', 'From', () => 'no-reply@example.net'),
  rewriteMail('EMAIL-FROM-2', 'the name of a from object is not shown', { 'from.name': undefined }),
  rewriteMail('EMAIL-FROM-2', 'letters outside of ASCII in the name are lost', {
    'from.name': (name) => name.replace(/[^ -~]/g, '?'),
  }),
  created('EMAIL-FROM-3', 'the address of a from object is ignored', (data, { sent }) => {
    if (isObject(sent.from)) data.from.email = 'no-reply@example.com';
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object may have `address`', {
    from: (from) => (from.address ? { email: from.address } : from),
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object needs no address', {
    from: (from) => (isObject(from) ? { email: 'sender@example.com', ...from } : from),
  }),
  rewriteSends('EMAIL-FROM-4', 'without from there is a sender anyway', (body) => {
    body.from ??= 'a@example.com';
  }),
  refuseAs(['EMAIL-FROM-4', 'ERR-10'], 'a missing from is answered with 400', 400, ({ from }) => from === undefined),
  rewriteMail('EMAIL-FROM-5', 'the separate name is not shown with a string', {
    from_name: dropIf(({ from }) => typeof from === 'string'),
  }),
  refuseSends('EMAIL-FROM-5', 'the separate name is refused with a string', (body) => {
    return body.from_name !== undefined && typeof body.from === 'string' && !body.conformance_from_name;
  }),
  rewriteMail('EMAIL-FROM-6', 'the name in the from object wins', { from_name: dropIf(({ from }) => from?.name) }),
  rewriteSends('EMAIL-FROM-7', 'the name is dropped', { from_name: undefined }),
  refuseSends(replyTo, 'a reply-to string is refused', ({ reply_to }) => typeof reply_to === 'string'),
  refuseSends(replyTo, 'a reply-to object is refused', ({ reply_to }) => reply_to?.email),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'the mail has no Reply-To', { reply_to: undefined }),
  header('EMAIL-FROM-9', 'the Reply-To has a name', 'Reply-To', (address) => `Replies <${address}>`),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'a reply-to object is lost', {
    reply_to: (value) => (isObject(value) ? undefined : value),
  }),
  rewriteSends(['EMAIL-FROM-10', 'EMAIL-FROM-11'], 'the reply-to is dropped', { reply_to: undefined }),
  rewriteSends('EMAIL-FROM-10', 'a reply-to object needs no address', {
    reply_to: (value) => (isObject(value) && !value.email ? undefined : value),
  }),
  created(['EMAIL-FROM-11', 'EMAIL-ANS-6'], 'the answer shows the reply-to unchanged', (data, { sent }) => {
    if (sent.reply_to) data.reply_to = sent.reply_to;
  }),
  created('EMAIL-FROM-11', 'the answer shows no reply-to', { reply_to: null }),
  read('EMAIL-FROM-11', 'a read message shows no reply-to', { reply_to: null }),
];

/** The members of a message that a service can lose, by the rule about their mail. */
const losses: readonly [rule: Fault['rule'], member: string][] = [
  ['EMAIL-RCPT-1', 'cc'],
  ['EMAIL-RCPT-1', 'bcc'],
  ['EMAIL-FROM-5', 'from_name'],
  ['EMAIL-FROM-9', 'reply_to'],
  ['EMAIL-HDR-1', 'headers'],
  ['EMAIL-ANS-14', 'html_body'],
  ['EMAIL-ATT-2', 'attachments'],
];

/** Loses a member of messages that pass a test, only in their mail. */
const loses = (rule: Fault['rule'], title: string, member: string, test: (body: Body) => unknown) =>
  rewriteMail(alsoShown(rule, member), title, { [member]: dropIf(test) });

/** The answer shows the reply-to as well, and the legacy route is compared by a reply with copies. */
const alsoShown = (rule: Fault['rule'], member: string): Rules =>
  member === 'reply_to' ? [rule, 'EMAIL-FROM-11'] : [rule, 'EMAIL-ALIAS-2'];

const isLater = ({ scheduled_at }: Body) => typeof scheduled_at === 'string' && Date.parse(scheduled_at) > Date.now();
const hasText = ({ html_body, text_body }: Body) => html_body && text_body;

const ways: readonly Fault[] = [
  ...losses.flatMap(([rule, member]) => [
    loses(rule, `replies lose ${member}`, member, (body) => body.in_reply_to_message_id && hasText(body)),
    loses(rule, `forwards lose ${member}`, member, (body) => body.forward_of_message_id && hasText(body)),
    ...(member === 'html_body'
      ? []
      : [loses(rule, `messages of templates lose ${member}`, member, (body) => body.template_id)]),
    loses('EMAIL-SCHED-2', `messages for later lose ${member}`, member, isLater),
  ]),
  loses('EMAIL-SCHED-2', 'messages for later lose their parent', 'in_reply_to_message_id', isLater),
  ...['from_name', 'reply_to', 'headers', 'attachments'].map((member) =>
    changeBody(alsoShown('EMAIL-ALIAS-2', member), `the legacy route loses ${member}`, 'sendByAlias', {
      [member]: dropIf(({ sandbox_mode }) => sandbox_mode !== true),
    }),
  ),
];

const group = readProfile(mockProfile, {}).email?.suppressed?.group;
const writeOnly = ['headers', 'tags', 'metadata'];
const answer = shows('send', '');
const suppressed = shows('send', 'suppressed.*');
const toBase64 = (content: string) => Buffer.from(content).toString('base64');

/** Shows a write-only member when the message is read. */
const givenBackOnRead = (name: string) =>
  stateful('EMAIL-WO-2', `a reading gives ${name} back`, () => {
    const stored = new Map<string, unknown>();
    return async (request, call) => {
      const received = await call(request);
      const body = parseJson(received.body);
      if (!body?.data) return received;
      if (goesTo('send', request)) stored.set(body.data.id, parseJson(request.body)?.[name]);
      if (!goesTo('getEmail', request)) return received;
      body.data[name] = stored.get(body.data.id);
      return json(received.status, body, received.headers);
    };
  });

const members: readonly Fault[] = [
  ...writeOnly.map((name) => refuseSends('EMAIL-WO-1', `a send with ${name} is refused`, (body) => body[name])),
  ...writeOnly.map((name) =>
    created('EMAIL-WO-2', `a creation gives ${name} back`, (data, { sent }) => {
      data[name] = sent[name];
    }),
  ),
  ...writeOnly.map(givenBackOnRead),
  answer('EMAIL-WO-2', 'tags come back next to the message', (body, { sent }) => {
    body.tags = sent.tags;
  }),
  created('EMAIL-WO-2', 'a replay gives the tags back', (data, { sent, request }) => {
    if (getHeader(request, 'idempotency-key')) data.tags = sent.tags;
  }),
  rewriteSends('EMAIL-WO-3', 'a tag may be a number', {
    tags: (tags) => (Array.isArray(tags) ? tags.filter((tag) => typeof tag !== 'number') : tags),
  }),
  rewriteSends('EMAIL-WO-3', 'tags are not looked at', { tags: undefined }),
  rewriteSends('EMAIL-WO-3', 'metadata is not looked at', { metadata: undefined }),
  refuseSends('EMAIL-WO-3', 'metadata holds strings only', ({ metadata }) =>
    Object.values(metadata ?? {}).some((value) => typeof value !== 'string'),
  ),
  refuseSends('EMAIL-TRACK-1', 'both tracking properties are required', ({ tracking_settings: tracking }) => {
    return tracking?.constructor === Object && 'open_tracking' in tracking !== 'click_tracking' in tracking;
  }),
  rewriteSends('EMAIL-TRACK-2', 'a tracking property may be a word', { 'tracking_settings.*': replace('true', true) }),
  rewriteSends('EMAIL-TRACK-2', 'click_tracking is not looked at', { 'tracking_settings.click_tracking': undefined }),
  rewriteSends('EMAIL-TRACK-2', 'tracking is dropped', { tracking_settings: undefined }),
  rewriteMail('EMAIL-GROUP-1', 'the group does not count when mail is sent', { group_id: undefined }),
  rewriteMail('EMAIL-GROUP-1', 'the group does not count for blind copies', {
    group_id: dropIf(({ bcc }) => bcc?.includes(group?.address)),
  }),
  answer(['EMAIL-GROUP-2', 'EMAIL-SUPP-12'], 'recipients suppressed in the group are not listed', {
    suppressed: undefined,
  }),
  suppressed(['EMAIL-GROUP-2', 'EMAIL-SUPP-16'], 'the reason is the same for all', { reason: 'manual_block' }),
  suppressed('EMAIL-GROUP-2', 'the scope is that of the account for all', { scope: 'account' }),
  rewriteSends('EMAIL-GROUP-3', 'a suppression in a group counts everywhere', (body) => {
    body.group_id ??= group?.groupId;
  }),
  rewriteSends('EMAIL-GROUP-3', 'a suppression in a group counts in all groups', { group_id: () => group?.groupId }),
  rewriteSends('EMAIL-GROUP-4', 'a group may be any word', {
    group_id: (id) => (typeof id === 'string' && !/^[0-9a-f-]{36}$/.test(id) ? undefined : id),
  }),
  rewriteSends('EMAIL-GROUP-4', 'a group may be anything', {
    group_id: (id) => (id === group?.groupId ? id : undefined),
  }),
  refuseSends('EMAIL-GROUP-5', 'a group of null is refused', ({ group_id }) => group_id === null),
  rewriteSends('EMAIL-GROUP-5', 'the group is dropped', { group_id: undefined }),
  refuseSends('EMAIL-ATT-1', 'attachments are refused', ({ attachments }) => attachments?.length),
  refuseSends('EMAIL-ATT-1', 'an attachment needs a disposition', ({ attachments }) =>
    attachments?.some?.((file: { disposition?: string }) => !file.disposition),
  ),
  rewriteMail('EMAIL-ATT-2', 'attachments are lost', { attachments: undefined }),
  rewriteMail('EMAIL-ATT-2', 'attachments are delivered in base64', { 'attachments.*.content': toBase64 }),
  changeMail('EMAIL-ATT-2', 'attachments have other names', (mail) => mail.replaceAll('logo.png', 'file.png')),
  rewriteMail('EMAIL-ATT-2', 'only the first attachment is delivered', { attachments: (files) => files.slice(0, 1) }),
  refuseSends('EMAIL-ATT-3', 'inline_css is refused', (body) => body.inline_css !== undefined),
  created('EMAIL-ATT-4', 'the size of a file is a string', { 'attachments.*.size_bytes': '12' }),
  created('EMAIL-ATT-4', 'an attachment is shown as its name', { 'attachments.*': ({ filename }) => filename }),
];

/** Faults of the members of a send, and of messages that lose some on the way. */
export const faults: readonly Fault[] = [...sender, ...ways, ...members];
