import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { retryAfterMs, Transport, type TransportOptions, type WireAnswer } from './transport.ts';

async function against(
  listener: http.RequestListener,
  options: Partial<TransportOptions>,
  use: (
    send: (headers?: [string, string][], asItComes?: boolean, body?: Buffer) => Promise<WireAnswer>,
  ) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/x?a[b]=1`;
  const transport = new Transport(url, { timeoutMs: 10_000, ...options });
  try {
    await use((headers = [], asItComes = false, body = Buffer.from('{}')) =>
      transport.send({ method: 'POST', url, headers, body, asItComes }),
    );
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

test("a 429 holds back the other requests too, and a date in Retry-After is one of the target's own clock", async () => {
  let limitedUntil = 0;
  let refused = 0;
  const limited: http.RequestListener = (_, response) => {
    limitedUntil ||= Date.now() + 1000;
    const isLimited = Date.now() < limitedUntil;
    refused += Number(isLimited);
    const [now, then] = [90_000, 91_000].map((ms) => new Date(Date.now() + ms).toUTCString());
    response.writeHead(isLimited ? 429 : 200, { date: now, 'retry-after': then }).end('{}');
  };
  await against(limited, {}, async (send) => {
    const first = send();
    await expect.poll(() => refused).toBe(1);
    const answers = await Promise.all([first, ...Array.from({ length: 5 }, () => send())]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
  expect(refused).toBe(1);
});

test('a connection that was closed while it was kept is replaced by a new one', async () => {
  const closing: http.RequestListener = (request, response) => {
    const { socket } = request;
    const { served } = socket as typeof socket & { served?: true };
    if (served) return void socket.resetAndDestroy();
    Object.assign(socket, { served: true });
    response.end('{}');
  };
  await against(closing, {}, async (send) => {
    await Promise.all(Array.from({ length: 4 }, () => send()));
    for (let call = 0; call < 4; call++) expect((await send()).status).toBe(200);
  });
});

test('an answer to the head of a large request comes through, though the connection is cut', async () => {
  const early: http.RequestListener = (request, response) => {
    response.writeHead(413, { connection: 'close' }).end('{}', () => request.socket.resetAndDestroy());
  };
  await against(early, { timeoutMs: 2000 }, async (send) => {
    expect((await send([], false, Buffer.alloc(20_000_000))).status).toBe(413);
  });
});

test('a compressed body is unpacked', async () => {
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  for (const [coding, compress] of Object.entries(codings)) {
    const compressed: http.RequestListener = (_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(compress('{"a":1}'));
    await against(compressed, {}, async (send) => expect((await send()).body.toString()).toBe('{"a":1}'));
  }
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
  await against(down, {}, async (send) => expect((await send([], true)).status).toBe(503));
});

for (const status of [502, 503, 504]) {
  test(`${status} is a gateway's word and asked again`, async () => {
    let calls = 0;
    const recovering: http.RequestListener = (_, response) => {
      response.writeHead(++calls < 3 ? status : 200, { 'retry-after': '0.01' }).end('{}');
    };
    await against(recovering, {}, async (send) => expect((await send()).status).toBe(200));
    expect(calls).toBe(3);
  });
}

for (const status of [400, 500, 501]) {
  test(`${status} is the service's answer and not asked again`, async () => {
    let calls = 0;
    const failing: http.RequestListener = (_, response) => {
      calls += 1;
      response.writeHead(status, { 'retry-after': '0.01' }).end('{}');
    };
    await against(failing, {}, async (send) => expect((await send()).status).toBe(status));
    expect(calls).toBe(1);
  });
}

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
