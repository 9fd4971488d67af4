import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Mail } from './mailbox.ts';
import { type Delivered, listMessageIds, needThreads, send, sendAndRead, sendReadable } from './sending.ts';

type Body = Record<string, unknown>;
const mailWith = (headers: Record<string, string[]>) =>
  ({ all: (name: string) => headers[name] ?? [] }) as unknown as Mail;

/** A case at a service; its mails have their address as Message-ID. */
function caseAt({
  id = (sends: number): unknown => `m${sends}`,
  readStatus = (_: string): number => 200,
  mail = {},
} = {}) {
  const bodies: Body[] = [];
  let made = 0;
  const answered = (status: number, data: object) =>
    new Answer({
      operation: 'createEmailMessage',
      status,
      headers: [],
      text: JSON.stringify({ data }),
      request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
    });
  const api = {
    sendEmail: async (body: Body) => answered(202, { id: id(bodies.push(body)) }),
    getEmail: async (of: string) => answered(readStatus(of), { id: of }),
  };
  const email = Object.assign((overrides: Body = {}) => ({ sandbox_mode: true, ...overrides }), {
    real: (overrides: Body) => ({ subject: 'Hello', ...overrides }),
  });
  const testCase = {
    api,
    target: { outbox: {} },
    unique: { address: () => `to${++made}@a.example` },
    email,
    mailbox: { find: async (address: string) => mailWith({ 'Message-ID': [`<${address}>`], ...mail }) },
    // As after a disturbance.
    again: async (part: () => unknown) => {
      await part();
      return part();
    },
    eventually: (ask: () => Promise<unknown>) => ask(),
    mustSucceed: (promise: unknown) => promise,
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
  return { testCase, bodies };
}

test('a repeated send goes to another recipient, whose mail is read', async () => {
  expect(await send(caseAt().testCase)).toMatchObject({ id: 'm2', address: 'to2@a.example' });
  expect(listMessageIds(await sendAndRead(caseAt().testCase, {}), 'Message-ID')).toEqual(['<to2@a.example>']);
});

test('a success without an id fails the case', async () => {
  await expect(send(caseAt({ id: () => 7 }).testCase)).rejects.toMatchObject({ name: 'MissingInAnswer' });
});

test('a sandboxed message is read, or a real one where the sandbox can not be read', async () => {
  const { id, read } = await sendReadable(caseAt().testCase);
  expect([id, read.status]).toEqual(['m1', 200]);
  const { testCase, bodies } = caseAt({ readStatus: (of) => (of === 'm1' ? 404 : 200) });
  expect((await sendReadable(testCase)).read.status).toBe(200);
  expect(bodies.map(({ sandbox_mode }) => sandbox_mode)).toEqual([true, undefined, undefined]);
});

const threads: [label: string, headers: Record<string, string[]>, isBlocked: boolean][] = [
  ['names its parent in both headers', { 'In-Reply-To': ['<p@x>'], References: ['<p@x>'] }, false],
  ['names its parent in one header', { 'In-Reply-To': ['<p@x>'] }, true],
  ['names another message', { 'In-Reply-To': ['<p@x>'], References: ['<q@x>'] }, true],
];
for (const [label, headers, isBlocked] of threads) {
  test(`thread cases are ${isBlocked ? 'blocked' : 'run'} where a plain reply ${label}`, async () => {
    const parent = { id: 'm0', messageId: '<p@x>' } as Delivered;
    const needed = needThreads(caseAt().testCase, { parent, reply: { mail: mailWith(headers) } as Delivered });
    if (isBlocked) await expect(needed).rejects.toThrow('EMAIL-THREAD-1');
    else await needed;
  });
}
