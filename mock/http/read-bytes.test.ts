import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InFlight } from './in-flight.ts';
import { readBytes } from './read-bytes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A body that comes in pieces to a server with room for so many of them. */
function coming({ bodyLimit = 1_000, room = Number.POSITIVE_INFINITY, headers = {} } = {}) {
  const app = Fastify({ bodyLimit });
  let pieces = 0;
  let dropped = 0;
  const drop = () => {
    dropped += 1;
  };
  const inFlight = { read: () => ++pieces <= room, drop };
  let breakOff = (_why: Error) => {};
  app.addHook('onRequest', async (request) => {
    request.inFlight = inFlight as unknown as InFlight;
    breakOff = (why) => void request.raw.emit('error', why);
  });
  readBytes(app);
  app.post('/', async ({ body }) => String(body));
  const payload = new PassThrough();
  let isAnswered = false;
  const answered = app
    .inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'a/b', ...headers } })
    .then((answer) => {
      isAnswered = true;
      return answer;
    });
  return {
    /** Sends a piece, and waits until it is there or the body is refused. */
    async send(piece: string) {
      const before = pieces;
      payload.write(piece);
      while (pieces === before && !isAnswered) await setImmediate();
    },
    end: () => payload.end(),
    breakOff: (why: string) => breakOff(new Error(why)),
    dropped: () => dropped,
    answer: async () => {
      const { statusCode, body } = await answered;
      await app.close();
      return { statusCode, body };
    },
  };
}

test('a body is read however long it takes, as long as bytes of it come', async () => {
  const { send, end, dropped, answer } = coming();
  for (const piece of ['a', 'b', 'c']) {
    await send(piece);
    vi.advanceTimersByTime(40_000);
  }
  end();
  expect([await answer(), dropped()]).toEqual([{ statusCode: 200, body: 'abc' }, 0]);
});

test('a process does not go on for a body that does not', async () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { send, end, answer } = coming();
  await send('a');
  const place = timers.mock.calls.findIndex(([, length]) => length === 60_000);
  expect(timers.mock.results[place]?.value.hasRef()).toBe(false);
  timers.mockRestore();
  end();
  await answer();
});

test('a body that does not go on for a minute is refused', async () => {
  const { send, answer } = coming();
  await send('a');
  vi.advanceTimersByTime(59_999);
  await setImmediate();
  vi.advanceTimersByTime(1);
  expect(await answer()).toMatchObject({
    statusCode: 408,
    body: expect.stringContaining('did not go on for a minute'),
  });
});

test('a body beyond the limit of its route is refused, told of in its head or not', async () => {
  const { send, answer } = coming({ bodyLimit: 4 });
  await send('abcd');
  await send('e');
  expect((await answer()).statusCode).toBe(413);
  expect((await coming({ bodyLimit: 4, headers: { 'content-length': '5' } }).answer()).statusCode).toBe(413);
});

test('a body that breaks off is the fault of who sends it', async () => {
  const { send, breakOff, dropped, answer } = coming();
  await send('a');
  breakOff('aborted');
  expect([await answer(), dropped()]).toEqual([
    { statusCode: 400, body: expect.stringContaining('"message":"aborted"') },
    1,
  ]);
});

test('a body that there is no room for is refused, and takes none any more', async () => {
  const { send, dropped, answer } = coming({ room: 1 });
  await send('a');
  await send('b');
  expect([(await answer()).statusCode, dropped()]).toEqual([503, 1]);
});

for (const [bytes, order] of [
  [65_536, ['read', 'others']],
  [65_537, ['others', 'read']],
] as const) {
  test(`a body of ${bytes} bytes is read ${order[0] === 'read' ? 'at once' : 'in a turn of its own'}`, async () => {
    const app = Fastify();
    const done: string[] = [];
    const inFlight = { read: () => true };
    app.addHook('onRequest', async (request) => {
      request.inFlight = inFlight as unknown as InFlight;
      request.raw.once('end', () => void setImmediate().then(() => done.push('others')));
    });
    readBytes(app);
    app.post('/', async () => done.push('read'));
    const payload = Buffer.alloc(bytes, 'x');
    // What is left of earlier turns is over.
    for (let round = 0; round < 50; round += 1) await setImmediate();
    await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'a/b' } });
    await setImmediate();
    expect(done).toEqual(order);
    await app.close();
  });
}
