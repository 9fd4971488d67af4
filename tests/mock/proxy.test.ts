import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { JournalEntry } from '../../mock/state/journal.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { type RunningMock, serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

/** A deployment with a fixed answer that records its requests. */
async function startDeployment(status: number, body: string, headers: OutgoingHttpHeaders = {}) {
  const asked: {
    method: string | undefined;
    url: string | undefined;
    headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url } = request;
    asked.push({ method, url, headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  return { upstream, asked, close: () => server.close() };
}

/** A deployment with the given listener. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { upstream, close };
}

const notChecked = (where: string) => ({
  in: where,
  message: 'is too long, or did not come whole, so it was not checked',
});
const hostOf = ({ upstream }: { upstream: string }) => new URL(upstream).host;

/** The bytes of a request with Connection: close. */
const bytesOf = (start: string, lines: string[] = [], body = '') =>
  [`${start} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', body].join('\r\n');

async function journal({ port }: RunningMock): Promise<JournalEntry[]> {
  const { body } = await exchange(port, { path: '/__admin/requests' });
  return (body as { requests: JournalEntry[] }).requests;
}

test('requests and answers pass through unchanged', async () => {
  const answered = '{"errors": [ {"code":"10001", "title":"Not found", "detail":"x"} ]}';
  const ofItsOwn = { 'Access-Control-Allow-Origin': 'https://own.example.com', 'Access-Control-Max-Age': '5' };
  const length = String(answered.length);
  const answeredHeaders = { 'X-Request-Id': 'abc', 'Content-Length': length, ...ofItsOwn };
  const deployment = await startDeployment(404, answered, answeredHeaders);
  const proxy = await serve({ upstream: deployment.upstream });
  const headers = {
    Authorization: 'Bearer real-key',
    'Content-Type': 'application/json',
    Origin: 'https://page.example.com',
  };
  const sent = { method: 'POST', path: '/v2/email_messages?x=%20', headers, body: '{ "from": "a@example.com" }' };
  const received = await exchange(proxy.port, sent);
  expect(received).toMatchObject({ status: 404, text: answered });
  expect(received.headers).toMatchObject({
    'x-request-id': 'abc',
    'content-length': length,
    'access-control-allow-origin': 'https://page.example.com',
  });
  expect(received.headers).not.toHaveProperty('access-control-max-age');
  expect(deployment.asked).toMatchObject([
    { method: 'POST', url: sent.path, body: sent.body, headers: { authorization: 'Bearer real-key' } },
  ]);
  const kept = await journal(proxy);
  expect(kept).toMatchObject([
    {
      request: { url: sent.path, body: sent.body },
      response: { status: 404, body: answered, headers: { 'access-control-allow-origin': 'https://page.example.com' } },
    },
  ]);
  expect(kept[0]?.response.headers).not.toHaveProperty('access-control-max-age');
  await proxy.close();
  deployment.close();
});

test('the journal lists the violations of request and answer and shortens the key', async () => {
  const deployment = await startDeployment(200, '{"data":[{"short_name":5,"description":"x"}],"meta":{}}');
  const proxy = await serve({ upstream: deployment.upstream });
  const path = '/v2/dir/document_types?page%5Bsize%5D=0';
  await exchange(proxy.port, { path, headers: { Authorization: 'Bearer real-secret-key' } });
  await exchange(proxy.port, { path: '/v2/nothing' });
  const [unknown, list] = await journal(proxy);
  const metaViolations = Array(4).fill({ in: 'answer', at: '/meta', message: expect.stringContaining('required') });
  expect(list).toMatchObject({
    operation: 'listDirDocumentTypes',
    response: { status: 200 },
    violations: [{ in: 'query', at: 'page[size]' }, { in: 'answer', at: '/data/0/short_name' }, ...metaViolations],
  });
  expect(JSON.stringify(list)).not.toContain('secret');
  expect(unknown?.violations).toEqual([{ in: 'path', message: 'the contract has no such operation' }]);
  await proxy.close();
  deployment.close();
});

test('the journal shortens cookies, and the client still gets them whole', async () => {
  const cookies = ['sid=first-sentinel; Path=/', 'token=second-sentinel'];
  const deployment = await startDeployment(200, '{}', { 'Set-Cookie': cookies });
  const proxy = await serve({ upstream: deployment.upstream });
  const sent = { 'X-Api-Key': 'key-sentinel', Cookie: 'sid=sent-sentinel' };
  const received = await exchange(proxy.port, { path: '/v2/dir/document_types', headers: sent });
  expect(received.headers['set-cookie']).toEqual(cookies);
  expect(deployment.asked).toMatchObject([{ headers: { 'x-api-key': 'key-sentinel', cookie: 'sid=sent-sentinel' } }]);
  const [kept] = await journal(proxy);
  expect(kept).toMatchObject({
    request: { headers: { 'x-api-key': 'key-...', cookie: 'sid=...' } },
    response: { headers: { 'set-cookie': 'sid=...' } },
  });
  const { text } = await exchange(proxy.port, { path: '/__admin/requests.har' });
  expect(text).toContain('set-cookie');
  expect(text + JSON.stringify(kept)).not.toContain('sentinel');
  await proxy.close();
  deployment.close();
});

test('an answer without a body or of another type violates the contract', async () => {
  const answers = [
    [200, '', {}, ['is empty']],
    [204, '', {}, ['is empty']],
    [304, '', {}, []],
    [200, `[${'0,'.repeat(50_000)}0]`, {}, ['has more than 50000 values, so it was not checked']],
    [200, '<p>Login</p>', { 'Content-Type': 'text/html' }, ['is text/html, not application/json', 'is no JSON']],
  ] as const;
  for (const [status, body, headers, messages] of answers) {
    const deployment = await startDeployment(status, body, headers);
    const proxy = await serve({ upstream: deployment.upstream });
    await exchange(proxy.port, { path: '/v2/dir/document_types' });
    const [{ violations } = { violations: [] }] = await journal(proxy);
    expect(violations, String(status)).toEqual(messages.map((message) => ({ in: 'answer', message })));
    await proxy.close();
    deployment.close();
  }
});

test('an unreachable deployment is a 502 in the standard body', async () => {
  const deployment = await startDeployment(200, '{}');
  deployment.close();
  const proxy = await serve({ upstream: deployment.upstream });
  const received = await exchange(proxy.port, { path: '/v2/dir/document_types' });
  expect(received).toMatchObject({
    status: 502,
    body: { errors: [{ code: '10007', detail: `${hostOf(deployment)} can't be reached: ECONNREFUSED` }] },
  });
  expect(await journal(proxy)).toMatchObject([
    { operation: 'listDirDocumentTypes', response: { status: 502, body: received.text }, violations: [] },
  ]);
  await proxy.close();
});

