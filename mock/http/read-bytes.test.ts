import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InFlight } from './in-flight.ts';
import { readBytes } from './read-bytes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A body that is sent in pieces to a server with room in memory for so many of them. */
function sending({ bodyLimit = 1_000, room = Number.POSITIVE_INFINITY, headers = {} } = {}) {
  const app = Fastify({ bodyLimit });
  let pieces = 0;
  let breakOff = () => {};
  app.addHook('onRequest', async (request) => {
    request.inFlight = { read: () => ++pieces <= room, drop: () => {} } as unknown as InFlight;
    breakOff = () => void request.raw.emit('error', new Error('aborted'));
  });
  readBytes(app);
  app.post('/', async ({ body }) => String(body));
  const payload = new PassThrough();
  let isAnswered = false;
  const answered = app
    .inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'a/b', ...headers } })
    .finally(() => {
      isAnswered = true;
    });
  return {
    /** Sends a piece and waits until it is received or the body is refused. */
    async send(piece: string) {
      const before = pieces;
      payload.write(piece);
      while (pieces === before && !isAnswered) await setImmediate();
    },
    end: () => payload.end(),
    breakOff: () => breakOff(),
    answer: async () => {
      const { statusCode, body } = await answered;
      await app.close();
      return { statusCode, body };
    },
  };
}

test('a body may take longer than a minute as long as bytes come', async () => {
  const { send, end, answer } = sending();
  for (const piece of ['a', 'b', 'c']) {
    await send(piece);
    vi.advanceTimersByTime(40_000);
  }
  end();
  expect(await answer()).toEqual({ statusCode: 200, body: 'abc' });
});

test('a body without a byte for a minute is refused with 408', async () => {
  const { send, answer } = sending();
  await send('a');
  vi.advanceTimersByTime(60_000);
  expect((await answer()).statusCode).toBe(408);
});

for (const [length, statusCode] of [
  [4, 200],
  [5, 413],
] as const) {
  test(`a body of ${length} bytes under a limit of 4 is answered with ${statusCode}`, async () => {
    const { send, end, answer } = sending({ bodyLimit: 4 });
    for (const piece of 'abcde'.slice(0, length)) await send(piece);
    end();
    expect((await answer()).statusCode).toBe(statusCode);
  });
}

test('a Content-Length above the limit is refused before the body comes', async () => {
  expect((await sending({ bodyLimit: 4, headers: { 'content-length': '5' } }).answer()).statusCode).toBe(413);
});

test('a body that breaks off is refused with 400', async () => {
  const { send, breakOff, answer } = sending();
  await send('a');
  breakOff();
  expect((await answer()).statusCode).toBe(400);
});

test('a body without room in memory is refused with 503', async () => {
  const { send, answer } = sending({ room: 1 });
  await send('a');
  await send('b');
  expect((await answer()).statusCode).toBe(503);
});
