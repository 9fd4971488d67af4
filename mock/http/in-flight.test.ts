import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Budget, LARGE } from '../collections/memory.ts';
import { ClientLeft } from '../contract/check.ts';
import { errorLines } from '../testing.ts';
import { beginExchange } from './exchange.ts';
import { countInFlight, InFlight, noRoom } from './in-flight.ts';

function exchange(limit = 8 * LARGE) {
  const budget = new Budget(limit);
  const response = new EventEmitter();
  return { budget, response, inFlight: new InFlight(budget, response as ServerResponse) };
}

test('what an exchange takes is free again when its connection is done with it, and counted once', () => {
  const { budget, response, inFlight } = exchange();
  inFlight.read(1_000);
  inFlight.write(500);
  expect([budget.of('bodies').bytes, budget.of('answers').bytes]).toEqual([1_000, 500]);
  response.emit('finish');
  response.emit('close');
  expect([budget.of('bodies').bytes, budget.of('answers').bytes]).toEqual([0, 0]);
});

test('a body that is dropped is free at once, and not once more when its connection ends', () => {
  const { budget, response, inFlight } = exchange();
  inFlight.read(1_000);
  inFlight.drop();
  expect(budget.of('bodies').bytes).toBe(0);
  inFlight.drop();
  response.emit('close');
  expect(budget.of('bodies').bytes).toBe(0);
});

test('nothing is read for a connection that has ended', () => {
  const { budget, response, inFlight } = exchange();
  response.emit('close');
  expect(inFlight.read(1)).toBe(false);
  expect(budget.of('bodies').bytes).toBe(0);
});

test('who asks after the connection has ended is told that the client has left', () => {
  const { response, inFlight } = exchange();
  const told: unknown[] = [];
  inFlight.onLeft((reason) => told.push(reason));
  response.emit('close');
  inFlight.onLeft((reason) => told.push(reason));
  expect(told.map((reason) => reason instanceof ClientLeft)).toEqual([true, true]);
});

test('the last eighth of the memory is for what is small', () => {
  const { inFlight } = exchange();
  expect(inFlight.read(7 * LARGE)).toBe(true);
  expect(exchange().inFlight.read(7 * LARGE + 1)).toBe(false);
  expect([inFlight.fits(LARGE), inFlight.fits(LARGE + 1)]).toEqual([true, false]);
});

test('an answer that is small has room even where there is none', () => {
  const { budget, inFlight } = exchange();
  budget.of('relay').add(9 * LARGE);
  expect([inFlight.fits(LARGE), inFlight.fits(LARGE + 1)]).toEqual([true, false]);
});

test('a body that comes in small pieces is large as a whole', () => {
  const { budget, inFlight } = exchange();
  budget.of('relay').add(6.5 * LARGE);
  expect([inFlight.read(LARGE / 2), inFlight.read(LARGE / 2), inFlight.read(1)]).toEqual([true, true, false]);
  expect(budget.of('bodies').bytes).toBe(LARGE);
});

for (const [what, status, text, given, method = 'POST'] of [
  ['an answer to a question that has no room is a 503', 200, 'x'.repeat(8 * LARGE), 503, 'GET'],
  ['a refusal that has no room is a 503', 400, 'x'.repeat(8 * LARGE), 503],
  ['what tells of work that was done is answered', 202, 'x'.repeat(8 * LARGE), 202],
  ['an answer is counted as its bytes, not its characters', 404, '漢'.repeat(3 * LARGE), 503],
  ['an answer that has room is as it was', 404, '漢'.repeat(2 * LARGE), 404],
] as const) {
  test(`where memory is short, ${what}`, async () => {
    const app = Fastify();
    countInFlight(app, new Budget(8 * LARGE));
    app.all('/', async (_request, reply) => reply.code(status).send(text));
    await errorLines(async () => {
      const { statusCode, body } = await app.inject({ method, url: '/' });
      expect(statusCode).toBe(given);
      if (given === status) expect(body).toBe(text);
    });
    await app.close();
  });
}

