import { describe } from 'vitest';
import { Api, refusal } from './support/api.ts';
import { exchange, exchangeBytes, type Outgoing } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const paths = ['/__admin/health', '/__admin/requests', '/api/v1/messages'];

/** Headers that prevent embedding in another site. */
const closed = { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' };

for (const path of paths) {
  for (const headers of [
    { Origin: 'http://shop.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Host: 'rebound.example' },
    { Host: '127.0.0.1.rebound.example' },
  ]) {
    test(`${path} refuses a request with ${JSON.stringify(headers)}`, async ({ api }) => {
      const received = await exchange(api.port, { path, headers: { ...headers } });
      expect(received).toMatchObject({ ...refusal(403, '10015'), headers: closed });
      expect(received.headers).not.toHaveProperty('access-control-allow-origin');
    });
  }

  test(`${path} refuses a request without a Host`, async ({ api }) => {
    for (const header of ['', 'Host:\r\n']) {
      const answer = await exchangeBytes(api.port, `GET ${path} HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
      expect(answer).toContain('HTTP/1.1 403 ');
    }
  });

  test(`${path} is open to a page of the same origin`, async ({ api }) => {
    const Host = `127.0.0.1:${api.port}`;
    const statusOf = async (Origin: string) => (await exchange(api.port, { path, headers: { Host, Origin } })).status;
    expect([await statusOf(`http://${Host}`), await statusOf(`https://${Host}`)]).toEqual([200, 403]);
  });
}

for (const [path, site, destination, status] of [
  ['/__admin/health', 'cross-site', 'script', 403],
  ['/__admin/health', 'same-site', 'document', 403],
  ['/api/v1/messages', 'cross-site', 'document', 403],
  ['/console/main.js', 'cross-site', 'document', 403],
  ['/console', 'cross-site', 'iframe', 403],
  ['/__admin', 'cross-site', 'iframe', 403],
  ['/__admin', 'cross-site', 'document', 302],
  ['/__admin/health', 'same-origin', 'empty', 200],
  ['/api/v1/messages', 'none', 'empty', 200],
] as const) {
  test(`${path} answers ${status} to a browser's ${site} request for a ${destination}`, async ({ api }) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': destination };
    expect((await exchange(api.port, { path, headers })).status).toBe(status);
  });
}

for (const [method, path, allow] of [
  ['DELETE', '/__admin/health', 'GET'],
  ['PATCH', '/__admin/scenarios', 'GET, POST, DELETE'],
  ['OPTIONS', '/__admin/state', 'GET, PUT'],
  ['POST', '/console', 'GET'],
] as const) {
  test(`${method} ${path} is refused with the allowed methods`, async ({ api }) => {
    const received = await exchange(api.port, { method, path });
    expect(received).toMatchObject(refusal(405, '10007'));
    expect(received.headers).toMatchObject({ allow, ...closed });
  });
}

test('a path that differs from a known one by another character for its dot is unknown', async ({ api }) => {
  const statusOf = async (path: string) => (await exchange(api.port, { method: 'DELETE', path })).status;
  expect([await statusOf('/__admin/openapi.json'), await statusOf('/__admin/openapi-json')]).toEqual([405, 404]);
});

test('a refused control request changes nothing', async ({ api }) => {
  await api.accepted();
  const path = `/__admin/reset?partition=${api.partition}`;
  await exchange(api.port, { method: 'POST', path, headers: { Origin: 'http://shop.example' } });
  expect(await api.mails()).toHaveLength(1);
});

test('the operations are open under any host name', async ({ api }) => {
  expect((await api.get('/dir/document_types', { headers: { Host: 'rebound.example' } })).status).toBe(200);
});

for (const partition of ['', 'a.b', 'x'.repeat(65)]) {
  test(`the control plane and the mail API refuse the partition "${partition.slice(0, 20)}"`, async ({ api }) => {
    for (const path of ['/__admin/requests', '/api/v1/messages']) {
      const received = await exchange(api.port, { path: `${path}?partition=${partition}` });
      expect(received).toMatchObject(refusal(422, '10015', { parameter: 'partition' }));
    }
  });
}

test('the control plane refuses a repeated partition', async ({ api }) => {
  const received = await exchange(api.port, { path: '/__admin/requests?partition=a&partition=b' });
  expect(received).toMatchObject(refusal(422, '10015', { parameter: 'partition' }));
});

test('without a partition the control plane uses the default one', async ({ api }) => {
  const { body } = await exchange(api.port, { path: '/__admin/settings' });
  const settings = await new Api(api.port, 'default').control('POST', '/settings', { holdLimit: 7 });
  expect(settings.body).not.toEqual(body);
  expect((await exchange(api.port, { path: '/__admin/settings' })).body).toEqual(settings.body);
  await new Api(api.port, 'default').control('POST', '/reset');
});

describe('with an allowed origin and host', () => {
  const allowed = 'http://localhost:5173';

  /** Calls the control plane of a separate mock. */
  async function call(outgoing: Partial<Outgoing>) {
    const mock = await serve({ allowedOrigins: ['http://first.example', allowed], allowedHosts: ['mock.internal'] });
    try {
      return await exchange(mock.port, { path: '/__admin/clock', ...outgoing });
    } finally {
      await mock.close();
    }
  }

  test('the allowed host name opens the control plane, another does not', async () => {
    expect((await call({ headers: { Host: 'mock.internal:4010' } })).status).toBe(200);
    expect((await call({ headers: { Host: 'other.internal:4010' } })).status).toBe(403);
  });

  test('its pages can call the control plane and read the answer', async () => {
    const { status, headers } = await call({ headers: { Origin: allowed, 'Sec-Fetch-Site': 'cross-site' } });
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([200, allowed, 'Origin']);
  });

  test('its pages can send JSON', async () => {
    const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const { status, headers } = await call({ method: 'OPTIONS', headers: { Origin: allowed, ...preflight } });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type',
    });
  });

  test('pages of other origins are refused', async () => {
    for (const Origin of ['http://localhost:5174', `${allowed}0`])
      expect(await call({ headers: { Origin } })).toMatchObject(refusal(403, '10015'));
  });
});
