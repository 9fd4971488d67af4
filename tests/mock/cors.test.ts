import { refusal } from './support/api.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

const origin = 'http://shop.example';
const exposed = 'X-Request-Id, Allow, WWW-Authenticate, Retry-After, Content-Length, Date';

test('a browser of another origin may send all headers and methods of the operations', async ({ api }) => {
  const { status, headers } = await exchange(api.port, {
    method: 'OPTIONS',
    path: '/v2/email_messages',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  });
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = headers;
  expect([status, sent]).toEqual([
    204,
    {
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-expose-headers': exposed,
      'access-control-max-age': '600',
      'content-length': '0',
    },
  ]);
});

for (const [label, path, options, status] of [
  ['a success', '/dir/document_types', {}, 200],
  ['a validation failure', '/ai/missions/runs?page[size]=0', {}, 422],
  ['missing credentials', '/dir/document_types', { Authorization: 'x' }, 401],
  ['a wrong method', '/email_messages', {}, 405],
  ['an unknown path', '/nowhere', {}, 404],
] as const) {
  test(`a page of another origin can read ${label} and its headers`, async ({ api }) => {
    const received = await api.get(path, { headers: { Origin: origin, ...options } });
    expect(received.status).toBe(status);
    expect(received.headers['access-control-allow-origin']).toBe(origin);
    expect(received.headers['access-control-allow-credentials']).toBe('true');
    expect(received.headers.vary).toContain('Origin');
    expect(received.headers['access-control-expose-headers']).toBe(exposed);
  });
}

for (const headers of [
  { Origin: origin },
  { 'Access-Control-Request-Method': 'POST' },
  { Origin: origin, 'Access-Control-Request-Method': '' },
  { Origin: '', 'Access-Control-Request-Method': 'POST' },
]) {
  test(`OPTIONS without a preflight is an unsupported method: ${JSON.stringify(headers)}`, async ({ api }) => {
    const received = await api.call('OPTIONS', '/email_messages', { headers });
    expect(received).toMatchObject(refusal(405, '10007'));
    expect(received.headers.allow).toBe('POST');
  });
}
