import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeMail, dropIf, replace, shows } from './changes.ts';
import { type Fault, goesTo, headerOf, json, parsed, stateful } from './fault.ts';
import { created, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

const group = readProfile(mockProfile, {}).email?.suppressed?.group;
const writeOnly = ['headers', 'tags', 'metadata'];
const answer = shows('send', '');
const suppressed = shows('send', 'suppressed.*');
const toBase64 = (content: string) => Buffer.from(content).toString('base64');

/** Returns a write-only member of the send to who reads the message. */
const givenBackOnRead = (name: string) =>
  stateful('EMAIL-WO-2', `a reading gives ${name} back`, () => {
    const stored = new Map<string, unknown>();
    return async (request, ask) => {
      const received = await ask(request);
      const body = parsed(received.body);
      if (!body?.data) return received;
      if (goesTo('send', request)) stored.set(body.data.id, parsed(request.body)?.[name]);
      if (!goesTo('getEmail', request)) return received;
      body.data[name] = stored.get(body.data.id);
      return json(received.status, body, received.headers);
    };
  });

/** Faults of write-only members, tracking overrides, unsubscribe groups and attachments. */
export const faults: readonly Fault[] = [
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
    if (headerOf(request, 'idempotency-key')) data.tags = sent.tags;
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
  rewriteSends('EMAIL-TRACK-2', 'tracking is sent otherwise', { tracking_settings: undefined }),
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
  rewriteSends('EMAIL-GROUP-5', 'the group is sent otherwise', { group_id: undefined }),
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
