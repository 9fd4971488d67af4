import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('requests of connections that have ended count no longer among those that wait', async () => {
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
    const closed = once(socket, 'close');
    leaving.destroy();
    await closed;
  }
  const staying = connect(port, '127.0.0.1');
  let text = '';
  staying.on('data', (piece) => {
    text += piece;
  });
  const ended = once(staying, 'close');
  const last = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  staying.write(head('/').repeat(2) + last);
  await ended;
  expect(text.split('HTTP/1.1 200').length - 1).toBe(3);
  await app.close();
});
