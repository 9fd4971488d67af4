import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { boundConnections } from './connections.ts';

test('of too many connections that wait the oldest is closed, and none that is being answered', async () => {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    held.push(() => response.end());
  });
  boundConnections(server, 2);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const opened = async (name: string, text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
      .once('close', () => closed.push(name))
      .on('error', () => {});
    socket.resume().write(text);
    await new Promise((resolve) => server.once('connection', resolve));
    return socket;
  };
  const sockets = [await opened('answered', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')];
  await expect.poll(() => held.length).toBe(1);
  for (const name of ['oldest', 'second', 'third']) sockets.push(await opened(name, 'GET / HTTP/1.1\r\n'));
  await expect.poll(() => closed).toEqual(['oldest']);
  for (const end of held) end();
  await expect.poll(() => closed).toEqual(['oldest', 'second']);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test('of too many that wait for an answer the oldest of the key that has most is closed, and nobody else is', async () => {
  const server = createServer(() => {});
  boundConnections(server, 100, 3);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const sockets: Socket[] = [];
  const ask = async (name: string, key: string) => {
    const asked = new Promise((resolve) => server.once('request', resolve));
    const socket = connect(port, '127.0.0.1')
      .once('close', () => closed.push(name))
      .on('error', () => {});
    sockets.push(socket.resume());
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\n\r\n`);
    await asked;
  };
  for (const [name, key] of [
    ['another', 'b'],
    ['oldest', 'a'],
    ['second', 'a'],
    ['third', 'a'],
  ] as const)
    await ask(name, key);
  await expect.poll(() => closed).toEqual(['oldest']);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** A server that only tells of connections and requests. */
function fakeServer(...bounds: number[]) {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 });
  boundConnections(server as unknown as Server, ...bounds);
  const closed: string[] = [];
  const open = (name: string) => {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      destroy: () => {
        socket.destroyed = true;
        closed.push(name);
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    return socket;
  };
  /** A request of a key, whose body comes when the test says, and its answer. */
  const ask = (socket: ReturnType<typeof open>, authorization?: string, headers = {}) => {
    const request = Object.assign(new EventEmitter(), {
      socket,
      headers: { ...(authorization && { authorization }), ...headers },
    });
    const response = Object.assign(new EventEmitter(), { closed: false });
    server.emit('request', request, response);
    const end = () => {
      response.closed = true;
      response.emit('close');
    };
    socket.once('close', end);
    return { request, end };
  };
  return { server, closed, open, ask };
}

test('of connections that wait there are 5,000 at most, and 10,000 in all', () => {
  const { server, closed, open } = fakeServer();
  for (let at = 0; at < 5_000; at++) open(`${at}`);
  expect([closed, server.maxConnections]).toEqual([[], 10_000]);
  open('more');
  expect(closed).toEqual(['0']);
});

test('of connections that wait for an answer there are 4,000 at most', () => {
  const { closed, open, ask } = fakeServer();
  for (let at = 0; at < 4_000; at++) ask(open(`${at}`), 'a');
  expect(closed).toEqual([]);
  ask(open('more'), 'a');
  expect(closed).toEqual(['0']);
});

test('a connection that was closed, or is asked on again and again, counts once', () => {
  const { closed, open, ask } = fakeServer(2, 2);
  open('left').destroy();
  const [first, second] = [open('first'), open('second')];
  expect(closed).toEqual(['left']);
  // Asked before the answer to the one before.
  for (let time = 0; time < 3; time++) ask(first, 'a');
  ask(second, 'b');
  expect(closed).toEqual(['left']);
});

test('who was answered asks no longer, and waits behind those who waited before', () => {
  const { closed, open, ask } = fakeServer(2, 2);
  const first = open('first');
  for (let time = 0; time < 3; time++) ask(first, 'a').end();
  const [second, third] = [open('second'), open('third')];
  expect(closed).toEqual(['first']);
  for (const socket of [second, third]) ask(socket, 'b');
  expect(closed).toEqual(['first']);
});

for (const [what, headers] of [
  ['a length', { 'content-length': '5' }],
  ['chunks', { 'transfer-encoding': 'chunked' }],
] as const) {
  test(`a connection waits until the body of its request is there, which has ${what}`, () => {
    const { closed, open, ask } = fakeServer(1, 1);
    const { request } = ask(open('coming'), 'a', headers);
    open('next');
    expect(closed).toEqual(['coming']);
    // Its end comes after all the same.
    request.emit('end');
    const whole = ask(open('whole'), 'a', headers);
    expect(closed).toEqual(['coming', 'next']);
    whole.request.emit('end');
    open('later');
    expect(closed).toEqual(['coming', 'next']);
    ask(open('last'), 'a');
    expect(closed.slice(2)).toEqual(expect.arrayContaining(['whole']));
  });
}

test('keys have their connections counted by themselves, those without one together', () => {
  const { closed, open, ask } = fakeServer(10, 3);
  for (const [name, key] of [
    ['one', 'a'],
    ['two', undefined],
    ['three', undefined],
    ['four', 'b'],
  ] as const)
    ask(open(name), key);
  expect(closed).toEqual(['two']);
});
