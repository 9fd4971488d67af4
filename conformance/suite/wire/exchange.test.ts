import { EventEmitter, once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections, type HeaderPairs, headerOf, StaleConnection, Timeout, type WireAnswer } from './exchange.ts';

/** Has `{}` posted to a server that answers so, its body later where that is said; looks on while the connection is there. */
async function posted(
  listener: RequestListener,
  bodyAfterMs: number | undefined,
  look: (answer: Promise<WireAnswer>, request: Promise<IncomingMessage>) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const connections = new Connections(url, { timeoutMs: 600_000 });
  const request = once(server, 'request').then(([one]) => one as IncomingMessage);
  try {
    const sent = { method: 'POST', url, headers: [], body: Buffer.from('{}') };
    await look(connections.exchange(sent, bodyAfterMs === undefined ? {} : { bodyAfterMs }), request);
  } finally {
    connections.close();
    server.closeAllConnections();
    server.close();
  }
}

function withoutTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const echo: RequestListener = async (request, response) => response.end(Buffer.concat(await request.toArray()));

test('an answer is told with when it was asked for, and took no longer than it was waited for', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const begun = performance.now();
  await posted(echo, undefined, async (answer) => {
    const { tookMs, sentAt } = await answer;
    expect(sentAt).toBe('1970-01-01T00:00:01.000Z');
    expect(tookMs).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(performance.now() - begun);
  });
});

test('a body that is to go later goes when it is time, where no answer has come', async () => {
  withoutTime();
  await posted(echo, 200, async (answer, request) => {
    const { complete, headers } = await request;
    expect([complete, headers['content-length']]).toEqual([false, '2']);
    vi.advanceTimersByTime(200);
    expect((await answer).body.toString()).toBe('{}');
  });
});

test('a body that is to go later does not go at all once an answer has come', async () => {
  withoutTime();
  const refuse: RequestListener = (_, response) => response.writeHead(413).end();
  await posted(refuse, 200, async (answer, request) => {
    expect((await answer).status).toBe(413);
    const asked = await request;
    const closed = new Promise((resolve) => asked.socket.once('close', resolve));
    vi.advanceTimersByTime(200);
    await closed;
    expect(asked.complete).toBe(false);
  });
});

/** Has a request made of which Node is told, and no more; gives what Node was told and what comes of the request. */
function told(url: string, method = 'GET') {
  const outgoing = Object.assign(new EventEmitter(), { end: () => {}, reusedSocket: false });
  const { protocol } = new URL(url);
  const request = vi.spyOn(protocol === 'https:' ? https : http, 'request');
  request.mockReturnValue(outgoing as unknown as http.ClientRequest);
  onTestFinished(() => void request.mockRestore());
  const answer = new Connections(url, { timeoutMs: 600_000 }).exchange({ method, url, headers: [] });
  onTestFinished(async () => {
    outgoing.emit('error', new Error('the test has ended'));
    await answer.catch(() => {});
  });
  const [options = {}] = request.mock.calls[0] as unknown as [http.RequestOptions];
  const answered = (body: Readable, headers: http.IncomingHttpHeaders = {}) =>
    outgoing.emit('response', Object.assign(body, { statusCode: 200, rawHeaders: [], headers }));
  return { answer, options, outgoing, answered };
}

const addresses: [url: string, host: string, port: number | string, path: string, header: string][] = [
  ['http://a.example/v2/x?a[b]=%20', 'a.example', 80, '/v2/x?a[b]=%20', 'a.example'],
  ['http://a.example:8080/a.example:8080', 'a.example', '8080', '/a.example:8080', 'a.example:8080'],
  ['http://A.Example/v2', 'a.example', 80, '/v2', 'a.example'],
  ['http://a.example:80/v2', 'a.example', 80, '/v2', 'a.example'],
  ['http://a.example?to=http://b.example/c', 'a.example', 80, '?to=http://b.example/c', 'a.example'],
  ['http://name:word@a.example/v2', 'a.example', 80, '/v2', 'a.example'],
  ['http://[::1]:7/v2', '::1', '7', '/v2', '[::1]:7'],
];
for (const [url, host, port, path, header] of addresses) {
  test(`a request to ${url} goes to ${host}, for ${path}`, () => {
    const { options } = told(url);
    expect([options.host, options.port, options.path, options.headers]).toEqual([host, port, path, [['Host', header]]]);
  });
}

