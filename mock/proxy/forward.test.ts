import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { closeOf } from '../testing.ts';
import { endToEnd, forward } from './forward.ts';

/** Forwards a request to a deployment with the given listener. */
async function forwardTo(
  listener: RequestListener,
  { silence = 600_000, method = 'GET', rawHeaders = [] as string[] },
) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = Object.assign(new PassThrough(), { method, headers: {}, rawHeaders }).end();
  const { signal } = new AbortController();
  const parts = { upstream, path: '/', left: signal, silence };
  return forward(request, parts).finally(() => server.close());
}

test('a silent deployment is given up', async () => {
  await expect(forwardTo(() => {}, { silence: 20 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a deployment that switches to another protocol is given up, and its connection closed', async () => {
  let closed: Promise<unknown> | undefined;
  const forwarded = forwardTo(({ socket }) => {
    closed = closeOf(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  }, {});
  await expect(forwarded).rejects.toThrow();
  await closed;
});

for (const [method, ...length] of [['GET'], ['DELETE'], ['POST', 'Content-Length', '0']] as string[][]) {
  test(`a ${method} without a body has ${length.join(': ') || 'no Content-Length'} and the deployment as its host`, async () => {
    let received: unknown;
    const rawHeaders = ['hOST', 'proxy.example.com', 'X-A', '1'];
    await forwardTo(
      ({ rawHeaders: lines, headers: { host }, socket }, response) => {
        received = [host === `127.0.0.1:${socket.localPort}`, ...lines.slice(2)];
        response.end();
      },
      { method, rawHeaders },
    );
    expect(received).toEqual([true, 'X-A', '1', ...length, 'Connection', 'close']);
  });
}

for (const name of [
  ...['Connection', 'Proxy-Connection', 'keep-alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'],
  ...['Proxy-Authenticate', 'Proxy-Authorization', 'Content-Length'],
]) {
  test(`the hop-by-hop header ${name} is not passed on`, () => {
    expect(endToEnd(['X-A', '1', name, 'x', 'X-B', '2'])).toEqual(['X-A', '1', 'X-B', '2']);
  });
}

test('headers named by Connection are not passed on, and the others are unchanged', () => {
  const lines = ['X-a', ' 1 ', 'X-One', 'a', 'x-TWO', 'b', 'x-a', '2', 'X-Three', 'c'];
  expect(endToEnd([...lines, 'connection', 'close,x-ONE ', 'CONNECTION', ' X-Two'])).toEqual([
    ...['X-a', ' 1 ', 'x-a', '2', 'X-Three', 'c'],
  ]);
});
