import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { retryAfterMs, Transport, type TransportOptions, type WireAnswer } from './transport.ts';

async function against(
  listener: http.RequestListener,
  options: Partial<TransportOptions>,
  use: (send: (headers?: [string, string][]) => Promise<WireAnswer>) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/x?a[b]=1`;
  const transport = new Transport(url, { timeoutMs: 300, ...options });
  try {
    await use((headers = []) => transport.send({ method: 'POST', url, headers, body: Buffer.from('{}') }));
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

test('header lines are sent as they are, twice if given twice, and the path is not encoded', async () => {
  const echo: http.RequestListener = (request, response) =>
    response.end(JSON.stringify([request.url, request.rawHeaders]));
  await against(echo, {}, async (send) => {
    const answer = await send([
      ['Idempotency-Key', 'a'],
      ['idempotency-KEY', 'b'],
    ]);
    const [path, headers] = JSON.parse(answer.body.toString()) as [string, string[]];
    expect(path).toBe('/v2/x?a[b]=1');
    expect(headers.join(' ')).toContain('Idempotency-Key a idempotency-KEY b');
  });
});

test('429 is repeated as Retry-After says', async () => {
  let calls = 0;
  const limited: http.RequestListener = (_, response) => {
    response.writeHead(++calls < 3 ? 429 : 200, { 'retry-after': '0.01' }).end('{}');
  };
  await against(limited, {}, async (send) => expect((await send()).status).toBe(200));
  expect(calls).toBe(3);
});

test('a target that is unavailable for good is an error after a few tries', async () => {
  let calls = 0;
  const down: http.RequestListener = (_, response) => {
    calls += 1;
    response.writeHead(503, { 'retry-after': '0.01' }).end();
  };
  await against(down, {}, async (send) => {
    await expect(send()).rejects.toMatchObject({ outcome: 'error', message: expect.stringContaining('503') });
  });
  expect(calls).toBe(3);
  await against(down, { mayAnswer503: true }, async (send) => expect((await send()).status).toBe(503));
});

test('a target that does not answer is an error when the time is over', async () => {
  await against(
    () => {},
    { timeoutMs: 50 },
    async (send) => {
      await expect(send()).rejects.toMatchObject({ outcome: 'error', message: expect.stringContaining('50 ms') });
    },
  );
});

test('the request rate is kept', async () => {
  const ok: http.RequestListener = (_, response) => response.end('{}');
  await against(ok, { requestsPerSecond: 50 }, async (send) => {
    const started = performance.now();
    for (let i = 0; i < 6; i++) await send();
    expect(performance.now() - started).toBeGreaterThan(95);
  });
});

test('Retry-After is read as seconds and as a date', () => {
  expect(retryAfterMs('2')).toBe(2000);
  expect(retryAfterMs('Sat, 21 Nov 2026 00:00:05 GMT', Date.parse('2026-11-21T00:00:00Z'))).toBe(5000);
  expect(retryAfterMs('soon')).toBeUndefined();
});
