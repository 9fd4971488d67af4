import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { waitForClose } from '../testing.ts';
import { filterHeaders, forward, resolvePath } from './forward.ts';

/** Forwards a request to a deployment with the given listener. */
async function forwardTo(listener: RequestListener, { idleMs = 600_000, method = 'GET', rawHeaders = [] as string[] }) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = Object.assign(new PassThrough(), { method, headers: {}, rawHeaders }).end();
  const { signal } = new AbortController();
  const parts = { upstream, path: '/', signal, idleMs };
  return forward(request, parts).finally(() => server.close());
}

test('a silent deployment is a timeout', async () => {
  await expect(forwardTo(() => {}, { idleMs: 20 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('the connection of a deployment that switches to another protocol is closed', async () => {
  let closed: Promise<unknown> | undefined;
  const forwarded = forwardTo(({ socket }) => {
    closed = waitForClose(socket);
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

test('no header of one connection is passed on', () => {
  const names = ['Connection', 'Proxy-Connection', 'keep-alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'];
  names.push('Proxy-Authenticate', 'Proxy-Authorization', 'Content-Length');
  expect(filterHeaders(['X-A', '1', ...names.flatMap((name) => [name, 'x']), 'X-B', '2'])).toEqual([
    'X-A',
    '1',
    'X-B',
    '2',
  ]);
});

const at = (target: string, upstream = 'https://api.example.com/v2') => resolvePath(upstream, '/v2', target);

for (const target of [
  '/v2',
  '/v20/x',
  '/v%32/x',
  '/ab/x',
  '/v2/..',
  '/v2/../../admin',
  '/v2/%2e%2e/admin',
  '/v2/..%2f../admin',
  '/v2/x//../../../admin',
  '/v2/..\\..\\admin',
  '/v2/..%5c..%5cadmin',
  '/v2/..;/admin',
  '/v2/x#/../../admin',
  'http://other.example.com/v2/../admin',
  'http://other.example.com?/v2/x',
]) {
  test(`the target ${target} outside the base path is refused`, () => {
    expect(at(target)).toBeUndefined();
  });
}

for (const target of [
  '/v2/',
  "/v2/a?q=it's|",
  '/v2/a?q=/../../%2e%2e/%u2215',
  '/v2/a?q=http://other.example.com/v2/x',
  '/v2/...',
  '/v2/a..b/.x/..y',
  '/v2/@other.example.com',
  '/v2//other.example.com/x',
  '/v2/caf%C3%A9/%E2%82%AC/%C0%20la',
  '/v2/%E2%80%A6/a%C2%ADb/%EF%BC%8Ex',
]) {
  test(`the target ${target} is passed on unchanged`, () => {
    expect(at(target)).toBe(target);
  });
}

for (const [target, upstream, path] of [
  ['http://other.example.com/v2/x', 'https://api.example.com/v2', '/v2/x'],
  ['HTTPS://other.example.com/v2/x', 'https://api.example.com/v2', '/v2/x'],
  ['/v2/x', 'https://api.example.com', '/x'],
  ['/v2/x', 'https://api.example.com/telephony/v3', '/telephony/v3/x'],
  ['/v2//x', 'https://api.example.com', '//x'],
  ['/v2:443/x', 'https://api.example.com', undefined],
  ['/v2/x/../../y', 'https://api.example.com/', undefined],
] as const) {
  test(`${target} is ${path ?? 'refused'} at ${upstream}`, () => {
    expect(at(target, upstream)).toBe(path);
  });
}
