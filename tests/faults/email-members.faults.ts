import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeAnswer, changeMail, type Fault, fault, goesTo, headerOf, json, parsed } from './fault.ts';
import { refuseSends, rewriteMail, rewriteSends, showMessage } from './sends.ts';

const group = readProfile(mockProfile, {}).email?.suppressed?.group;

/** Faults of write-only members, tracking overrides, unsubscribe groups and attachments. */
export const faults: readonly Fault[] = [
  ...(['headers', 'tags', 'metadata'] as const).map((name) =>
    fault(
      'EMAIL-WO-1',
      `a send with ${name} is refused`,
      refuseSends((body) => body[name]),
    ),
  ),
  fault(
    'EMAIL-WO-1',
    'tags and metadata together are refused',
    refuseSends((body) => body.tags && body.metadata),
  ),
  ...(['headers', 'tags', 'metadata'] as const).map((name) =>
    fault(
      'EMAIL-WO-2',
      `a creation gives ${name} back`,
      showMessage((data, sent) => Object.assign(data, { [name]: sent[name] })),
    ),
  ),
  ...(['headers', 'tags', 'metadata'] as const).map(givenBackOnRead),
  fault(
    'EMAIL-WO-2',
    'a creation names the keys of metadata',
    showMessage((data, sent) => {
      data.metadata_keys = Object.keys(sent.metadata ?? {});
    }),
  ),
  fault(
    'EMAIL-WO-2',
    'tags come back next to the message',
    showMessage((_data, sent, body) => Object.assign(body, { tags: sent.tags })),
  ),
  fault(
    'EMAIL-WO-2',
    'a replay gives the tags back',
    changeAnswer('send', ({ body: answer }, request) => {
      if (headerOf(request, 'idempotency-key') && answer?.data) answer.data.tags = parsed(request.body).tags;
    }),
  ),
  fault(
    'EMAIL-WO-3',
    'a tag may be a number',
    rewriteSends((body) => {
      if (Array.isArray(body.tags)) body.tags = body.tags.filter((tag: unknown) => typeof tag !== 'number');
    }),
  ),
  fault(
    'EMAIL-WO-3',
    'a tag may be an object',
    rewriteSends((body) => {
      if (Array.isArray(body.tags)) body.tags = body.tags.map(String);
    }),
  ),
  fault(
    'EMAIL-WO-3',
    'tags may be one word',
    rewriteSends((body) => {
      if (typeof body.tags === 'string') body.tags = [body.tags];
    }),
  ),
  fault(
    'EMAIL-WO-3',
    'tags are not looked at',
    rewriteSends((body) => void delete body.tags),
  ),
  fault(
    'EMAIL-WO-3',
    'metadata is not looked at',
    rewriteSends((body) => void delete body.metadata),
  ),
  fault(
    'EMAIL-WO-3',
    'metadata holds strings only',
    refuseSends(({ metadata }) => {
      return Object.values(metadata ?? {}).some((value) => typeof value !== 'string');
    }),
  ),
  fault(
    'EMAIL-TRACK-1',
    'both tracking properties are required',
    refuseSends(({ tracking_settings: tracking }) => {
      return tracking?.constructor === Object && 'open_tracking' in tracking !== 'click_tracking' in tracking;
    }),
  ),
  fault(
    'EMAIL-TRACK-1',
    'empty tracking overrides are refused',
    refuseSends(({ tracking_settings: tracking }) => {
      return tracking && Object.keys(tracking).length === 0;
    }),
  ),
  fault(
    'EMAIL-TRACK-1',
    'tracking overrides are refused',
    refuseSends((body) => body.tracking_settings),
  ),
  fault(
    'EMAIL-TRACK-2',
    'a tracking property may be a word',
    rewriteSends(({ tracking_settings: tracking }) => {
      for (const [name, value] of Object.entries(tracking ?? {})) if (value === 'true') tracking[name] = true;
    }),
  ),
  fault(
    'EMAIL-TRACK-2',
    'click_tracking is not looked at',
    rewriteSends(({ tracking_settings: tracking }) => {
      if (typeof tracking === 'object') delete tracking.click_tracking;
    }),
  ),
  fault(
    'EMAIL-TRACK-2',
    'tracking is sent otherwise',
    rewriteSends((body) => void delete body.tracking_settings),
  ),
  fault(
    'EMAIL-GROUP-1',
    'the group does not count when mail is sent',
    rewriteMail((body) => void delete body.group_id),
  ),
  fault(
    'EMAIL-GROUP-1',
    'the group does not count for blind copies',
    rewriteMail((body) => {
      if (body.bcc?.includes(group?.address)) delete body.group_id;
    }),
  ),
  fault(
    'EMAIL-GROUP-2',
    'who is suppressed in the group is not listed',
    changeAnswer('send', ({ body: answer }) => {
      if (answer?.data) delete answer.suppressed;
    }),
    ['EMAIL-SUPP-12'],
  ),
  fault(
    'EMAIL-GROUP-2',
    'the reason is the same for all',
    changeAnswer('send', ({ body: answer }) => {
      for (const one of answer?.suppressed ?? []) one.reason = 'manual_block';
    }),
    ['EMAIL-SUPP-16'],
  ),
  fault(
    'EMAIL-GROUP-3',
    'who is suppressed in a group is so everywhere',
    rewriteSends((body) => {
      body.group_id ??= group?.groupId;
    }),
  ),
  fault(
    'EMAIL-GROUP-3',
    'who is suppressed in a group is so in all groups',
    rewriteSends((body) => {
      if (body.group_id) body.group_id = group?.groupId;
    }),
  ),
  fault(
    'EMAIL-GROUP-4',
    'a group may be any word',
    rewriteSends((body) => {
      if (typeof body.group_id === 'string' && !/^[0-9a-f-]{36}$/.test(body.group_id)) delete body.group_id;
    }),
  ),
  fault(
    'EMAIL-GROUP-4',
    'a group may be a number',
    rewriteSends((body) => {
      if (typeof body.group_id === 'number') delete body.group_id;
    }),
  ),
  fault(
    'EMAIL-GROUP-4',
    'a group may be anything',
    rewriteSends((body) => {
      if (body.group_id !== group?.groupId) delete body.group_id;
    }),
  ),
  fault(
    'EMAIL-GROUP-5',
    'a group of null is refused',
    refuseSends(({ group_id }) => group_id === null),
  ),
  fault(
    'EMAIL-GROUP-5',
    'the group is sent otherwise',
    rewriteSends((body) => void delete body.group_id),
  ),
  fault(
    'EMAIL-ATT-1',
    'attachments are refused',
    refuseSends(({ attachments }) => attachments?.length),
  ),
  fault(
    'EMAIL-ATT-1',
    'one attachment is the most',
    refuseSends(({ attachments }) => attachments?.length > 1),
  ),
  fault(
    'EMAIL-ATT-1',
    'an attachment needs a disposition',
    refuseSends(({ attachments }) => {
      return attachments?.some(({ disposition }: { disposition?: string }) => !disposition);
    }),
  ),
  fault(
    'EMAIL-ATT-2',
    'attachments are lost',
    rewriteMail((body) => void delete body.attachments),
  ),
  fault(
    'EMAIL-ATT-2',
    'attachments are delivered in base64',
    rewriteMail(
      eachFile((file) => {
        file.content = Buffer.from(file.content).toString('base64');
      }),
    ),
  ),
  fault(
    'EMAIL-ATT-2',
    'attachments have no type',
    rewriteMail(
      eachFile((file) => {
        file.content_type = 'application/octet-stream';
      }),
    ),
  ),
  fault(
    'EMAIL-ATT-2',
    'attachments have other names',
    changeMail((mail) => mail.replaceAll('logo.png', 'file.png')),
  ),
  fault(
    'EMAIL-ATT-2',
    'only the first attachment is delivered',
    rewriteMail((body) => {
      body.attachments = body.attachments?.slice(0, 1);
    }),
  ),
  fault(
    'EMAIL-ATT-3',
    'inline_css is refused',
    refuseSends((body) => body.inline_css !== undefined),
  ),
  fault(
    'EMAIL-ATT-4',
    'the size of a file is a string',
    showMessage(eachFile((file) => Object.assign(file, { size_bytes: '12' }))),
  ),
  fault(
    'EMAIL-ATT-4',
    'an attachment is shown as its name',
    showMessage((data) => {
      data.attachments = data.attachments.map(({ filename }: { filename: string }) => filename);
    }),
  ),
  fault(
    'EMAIL-ATT-4',
    'attachments are not shown',
    showMessage((data) => Object.assign(data, { attachments: [] })),
  ),
  fault(
    'EMAIL-GROUP-2',
    'the scope is that of the account for all',
    changeAnswer('send', ({ body: answer }) => {
      for (const one of answer?.suppressed ?? []) one.scope = 'account';
    }),
  ),
];

// biome-ignore lint/suspicious/noExplicitAny: a body with attachments
function eachFile(change: (file: any) => void): (body: any) => void {
  return (body) => {
    for (const file of body.attachments ?? []) change(file);
  };
}

/** A service that stores write-only members and returns them on read. */
function givenBackOnRead(name: 'headers' | 'tags' | 'metadata'): Fault {
  return {
    rule: 'EMAIL-WO-2',
    title: `a reading gives ${name} back`,
    begin: () => {
      const kept = new Map<string, unknown>();
      return async (request, ask) => {
        const answer = await ask(request);
        const body = parsed(answer.body);
        if (goesTo('send', request) && body?.data) kept.set(body.data.id, parsed(request.body)?.[name]);
        if (!goesTo('getEmail', request) || !body?.data) return answer;
        body.data[name] = kept.get(body.data.id);
        return json(answer.status, body, answer.headers);
      };
    },
  };
}
