import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Budget } from '../../mock/collections/memory.ts';
import { errorLines } from '../../mock/testing.ts';
import { Api, refusal } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const LIMIT = 20_000_000;

/** A mock with a small memory budget, and its default partition. */
async function frugal() {
  const budget = new Budget(LIMIT);
  const mock = await serve({ budget });
  const api = new Api(mock.port, 'default');
  const sockets: Socket[] = [];
  const open = async (bytes: string) => {
    const socket = connect(mock.port, '127.0.0.1').pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(bytes);
    return socket;
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await mock.close();
  };
  const used = async () => {
    const { memory } = (await api.control('GET', '/health')).body as { memory: { used: Record<string, number> } };
    return memory.used;
  };
  return { budget, api, open, used, close };
}

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key_primary\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('a body without room in memory gets 503, and small requests still work', async () => {
  const { api, open, used, close } = await frugal();
  try {
    await errorLines(async () => {
      for (const bytes of [8_000_000, 16_000_000]) {
        await open(head('POST', '/v2/email_messages', 7_900_000) + ' '.repeat(4_000_000));
        await expect.poll(async () => (await used()).bodies).toBe(bytes);
      }
      const refused = await api.send({ text_body: 'x'.repeat(2_000_000) });
      expect(refused).toMatchObject(refusal(503, '10007'));
      expect(refused.headers['retry-after']).toBe('5');
    });
    await api.accepted();
  } finally {
    await close();
  }
});

test('memory of a body in flight is released when its connection ends', async () => {
  const { api, open, used, close } = await frugal();
  try {
    const socket = await open(head('POST', '/v2/email_messages', 7_900_000) + ' '.repeat(4_000_000));
    await expect.poll(async () => (await used()).bodies).toBeGreaterThan(7_000_000);
    socket.destroy();
    await expect.poll(async () => (await used()).bodies).toBe(0);
    await api.accepted({ text_body: 'x'.repeat(2_000_000) });
    expect(await used()).toMatchObject({ bodies: 0, answers: 0 });
  } finally {
    await close();
  }
});
