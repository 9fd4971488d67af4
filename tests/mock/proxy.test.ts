import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach } from 'vitest';
import type { JournalEntry } from '../../mock/journal/journal.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const path = '/v2/dir/document_types';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A deployment with the given listener, which records requests, and the proxy in front of it. */
async function startProxied(listener: RequestListener) {
  const arrived: { method: string | undefined; url: string | undefined; lines: string[]; body: string }[] = [];
  const deployment = createServer(async (request, response) => {
    const { method, url, rawHeaders: lines } = request;
    arrived.push({ method, url, lines, body: Buffer.concat(await request.toArray()).toString('latin1') });
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(deployment, 'listening');
  const host = `127.0.0.1:${(deployment.address() as AddressInfo).port}`;
  const { port, close } = await serve({ upstream: `http://${host}/v2` });
  closers.push(close, () => deployment.close());
  const journal = async () =>
    ((await exchange(port, { path: '/__admin/requests' })).body as { requests: JournalEntry[] }).requests;
  return { port, host, arrived, journal };
}

/** A deployment with one fixed answer, and the proxy in front of it. */
const answering = (status: number, body: string, headers: Record<string, string | string[]> = {}) =>
  startProxied((_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body),
  );

/** The bytes of a request with Connection: close. */
const bytesOf = (start: string, lines: string[] = [], body = '') =>
  [`${start} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', body].join('\r\n');

test('request and answer pass unchanged and are recorded', async () => {
  const text = '{"errors": [ {"code":"10001", "title":"Not found", "detail":"x"} ]}';
  const { port, arrived, journal } = await answering(404, text, { 'X-Request-Id': 'abc' });
  const headers = { Authorization: 'Bearer real-key', 'Content-Type': 'application/json' };
  const sent = { method: 'POST', path: '/v2/email_messages?x=%20', headers, body: '{ "from": "a@example.com" }' };
  expect(await exchange(port, sent)).toMatchObject({ status: 404, text, headers: { 'x-request-id': 'abc' } });
  expect(arrived).toMatchObject([{ method: 'POST', url: sent.path, body: sent.body }]);
  expect(arrived[0]?.lines).toContain('Bearer real-key');
  const recorded = { request: { url: sent.path, body: sent.body }, response: { status: 404, body: text } };
  expect(await journal()).toMatchObject([recorded]);
});

test('a page of another origin can read answers despite CORS headers of the deployment', async () => {
  const { port } = await answering(200, '{}', { 'Access-Control-Allow-Origin': 'https://own.example.com' });
  const { headers } = await exchange(port, { path, headers: { Origin: 'https://page.example.com' } });
  expect(headers['access-control-allow-origin']).toBe('https://page.example.com');
});

test('the journal lists the violations of request and answer', async () => {
  const { port, journal } = await answering(200, '{"data":[{"short_name":5,"description":"x"}],"meta":{}}');
  await exchange(port, { path: `${path}?page%5Bsize%5D=0` });
  await exchange(port, { path: '/v2/nothing' });
  const [unknown, list] = await journal();
  expect(list?.operation).toBe('listDirDocumentTypes');
  expect(list?.violations.slice(0, 3)).toMatchObject([
    { in: 'query', at: 'page[size]' },
    { in: 'answer', at: '/data/0/short_name' },
    { in: 'answer', at: '/meta' },
  ]);
  expect(unknown?.violations).toMatchObject([{ in: 'path' }]);
});

test('the journal shortens credentials, and client and deployment get them whole', async () => {
  const cookies = ['sid=first-sentinel; Path=/', 'token=second-sentinel'];
  const { port, arrived, journal } = await answering(200, '{}', { 'Set-Cookie': cookies });
  const sent = { Authorization: 'Bearer real-sentinel', 'X-Api-Key': 'key-sentinel', Cookie: 'sid=sent-sentinel' };
  expect((await exchange(port, { path, headers: sent })).headers['set-cookie']).toEqual(cookies);
  expect(arrived[0]?.lines).toEqual(expect.arrayContaining(Object.values(sent)));
  const { text } = await exchange(port, { path: '/__admin/requests.har' });
  expect(text).toContain('set-cookie');
  expect(text + JSON.stringify(await journal())).not.toContain('sentinel');
});

test('an unreachable deployment is a 502 in the standard body', async () => {
  const { port, close } = await serve({ upstream: 'http://127.0.0.1:1/v2' });
  closers.push(close);
  const detail = expect.stringContaining('ECONNREFUSED');
  expect(await exchange(port, { path })).toMatchObject({ status: 502, body: { errors: [{ code: '10007', detail }] } });
});

test('a malformed answer is a 502 in the standard body', async () => {
  const { port } = await startProxied(({ socket }) => void socket.end('hello\r\n\r\n'));
  expect(await exchange(port, { path })).toMatchObject({ status: 502, body: { errors: [{ code: '10007' }] } });
});

test('a path outside the base path is not passed on', async () => {
  const { port, arrived, journal } = await answering(200, '{}');
  const answer = await exchangeBytes(port, bytesOf('GET /v2/%2e%2e/admin'));
  expect(answer).toMatch(/^HTTP\/1.1 404 .*"code":"10005"/s);
  expect(arrived).toEqual([]);
  expect(await journal()).toMatchObject([{ response: { status: 404 }, violations: [{ in: 'path' }] }]);
});

test('header lines and bytes of a request pass unchanged, without hop-by-hop headers', async () => {
  const { port, host, arrived } = await answering(200, '{}');
  const lines = ['X-A: 1', 'x-a: 2', 'Content-Encoding: gzip', 'Connection: X-Hop, Content-Length', 'X-Hop: 1'];
  await exchangeBytes(port, bytesOf('POST /v2/x', [...lines, 'TE: trailers', 'Content-Length: 3'], '\x1f\x8b\xff'));
  const sent = ['X-A', '1', 'x-a', '2', 'Content-Encoding', 'gzip', 'Content-Length', '3'];
  expect(arrived).toMatchObject([{ lines: ['Host', host, ...sent, 'Connection', 'close'], body: '\x1f\x8b\xff' }]);
});

test('status, header lines and bytes of an answer pass unchanged, without hop-by-hop headers', async () => {
  const packed = gzipSync('{"data":5}');
  const sent = ['X-A', '1', 'x-a', '2', 'Content-Encoding', 'gzip', 'Content-Type', 'application/json'];
  const { port, journal } = await startProxied((_request, response) =>
    response.writeHead(600, 'Odd', [...sent, 'Connection', 'x-hop', 'X-Hop', '1']).end(packed),
  );
  const [answer] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage];
  expect(Buffer.concat(await answer.toArray())).toEqual(packed);
  expect([answer.statusCode, answer.statusMessage]).toEqual([600, 'Odd']);
  expect(answer.rawHeaders.slice(0, sent.length)).toEqual(sent);
  expect(answer.headers).not.toHaveProperty('x-hop');
  expect(await journal()).toMatchObject([{ response: { status: 600, body: '{"data":5}' } }]);
});

test('bodies of any length pass, and the journal stores their beginnings', async () => {
  const long = 'x'.repeat(20_000_000);
  const { port, arrived, journal } = await answering(200, long);
  const { text } = await exchange(port, { method: 'POST', path: '/v2/email_messages', body: long });
  expect([text.length, arrived[0]?.body.length]).toEqual([long.length, long.length]);
  const [entry] = await journal();
  for (const body of [entry?.request.body, entry?.response.body])
    expect(body).toMatch(/^x{1000,70000}… \(cut, 20000000 bytes in all\)$/);
});

test('an answer that breaks off is cut for the client too', async () => {
  const { port } = await startProxied((_request, response) => {
    response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy());
  });
  const [answer] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage];
  await expect(answer.toArray()).rejects.toThrow('aborted');
});

test('a scenario is refused in front of a deployment', async () => {
  const { port } = await answering(200, '{}');
  const headers = { 'Content-Type': 'application/json' };
  const scenario = { method: 'POST', path: '/__admin/scenarios', headers, body: '{"drop":true}' };
  expect((await exchange(port, scenario)).status).toBe(422);
});
