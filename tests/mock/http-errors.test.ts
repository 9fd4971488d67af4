import { email, refusal } from './support/api.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const withBody = [
  ['PATCH', notification, '10015'],
  ['POST', '/number_reservations', '10007'],
  ['POST', '/email_messages', '10015'],
  ['POST', '/emails', '10015'],
] as const;

for (const path of [
  '',
  '/',
  '/email_message',
  '/dir/document_types/',
  '/EMAILS',
  '//dir/document_types',
  '/%',
  '/%2e%2e',
]) {
  test(`an unknown path is not found: /v2${path}`, async ({ api }) => {
    expect(await api.get(path)).toMatchObject(refusal(404, '10005'));
  });
}

for (const [method, path, allow] of [
  ['GET', '/email_messages', 'POST'],
  ['PUT', '/emails', 'POST'],
  ['DELETE', '/email_messages/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', 'GET'],
  ['GET', notification, 'PATCH'],
  ['POST', '/dir/document_types', 'GET'],
  ['HEAD', '/ai/missions/runs', 'GET'],
  ['OPTIONS', '/ai/missions/runs', 'GET'],
  ['GET', `/sim_card_data_usage_notifications/${'x'.repeat(8_000)}`, 'PATCH'],
  ['PROPFIND', '/number_reservations', 'POST'],
  ['M-SEARCH', '/number_reservations', 'POST'],
] as const) {
  test(`another method is not allowed: ${method} ${path.slice(0, 100)}`, async ({ api }) => {
    const received = await api.call(method, path);
    expect(received.status).toBe(405);
    expect(received.headers.allow).toBe(allow);
    if (method === 'HEAD') expect(received.text).toBe('');
    else expect(received).toMatchObject(refusal(405, '10007'));
  });
}

for (const [method, path, code] of withBody) {
  test(`a body that is no JSON is refused: ${method} ${path}`, async ({ api }) => {
    expect(await api.call(method, path, { body: '{"a":' })).toMatchObject(refusal(400, code));
  });

  test(`a body of another type is refused: ${method} ${path}`, async ({ api }) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await api.call(method, path, { body: 'a=1', headers })).toMatchObject(refusal(415, code));
  });

  test(`a body of 8,000,001 bytes is too large: ${method} ${path}`, async ({ api }) => {
    const body = `"${'x'.repeat(7_999_999)}"`;
    expect(await api.call(method, path, { body })).toMatchObject(refusal(413, code));
  });
}

test('a body of 8,000,000 bytes is taken', async ({ api }) => {
  const start = '{"customer_reference":"x"';
  const body = `${start}${' '.repeat(8_000_000 - start.length - 1)}}`;
  expect((await api.call('POST', '/number_reservations', { body })).status).toBe(200);
});

for (const id of ['%E0%A4%A', '%', '..%2f', 'x'.repeat(8_000), '%00']) {
  test(`a malformed id is a validation failure without a place: ${id.slice(0, 20)}`, async ({ api }) => {
    const received = await api.call('PATCH', `/sim_card_data_usage_notifications/${id}`, { body: {} });
    expect(received).toMatchObject(refusal(422, '10015'));
    expect(received.text).not.toContain('source');
  });
}

for (const [name, bytes, status] of [
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a broken chunk', 'POST /v2/emails HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 400],
  ['two lengths', 'POST /v2/emails HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400],
] as const) {
  test(`what is no request gets the standard body: ${name}`, async ({ api }) => {
    const answer = await exchangeBytes(api.port, bytes);
    // The server may have begun to answer the head of the request when its body turns out to be broken.
    const [head = '', body = ''] = answer.slice(answer.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code: expect.any(String), title: expect.any(String) }] });
    if (name !== 'a broken chunk') expect(head).toContain(`HTTP/1.1 ${status} `);
  });
}