test('a path outside the base path is not passed on', async () => {
  const deployment = await startDeployment(200, '{}');
  const proxy = await serve({ upstream: deployment.upstream });
  const bytes = bytesOf('GET /v2/%2e%2e/admin', ['Authorization: Bearer real-key']);
  expect(await exchangeBytes(proxy.port, bytes)).toMatch(/^HTTP\/1.1 404 .*"errors":\[\{"code":"10005"/s);
  expect(deployment.asked).toEqual([]);
  const violations = [{ in: 'path', message: 'leads out of the base path, so it was not passed on' }];
  expect(await journal(proxy)).toMatchObject([{ response: { status: 404 }, violations }]);
  await proxy.close();
  deployment.close();
});

test('request headers and bytes pass unchanged, without hop-by-hop headers', async () => {
  const arrived: { lines: string[]; body: string }[] = [];
  const deployment = await startServer(async (request, response) => {
    arrived.push({ lines: request.rawHeaders, body: Buffer.concat(await request.toArray()).toString('latin1') });
    response.end('{}');
  });
  const proxy = await serve({ upstream: deployment.upstream });
  const lines = ['X-A: 1', 'x-a: 2', 'Content-Encoding: gzip', 'Connection: X-Hop, Content-Length', 'X-Hop: 1'];
  const bytes = bytesOf('POST /v2/x', [...lines, 'TE: trailers', 'Content-Length: 3'], '\x1f\x8b\xff');
  await exchangeBytes(proxy.port, bytes);
  await exchangeBytes(proxy.port, bytesOf('PUT /v2/x', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'));
  await exchangeBytes(proxy.port, bytesOf('POST /v2/x'));
  const host = new URL(deployment.upstream).host;
  const sent = ['X-A', '1', 'x-a', '2', 'Content-Encoding', 'gzip', 'Content-Length', '3'];
  expect(arrived).toEqual([
    { lines: ['Host', host, ...sent, 'Connection', 'close'], body: '\x1f\x8b\xff' },
    { lines: ['Host', host, 'Transfer-Encoding', 'chunked', 'Connection', 'close'], body: '{}' },
    { lines: ['Host', host, 'Content-Length', '0', 'Connection', 'close'], body: '' },
  ]);
  await proxy.close();
  deployment.close();
});

test('status, headers and bytes of an answer pass unchanged, without hop-by-hop headers', async () => {
  const packed = gzipSync('{"data":5}');
  const deployment = await startServer((_request, response) => {
    response.sendDate = false;
    const lines = ['X-A', '1', 'x-a', '2', 'Content-Encoding', 'gzip', 'Connection', 'x-hop', 'X-Hop', '1'];
    response.writeHead(600, 'Odd', [...lines, 'Content-Type', 'application/json']).end(packed);
  });
  const proxy = await serve({ upstream: deployment.upstream });
  const asked = get({ port: proxy.port, path: '/v2/dir/document_types', agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(Buffer.concat(await answer.toArray())).toEqual(packed);
  expect([answer.statusCode, answer.statusMessage]).toEqual([600, 'Odd']);
  expect(answer.rawHeaders.slice(0, 8)).toEqual([
    ...['X-A', '1', 'x-a', '2', 'Content-Encoding', 'gzip', 'Content-Type', 'application/json'],
  ]);
  expect(answer.headers).not.toHaveProperty('x-hop');
  expect(answer.headers).not.toHaveProperty('date');
  expect(await journal(proxy)).toMatchObject([{ response: { status: 600, body: '{"data":5}' } }]);
  await proxy.close();
  deployment.close();
});

test('bodies of any length pass, and the journal stores their beginnings', async () => {
  const long = Buffer.alloc(20_000_000, 'x');
  const deployment = await startServer((request, response) => void request.pipe(response));
  const proxy = await serve({ upstream: deployment.upstream });
  const path = '/v2/email_messages';
  const { text } = await exchange(proxy.port, { method: 'POST', path, body: long });
  expect(text.length).toBe(long.length);
  const [kept] = await journal(proxy);
  expect(kept?.request.body).toMatch(/^x{1000,70000}… \(cut, 20000000 bytes in all\)$/);
  expect(kept?.response.body).toBe(kept?.request.body);
  expect(kept?.violations).toEqual([notChecked('body'), notChecked('answer')]);
  await proxy.close();
  deployment.close();
});

test('an answer that breaks off is cut for the client too', async () => {
  const deployment = await startServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy());
  });
  const proxy = await serve({ upstream: deployment.upstream });
  for (const path of ['/v2/dir/document_types', '/v2/nothing']) {
    const asked = get({ port: proxy.port, path, agent: false });
    const [answer] = await once(asked, 'response');
    await expect((answer as IncomingMessage).toArray()).rejects.toThrow('aborted');
  }
  const response = { status: 200, body: '{' };
  expect(await journal(proxy)).toMatchObject([
    { response, violations: [{ in: 'path', message: 'the contract has no such operation' }] },
    { response, violations: [notChecked('answer')] },
  ]);
  await proxy.close();
  deployment.close();
});

test('a scenario is refused in front of a deployment', async () => {
  const deployment = await startDeployment(200, '{}');
  const proxy = await serve({ upstream: deployment.upstream });
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"drop":true}' };
  const received = await exchange(proxy.port, { ...asked, path: '/__admin/scenarios' });
  expect(received).toMatchObject({
    status: 422,
    body: { errors: [{ detail: expect.stringContaining(deployment.upstream) }] },
  });
  await proxy.close();
  deployment.close();
});
