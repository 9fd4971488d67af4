import { refusal } from './support/api.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { expect, test } from './support/test.ts';

const origin = 'http://shop.example';

test('a browser of another origin may send what the operations need', async ({ api }) => {
  const { status, headers } = await exchange(api.port, {
    method: 'OPTIONS',
    path: '/v2/email_messages',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  });
  expect(status).toBe(204);
  expect(headers['access-control-allow-origin']).toBe(origin);
  expect(headers['access-control-allow-credentials']).toBe('true');
  expect(headers['access-control-allow-headers']).toBe('authorization,content-type,idempotency-key');
  expect(headers['access-control-allow-methods']?.split(', ').sort()).toEqual([
    'DELETE',
    'GET',
    'HEAD',
    'PATCH',
    'POST',
    'PUT',
  ]);
});

for (const [what, path, options, status] of [
  ['a success', '/dir/document_types', {}, 200],
  ['a validation failure', '/ai/missions/runs?page[size]=0', {}, 422],
  ['missing credentials', '/dir/document_types', { Authorization: 'x' }, 401],
  ['a wrong method', '/email_messages', {}, 405],
  ['an unknown path', '/nowhere', {}, 404],
] as const) {
  test(`a page of another origin can read ${what} and its headers`, async ({ api }) => {
    const received = await api.get(path, { headers: { Origin: origin, ...options } });
    expect(received.status).toBe(status);
    expect(received.headers['access-control-allow-origin']).toBe(origin);
    expect(received.headers['access-control-allow-credentials']).toBe('true');
    expect(received.headers.vary).toContain('Origin');
    const exposed = received.headers['access-control-expose-headers']?.toLowerCase().split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['x-request-id', 'www-authenticate', 'allow', 'retry-after']));
    expect(exposed).not.toContain('*');
  });
}

test('a page of another origin can read that its body is too large', async ({ api }) => {
  const body = 'x'.repeat(8_000_001);
  const { status, headers } = await api.call('POST', '/email_messages', { body, headers: { Origin: origin } });
  expect([status, headers['access-control-allow-origin']]).toEqual([413, origin]);
});

for (const headers of [
  { Origin: origin },
  { 'Access-Control-Request-Method': 'POST' },
  { Origin: origin, 'Access-Control-Request-Method': '' },
  { Origin: '', 'Access-Control-Request-Method': 'POST' },
]) {
  test(`OPTIONS that is no preflight is a method like any other: ${JSON.stringify(headers)}`, async ({ api }) => {
    const received = await api.call('OPTIONS', '/email_messages', { headers });
    expect(received).toMatchObject(refusal(405, '10007'));
    expect(received.headers.allow).toBe('POST');
  });
}

for (const path of ['/', '/email_messages', '/livez', '/openapi.json', '/favicon.ico']) {
  test(`a page of another origin can read what stands outside the operations: ${path}`, async ({ api }) => {
    const { headers } = await exchange(api.port, { path, headers: { Origin: origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
  });
}

test('a page of another origin can read that its request was no HTTP', async ({ api }) => {
  const answer = await exchangeBytes(
    api.port,
    `GET /x HTTP/1.1\r\nOrigin: ${origin}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain(`access-control-allow-origin: ${origin}\r\n`);
});
