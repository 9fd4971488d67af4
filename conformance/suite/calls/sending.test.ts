import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Mail } from './mailbox.ts';
import {
  type Delivered,
  deliver,
  idsIn,
  mailOf,
  needsThreads,
  refusesNoUuids,
  send,
  sendParent,
  sendReadable,
  threadHeaders,
  threadOf,
} from './sending.ts';

type Body = Record<string, unknown>;

/** A mail with these header lines. */
function mailWith(headers: Record<string, string[]>): Mail {
  return { all: (name: string) => headers[name] ?? [] } as unknown as Mail;
}

/** What a service does. */
interface Service {
  /** What the answer to the n-th send shows. */
  shown?: (body: Body, sends: number) => object;
  /** The status of the answer to who reads a message. */
  readStatus?: (id: string) => number;
  mail?: (address: string) => Mail;
  outbox?: boolean;
}

/** A case at such a service, and what it was asked. */
function caseAt({
  shown = (_, sends) => ({ id: `m${sends}` }),
  readStatus = () => 200,
  mail,
  outbox = true,
}: Service = {}) {
  const asked: unknown[] = [];
  let [sends, made] = [0, 0];
  const answered = (status: number, body: object) =>
    new Answer({
      operation: 'createEmailMessage',
      status,
      headers: [],
      text: JSON.stringify(body),
      request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
    });
  const apiOf = (caller: string) => ({
    as: apiOf,
    sendEmail: async (body: Body, options?: object) => {
      asked.push([caller, body, options]);
      return answered(202, { data: shown(body, ++sends) });
    },
    getEmail: async (id: string) => {
      asked.push(id);
      return answered(readStatus(id), { data: { id } });
    },
  });
  const email = Object.assign((overrides: Body = {}) => ({ subject: 'In the sandbox', ...overrides }), {
    real: (overrides: Body) => ({ subject: 'Hello', ...overrides }),
  });
  const found = mail ?? ((address: string) => mailWith({ 'Message-ID': [`<${address}>`] }));
  const given = {
    api: apiOf('primary'),
    target: outbox ? { outbox: {} } : {},
    unique: { address: () => `to${++made}@a.example` },
    email,
    mailbox: { find: async (address: string) => found(address) },
    again: (part: () => unknown) => part(),
    given: async (what: unknown, about = 'a mail') => {
      asked.push(about);
      return what;
    },
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
  return { given, asked };
}

test('a message is sent to a recipient of its own, by the account and with the options that are named', async () => {
  const { given, asked } = caseAt();
  const { answer, ...sent } = await send(given, { cc: ['cc@a.example'] }, { as: 'restricted', key: 'k' });
  expect(sent).toEqual({ id: 'm1', address: 'to1@a.example', subject: 'Hello' });
  expect(answer.status).toBe(202);
  const options = { as: 'restricted', key: 'k' };
  expect(asked).toEqual([
    ['restricted', { subject: 'Hello', to: ['to1@a.example'], cc: ['cc@a.example'] }, options],
    'a send',
    'a message',
  ]);
  expect(await send(given, { subject: 'Other' })).toMatchObject({
    id: 'm2',
    address: 'to2@a.example',
    subject: 'Other',
  });
});

test('a message without an id is told by the answer that shows none', async () => {
  const { given } = caseAt({ shown: () => ({ id: 7 }) });
  await expect(send(given)).rejects.toThrow('expected a message with an id, got 202 {"data":{"id":7}}');
});

test('a delivered message has its mail, and the id that it carries; one that carries none blocks the case', async () => {
  const { given, asked } = caseAt();
  expect(await deliver(given)).toMatchObject({ id: 'm1', address: 'to1@a.example', messageId: '<to1@a.example>' });
  expect(asked.slice(1)).toEqual(['a send', 'a message', 'a mail']);
  const anonymous = caseAt({ mail: () => mailWith({}) });
  await expect(deliver(anonymous.given)).rejects.toThrow('a delivered mail has no Message-ID');
});

test('the mail alone of a message is had by its recipient', async () => {
  const { given, asked } = caseAt();
  const mail = await mailOf(given, { text_body: 'Text' });
  expect(mail.all('Message-ID')).toEqual(['<to1@a.example>']);
  expect(asked).toEqual([
    ['primary', { subject: 'Hello', to: ['to1@a.example'], text_body: 'Text' }, undefined],
    'a send',
    'a mail',
  ]);
});

test('what is sent anew goes to another recipient, whose mail is waited for', async () => {
  const { given } = caseAt();
  given.again = async (part) => {
    await part();
    return part();
  };
  expect((await mailOf(given, {})).all('Message-ID')).toEqual(['<to2@a.example>']);
  expect(await send(given)).toMatchObject({ address: 'to4@a.example' });
});

test('a send that names recipients goes to these', async () => {
  const { given, asked } = caseAt();
  const own = { to: ['ada@a.example'] };
  await send(given, own);
  expect(asked[0]).toEqual(['primary', { subject: 'Hello', ...own }, {}]);
});

test('a parent has come where mail can be read, and is only sent where not', async () => {
  const readable = caseAt();
  expect(await sendParent(readable.given, { subject: 'P' }, { key: 'k' })).toMatchObject({
    subject: 'P',
    messageId: '<to1@a.example>',
  });
  expect(readable.asked[0]).toEqual(['primary', { subject: 'P', to: ['to1@a.example'] }, { key: 'k' }]);
  const { given, asked } = caseAt({ outbox: false });
  expect(await sendParent(given, { subject: 'P' }, { key: 'k' })).not.toHaveProperty('mail');
  expect(asked[0]).toEqual(['primary', { subject: 'P', to: ['to1@a.example'] }, { key: 'k' }]);
});

test('a message that can be read is one of the sandbox, or one that was really sent where that is not there', async () => {
  const { id, read } = await sendReadable(caseAt().given);
  expect([id, read.status]).toEqual(['m1', 200]);
  const { given, asked } = caseAt({ readStatus: (one) => (one === 'm1' ? 404 : 200) });
  const other = await sendReadable(given);
  expect([other.id, other.read.status]).toEqual(['m2', 200]);
  expect(asked.filter((one) => typeof one !== 'string')).toEqual([
    ['primary', { subject: 'In the sandbox' }, undefined],
    ['primary', { subject: 'Hello', to: ['to1@a.example'] }, {}],
  ]);
  // What is answered otherwise is there, and says more of reading than another message would.
  const broken = await sendReadable(caseAt({ readStatus: () => 500 }).given);
  expect([broken.id, broken.read.status]).toEqual(['m1', 500]);
});

test('the ids of a header are those in angle brackets, over all its lines', () => {
  const mail = mailWith({
    References: ['<a@x> text <b@x>', '<c@x>'],
    'In-Reply-To': ['<c@x> <d e>'],
    'Message-ID': ['m'],
  });
  expect(idsIn(mail, 'Message-ID')).toEqual([]);
  expect(threadOf(mail)).toEqual({ inReplyTo: ['<c@x>'], references: ['<a@x>', '<b@x>', '<c@x>'] });
  expect(threadHeaders(mail)).toEqual({ 'In-Reply-To': ['<c@x> <d e>'], References: ['<a@x> text <b@x>', '<c@x>'] });
});

const blockedByThreads =
  'a plain reply does not carry the Message-ID of its parent, see EMAIL-THREAD-1 and EMAIL-THREAD-2';
const threads: [what: string, headers: Record<string, string[]>, line: string][] = [
  ['names its parent in both', { 'In-Reply-To': ['<p@x>'], References: ['<p@x>'] }, 'none'],
  ['names it in one', { 'In-Reply-To': ['<p@x>'] }, blockedByThreads],
  ['names another in one', { 'In-Reply-To': ['<p@x>'], References: ['<q@x>'] }, blockedByThreads],
  ['names another in the other', { 'In-Reply-To': ['<q@x>'], References: ['<p@x>'] }, blockedByThreads],
  ['names more than it', { 'In-Reply-To': ['<p@x>'], References: ['<p@x> <p@x>'] }, blockedByThreads],
];
for (const [what, headers, line] of threads) {
  test(`what depends on threads is told of a plain reply that ${what}: ${line}`, async () => {
    const parent = { id: 'm0', messageId: '<p@x>' } as Delivered;
    const reply = { mail: mailWith(headers) } as Delivered;
    const told = await needsThreads(caseAt().given, { parent, reply }).then(
      () => 'none',
      ({ message }) => message,
    );
    expect(told).toBe(line);
  });
}

test('where no reply is at hand, one is sent to a message that was delivered', async () => {
  const { given, asked } = caseAt({
    mail: (address) =>
      mailWith({ 'Message-ID': [`<${address}>`], 'In-Reply-To': ['<to1@a.example>'], References: ['<to1@a.example>'] }),
  });
  await needsThreads(given);
  expect(asked.filter((one) => Array.isArray(one))).toEqual([
    ['primary', { subject: 'Hello', to: ['to1@a.example'] }, {}],
    ['primary', { subject: 'Hello', to: ['to2@a.example'], in_reply_to_message_id: 'm1' }, {}],
  ]);
});

/** What is checked of a member that takes an id, at a service that answers its values so; and the values. */
async function checked(answerTo: (id: unknown) => [status: number, code: string]) {
  const [asked, told] = [[] as unknown[], {} as Record<string, boolean[]>];
  const given = {
    api: {
      sendEmail: async ({ id }: { id: unknown }) => {
        asked.push(id);
        const [status, code] = answerTo(id);
        const request = { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] };
        const text = JSON.stringify({ errors: [{ code }] });
        return new Answer({ operation: 'createEmailMessage', status, headers: [], text, request });
      },
    },
    check: (rule: string, assertion: () => void) => {
      let holds = true;
      try {
        assertion();
      } catch {
        holds = false;
      }
      told[rule] = [...(told[rule] ?? []), holds];
      return holds;
    },
    each: async (list: unknown[], part: (entry: unknown) => unknown) => {
      for (const entry of list) await part(entry);
    },
    email: (body: object) => body,
  } as unknown as Case;
  const uuid = '5f0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a10';
  await refusesNoUuids(given, ['EMAIL-THREAD-11', 'EMAIL-THREAD-12'], (id) => ({ id }), uuid);
  return { asked, told };
}

