import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Budget, LARGE } from '../collections/memory.ts';
import { ClientLeft } from '../contract/check.ts';
import { errorLines } from '../testing.ts';
import { countInFlight, InFlight } from './in-flight.ts';

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

for (const [what, status, text, given] of [
  ['a refusal that has no room is a 503', 422, 'x'.repeat(8 * LARGE), 503],
  ['what tells of work that was done is answered', 202, 'x'.repeat(8 * LARGE), 202],
  ['an answer is counted as its bytes, not its characters', 404, '漢'.repeat(3 * LARGE), 503],
  ['an answer that has room is as it was', 404, '漢'.repeat(2 * LARGE), 404],
] as const) {
  test(`where memory is short, ${what}`, async () => {
    const app = Fastify();
    countInFlight(app, new Budget(8 * LARGE));
    app.post('/', async (_request, reply) => reply.code(status).send(text));
    await errorLines(async () => {
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/' });
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