test('a head of many lines takes its room, and is refused where there is none', async () => {
  const budget = new Budget(8 * LARGE);
  const app = Fastify();
  countInFlight(app, budget);
  const taken: number[] = [];
  app.get('/', async () => {
    taken.push(budget.of('bodies').bytes);
    return 'ok';
  });
  const lines = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`x-${index}`, '']));
  const ask = async (length: number) => (await app.inject({ url: '/', headers: lines(length) })).statusCode;
  expect([await ask(10), await ask(1_000)]).toEqual([200, 200]);
  expect(taken[0]).toBe(0);
  expect(taken[1]).toBeGreaterThan(100_000);
  budget.of('bodies').add(7 * LARGE);
  await errorLines(async () => expect(await ask(1_000)).toBe(503));
  await app.close();
});

test('a head of more than 2,000 lines is refused, one of 100 takes no room, and what a head took is free again', async () => {
  const budget = new Budget(8 * LARGE);
  const app = Fastify();
  app.addHook('onRequest', beginExchange);
  countInFlight(app, budget);
  const taken: number[] = [];
  app.get('/', async (request) => {
    taken.push(request.raw.rawHeaders.length / 2, budget.of('bodies').bytes);
    return 'ok';
  });
  const own = 2;
  const ask = (lines: number) =>
    app.inject({
      url: '/',
      headers: Object.fromEntries(Array.from({ length: lines - own }, (_, index) => [`x-${index}`, ''])),
    });
  expect([(await ask(100)).statusCode, (await ask(101)).statusCode, (await ask(2_000)).statusCode]).toEqual([
    200, 200, 200,
  ]);
  expect(taken).toEqual([100, 0, 101, 101 * 200, 2_000, 2_000 * 200]);
  const refused = await ask(2_001);
  expect([refused.statusCode, refused.headers.connection]).toEqual([431, 'close']);
  expect(refused.json()).toEqual({
    errors: [{ code: '10007', title: 'Unexpected error', detail: 'The head of the request has more than 2000 lines.' }],
  });
  expect(budget.of('bodies').bytes).toBe(0);
  await app.close();
});

test('an answer that is large is given up when nobody reads it, unless it comes slowly', () => {
  const given: number[] = [];
  const { inFlight, response, budget } = exchange();
  Object.assign(response, { socket: { setTimeout: (length: number) => given.push(length) } });
  inFlight.write(LARGE);
  inFlight.write(LARGE + 1, { slowly: true });
  expect(given).toEqual([]);
  inFlight.write(LARGE + 1);
  expect([given, budget.of('answers').bytes]).toEqual([[60_000], 3 * LARGE + 2]);
  response.emit('close');
  inFlight.write(LARGE + 1);
  expect([given, budget.of('answers').bytes]).toEqual([[60_000], 0]);
});

test('of large answers those that come in one go are given up when nobody reads them, those that take their time are not', async () => {
  const app = Fastify();
  const given: [url: string, silence: number][] = [];
  app.addHook('onRequest', async ({ url }, { raw: { socket } }) => {
    Object.assign(socket ?? {}, { setTimeout: (silence: number) => given.push([url, silence]) });
  });
  const budget = new Budget(8 * LARGE);
  countInFlight(app, budget);
  const text = 'x'.repeat(LARGE + 1);
  app.get('/whole', async (_request, reply) => reply.send(text));
  app.get('/slow', async (_request, reply) => reply.header('content-length', text.length).send(Readable.from([text])));
  for (const url of ['/slow', '/whole']) expect((await app.inject(url)).body === text).toBe(true);
  expect(given).toEqual([['/whole', 60_000]]);
  budget.of('relay').add(6 * LARGE);
  await errorLines(async () => {
    for (const url of ['/slow', '/whole']) expect((await app.inject(url)).statusCode).toBe(503);
  });
  await app.close();
});

test('what is no longer needed of a body is free, and its room is there for the next', () => {
  const { inFlight, budget } = exchange();
  inFlight.read(5);
  inFlight.read(7);
  expect(budget.of('bodies').bytes).toBe(12);
  inFlight.drop();
  inFlight.read(3);
  expect(budget.of('bodies').bytes).toBe(3);
});

test('what has no room is refused for a while, and told with its path, without the query and cut', async () => {
  let refused: unknown;
  const url = `/${'x'.repeat(300)}?secret=1`;
  const lines = await errorLines(async () => {
    refused = noRoom({ method: 'PUT', url });
  });
  expect(lines).toEqual([`mock: no memory for PUT /${'x'.repeat(199)}: it was refused`]);
  expect(refused).toMatchObject({
    status: 503,
    body: {
      errors: [{ code: '10007', detail: 'There is no memory for this now: too much is under way, or kept.' }],
    },
    headers: { 'retry-after': '5' },
  });
});
