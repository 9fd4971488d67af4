import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections, type Manner, Timeout, type WireAnswer, type WireRequest } from './exchange.ts';

/** Starts a server, which ends with the test; returns a function that posts `{}` to it. */
async function serve(listener: RequestListener) {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/x?a[b]=1`;
  const connections = new Connections(url, { timeoutMs: 10_000, headers: { 'X-Gate': 'open' } });
  onTestFinished(() => {
    connections.close();
    server.closeAllConnections();
    server.close();
  });
  const received = once(server, 'request').then(([request]) => request as IncomingMessage);
  const send = (request: Partial<WireRequest> = {}, manner?: Manner): Promise<WireAnswer> =>
    connections.exchange({ method: 'POST', url, headers: [], body: Buffer.from('{}'), ...request }, manner);
  return { send, received, connections };
}

/** Timers are frozen until the running test advances them. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const echo: RequestListener = async (request, response) => response.end(Buffer.concat(await request.toArray()));

test('header lines (order, case, duplicates) and the path are sent unchanged', async () => {
  const { send, received } = await serve(echo);
  await send({ headers: [['Idempotency-Key', 'a'] as const, ['idempotency-KEY', 'b'] as const] });
  const { url, rawHeaders } = await received;
  expect(url).toBe('/v2/x?a[b]=1');
  expect(rawHeaders.join(' ')).toContain('Idempotency-Key a idempotency-KEY b');
});

test('the headers of the profile go with every request', async () => {
  const { send, received } = await serve(echo);
  await send();
  expect((await received).headers['x-gate']).toBe('open');
});

const lengths: [label: string, request: Partial<WireRequest>, length: string | undefined][] = [
  ['a body', { body: Buffer.from('12345') }, '5'],
  ['a POST without a body', { body: undefined }, '0'],
  ['a GET without a body', { method: 'GET', body: undefined }, undefined],
  ['a chunked body', { headers: [['Transfer-Encoding', 'chunked']] }, undefined],
];
for (const [label, request, length] of lengths) {
  test(`the Content-Length of ${label} is ${length ?? 'absent'}`, async () => {
    const { send, received } = await serve(echo);
    await send(request);
    expect((await received).headers['content-length']).toBe(length);
  });
}

test('a compressed body is unpacked', async () => {
  for (const [coding, compress] of Object.entries({ gzip: gzipSync, deflate: deflateSync, BR: brotliCompressSync })) {
    const { send } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(compress('{"a":1}')),
    );
    expect((await send()).body.toString(), coding).toBe('{"a":1}');
  }
});

test('an undecodable body is unchanged', async () => {
  const { send } = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}'));
  expect((await send()).body.toString()).toBe('{"a":1}');
});

test('an answer of more than 50 MB is refused', async () => {
  const { send } = await serve((_, response) => {
    response.write(Buffer.alloc(25_000_000));
    response.end(Buffer.alloc(25_000_001));
  });
  await expect(send()).rejects.toThrow('the answer is larger than');
});

const silences: [label: string, listener: RequestListener][] = [
  ['does not begin', () => {}],
  ['does not end', (_, response) => void response.write('{')],
];
for (const [label, listener] of silences) {
  test(`an answer that ${label} in time is a timeout`, async () => {
    stopTimers();
    const { send, received } = await serve(listener);
    const timedOut = expect(send()).rejects.toBeInstanceOf(Timeout);
    await received;
    vi.advanceTimersByTime(10_000);
    await timedOut;
  });
}
