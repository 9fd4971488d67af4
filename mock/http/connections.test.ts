import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundConnections } from './connections.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that answers when the test ends, with bounds for waiting connections and for unanswered requests. */
async function serverWith(...bounds: [waiting: number, unanswered: number]) {
  const server = createServer(() => {});
  boundConnections(server, ...bounds);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const closed: string[] = [];
  const open = async (name: string, event: 'connection' | 'request', text: string) => {
    const received = new Promise((resolve) => server.once(event, resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.once('close', () => closed.push(name)).on('error', () => {});
    socket.resume().write(text);
    await received;
  };
  return { open, closed };
}

test('the oldest of too many idle connections is closed, and none with an unanswered request', async () => {
  const { open, closed } = await serverWith(2, 100);
  await open('unanswered', 'request', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  for (const name of ['oldest', 'second', 'third']) await open(name, 'connection', 'GET / HTTP/1.1\r\n');
  await expect.poll(() => closed).toEqual(['oldest']);
});

test('of too many unanswered requests the oldest of the busiest API key loses its connection', async () => {
  const { open, closed } = await serverWith(100, 2);
  for (const [name, key] of Object.entries({ other: 'b', oldest: 'a', second: 'a' }))
    await open(name, 'request', `GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\n\r\n`);
  await expect.poll(() => closed).toEqual(['oldest']);
});
