import { once } from 'node:events';
import {
  ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { vi } from 'vitest';
import { Budget } from '../../mock/collections/memory.ts';
import type { JournalEntry } from '../../mock/state/journal.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { type RunningMock, serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

/** A deployment that answers what it is told to, and keeps what it was asked. */
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

/** A deployment that does with a request what the test says. */
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

/** The bytes of a request on a connection that the answer ends. */
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

test('the journal says how a request and its answer break the contract, and shortens the key', async () => {
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

test('a target that is a whole address is checked as its path, and kept as it came', async () => {
  const deployment = await startDeployment(304, '');
  const proxy = await serve({ upstream: deployment.upstream });
  const path = 'http://other.example.com/v2/dir/document_types?page%5Bsize%5D=0';
  await exchange(proxy.port, { path });
  expect(await journal(proxy)).toMatchObject([
    { operation: 'listDirDocumentTypes', request: { url: path }, violations: [{ in: 'query', at: 'page[size]' }] },
  ]);
  await proxy.close();
  deployment.close();
});

test('the journal shortens what a deployment sets as a cookie, and the client still gets it', async () => {
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

test('all violations of both bodies are told, one for each value', async () => {
  const deployment = await startDeployment(202, '{"data":{"id":5,"status":"lost"}}');
  const proxy = await serve({ upstream: deployment.upstream });
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"from":{"email":"nobody"},"to":["x@example.com",7],"subject":1}';
  await exchange(proxy.port, { method: 'POST', path: '/v2/email_messages', headers, body });
  const violations = (await journal(proxy))[0]?.violations ?? [];
  expect(violations.filter((violation) => violation.in === 'body').map(({ at }) => at)).toEqual([
    '/from/email',
    '/to/1',
    '/subject',
  ]);
  const answered = violations.filter((violation) => violation.in === 'answer').map(({ at }) => at);
  expect(answered).toEqual(expect.arrayContaining(['/data/id', '/data/status', '/data']));
  await proxy.close();
  deployment.close();
});

test('an answer without a body, of another type, or of too many values breaks the contract or is not checked', async () => {
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

test('a deployment that is not there is a 502 in the standard body', async () => {
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

test('a deployment that says nothing for a minute is a 504 in the standard body', async () => {
  const deployment = await startServer(() => {});
  const proxy = await serve({ upstream: deployment.upstream });
  const { setTimeout } = ClientRequest.prototype;
  const limits: number[] = [];
  const atOnce = vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
    this: ClientRequest,
    limit,
    over,
  ) {
    limits.push(limit);
    return setTimeout.call(this, 1, over);
  });
  const received = await exchange(proxy.port, { path: '/v2/dir/document_types' });
  atOnce.mockRestore();
  expect(limits).toEqual([60_000]);
  expect(received).toMatchObject({
    status: 504,
    body: { errors: [{ code: '10007', detail: `${hostOf(deployment)} did not answer in time` }] },
  });
  await proxy.close();
  deployment.close();
});

test('what leads out of the base path is not passed on', async () => {
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

for (const [target, path] of [
  ["/v2/a?q=it's|", "/v2/a?q=it's|"],
  ['/v2/x%zz/%41', '/v2/x%zz/%41'],
  ['http://other.example.com/v2/x', '/v2/x'],
]) {
  test(`the path reaches the deployment as it came: ${target}`, async () => {
    const deployment = await startDeployment(200, '{}');
    const proxy = await serve({ upstream: deployment.upstream });
    await exchangeBytes(proxy.port, bytesOf(`GET ${target}`));
    expect(deployment.asked).toMatchObject([{ url: path }]);
    await proxy.close();
    deployment.close();
  });
}

test('a request arrives with its own headers and bytes, those of the connection excepted', async () => {
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

test('an answer arrives with its own status, headers and bytes, those of the connection excepted', async () => {
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

test('answers without a body, and those before the answer, pass', async () => {
  const deployment = await startServer(({ method }, response) => {
    if (method === 'HEAD') return void response.writeHead(200, { 'Content-Length': '5' }).end();
    response.writeProcessing();
    response.writeEarlyHints({ link: ['</a.css?x=1,2>; rel=preload', '</b.css>; rel=preload'] });
    response.writeHead(204).end();
  });
  const proxy = await serve({ upstream: deployment.upstream });
  const head = await exchangeBytes(proxy.port, bytesOf('HEAD /v2/x'));
  expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n.*Content-Length: 5\r\n.*\r\n\r\n$/s);
  const none = await exchangeBytes(proxy.port, bytesOf('GET /v2/x'));
  expect(none).toMatch(
    /^HTTP\/1.1 102 Processing\r\n\r\nHTTP\/1.1 103 Early Hints\r\nLink: <\/a.css\?x=1,2>; rel=preload, <\/b.css>; rel=preload\r\n\r\nHTTP\/1.1 204 No Content\r\n/,
  );
  const old = await exchangeBytes(proxy.port, 'GET /v2/x HTTP/1.0\r\n\r\n');
  expect(old).toMatch(/^HTTP\/1.1 204 No Content\r\n/);
  await proxy.close();
  deployment.close();
});

test('what comes before the answer and is of no use to a client does not pass', async () => {
  const heads = [
    '199 Odd\r\nLink: </a.css>; rel=preload',
    '103 Early Hints',
    '103 Early Hints\r\nLink: nonsense',
    '204 No Content',
  ];
  const deployment = await startServer(({ socket }, response) => {
    socket.write(heads.map((head) => `HTTP/1.1 ${head}\r\n\r\n`).join(''));
    response.destroy();
  });
  const proxy = await serve({ upstream: deployment.upstream });
  expect(await exchangeBytes(proxy.port, bytesOf('GET /v2/x'))).toMatch(/^HTTP\/1.1 204 No Content\r\n/);
  await proxy.close();
  deployment.close();
});

test('a small body that becomes a large one is not checked when memory has no room for it', async () => {
  const deployment = await startDeployment(200, '{}');
  const proxy = await serve({ upstream: deployment.upstream, budget: new Budget(2_000_000) });
  const body = gzipSync(`{"subject":"${'x'.repeat(4_000_000)}"}`);
  const lines = ['Content-Type: application/json', 'Content-Encoding: gzip', `Content-Length: ${body.length}`];
  await exchangeBytes(proxy.port, bytesOf('POST /v2/email_messages', lines, body.toString('latin1')));
  const [kept] = await journal(proxy);
  expect(kept?.violations.filter((one) => one.in === 'body')).toEqual([notChecked('body')]);
  expect(kept?.request.body).toBe(`… (cut, ${body.length} bytes in all)`);
  await proxy.close();
  deployment.close();
});

test('small bodies that become large ones are decoded one after the other, so that all of a crowd are checked', async () => {
  const waiting: ServerResponse[] = [];
  const deployment = await startServer((request, response) => {
    request.resume();
    waiting.push(response);
    // All leave at once.
    if (waiting.length === 10) for (const one of waiting) one.end();
  });
  const proxy = await serve({ upstream: deployment.upstream, budget: new Budget(40_000_000) });
  const body = gzipSync(`{"subject":"${'x'.repeat(7_900_000)}"}`);
  const lines = ['Content-Type: application/json', 'Content-Encoding: gzip', `Content-Length: ${body.length}`];
  const request = bytesOf('POST /v2/email_messages', lines, body.toString('latin1'));
  await Promise.all(Array.from({ length: 10 }, () => exchangeBytes(proxy.port, request)));
  const kept = await journal(proxy);
  expect(kept).toHaveLength(10);
  for (const { violations } of kept) {
    expect(violations).toContainEqual({ in: 'body', at: '', message: "must have required property 'from'" });
  }
  await proxy.close();
  deployment.close();
});

test('bodies pass whatever their length, and the journal keeps their beginnings', async () => {
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

const ofPath = { in: 'path', at: 'id', message: 'must be a UUID' };
for (const [when, answer, read, status, body, violations] of [
  ['before the answer', () => {}, '', 502, 'the client left before', [ofPath, notChecked('body')]],
  [
    'within the answer',
    (response: ServerResponse) => void response.write('{'),
    '\r\n{',
    200,
    '{',
    [ofPath, notChecked('body'), notChecked('answer')],
  ],
] as const) {
  test(`a call whose client leaves ${when} ends at the deployment too, and what came of it is told`, async () => {
    let asked = () => {};
    let ended = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const hasEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const deployment = await startServer((request, response) => {
      request.socket.on('close', ended);
      answer(response);
      asked();
    });
    const proxy = await serve({ upstream: deployment.upstream });
    const client = connect(proxy.port, '127.0.0.1').on('error', () => {});
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
    });
    const lines = ['Content-Type: application/json', 'Content-Length: 9'];
    client.write(bytesOf('PATCH /v2/sim_card_data_usage_notifications/none', lines, '{}'));
    await isAsked;
    await expect.poll(() => received).toContain(read);
    client.destroy();
    await hasEnded;
    await expect.poll(async () => (await journal(proxy))[0]?.cut).toBe(true);
    expect((await journal(proxy))[0]).toMatchObject({
      request: { body: '{}' },
      response: { status, body: expect.stringContaining(body) },
      violations,
    });
    await proxy.close();
    deployment.close();
  });
}

for (const [what, words, passed] of [
  ['with its words', 'all ~ gr\xfcn\ttoo', 'all ~ gr\xfcn\ttoo'],
  ['without its words, which have control characters', 'a \x1b[31mred', ''],
  ['without its words, which have the last of these', 'a\x7f', ''],
] as const) {
  test(`the status line of an answer passes ${what}`, async () => {
    const answer = `HTTP/1.1 299 ${words}\r\nContent-Length: 2\r\n\r\n{}`;
    const deployment = await startServer(({ socket }) => void socket.end(answer, 'latin1'));
    const proxy = await serve({ upstream: deployment.upstream });
    const asked = get({ port: proxy.port, path: '/v2/dir/document_types', agent: false });
    const [{ statusCode, statusMessage }] = (await once(asked, 'response')) as [IncomingMessage];
    expect([statusCode, statusMessage]).toEqual([299, passed]);
    await proxy.close();
    deployment.close();
  });
}

test('an answer that breaks off, breaks off for the client', async () => {
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

for (const [what, bytes, reason] of [
  ['no HTTP', 'hello\r\n\r\n', 'HPE_INVALID_CONSTANT'],
  ['a body in broken pieces', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'HPE_INVALID_CHUNK_SIZE'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    'it goes on in another protocol',
  ],
] as const) {
  test(`what is ${what} is a 502 in the standard body`, async () => {
    const deployment = await startServer(({ socket }) => void socket.end(bytes));
    const proxy = await serve({ upstream: deployment.upstream });
    const received = await exchange(proxy.port, { path: '/v2/dir/document_types' });
    const detail = `${hostOf(deployment)} can't be reached: ${reason}`;
    expect(received).toMatchObject({ status: 502, body: { errors: [{ code: '10007', detail }] } });
    await proxy.close();
    deployment.close();
  });
}

test('a scenario, which could do nothing here, is refused', async () => {
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
