import { PassThrough } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { answer } from '../contract/answer.ts';
import { answerInstead, beginExchange, readAway, sendAnswer } from './exchange.ts';

/** What a server answers, and what is said to have been answered. */
async function answered(send: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  const app = Fastify();
  app.addHook('onRequest', beginExchange);
  let text: unknown;
  app.get('/', (request, reply) => {
    text = send(request, reply);
  });
  const { statusCode, headers, rawPayload, body } = await app.inject('/');
  await app.close();
  return { statusCode, headers, rawPayload, body, text };
}

const JSON_TYPE = 'application/json; charset=utf-8';

test('an answer is JSON, with its headers and the id of its exchange', async () => {
  const { statusCode, headers, body, text } = await answered((request, reply) =>
    sendAnswer(request, reply, { ...answer(202, { a: 'ä' }), headers: { 'retry-after': '5' } }),
  );
  expect([statusCode, body, text]).toEqual([202, '{"a":"ä"}', '{"a":"ä"}']);
  expect(headers).toMatchObject({ 'content-type': JSON_TYPE, 'content-length': '10', 'retry-after': '5' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\d+$/);
});

test('exchanges are numbered one after the other', async () => {
  const numberOf = async () => {
    const { headers } = await answered((request, reply) => sendAnswer(request, reply, answer(200, {})));
    return Number(String(headers['x-request-id']).split('-')[1]);
  };
  const first = await numberOf();
  expect(await numberOf()).toBe(first + 1);
});

test('an answer without a body has no type', async () => {
  const { headers, body, text } = await answered((request, reply) =>
    sendAnswer(request, reply, answer(204, undefined)),
  );
  expect([headers['content-type'], body, text]).toEqual([undefined, '', '']);
});

test('an answer of another type keeps it, and what is written already is sent as it is', async () => {
  const { headers, body } = await answered((request, reply) =>
    sendAnswer(request, reply, { ...answer(502, { a: 1 }), text: '<p>', headers: { 'content-type': 'text/html' } }),
  );
  expect([headers['content-type'], body]).toEqual(['text/html', '<p>']);
});

test('half of an answer is half of its bytes', async () => {
  const { rawPayload, text } = await answered((request, reply) =>
    sendAnswer(request, reply, { ...answer(200, {}), text: 'ääab' }, { half: true }),
  );
  expect([rawPayload, text]).toEqual([Buffer.from('ää').subarray(0, 3), Buffer.from('ää').subarray(0, 3)]);
});

for (const [length, pauses] of [
  [0, 0],
  [1, 1],
  [10, 10],
  [11, 6],
  [25, 9],
  [1_000, 10],
] as const) {
  test(`${length} bytes that take their time come in ${pauses} pieces, with how many they are`, async () => {
    let paused = 0;
    const pause = async () => {
      paused += 1;
    };
    const text = 'abcdefghij'.repeat(length).slice(0, length);
    const { headers, body } = await answered((request, reply) =>
      sendAnswer(request, reply, { ...answer(200, {}), text }, { pause }),
    );
    expect([headers['content-length'], body, paused]).toEqual([`${length}`, text, pauses]);
  });
}

test('of what takes its time nothing more comes once nobody waits for it', async () => {
  let paused = 0;
  const pause = async () => {
    paused += 1;
    if (paused === 3) throw new Error('left');
  };
  const { body } = await answered((request, reply) =>
    sendAnswer(request, reply, { ...answer(200, {}), text: 'abcdefghij' }, { pause }),
  );
  expect([body, paused]).toEqual(['ab', 3]);
});

for (const [half, length, sent] of [
  [false, '9', 'äöü€'],
  [true, '4', 'äö'],
] as const) {
  test(`letters of several bytes that take their time are counted as bytes${half ? ', half of them' : ''}`, async () => {
    const { headers, body } = await answered((request, reply) =>
      sendAnswer(request, reply, { ...answer(200, {}), text: 'äöü€' }, { half, pause: async () => {} }),
    );
    expect([headers['content-length'], body]).toEqual([length, sent]);
  });
}

test('an answer in the place of another has its own status, type and headers', async () => {
  const app = Fastify();
  app.addHook('onSend', async (_request, reply) =>
    answerInstead(reply, { ...answer(503, { a: 1 }), headers: { 'retry-after': '5' } }),
  );
  app.get('/', async (_request, reply) => reply.type('text/plain').header('content-length', '4').send('long'));
  const { statusCode, headers, body } = await app.inject('/');
  expect([statusCode, body]).toEqual([503, '{"a":1}']);
  expect(headers).toMatchObject({ 'content-type': JSON_TYPE, 'retry-after': '5', 'content-length': '7' });
  await app.close();
});

/** A request of which so much has come, and how its answer leaves. */
function leaving({ complete = false, kept = false, connection = undefined as string | undefined } = {}) {
  const raw = Object.assign(new PassThrough(), { complete });
  const done = vi.fn();
  const reply = {
    raw: { shouldKeepAlive: kept },
    getHeader: (name: string) => (name === 'connection' ? connection : ''),
  };
  raw.on('error', () => {});
  readAway({ raw } as unknown as FastifyRequest, reply as unknown as FastifyReply, 'answer', done);
  return { raw, done };
}

for (const [what, way] of [
  ['has come whole', { complete: true, connection: 'close' }],
  ['is on a connection that stays', { kept: true }],
] as const) {
  test(`an answer to a request that ${what} leaves at once`, () => {
    expect(leaving(way).done.mock.calls).toEqual([[null, 'answer']]);
  });
}

for (const [what, way] of [
  ['the server closes', { kept: false }],
  ['the answer closes', { kept: true, connection: 'close' }],
] as const) {
  test(`before an answer on a connection that ${what} the request is read to its end`, async () => {
    const { raw, done } = leaving(way);
    raw.write('x'.repeat(100_000));
    await new Promise(setImmediate);
    expect(done).not.toHaveBeenCalled();
    raw.end();
    await expect.poll(() => done.mock.calls).toEqual([[null, 'answer']]);
  });
}
