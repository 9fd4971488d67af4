import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { type Body, changeAnswer, changeMail, type Fault, goesTo, headerOf, json, parsed, stateful } from './fault.ts';
import { refuseSends, rewriteMail, rewriteSends, showMessage } from './sends.ts';

const group = readProfile(mockProfile, {}).email?.suppressed?.group;

/** Faults of write-only members, tracking overrides, unsubscribe groups and attachments. */
export const faults: readonly Fault[] = [
  ...(['headers', 'tags', 'metadata'] as const).map((name) =>
    refuseSends('EMAIL-WO-1', `a send with ${name} is refused`, (body) => body[name]),
  ),
  ...(['headers', 'tags', 'metadata'] as const).map((name) =>
    showMessage('EMAIL-WO-2', `a creation gives ${name} back`, (data, sent) =>
      Object.assign(data, { [name]: sent[name] }),
    ),
  ),
  ...(['headers', 'tags', 'metadata'] as const).map(givenBackOnRead),
  showMessage('EMAIL-WO-2', 'tags come back next to the message', (_data, sent, body) =>
    Object.assign(body, { tags: sent.tags }),
  ),
  changeAnswer('EMAIL-WO-2', 'a replay gives the tags back', 'send', ({ body: answer }, request) => {
    if (headerOf(request, 'idempotency-key') && answer?.data) answer.data.tags = parsed(request.body).tags;
  }),
  rewriteSends('EMAIL-WO-3', 'a tag may be a number', (body) => {
    if (Array.isArray(body.tags)) body.tags = body.tags.filter((tag: unknown) => typeof tag !== 'number');
  }),
  rewriteSends('EMAIL-WO-3', 'tags are not looked at', (body) => void delete body.tags),
  rewriteSends('EMAIL-WO-3', 'metadata is not looked at', (body) => void delete body.metadata),
  refuseSends('EMAIL-WO-3', 'metadata holds strings only', ({ metadata }) => {
    return Object.values(metadata ?? {}).some((value) => typeof value !== 'string');
  }),
  refuseSends('EMAIL-TRACK-1', 'both tracking properties are required', ({ tracking_settings: tracking }) => {
    return tracking?.constructor === Object && 'open_tracking' in tracking !== 'click_tracking' in tracking;
  }),
  rewriteSends('EMAIL-TRACK-2', 'a tracking property may be a word', ({ tracking_settings: tracking }) => {
    for (const [name, value] of Object.entries(tracking ?? {})) if (value === 'true') tracking[name] = true;
  }),
  rewriteSends('EMAIL-TRACK-2', 'click_tracking is not looked at', ({ tracking_settings: tracking }) => {
    if (typeof tracking === 'object') delete tracking.click_tracking;
  }),
  rewriteSends('EMAIL-TRACK-2', 'tracking is sent otherwise', (body) => void delete body.tracking_settings),
  rewriteMail('EMAIL-GROUP-1', 'the group does not count when mail is sent', (body) => void delete body.group_id),
  rewriteMail('EMAIL-GROUP-1', 'the group does not count for blind copies', (body) => {
    if (body.bcc?.includes(group?.address)) delete body.group_id;
  }),
  changeAnswer(
    ['EMAIL-GROUP-2', 'EMAIL-SUPP-12'],
    'recipients suppressed in the group are not listed',
    'send',
    ({ body: answer }) => {
      if (answer?.data) delete answer.suppressed;
    },
  ),
  changeAnswer(['EMAIL-GROUP-2', 'EMAIL-SUPP-16'], 'the reason is the same for all', 'send', ({ body: answer }) => {
    for (const one of answer?.suppressed ?? []) one.reason = 'manual_block';
  }),
  rewriteSends('EMAIL-GROUP-3', 'a suppression in a group counts everywhere', (body) => {
    body.group_id ??= group?.groupId;
  }),
  rewriteSends('EMAIL-GROUP-3', 'a suppression in a group counts in all groups', (body) => {
    if (body.group_id) body.group_id = group?.groupId;
  }),
  rewriteSends('EMAIL-GROUP-4', 'a group may be any word', (body) => {
    if (typeof body.group_id === 'string' && !/^[0-9a-f-]{36}$/.test(body.group_id)) delete body.group_id;
  }),
  rewriteSends('EMAIL-GROUP-4', 'a group may be anything', (body) => {
    if (body.group_id !== group?.groupId) delete body.group_id;
  }),
  refuseSends('EMAIL-GROUP-5', 'a group of null is refused', ({ group_id }) => group_id === null),
  rewriteSends('EMAIL-GROUP-5', 'the group is sent otherwise', (body) => void delete body.group_id),
  refuseSends('EMAIL-ATT-1', 'attachments are refused', ({ attachments }) => attachments?.length),
  refuseSends('EMAIL-ATT-1', 'an attachment needs a disposition', ({ attachments }) => {
    return attachments?.some(({ disposition }: { disposition?: string }) => !disposition);
  }),
  rewriteMail('EMAIL-ATT-2', 'attachments are lost', (body) => void delete body.attachments),
  rewriteMail(
    'EMAIL-ATT-2',
    'attachments are delivered in base64',
    eachFile((file) => {
      file.content = Buffer.from(file.content).toString('base64');
    }),
  ),
  changeMail('EMAIL-ATT-2', 'attachments have other names', (mail) => mail.replaceAll('logo.png', 'file.png')),
  rewriteMail('EMAIL-ATT-2', 'only the first attachment is delivered', (body) =>
    Object.assign(body, { attachments: body.attachments?.slice(0, 1) }),
  ),
  refuseSends('EMAIL-ATT-3', 'inline_css is refused', (body) => body.inline_css !== undefined),
  showMessage(
    'EMAIL-ATT-4',
    'the size of a file is a string',
    eachFile((file) => Object.assign(file, { size_bytes: '12' })),
  ),
  showMessage('EMAIL-ATT-4', 'an attachment is shown as its name', (data) =>
    Object.assign(data, { attachments: data.attachments.map(({ filename }: { filename: string }) => filename) }),
  ),
  changeAnswer('EMAIL-GROUP-2', 'the scope is that of the account for all', 'send', ({ body: answer }) => {
    for (const one of answer?.suppressed ?? []) one.scope = 'account';
  }),
];

function eachFile(change: (file: Body) => void): (body: Body) => void {
  return (body) => {
    for (const file of body.attachments ?? []) change(file);
  };
}

/** A service that stores write-only members and returns them on read. */
function givenBackOnRead(name: 'headers' | 'tags' | 'metadata'): Fault {
  return stateful('EMAIL-WO-2', `a reading gives ${name} back`, () => {
    const kept = new Map<string, unknown>();
    return async (request, ask) => {
      const answer = await ask(request);
      const body = parsed(answer.body);
      if (goesTo('send', request) && body?.data) kept.set(body.data.id, parsed(request.body)?.[name]);
      if (!goesTo('getEmail', request) || !body?.data) return answer;
      body.data[name] = kept.get(body.data.id);
      return json(answer.status, body, answer.headers);
    };
  });
}
