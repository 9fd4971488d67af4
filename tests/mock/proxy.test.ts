import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JournalEntry } from '../../mock/state/journal.ts';
import { exchange } from './support/http.ts';
import { runProxy } from './support/process.ts';
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

async function journal({ port }: RunningMock): Promise<JournalEntry[]> {
  const { body } = await exchange(port, { path: '/__admin/requests' });
  return (body as { requests: JournalEntry[] }).requests;
}

test('requests and answers pass through unchanged', async () => {
  const answered = '{"errors": [ {"code":"10001", "title":"Not found", "detail":"x"} ]}';
  const deployment = await startDeployment(404, answered, { 'X-Request-Id': 'abc' });
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
    'access-control-allow-origin': 'https://page.example.com',
  });
  expect(deployment.asked).toMatchObject([
    { method: 'POST', url: sent.path, body: sent.body, headers: { authorization: 'Bearer real-key' } },
  ]);
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
  const metaFindings = Array(4).fill({ in: 'answer', at: '/meta', message: expect.stringContaining('required') });
  expect(list).toMatchObject({
    operation: 'listDirDocumentTypes',
    response: { status: 200 },
    findings: [{ in: 'query', at: 'page[size]' }, { in: 'answer', at: '/data/0/short_name' }, ...metaFindings],
  });
  expect(JSON.stringify(list)).not.toContain('secret');
  expect(unknown?.findings).toEqual([{ in: 'path', message: 'the contract has no such operation' }]);
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
    request: { headers: { 'x-api-key': 'key-…', cookie: 'sid=…' } },
    response: { headers: { 'set-cookie': 'sid=…' } },
  });
  const { text } = await exchange(proxy.port, { path: '/__admin/requests.har' });
  expect(text).toContain('set-cookie');
  expect(text + JSON.stringify(kept)).not.toContain('sentinel');
  await proxy.close();
  deployment.close();
});

test('all findings of both bodies are told, one for each value', async () => {
  const deployment = await startDeployment(202, '{"data":{"id":5,"status":"lost"}}');
  const proxy = await serve({ upstream: deployment.upstream });
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"from":{"email":"nobody"},"to":["x@example.com",7],"subject":1}';
  await exchange(proxy.port, { method: 'POST', path: '/v2/email_messages', headers, body });
  const findings = (await journal(proxy))[0]?.findings ?? [];
  expect(findings.filter((finding) => finding.in === 'body').map(({ at }) => at)).toEqual([
    '/from/email',
    '/to/1',
    '/subject',
  ]);
  const answered = findings.filter((finding) => finding.in === 'answer').map(({ at }) => at);
  expect(answered).toEqual(expect.arrayContaining(['/data/id', '/data/status', '/data']));
  await proxy.close();
  deployment.close();
});

test('an answer without a body, or of another type, breaks the contract', async () => {
  const answers = [
    [200, '', {}, ['is empty']],
    [204, '', {}, ['is empty']],
    [304, '', {}, []],
    [200, '<p>Login</p>', { 'Content-Type': 'text/html' }, ['is text/html, not application/json', 'is no JSON']],
  ] as const;
  for (const [status, body, headers, messages] of answers) {
    const deployment = await startDeployment(status, body, headers);
    const proxy = await serve({ upstream: deployment.upstream });
    await exchange(proxy.port, { path: '/v2/dir/document_types' });
    const [{ findings } = { findings: [] }] = await journal(proxy);
    expect(findings, String(status)).toEqual(messages.map((message) => ({ in: 'answer', message })));
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
    body: { errors: [{ detail: expect.stringContaining('ECONNREFUSED') }] },
  });
  await proxy.close();
});

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

test('what is no address is refused in a line', async () => {
  const login = 'http://user:SECRET@127.0.0.1/v2';
  for (const argv of [[], ['staging.example.com'], ['ftp://staging.example.com'], [login]]) {
    const { code, stderr } = await runProxy(argv);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^.+\n$/)]);
    expect(stderr).not.toContain('SECRET');
  }
});
