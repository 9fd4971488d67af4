import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { identifyMessage, isUnderstood, needKey, type Pursuit, wasMadeToWait } from './idempotency.ts';

type Body = Record<string, unknown>;
const [refused, failed] = [422, 503] as const;

function makeAnswer(status: number, body: object, requestId = 'request-1'): Answer {
  const request = { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] };
  const headers = [['X-Request-Id', requestId] as const];
  return new Answer({ operation: 'createEmailMessage', status, headers, text: JSON.stringify(body), request });
}

/** A case at a service that answers sends with the id of a message or a status; keys come in the header `Key`. */
function caseAt(
  reply: (key: string | undefined, body: Body, sends: number) => string | typeof refused | typeof failed,
) {
  let [sends, made] = [0, 0];
  const sendEmail = async (body: Body, options: { headers?: string[][] } = {}) => {
    const id = reply(options.headers?.find(([name]) => name === 'Key')?.[1], body, ++sends);
    return typeof id === 'number' ? makeAnswer(id, {}) : makeAnswer(202, { data: { id } });
  };
  return {
    api: { sendEmail },
    target: { wire: { idempotencyHeader: 'Key' } },
    unique: { key: () => `key-${++made}`, reference: () => `text-${++made}` },
    email: () => ({ subject: 'Hello' }),
    mustSucceed: (answer: unknown) => answer,
    once: (_: string, ask: () => unknown) => ask(),
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
}

const services: [label: string, reply: Parameters<typeof caseAt>[0], isKnown: boolean][] = [
  ['refuses a malformed key', (key, _, sends) => (key?.endsWith('.') ? refused : `m${sends}`), true],
  ['replays a repetition', (key, _, sends) => key ?? `m${sends}`, true],
  ['refuses a key with another body', (_, { subject }, sends) => (subject === 'Hello' ? `m${sends}` : refused), true],
  ['fails at a malformed key', (key, _, sends) => (key?.endsWith('.') ? failed : `m${sends}`), false],
  ['sends each time', (_, __, sends) => `m${sends}`, false],
  ['gives every message one id, with or without a key', () => 'm1', false],
];
for (const [label, reply, isKnown] of services) {
  test(`a service that ${label} ${isKnown ? 'knows' : 'does not know'} the idempotency header`, async () => {
    expect(await isUnderstood(caseAt(reply), 'Key')).toBe(isKnown);
  });
}

test('a case that needs a key is blocked where the header is unknown', async () => {
  await expect(needKey(caseAt((_, __, sends) => `m${sends}`))).rejects.toThrow('does not know the header Key');
  await needKey(caseAt((key, _, sends) => key ?? `m${sends}`));
});

test('an answer without an id is the same message under another request id', () => {
  const message = (id: string, requestId: string) =>
    makeAnswer(202, { data: { message: { id } }, requestId }, requestId);
  expect(identifyMessage(message('m1', 'request-2'))).toBe(identifyMessage(message('m1', 'request-1')));
  expect(identifyMessage(message('m2', 'request-1'))).not.toBe(identifyMessage(message('m1', 'request-1')));
});

const noon = Date.parse('2026-11-22T12:00:00.000Z');
const makeTimed = (afterMs: number, tookMs: number, { status = 202, id = 'm1' } = {}) =>
  new Answer({
    sentAt: new Date(noon + afterMs).toISOString(),
    tookMs,
    operation: 'createEmailMessage',
    status,
    headers: [],
    text: JSON.stringify({ data: { id } }),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });
/** A first send, one 5 ms behind it, and a replay that was sent with the second. */
const pursuit = (firstMs: number, secondMs: number, replayMs: number, second = {}): Pursuit => ({
  first: makeTimed(0, firstMs),
  second: makeTimed(5, secondMs, second),
  replay: makeTimed(5, replayMs, { id: 'm0' }),
});

const pursuits: [label: string, pursuit: Pursuit, hasWaited: boolean][] = [
  ['was answered with the first one, long after a replay', pursuit(120, 118, 6), true],
  ['was answered with the first one over a slow line', pursuit(300, 298, 160), true],
  ['was refused while the first one was in progress', pursuit(120, 6, 6, { status: 409 }), false],
  ['was answered while the first one was in progress', pursuit(120, 8, 6), false],
  ['was answered with the first one, as was the replay', pursuit(120, 118, 119), false],
  ['follows a first one as short as a replay', pursuit(9, 8, 6), false],
  ['got another message', pursuit(120, 118, 6, { id: 'm2' }), false],
];
for (const [label, of, hasWaited] of pursuits) {
  test(`a second send was ${hasWaited ? '' : 'not '}made to wait: it ${label}`, () => {
    expect(wasMadeToWait(of)).toBe(hasWaited);
  });
}
