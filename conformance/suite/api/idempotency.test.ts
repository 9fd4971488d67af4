import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { isUnderstood, messageOf, needsKey } from './idempotency.ts';

type Body = Record<string, unknown>;
const [refused, failed] = [422, 503] as const;

function answered(status: number, body: object, requestId = 'request-1'): Answer {
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
    return typeof id === 'number' ? answered(id, {}) : answered(202, { data: { id } });
  };
  return {
    api: { sendEmail },
    target: { wire: { idempotencyHeader: 'Key' } },
    unique: { key: () => `key-${++made}`, reference: () => `text-${++made}` },
    email: () => ({ subject: 'Hello' }),
    mustSucceed: (answer: unknown) => answer,
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
}

const services: [what: string, reply: Parameters<typeof caseAt>[0], isKnown: boolean][] = [
  ['refuses a malformed key', (key, _, sends) => (key?.endsWith('.') ? refused : `m${sends}`), true],
  ['replays a repetition', (key, _, sends) => key ?? `m${sends}`, true],
  ['refuses a key with another body', (_, { subject }, sends) => (subject === 'Hello' ? `m${sends}` : refused), true],
  ['fails at a malformed key', (key, _, sends) => (key?.endsWith('.') ? failed : `m${sends}`), false],
  ['sends each time', (_, __, sends) => `m${sends}`, false],
  ['gives every message one id, with or without a key', () => 'm1', false],
];
for (const [what, reply, isKnown] of services) {
  test(`a service that ${what} ${isKnown ? 'knows' : 'does not know'} the idempotency header`, async () => {
    expect(await isUnderstood(caseAt(reply), 'Key')).toBe(isKnown);
  });
}

test('a case that needs a key is blocked where the header is unknown', async () => {
  await expect(needsKey(caseAt((_, __, sends) => `m${sends}`))).rejects.toThrow('does not know the header Key');
  await needsKey(caseAt((key, _, sends) => key ?? `m${sends}`));
});

test('an answer without an id is the same message under another request id', () => {
  const message = (id: string, requestId: string) => answered(202, { data: { message: { id } }, requestId }, requestId);
  expect(messageOf(message('m1', 'request-2'))).toBe(messageOf(message('m1', 'request-1')));
  expect(messageOf(message('m2', 'request-1'))).not.toBe(messageOf(message('m1', 'request-1')));
});
