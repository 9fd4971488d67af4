import { describe } from 'vitest';
import { Api } from './support/api.ts';
import { exchange, type Outgoing } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const paths = ['/__admin/health', '/__admin/requests', '/api/v1/messages'];

/** A refusal by origin or host, which names the option that allows it. */
const refusedAs = (detail: string) => ({ status: 403, body: { errors: [{ code: '10015', detail }] } });
/** Headers that prevent embedding in another site. */
const closed = { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' };
const otherHost = refusedAs('This host name is not allowed here; --allow-host allows it.');
const otherOrigin = refusedAs('The control plane cannot be called from another origin; --allow-origin allows one.');

for (const path of paths) {
  for (const origin of ['http://shop.example', 'null', 'http://127.0.0.1:1']) {
    test(`${path} refuses the origin ${origin}`, async ({ api }) => {
      const received = await exchange(api.port, { path, headers: { Origin: origin } });
      expect(received).toMatchObject(otherOrigin);
      expect(received.headers['access-control-allow-origin']).toBeUndefined();
      expect(received.headers).toMatchObject(closed);
    });
  }

  for (const host of ['rebound.example', '127.0.0.1.rebound.example']) {
    test(`${path} refuses the host name ${host}`, async ({ api }) => {
      expect(await exchange(api.port, { path, headers: { Host: host } })).toMatchObject({
        ...otherHost,
        headers: closed,
      });
    });
  }

  test(`${path} is open to a page of its own origin`, async ({ api }) => {
    const host = `127.0.0.1:${api.port}`;
    const statusOf = async (origin: string) =>
      (await exchange(api.port, { path, headers: { Host: host, Origin: origin } })).status;
    expect([await statusOf(`http://${host}`), await statusOf(`https://${host}`)]).toEqual([200, 403]);
  });
}

test('a browser request from another site is refused, a link to the console is followed', async ({ api }) => {
  const status = async (path: string, site: string, destination: string) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': destination };
    return (await exchange(api.port, { path, headers })).status;
  };
  for (const site of ['cross-site', 'same-site']) {
    for (const path of paths) {
      expect(await status(path, site, 'document'), `${path} ${site}`).toBe(403);
      expect(await status(path, site, 'script'), `${path} ${site}`).toBe(403);
    }
    expect(await status('/__admin', site, 'document'), site).toBe(302);
    expect(await status('/console', site, 'document'), site).not.toBe(403);
    expect(await status('/console/main.js', site, 'document'), site).toBe(403);
    for (const path of ['/__admin', '/console'])
      expect(await status(path, site, 'iframe'), `${path} ${site}`).toBe(403);
  }
  for (const site of ['same-origin', 'none']) {
    for (const path of paths) expect(await status(path, site, 'empty'), `${path} ${site}`).toBe(200);
  }
});

test('a preflight to the control plane is refused', async ({ api }) => {
  const headers = { Origin: 'http://shop.example', 'Access-Control-Request-Method': 'POST' };
  const received = await exchange(api.port, { method: 'OPTIONS', path: '/__admin/reset', headers });
  expect(received.status).toBeGreaterThanOrEqual(400);
  expect(received.headers['access-control-allow-origin']).toBeUndefined();
});

for (const [method, path, allow] of [
  ['DELETE', '/__admin/health', 'GET'],
  ['PATCH', '/__admin/scenarios', 'GET, POST, DELETE'],
  ['GET', '/__admin/reset', 'POST'],
  ['OPTIONS', '/__admin/state', 'GET, PUT'],
  ['POST', '/console', 'GET'],
] as const) {
  test(`${method} ${path} is refused with the allowed methods`, async ({ api }) => {
    const received = await exchange(api.port, { method, path, headers: { 'Content-Type': 'text/plain' }, body: 'x' });
    expect(received).toMatchObject({
      status: 405,
      headers: { allow, ...closed },
      body: { errors: [{ code: '10007', detail: `The method ${method} is not allowed here, only ${allow}.` }] },
    });
  });
}

test('a refused control request changes nothing', async ({ api }) => {
  await api.accepted();
  const path = `/__admin/reset?partition=${api.partition}`;
  await exchange(api.port, { method: 'POST', path, headers: { Origin: 'http://shop.example' } });
  expect(await api.mails()).toHaveLength(1);
});

test('the operations are open under any host name', async ({ api }) => {
  expect((await api.get('/dir/document_types', { headers: { Host: 'rebound.example' } })).status).toBe(200);
});

test('an allowed host name opens the control plane', async () => {
  const mock = await serve({ allowedHosts: ['first.internal', 'mock.internal'] });
  try {
    const call = (host: string) =>
      exchange(mock.port, { path: '/__admin/health', headers: { Host: `${host}:${mock.port}` } });
    expect((await call('mock.internal')).status).toBe(200);
    expect((await call('other.internal')).status).toBe(403);
  } finally {
    await mock.close();
  }
});

const unnamed = 'partition must be 1 to 64 letters, digits, hyphens or underscores.';
for (const [partition, detail] of [
  ['', unnamed],
  ['a.b', unnamed],
  ['x'.repeat(65), unnamed],
  ['a&partition=b', 'partition is given more than once.'],
] as const) {
  test(`the control plane and the mail API refuse the partition "${partition.slice(0, 20)}"`, async ({ api }) => {
    for (const path of ['/__admin/requests', '/api/v1/messages'])
      expect(await exchange(api.port, { path: `${path}?partition=${partition}` })).toMatchObject({
        status: 422,
        body: { errors: [{ code: '10015', detail, source: { parameter: 'partition' } }] },
      });
  });
}

test('without a partition the control plane uses the default one', async () => {
  const mock = await serve();
  try {
    const path = '/v2/dir/document_types';
    await exchange(mock.port, { path, headers: { Authorization: 'Bearer key_primary' } });
    const { body } = await new Api(mock.port, 'default').control('GET', '/requests');
    expect((await exchange(mock.port, { path: '/__admin/requests' })).body).toEqual(body);
    expect(body).toMatchObject({ meta: { total: 1 }, requests: [{ request: { url: path } }] });
  } finally {
    await mock.close();
  }
});

describe('with an allowed origin', () => {
  const allowed = 'http://localhost:5173';
  const another = 'http://localhost:5174';

  /** Calls the control plane of a mock of its own as a page of an origin. */
  async function callAs(origin: string, outgoing: Partial<Outgoing> = {}) {
    const mock = await serve({ allowedOrigins: ['http://first.example', allowed] });
    try {
      return await exchange(mock.port, {
        path: '/__admin/clock',
        ...outgoing,
        headers: { Origin: origin, ...outgoing.headers },
      });
    } finally {
      await mock.close();
    }
  }

  test('its pages can call the control plane and read the answer', async () => {
    const { status, headers } = await callAs(allowed, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([200, allowed, 'Origin']);
  });

  test('its pages can send JSON', async () => {
    const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const { status, headers } = await callAs(allowed, { method: 'OPTIONS', headers: preflight });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    });
  });

  test('pages of other origins are refused', async () => {
    for (const origin of [another, `${allowed}0`]) {
      const received = await callAs(origin);
      expect(received).toMatchObject(otherOrigin);
      expect(received.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});
