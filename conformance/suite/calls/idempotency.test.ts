import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { givenRefusal, isUnderstood, messageOf, needsKey, sendWithKey } from './idempotency.ts';

const answered = (body: object) =>
  new Answer({
    operation: 'createEmailMessage',
    status: 202,
    headers: [['X-Request-Id', (body as { request_id: string }).request_id]],
    text: JSON.stringify(body),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });

test('a message that shows no id in its usual place is the same under another request id', () => {
  const shown = (id: string) => ({ data: { message: { id } } });
  const [first, again] = ['request-1', 'request-2'].map((request_id) =>
    answered({ ...shown('m1'), request_id, links: { self: `/requests/${request_id}` } }),
  ) as [Answer, Answer];
  expect(messageOf(again)).toBe(messageOf(first));
  const other = answered({ ...shown('m2'), request_id: 'request-1', links: { self: '/requests/request-1' } });
  expect(messageOf(other)).not.toBe(messageOf(first));
});

type Sent = Record<string, unknown>;
const refused = 422;
/** Neither accepted nor refused. */
const failed = 503;

/** A case at a service that gives each send the id of its message, or refuses it; keys come in the header `Key`. */
function caseAt(idOf: (key: string | undefined, body: Sent, sends: number) => string | typeof refused | typeof failed) {
  let [sends, made] = [0, 0];
  const sendEmail = async (body: Sent, options: { headers?: string[][]; key?: string } = {}) => {
    const key = options.key ?? options.headers?.find(([name]) => name === 'Key')?.[1];
    const id = idOf(key, body, ++sends);
    const request = { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] };
    const [status, text] = typeof id === 'number' ? [id, '{"errors":[]}'] : [202, JSON.stringify({ data: { id } })];
    return new Answer({ operation: 'createEmailMessage', status, headers: [], text, request });
  };
  const blocked = (reason: string) => {
    throw new Error(reason);
  };
  return {
    api: { sendEmail },
    target: { wire: { idempotencyHeader: 'Key' } },
    unique: { key: () => `key-${++made}`, reference: () => `text-${++made}` },
    email: () => ({ subject: 'Hello' }),
    given: (answer: unknown) => answer,
    blocked,
  } as unknown as Case;
}

const services: [what: string, idOf: Parameters<typeof caseAt>[0], isKnown: boolean][] = [
  ['refuses a key of a wrong form', (key, _, sends) => (key?.endsWith('.') ? refused : `m${sends}`), true],
  ['replays a repetition', (key, _, sends) => key ?? `m${sends}`, true],
  ['refuses another body under a key', (_, { subject }, sends) => (subject === 'Hello' ? `m${sends}` : refused), true],
  ['fails at a key of a wrong form', (key, _, sends) => (key?.endsWith('.') ? failed : `m${sends}`), false],
  ['fails at another body', (_, { subject }, sends) => (subject === 'Hello' ? `m${sends}` : failed), false],
  ['sends each time', (_, __, sends) => `m${sends}`, false],
  ['gives all messages one id, with a key or without', () => 'm1', false],
];
for (const [what, idOf, isKnown] of services) {
  test(`a service that ${what} ${isKnown ? 'knows' : 'does not know'} the header of keys`, async () => {
    expect(await isUnderstood(caseAt(idOf), 'Key')).toBe(isKnown);
  });
}

test('where the header of keys is not known, what needs it is blocked; else a send with a key of its own is had', async () => {
  await expect(needsKey(caseAt((_, __, sends) => `m${sends}`))).rejects.toThrow(
    'the target does not know the header Key (see EMAIL-IDEM-2): wire: { idempotencyHeader: NAME }',
  );
  await expect(sendWithKey(caseAt((_, __, sends) => `m${sends}`))).rejects.toThrow('does not know the header Key');
  const known = caseAt((key, _, sends) => key ?? `m${sends}`);
  const preconditions: unknown[] = [];
  known.given = async (answer, about) => {
    preconditions.push(about);
    return answer;
  };
  const { key, body, first } = await sendWithKey(known);
  expect([body, messageOf(first)]).toEqual([{ subject: 'Hello' }, key]);
  expect((await sendWithKey(known, 'mine')).key).toBe('mine');
  // Whether the header is known is asked once.
  expect(preconditions).toEqual(['a send without a key', 'a send with a key', 'a send with a key']);
});

test('what has to be refused, and is not, blocks the case', async () => {
  const given = caseAt((key) => key ?? refused);
  const answer = await givenRefusal(given, given.api.sendEmail({}), 'a send');
  expect(answer.status).toBe(refused);
  await expect(givenRefusal(given, given.api.sendEmail({}, { key: 'k' }), 'a send')).rejects.toThrow(
    'a send was not refused: 202 {"data":{"id":"k"}}',
  );
  const failing = caseAt(() => failed);
  await expect(givenRefusal(failing, failing.api.sendEmail({}), 'a send')).rejects.toThrow('not refused: 503 ');
});