for (const [lines, status] of [
  [2_000, 200],
  [2_001, 431],
  [3_000, 431],
] as const) {
  test(`of a head of ${lines} lines ${status === 200 ? 'the last one counts' : 'none does'}`, async ({ api }) => {
    const others = 'A:\r\n'.repeat(lines - 3);
    const head = `Host: x\r\n${others}Connection: close\r\nAuthorization: Bearer key_primary\r\n`;
    const answer = await exchangeBytes(api.port, `GET /v2/dir/document_types HTTP/1.1\r\n${head}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 431) expect(answer).toContain('"detail":"The head of the request has more than 2000 lines."');
  });
}

for (const [method, path, status] of [
  ['POST', '/email_messages/', 404],
  ['GET', '/emails/', 404],
  ['PATCH', '/sim_card_data_usage_notifications/', 404],
  ['GET', '/dir/document_types/', 404],
] as const) {
  test(`a slash at the end makes another path: ${method} ${path}`, async ({ api }) => {
    expect(await api.call(method, path, { body: {} })).toMatchObject(refusal(status, '10005'));
  });
}

for (const key of ['nobody', 'key_primary']) {
  test(`a client that sends first and closes then reads its refusal: ${key}`, async ({ api }) => {
    const body = 'x'.repeat(9_000_000);
    const head = `POST /v2/email_messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n`;
    const answer = await exchangeBytes(api.port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer).toMatch(key === 'nobody' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 413 /);
  });
}

test('a client that sends too much under a method that is none reads its refusal', async ({ api }) => {
  const head = 'OPTIONS /v2/emails HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const answer = await exchangeBytes(api.port, `${head}Content-Length: 12000000\r\n\r\n${'x'.repeat(12_000_000)}`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a client with too large headers before a large body reads its refusal', async ({ api }) => {
  const head = `POST /v2/emails?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nContent-Length: 12000000\r\n\r\n`;
  const answer = await exchangeBytes(api.port, head + 'x'.repeat(12_000_000));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test('bytes that are no UTF-8 are no JSON', async ({ api }) => {
  const body = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(await api.call('POST', '/email_messages', { body })).toMatchObject(refusal(400, '10015'));
});

test('what is refused before it is read has no body under HEAD', async ({ api }) => {
  const answer = await exchangeBytes(api.port, `HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 .*\r\n\r\n$/s);
});

test('an expectation that nobody knows is ignored', async ({ api }) => {
  expect((await api.get('/dir/document_types', { headers: { Expect: 'nothing' } })).status).toBe(200);
});

test('a request without a Host header is served', async ({ api }) => {
  const head = `GET /v2/dir/document_types HTTP/1.1\r\nAuthorization: Bearer key_primary.${api.partition}\r\n`;
  expect(await exchangeBytes(api.port, `${head}Connection: close\r\n\r\n`)).toContain('HTTP/1.1 200 OK');
});

test('requests that come in one go are answered in their order', async ({ api }) => {
  const request = (path: string, connection: string) =>
    `GET /v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key_primary.${api.partition}\r\nConnection: ${connection}\r\n\r\n`;
  const bytes = request('/dir/document_types', 'keep-alive') + request('/nowhere', 'close');
  const answer = await exchangeBytes(api.port, bytes);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('every answer has an id of its own', async ({ api }) => {
  const ids = await Promise.all(
    ['/dir/document_types', '/dir/document_types', '/nowhere'].map((path) => api.get(path)),
  );
  expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
});

test('a target that is a whole address is read as its path: one key is one, and what was meant is named', async ({
  api,
}) => {
  const headers = { Authorization: `Bearer key_primary.${api.partition}`, 'Content-Type': 'application/json' };
  const send = (path: string, subject: string) => {
    const body = JSON.stringify(email({ subject }));
    return exchange(api.port, { method: 'POST', path, headers: { ...headers, 'Idempotency-Key': 'k' }, body });
  };
  expect((await send('http://a.example/v2/email_messages', 'One')).status).toBe(202);
  expect((await send('/v2/email_messages', 'Another')).status).toBe(422);
  const { text } = await exchange(api.port, { path: 'http://a.example/v2/email_message', headers });
  expect(text).toContain('did you mean /v2/email_messages?');
  await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'now', choices: { trailingSlash: 'same' } });
  expect((await exchange(api.port, { path: 'http://a.example/v2/dir/document_types/', headers })).status).toBe(200);
});
