import { describe } from 'vitest';
import { Api } from './support/api.ts';
import { exchange, exchangeBytes, type Outgoing } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const paths = ['/__admin/health', '/__admin/requests', '/api/v1/messages'];

/** A refusal of a stranger, with the option that admits them. */
const refusedAs = (detail: string) => ({ status: 403, body: { errors: [{ code: '10015', detail }] } });
/** What keeps an answer from being embedded elsewhere. */
const closed = { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' };
const otherHost = refusedAs('This host name is not allowed here; --allow-host allows it.');
const otherOrigin = refusedAs('The control plane cannot be called from another origin; --allow-origin allows one.');

for (const path of paths) {
  test(`${path} has no CORS headers`, async ({ api }) => {
    const { status, headers } = await exchange(api.port, { path });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

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

  for (const header of ['', 'Host:\r\n']) {
    test(`${path} refuses a request that names no host: ${JSON.stringify(header)}`, async ({ api }) => {
      const answer = await exchangeBytes(api.port, `GET ${path} HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
      expect(answer).toContain('HTTP/1.1 403 ');
    });
  }

  test(`${path} is open to a page of its own origin`, async ({ api }) => {
    const host = `127.0.0.1:${api.port}`;
    const statusOf = async (origin: string) =>
      (await exchange(api.port, { path, headers: { Host: host, Origin: origin } })).status;
    expect([await statusOf(`http://${host}`), await statusOf(`https://${host}`)]).toEqual([200, 403]);
  });
}

test('what a browser sends on behalf of another site is refused, and a link to the console is not', async ({ api }) => {
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
  test(`${method} ${path} is refused with the methods that there are`, async ({ api }) => {
    const received = await exchange(api.port, { method, path, headers: { 'Content-Type': 'text/plain' }, body: 'x' });
    expect(received).toMatchObject({
      status: 405,
      headers: { allow, ...closed },
      body: { errors: [{ code: '10007', detail: `The method ${method} is not allowed here, only ${allow}.` }] },
    });
  });
}

test('a method that a path does not have is refused to a stranger as any other', async ({ api }) => {
  const headers = { Origin: 'http://shop.example' };
  expect(await exchange(api.port, { method: 'PATCH', path: '/__admin/scenarios', headers })).toMatchObject(otherOrigin);
});

test('the address of the control plane leads to its reference', async ({ api }) => {
  const { status, headers } = await exchange(api.port, { path: '/__admin' });
  expect([status, headers.location]).toEqual([302, '/console#/default/Reference/control']);
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

test('a host name that was allowed opens the control plane', async () => {
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
  test(`a request of the control plane or of the mail with a wrong partition is refused: ${partition.slice(0, 20)}`, async ({
    api,
  }) => {
    for (const path of ['/__admin/requests', '/api/v1/messages'])
      expect(await exchange(api.port, { path: `${path}?partition=${partition}` })).toMatchObject({
        status: 422,
        body: { errors: [{ code: '10015', detail, source: { parameter: 'partition' } }] },
      });
  });
}

test('without a partition the control plane speaks of the default one', async () => {
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

describe('with an origin that was allowed', () => {
  const mine = 'http://localhost:5173';
  const another = 'http://localhost:5174';

  /** Calls the control plane of a mock of its own as a page of an origin. */
  async function callAs(origin: string, outgoing: Partial<Outgoing> = {}) {
    const mock = await serve({ allowedOrigins: ['http://first.example', mine] });
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

  test('its pages may call the control plane and read the answer', async () => {
    const { status, headers } = await callAs(mine, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([200, mine, 'Origin']);
  });

  test('its pages may send JSON', async () => {
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const { status, headers } = await callAs(mine, { method: 'OPTIONS', headers: asked });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': mine,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    });
  });

  test('its OPTIONS that ask for no permission are a method like any other', async () => {
    const { status, headers } = await callAs(mine, { method: 'OPTIONS' });
    expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([405, 'GET, POST', mine]);
  });

  test('its pages may ask for no header of their own', async () => {
    const asked = { 'Access-Control-Request-Method': 'DELETE' };
    const { status, headers } = await callAs(mine, { method: 'OPTIONS', headers: asked });
    expect([status, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual([
      204,
      mine,
      '',
    ]);
  });

  test('pages of any other may not', async () => {
    for (const origin of [another, `${mine}0`]) {
      const received = await callAs(origin);
      expect(received).toMatchObject(otherOrigin);
      expect(received.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});
