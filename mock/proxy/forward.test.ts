import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { closeOf } from '../testing.ts';
import { ownTurn } from '../time/turns.ts';
import { forward, Silence } from './forward.ts';

/** Passes a request on to a deployment that does this. */
async function ask(
  listener: RequestListener,
  { informed = () => {}, silence = 5_000, method = 'GET', body = [] as string[], rawHeaders = [] as string[] } = {},
): Promise<unknown> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = body.length > 0 ? { 'transfer-encoding': 'chunked' } : {};
  const request = Object.assign(new PassThrough(), { method, headers, rawHeaders });
  for (const piece of body) request.write(piece);
  request.end();
  const { signal } = new AbortController();
  return forward(request, { upstream, path: '/', left: signal, informed, silence }).finally(() => server.close());
}

test('a deployment that says nothing is given up', async () => {
  await expect(ask(() => {}, { silence: 20 })).rejects.toThrow(Silence);
});

test('a deployment that sends interim answers without end is given up, and its connection ended', async () => {
  let heard = 0;
  let ended: Promise<unknown> | undefined;
  const asked = ask(
    ({ socket }, response) => {
      ended = closeOf(socket);
      for (let n = 0; n < 200; n++) response.writeProcessing();
    },
    {
      silence: 600_000,
      informed: () => {
        heard += 1;
      },
    },
  );
  await expect(asked).rejects.toThrow('it sends more than 100 interim answers');
  expect(heard).toBe(100);
  await ended;
});

test('a deployment that goes on in another protocol is left, and its connection ended', async () => {
  let ended: Promise<unknown> | undefined;
  const asked = ask(
    ({ socket }) => {
      ended = closeOf(socket);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    },
    { silence: 600_000 },
  );
  await expect(asked).rejects.toThrow('it goes on in another protocol');
  await ended;
});

for (const [method, ...length] of [
  ...[['GET'], ['HEAD'], ['DELETE'], ['OPTIONS'], ['TRACE']],
  ...['POST', 'PUT', 'PATCH', 'REPORT'].map((method) => [method, 'Content-Length', '0']),
]) {
  const says = length.length > 0 ? 'says that it has none' : 'says nothing of its length';
  test(`a request without a body ${says}, and names the deployment as its host: ${method}`, async () => {
    let arrived: unknown;
    const listener: RequestListener = ({ method, rawHeaders, headers: { host }, socket }, response) => {
      const named = host === `127.0.0.1:${socket.localPort}` ? 'the deployment' : host;
      arrived = [method, ...rawHeaders.map((text) => (text === host ? named : text))];
      response.end();
    };
    await ask(listener, { method, rawHeaders: ['hOST', 'proxy.example.com', 'X-A', '1'] });
    expect(arrived).toEqual([method, 'Host', 'the deployment', 'X-A', '1', ...length, 'Connection', 'close']);
  });
}

test('a deployment behind https is asked in TLS', async () => {
  let first: number | undefined;
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', (bytes) => {
        first = bytes[0];
        socket.destroy();
      }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = Object.assign(new PassThrough(), { method: 'GET', headers: {}, rawHeaders: [] }).end();
  const { signal } = new AbortController();
  await expect(forward(request, { upstream, path: '/', left: signal, informed: () => {} })).rejects.toThrow();
  // The record of a handshake (RFC 8446, 5.1).
  expect(first).toBe(22);
  server.close();
});

test('a body is passed on in turns with other long work', async () => {
  let done = 0;
  const work = () => {
    done += 1;
    // Longer than a slice, so that what comes next needs a turn.
    const end = performance.now() + 12;
    while (performance.now() < end);
  };
  for (let at = 0; at < 20; at++) void ownTurn().then(work);
  let doneBefore = 0;
  await ask(
    (request, response) => {
      request.once('data', () => {
        doneBefore = done;
      });
      request.once('end', () => response.end());
    },
    { body: ['x'] },
  );
  expect(doneBefore).toBe(20);
});

test('what still comes of a request that a deployment breaks off is read away', async () => {
  const server = createServer(({ socket }) => void socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'transfer-encoding': 'chunked' };
  const request = Object.assign(new PassThrough(), { method: 'POST', headers, rawHeaders: [] });
  const { signal } = new AbortController();
  const asked = forward(request, { upstream, path: '/', left: signal, informed: () => {} });
  request.write('x');
  await expect(asked).rejects.toThrow();
  for (let piece = 0; piece < 20; piece++) request.write(Buffer.alloc(64 * 1024));
  request.end();
  await expect.poll(() => request.readableEnded).toBe(true);
  server.close();
});
