import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { skipWaits } from '../../../spec/testing/waits.ts';
import type { WireAnswer } from './exchange.ts';
import { parseRetryAfter, type SafeRequest, Transport, type TransportOptions } from './transport.ts';

type Reply = (response: http.ServerResponse) => void;

/** Starts a server, which ends with the test; returns its port. */
async function listen(server: http.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function transportTo(url: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = new Transport(url, { timeoutMs: 10_000, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

/** A target that gives these replies in turn, the last one for good; `send` posts `{}` to it. */
async function target(replies: Reply[], options: Partial<TransportOptions> = {}) {
  const received: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    const reply = replies[Math.min(received.push(request), replies.length) - 1];
    request.resume().once('end', () => reply?.(response));
  });
  const url = `http://127.0.0.1:${await listen(server)}/v2/x`;
  const transport = transportTo(url, options);
  const send = (request: Partial<SafeRequest> = {}): Promise<WireAnswer> =>
    transport.send({ method: 'POST', url, headers: [], body: Buffer.from('{}'), ...request });
  return { send, received };
}

const ok: Reply = (response) => response.end('{}');
const reset: Reply = (response) => void response.socket?.resetAndDestroy();
const page =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', server: 'gate' }).end('<h1>Not\n now</h1>');
const json =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":[{"code":"10007"}]}');
const makeLimited =
  (headers: http.OutgoingHttpHeaders): Reply =>
  (response) =>
    response.writeHead(429, headers).end('slower');

const get = { method: 'GET', operation: 'list' };
const post = { operation: 'create' };
const keyed = { ...post, isRepeatable: true };
const disturbance = { name: 'Disturbance', outcome: 'error' };

/** A pace that lets everything through and notes what it is called for. */
function notedPace() {
  const calls: string[] = [];
  const pace = {
    turn: async (requests = 1) => void calls.push(`turn ${requests}`),
    waitAfterLimit: async (ms: number) => void calls.push(`limited ${ms}`),
    waitForTarget: async () => void calls.push('lost'),
  };
  return { pace, calls };
}

test('plain HTTP through a proxy has the whole address and the credentials of the proxy', async () => {
  const received: unknown[] = [];
  const proxy = http.createServer(({ url, headers }, response) => {
    received.push([url, headers.host, headers['proxy-authorization']]);
    response.end('{}');
  });
  const port = await listen(proxy);
  const url = 'http://api.example:8080/v2/x?a[b]=1';
  const transport = transportTo(url, { proxy: `http://me%40home:pass%3Aword@127.0.0.1:${port}` });
  await transport.send({ method: 'GET', url, headers: [] });
  const basic = `Basic ${Buffer.from('me@home:pass:word').toString('base64')}`;
  expect(received).toEqual([[url, 'api.example:8080', basic]]);
});

test('HTTPS through a proxy that refuses the tunnel is an error that names the profile', async () => {
  const proxy = http.createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
  const url = 'https://api.example/v2/x';
  const transport = transportTo(url, { proxy: `http://127.0.0.1:${await listen(proxy)}` });
  const sent = transport.send({ method: 'POST', url, headers: [] });
  await expect(sent).rejects.toMatchObject({ message: expect.stringMatching(/407.*http\.proxy/), outcome: 'error' });
});

test('429 is repeated after Retry-After, and after a second without it', async () => {
  const waits = skipWaits();
  const { send } = await target([makeLimited({ 'retry-after': '0.25' }), makeLimited({}), ok]);
  expect((await send(post)).status).toBe(200);
  expect(waits).toEqual([250, 1000]);
});

test('the ninth 429 in a row is an error', async () => {
  const { pace } = notedPace();
  const refusals = Array<Reply>(8).fill(makeLimited({ 'retry-after': '0' }));
  expect((await (await target([...refusals, ok], { pace })).send(post)).status).toBe(200);
  const { send, received } = await target(refusals, { pace });
  await expect(send(post)).rejects.toMatchObject({ outcome: 'error' });
  expect(received).toHaveLength(9);
});

test('a Retry-After of more than two minutes is an error', async () => {
  const { pace } = notedPace();
  const after = async (seconds: string) =>
    (await target([makeLimited({ 'retry-after': seconds }), ok], { pace })).send();
  expect((await after('120')).status).toBe(200);
  await expect(after('121')).rejects.toMatchObject({ outcome: 'error' });
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const values = ['2', ' 0.5 ', 'Sat, 21 Nov 2026 00:00:05 GMT', 'Fri, 20 Nov 2026 00:00:00 GMT', 'soon', undefined];
  expect(values.map((value) => parseRetryAfter(value, now))).toEqual([2000, 500, 5000, 0, undefined, undefined]);
});

const mishaps: [label: string, reply: Reply][] = [
  ['a reset', reset],
  ['a page with 502', page(502)],
  ['a page with 521', page(521)],
];
for (const [label, reply] of mishaps) {
  test(`after ${label} a repeatable request is sent again`, async () => {
    skipWaits();
    for (const request of [get, { ...get, method: 'PATCH' }, keyed]) {
      const { send, received } = await target([reply, ok]);
      expect((await send(request)).status).toBe(200);
      expect(received).toHaveLength(2);
    }
  });

  test(`after ${label} a POST without a key is not sent again`, async () => {
    const { pace, calls } = notedPace();
    const { send, received } = await target([reply, ok], { pace });
    await expect(send(post)).rejects.toMatchObject(disturbance);
    expect([received.length, calls]).toEqual([1, ['turn 1', 'lost']]);
  });
}

test('a target that stays unavailable is a disturbance after three attempts', async () => {
  skipWaits();
  const { send, received } = await target([page(503)]);
  await expect(send(get)).rejects.toMatchObject({ ...disturbance, facts: { answer: { status: 503 } } });
  expect(received).toHaveLength(3);
});

test.each([403, 413])('a page with %i blocks the case and is not sent again', async (status) => {
  const { send, received } = await target([page(status), ok]);
  await expect(send(get)).rejects.toMatchObject({ outcome: 'blocked' });
  expect(received).toHaveLength(1);
});

test('a timeout is not sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { send, received } = await target([() => {}], { timeoutMs: 50 });
  const failed = expect(send(get)).rejects.toMatchObject({ ...disturbance, facts: { isTimeout: true } });
  await expect.poll(() => received.length).toBe(1);
  vi.advanceTimersByTime(50);
  await failed;
  expect(received).toHaveLength(1);
});

test('an operation that timed out three times in a row pauses for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const { send, received } = await target([() => {}], { timeoutMs: 50 });
  const list = () => send(get).catch(({ message }) => message);
  for (let time = 0; time < 3; time++) expect(await list()).toContain('within 50 ms');
  expect(await list()).toContain('did not answer 3 times in a row');
  expect(received).toHaveLength(3);
  vi.setSystemTime(60_000);
  expect(await list()).toContain('within 50 ms');
});