const times = (count: number, holds: boolean) => Array.from({ length: count }, () => holds);

test('what is no UUID has to be refused, near ones and other types too, and an empty text with the code of the others', async () => {
  const { asked, told } = await checked(() => [422, '10015']);
  expect(asked).toEqual([
    'not-a-uuid',
    'f0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a10',
    '5f0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a100',
    'gf0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a10',
    ...[7, true, {}, []],
    ['5f0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a10'],
    '',
  ]);
  expect(told).toEqual({ 'EMAIL-THREAD-11': times(9, true), 'EMAIL-THREAD-12': times(10, true) });
});

test('an id that is refused otherwise than it has to be breaks the rule about the answer alone', async () => {
  for (const [status, code] of [
    [400, '10015'],
    [422, '10007'],
  ] as const)
    expect((await checked(() => [status, code])).told, `${status} ${code}`).toEqual({
      'EMAIL-THREAD-11': times(9, true),
      'EMAIL-THREAD-12': times(10, false),
    });
  expect((await checked((id) => (id === '' ? [202, ''] : [422, '10015']))).told).toEqual({
    'EMAIL-THREAD-11': times(9, true),
    'EMAIL-THREAD-12': [...times(9, true), false],
  });
});

test('an id that is taken breaks the rule that it is refused, and that about the answer', async () => {
  expect((await checked((id) => (id === 7 ? [202, '10015'] : [422, '10015']))).told).toEqual({
    'EMAIL-THREAD-11': [...times(4, true), false, ...times(4, true)],
    'EMAIL-THREAD-12': [...times(4, true), false, ...times(5, true)],
  });
});
