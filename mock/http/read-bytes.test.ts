import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InFlight } from './in-flight.ts';
import { PacedRequest } from './paced-request.ts';
import { readBodies, readBytes } from './read-bytes.ts';

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

const ones = (count: number) => `[${Array(count).fill('1').join()}]`;
for (const [what, text, order] of [
  ['of 65,536 bytes', 'x'.repeat(65_536), ['read', 'others']],
  ['of 65,537 bytes', 'x'.repeat(65_537), ['others', 'read']],
  ['of few values', ones(1_000), ['read', 'others']],
  ['that is small and has many values', ones(1_500), ['others', 'read']],
] as const) {
  test(`a body ${what} is read ${order[0] === 'read' ? 'at once' : 'in a turn of its own'}`, async () => {
    const app = Fastify();
    const done: string[] = [];
    const inFlight = { read: () => true };
    app.addHook('onRequest', async (request) => {
      request.inFlight = inFlight as unknown as InFlight;
      request.raw.once('end', () => void setImmediate().then(() => done.push('others')));
    });
    readBytes(app);
    app.post('/', async () => done.push('read'));
    const payload = Buffer.from(text);
    // What is left of earlier turns is over.
    for (let round = 0; round < 50; round += 1) await setImmediate();
    await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'a/b' } });
    await setImmediate();
    expect(done).toEqual(order);
    await app.close();
  });
}

/** A body that comes as the test says: its bytes as they are, and how it is read. */
function read(payload: PacedRequest, inFlight: object, headers: object = {}) {
  const answers: unknown[][] = [];
  const addContentTypeParser = (_types: unknown, parse: (...of: unknown[]) => void) =>
    parse({ headers, inFlight, routeOptions: {} }, payload, (...answer: unknown[]) => answers.push(answer));
  readBodies({ addContentTypeParser } as unknown as FastifyInstance, '*', (_request, body, done) => done(null, body));
  return answers;
}

const requestOf = () => new PacedRequest(new Socket());

test('others have their turn whenever so much of a body has come that it takes more than 128 KiB', async () => {
  const payload = requestOf();
  const rest = vi.spyOn(payload, 'rest').mockReturnValue(undefined);
  read(payload, { read: () => true });
  await setImmediate();
  const rests = [65_536, 1, 65_536, 1, 1].map((length) => {
    payload.emit('data', Buffer.alloc(length, 'x'));
    return rest.mock.calls.length;
  });
  expect(rests).toEqual([0, 1, 1, 2, 2]);
  payload.emit('end');
});

test('a body that is there at once is counted, and refused where there is no room for it', async () => {
  const counted: number[] = [];
  for (const isRoom of [true, false]) {
    const payload = requestOf();
    payload.push(Buffer.from('[1,2]'));
    const inFlight = { read: (bytes: number) => counted.push(bytes) > 0 && isRoom };
    const answers = read(payload, inFlight, { 'content-length': '5' });
    await setImmediate();
    expect(answers).toEqual(isRoom ? [[null, Buffer.from('[1,2]')]] : [[expect.objectContaining({ statusCode: 503 })]]);
  }
  expect(counted[0]).toBeGreaterThan(2 * 96);
  expect(counted[1]).toBe(counted[0]);
});