test('a request that never left is sent again, a POST without a key included', async () => {
  skipWaits();
  const server = http.createServer((_, response) => response.end('{}'));
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  const { pace } = notedPace();
  const waitForTarget = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const url = `http://127.0.0.1:${port}/`;
  const transport = transportTo(url, { pace: { ...pace, waitForTarget } });
  expect((await transport.send({ method: 'POST', url, headers: [] })).status).toBe(200);
});

test('a request to be sent once waits for a turn only after 429', async () => {
  const { pace, calls } = notedPace();
  const { send } = await target([makeLimited({ 'retry-after': '0' }), ok], { pace });
  expect((await send({ ...get, once: true })).status).toBe(200);
  expect(calls).toEqual(['limited 0', 'turn 1']);
});

test('only repeatable requests share a connection', async () => {
  const { send, received } = await target([ok]);
  for (const request of [post, post, get, get, { ...get, once: true }]) await send(request);
  expect(new Set(received.map(({ socket }) => socket)).size).toBe(4);
});

test.each([
  ['our mock', true],
  ['another target', false],
])('the answer of %s to the head of a large request arrives, though the connection is cut', async (_, direct) => {
  const server = http.createServer((request, response) => {
    response.writeHead(413, { connection: 'close' }).end('{}', () => request.socket.resetAndDestroy());
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const body = Buffer.alloc(20_000_000);
  expect((await transportTo(url, { direct }).send({ method: 'POST', url, headers: [], body })).status).toBe(413);
});

const own: [label: string, reply: Reply, request: Partial<SafeRequest>, status: number][] = [
  ['500 with a page', page(500), get, 500],
  ['a page where no JSON is due', page(404), {}, 404],
  ['409 to a send', json(409), keyed, 409],
];
for (const [label, reply, request, status] of own) {
  test(`the service's answer: ${label}`, async () => {
    const { send } = await target([reply]);
    expect((await send(request)).status).toBe(status);
  });
}

test('503 is never the answer of the service, not even in its own error body', async () => {
  const { send } = await target([json(503)]);
  for (let time = 0; time < 4; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
});

test('a page instead of JSON is the answer of the service when it comes a third time', async () => {
  const { send } = await target([page(404)]);
  for (let time = 0; time < 2; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
  expect((await send(post)).status).toBe(404);
  await expect(send({ ...post, operation: 'another' })).rejects.toMatchObject(disturbance);
});

test('pages with JSON between them are not the answer of the service', async () => {
  const { send } = await target([page(404), page(404), ok, page(404), page(404)]);
  for (let time = 0; time < 2; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
  expect((await send(post)).status).toBe(200);
  for (let time = 0; time < 2; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
});

test('409 to a repeated send means that its first attempt is still in progress', async () => {
  skipWaits();
  const { send, received } = await target([page(504), json(409), ok]);
  expect((await send(keyed)).status).toBe(200);
  expect(received).toHaveLength(3);
});
