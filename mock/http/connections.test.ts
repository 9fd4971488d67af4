import { createServer } from 'node:http';
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
