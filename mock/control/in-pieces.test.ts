import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Budget, LARGE } from '../collections/memory.ts';
import { beginExchange } from '../http/exchange.ts';
import { InFlight } from '../http/in-flight.ts';
import { errorLines } from '../testing.ts';
import { sendInPieces, sendPieces } from './in-pieces.ts';

/** What a server sends in pieces that has room for so many bytes, and how many characters each piece had. */
async function sent(value: object, { bytes = 1, limit = 8 * LARGE, type = '' } = {}) {
  const app = Fastify();
  const budget = new Budget(limit);
  app.decorateRequest('inFlight');
  app.addHook('onRequest', beginExchange);
  app.addHook('onRequest', async (request, reply) => {
    request.inFlight = new InFlight(budget, reply.raw);
  });
  let taken = 0;
  const lengths: number[] = [];
  app.addHook('onRequest', async (_request, { raw }) => {
    const write = raw.write.bind(raw) as (chunk: unknown) => boolean;
    raw.write = (chunk: unknown) => {
      lengths.push(String(chunk).length);
      return write(chunk);
    };
  });
  const make = () => {
    taken = budget.of('answers').bytes;
    return value;
  };
  app.get('/', (_request, reply) =>
    type === '' ? sendInPieces(reply, bytes, make) : sendPieces(reply, type, bytes, () => make() as Iterable<string>),
  );
  const { statusCode, headers, body } = await app.inject('/');
  await app.close();
  return { statusCode, type: headers['content-type'], body, taken, lengths };
}

for (const value of [
  {},
  [],
  { a: undefined, b: 1, c: undefined },
  { a: [], b: {}, c: null, d: 'ä"', e: [null, 'x', [1, { f: [2, { g: 3 }] }]] },
  [1, [2, [3, [4, [5]]]]],
]) {
  test(`a value is written as JSON.stringify writes it: ${JSON.stringify(value)}`, async () => {
    expect(await sent(value, { bytes: 7 })).toEqual({
      statusCode: 200,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(value),
      taken: 7,
      lengths: [JSON.stringify(value).length],
    });
  });
}

test('what is made one by one is a list', async () => {
  const made = { entries: new Set([1, { a: 2 }]), none: new Set() };
  expect((await sent(made)).body).toBe('{"entries":[1,{"a":2}],"none":[]}');
});

test('long texts come whole, with all of their characters', async () => {
  const texts = [65_535, 65_536, 131_071].map((length) => `${'x'.repeat(length)}\u{1f600}${'y'.repeat(70_000)}`);
  const asJson = await sent(texts);
  expect(asJson.body === JSON.stringify(texts)).toBe(true);
  const { body, type, lengths } = await sent(texts, { type: 'text/html' });
  expect([type, body === texts.join('')]).toEqual(['text/html', true]);
  // A character of two units is not cut.
  for (const length of [...asJson.lengths, ...lengths]) expect(length).toBeLessThanOrEqual(64 * 1024 + 1);
});

test('of many small entries so many are written in one go as make a piece', async () => {
  const { body, lengths } = await sent(Array.from({ length: 10_000 }, () => 'x'.repeat(13)));
  expect(body.length).toBe(160_001);
  expect(lengths).toEqual([65_536, 65_536, 28_929]);
});

test('what has no room is not made, and refused', async () => {
  await errorLines(async () => {
    expect(await sent({ a: 1 }, { bytes: 7 * LARGE + 1 })).toMatchObject({ statusCode: 503, taken: 0 });
  });
  expect(await sent({ a: 1 }, { bytes: 7 * LARGE })).toMatchObject({ statusCode: 200, taken: 7 * LARGE });
});
