import { EventEmitter, once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { closeOf } from '../testing.ts';
import { ownTurn } from '../time/turns.ts';
import { endReadingWith, oneAtATime } from './one-at-a-time.ts';

test('requests count no longer among those that wait when they have had their turn, or their connection has ended', async () => {
  const app = Fastify({ forceCloseConnections: true });
  oneAtATime(app, 3);
  let begun = () => {};
  app.get('/endless', () => {
    begun();
    return new Promise(() => {});
  });
  app.get('/', async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  for (let round = 0; round < 3; round++) {
    const isUnderWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const accepted = once(app.server as Server, 'connection');
    const leaving = connect(port, '127.0.0.1').on('error', () => {});
    leaving.write(head('/endless') + head('/').repeat(2));
    const [socket] = await accepted;
    await isUnderWay;
    const closed = closeOf(socket);
    leaving.destroy();
    await closed;
  }
  const staying = connect(port, '127.0.0.1');
  let text = '';
  staying.on('data', (piece) => {
    text += piece;
  });
  const answers = () => text.split('HTTP/1.1 200').length - 1;
  for (const answered of [3, 6]) {
    staying.write(head('/').repeat(3));
    await expect.poll(answers).toBe(answered);
  }
  const ended = closeOf(staying);
  staying.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await ended;
  expect(answers()).toBe(7);
  await app.close();
});

type Hook = (request: unknown, reply: unknown, done: () => void) => void;

/** Connections on which requests come, and what is worked on. */
function connections() {
  let come: Hook = () => {};
  const server = new EventEmitter();
  const addHook = (_name: string, hook: Hook) => {
    come = hook;
  };
  oneAtATime({ server, addHook } as unknown as FastifyInstance);
  const worked: string[] = [];
  const open = () => {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      pause: vi.fn(),
      resume: vi.fn(),
      destroy: () => {
        socket.destroyed = true;
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    /** A request comes; gives what ends its answer. */
    const ask = (name: string) => {
      const raw = Object.assign(new EventEmitter(), { writableEnded: false });
      come({ raw: { socket } }, { raw }, () => worked.push(name));
      return async () => {
        raw.writableEnded = true;
        raw.emit('close');
        await ownTurn();
        await ownTurn();
      };
    };
    return { socket, ask };
  };
  return { open, worked };
}

test('a request is worked on when the answer to the one before it has left, that of another connection at once', async () => {
  const { open, worked } = connections();
  const { ask } = open();
  const [first, second] = [ask('first'), ask('second')];
  ask('third');
  open().ask('other');
  expect(worked).toEqual(['first', 'other']);
  await first();
  expect(worked).toEqual(['first', 'other', 'second']);
  await second();
  expect(worked).toEqual(['first', 'other', 'second', 'third']);
});

test('a request that comes after the answer to the one before it is worked on at once', async () => {
  const { open, worked } = connections();
  const { ask } = open();
  for (const name of ['first', 'second']) {
    const answered = ask(name);
    expect(worked.at(-1)).toBe(name);
    await answered();
  }
});

test('what waits on a connection that has ended is not worked on', async () => {
  const { open, worked } = connections();
  const { socket, ask } = open();
  const first = ask('first');
  ask('second');
  socket.destroy();
  await first();
  expect([worked, socket.resume.mock.calls]).toEqual([['first'], []]);
});

test('from a hundred requests on that wait nothing more of a connection is read, until none waits', async () => {
  const { open } = connections();
  const { socket, ask } = open();
  const answers = Array.from({ length: 100 }, (_, at) => ask(`${at}`));
  await ownTurn();
  expect(socket.pause).not.toHaveBeenCalled();
  answers.push(ask('more'));
  await ownTurn();
  expect(socket.pause).toHaveBeenCalledOnce();
  for (const answer of answers.slice(0, 99)) await answer();
  // Node has read on behind the first answer, when as many waited.
  expect([socket.pause.mock.calls.length, socket.resume.mock.calls]).toEqual([2, []]);
  await answers[99]?.();
  expect(socket.resume).toHaveBeenCalledOnce();
});

test('a thousand requests wait on all connections together, and one that adds to them loses its connection', async () => {
  const { open, worked } = connections();
  const [one, other] = [open(), open()];
  const first = one.ask('one');
  for (let at = 0; at < 500; at++) one.ask('waits');
  other.ask('other');
  for (let at = 0; at < 500; at++) other.ask('waits');
  expect([one.socket.destroyed, other.socket.destroyed]).toEqual([false, false]);
  other.ask('more');
  expect([one.socket.destroyed, other.socket.destroyed]).toEqual([false, true]);
  // Those of the other no longer count.
  for (let at = 0; at < 500; at++) one.ask('waits');
  expect(one.socket.destroyed).toBe(false);
  await first();
  expect(worked).toEqual(['one', 'other', 'waits']);
});

test('of a piece that has come nothing more is read once its connection has ended', async () => {
  let read = 0;
  class Counted extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      read += 1;
    }
  }
  const server = createServer({ IncomingMessage: Counted }, ({ socket }) => void (read === 3 && socket.destroy()));
  server.on('connection', endReadingWith);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100));
  await closeOf(client);
  // The one after it is seen to be too many.
  expect(read).toBe(4);
  server.close();
});