test('what may have a body and has none says so', () => {
  const said = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'].map((method) => {
    const headers = told('http://a.example/', method).options.headers as unknown as HeaderPairs;
    return headerOf(headers, 'content-length');
  });
  expect(said).toEqual([undefined, undefined, undefined, '0', '0']);
});

const losses: [what: string, isReused: boolean, code: string, isStale: boolean][] = [
  ['a new connection that is reset', false, 'ECONNRESET', false],
  ['a kept connection that is reset', true, 'ECONNRESET', true],
  ['a kept connection that takes no more', true, 'EPIPE', true],
  ['a kept connection on which something else is said than HTTP', true, 'HPE_INVALID', false],
];
for (const [what, isReused, code, isStale] of losses) {
  test(`${what} is told as ${isStale ? 'one that was closed meanwhile' : 'Node says'}`, async () => {
    withoutTime();
    const { answer, outgoing } = told('http://a.example/');
    const error = Object.assign(new Error('lost'), { code });
    outgoing.reusedSocket = isReused;
    outgoing.emit('error', error);
    const came = await answer.catch((reason: unknown) => reason);
    expect(isStale ? came instanceof StaleConnection : came === error).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
}

test('a connection that is lost once an answer has begun takes nothing from it, and an answer that does not end in time is none', async () => {
  const lost = told('http://a.example/');
  lost.answered(Readable.from([Buffer.from('{"a":'), Buffer.from('1}')]));
  lost.outgoing.emit('error', new Error('lost'));
  expect((await lost.answer).body.toString()).toBe('{"a":1}');
  const late = told('http://a.example/');
  late.answered(new Readable({ read: () => {} }));
  late.outgoing.emit('error', new Timeout());
  await expect(late.answer).rejects.toBeInstanceOf(Timeout);
});

/** A million zeros. */
const million = gzipSync(Buffer.alloc(1_000_000));

const lengths: [what: string, chunks: number[], said: number | string][] = [
  ['fifty million bytes', [20_000_000, 30_000_000], 50_000_000],
  ['more than these', [25_000_000, 25_000_001], 'the answer is larger than 50000000 bytes'],
];
for (const [what, chunks, said] of lengths) {
  test(`an answer of ${what} is ${typeof said === 'number' ? 'taken' : 'none'}`, async () => {
    const { answer, answered } = told('http://a.example/');
    answered(Readable.from(chunks.map((length) => Buffer.alloc(length))));
    const came = await answer.then(
      ({ body }) => body.length,
      ({ message }) => message,
    );
    expect(came).toBe(said);
  });
}

test('a body that is larger than that once it is unpacked is left as it came', async () => {
  const packed = Buffer.concat(Array.from({ length: 51 }, () => million));
  const { answer, answered } = told('http://a.example/');
  answered(Readable.from([packed]), { 'content-encoding': 'gzip' });
  expect((await answer).body.equals(packed)).toBe(true);
});

for (const fresh of [true, false]) {
  test(`a request over ${fresh ? 'a connection of its own' : 'a kept connection'} ends when its connections are closed`, async () => {
    const silent = http.createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const connections = new Connections(url, { timeoutMs: 600_000 });
    const ended = expect(connections.exchange({ method: 'GET', url, headers: [] }, { fresh })).rejects.toThrow();
    await once(silent, 'request');
    connections.close();
    await ended;
    silent.close();
  });
}

test('a target whose scheme is written in capitals is asked in TLS', () => {
  expect(told('HTTPS://a.example/v2').options.agent).toBeInstanceOf(https.Agent);
});
