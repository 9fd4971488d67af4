import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { captureErrorLines } from '../../mock/testing.ts';
import { Api, refusal } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

/** A mock, and connections with unfinished bodies of four megabytes. */
async function startUnfinished() {
  const mock = await serve();
  const api = new Api(mock.port, 'default');
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect(mock.port, '127.0.0.1').pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(HEAD + ' '.repeat(4_000_000));
    return socket;
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await mock.close();
  };
  const inFlight = async () => {
    const { memory } = (await api.control('GET', '/health')).body as {
      memory: { inFlight: { bytes: number; limit: number } };
    };
    return memory.inFlight;
  };
  return { api, open, inFlight, close };
}

const HEAD =
  'POST /v2/email_messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key_primary\r\n' +
  'Content-Type: application/json\r\nContent-Length: 7900000\r\n\r\n';

test('a body without room in memory gets 503, and small requests still work', async () => {
  const { api, open, inFlight, close } = await startUnfinished();
  try {
    const { limit } = await inFlight();
    await captureErrorLines(async () => {
      for (let bytes = 0; bytes < limit; bytes += 4_000_000) await open();
      // Bodies that still arrive could be refused in place of the next one.
      const held = limit - (limit % 4_000_000);
      await expect.poll(async () => (await inFlight()).bytes).toBe(held);
      const refused = await api.send({ text_body: 'x'.repeat(5_000_000) });
      expect(refused).toMatchObject(refusal(503, '10007'));
      expect(refused.headers['retry-after']).toBe('5');
    });
    await api.accepted();
  } finally {
    await close();
  }
});

test('memory of a body in flight is released when its connection ends', async () => {
  const { api, open, inFlight, close } = await startUnfinished();
  try {
    const socket = await open();
    await expect.poll(async () => (await inFlight()).bytes).toBe(4_000_000);
    socket.destroy();
    await expect.poll(async () => (await inFlight()).bytes).toBe(0);
    await api.accepted({ text_body: 'x'.repeat(2_000_000) });
    await expect.poll(async () => (await inFlight()).bytes).toBe(0);
  } finally {
    await close();
  }
});
