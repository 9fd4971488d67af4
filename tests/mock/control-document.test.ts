import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Api } from './support/api.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

interface ControlDocument {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a test does to have something to show. */
async function live(api: Api): Promise<void> {
  const { id } = await api.accepted({ subject: 'First', html_body: '<p>Hi</p>', tags: ['a'], headers: { 'X-A': 'b' } });
  await api.accepted({ subject: 'Second', in_reply_to_message_id: id });
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  await api.accepted({ subject: 'Boxed', sandbox_mode: true });
  await api.send({ to: 'x' }, { key: 'k-1' });
  await api.send({}, { key: 'k-2' });
  await api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: '+13125550100' }] } });
  await api.get('/ai/missions/runs?page[size]=0');
  await api.control('POST', '/scenarios', { drop: true, times: 1 });
  await api.send().catch(() => {});
  await api.control('POST', '/scenarios', { delay: 'PT1S', times: 2 });
}

const calls: [Method, path: string, body?: unknown][] = [
  ['GET', '/health'],
  ['GET', '/partitions'],
  ['GET', '/rules'],
  ['GET', '/openapi.json'],
  ['GET', '/admin.openapi.json'],
  ['GET', '/requests'],
  ['GET', '/requests.har'],
  ['DELETE', '/requests'],
  ['GET', '/outbox'],
  ['GET', '/state'],
  ['PUT', '/state', { documentTypes: [] }],
  ['PUT', '/state', { colours: [] }],
  ['POST', '/reset'],
  ['GET', '/clock'],
  ['POST', '/clock', { advance: 'PT1S' }],
  ['POST', '/clock', {}],
  ['GET', '/settings'],
  ['POST', '/settings', { processingTime: 'PT0S' }],
  ['GET', '/hold'],
  ['POST', '/hold'],
  ['POST', '/release'],
  ['GET', '/scenarios'],
  ['POST', '/scenarios', { operation: 'createEmailMessage', times: 1, drop: true }],
  ['POST', '/scenarios', { answer: { status: 429, retryAfter: 30 } }],
  ['DELETE', '/scenarios'],
];

test('the control API answers as its document says', async ({ api }) => {
  const contract = (await api.control('GET', '/openapi.json')).body as object;
  const document = (await api.control('GET', '/admin.openapi.json')).body as ControlDocument;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'openapi.json').addSchema(document, 'admin.openapi.json');
  await live(api);
  for (const [method, path, body] of calls) {
    const { status, text, body: answered } = await api.control(method, path, body);
    const range = status < 400 ? String(status) : '4XX';
    const response = document.paths[path]?.[method.toLowerCase()]?.responses[range];
    expect(response, `${method} ${path} may be answered with ${status}: ${text}`).toBeDefined();
    const place = response?.$ref ?? `#/paths/${step(path)}/${method.toLowerCase()}/responses/${range}`;
    const check = ajv.getSchema(`admin.openapi.json${place}/content/application~1json/schema`);
    expect(check?.(answered), `${method} ${path}: ${JSON.stringify(check?.errors)} ${text.slice(0, 300)}`).toBe(true);
  }
});

function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

test('the contract is served with this mock as its server', async ({ api }) => {
  const { body } = await api.control('GET', '/openapi.json');
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), servers: [{ url: '/v2' }] });
});

test('the journal says how a request breaks the contract, and where', async ({ api }) => {
  await api.send({ to: 'x' });
  await api.get('/ai/missions/runs?page[size]=0&page[number]=x');
  await api.send({}, { body: '{', headers: { 'Content-Type': 'application/json' } });
  await api.accepted();
  const { requests } = (await api.control('GET', '/requests')).body as { requests: { violations: object[] }[] };
  expect(requests.map(({ violations }) => violations)).toMatchObject([
    [],
    [{ in: 'body', message: expect.stringContaining('not valid JSON') }],
    [
      { in: 'query', at: 'page[number]' },
      { in: 'query', at: 'page[size]' },
    ],
    [{ in: 'body', at: '/to' }],
  ]);
});

test('the outbox tells who was taken out of a message, and what did not leave', async ({ api }) => {
  const { suppressions } = (await api.control('GET', '/state?only=suppressions')).body as {
    suppressions: { account: string; address: string; reason: string; group?: string }[];
  };
  const one = suppressions.find(({ account, group }) => account === 'acme' && group === undefined);
  const { id } = await api.accepted({ to: ['ann@example.com', one?.address] });
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  expect((await api.control('GET', '/outbox')).body).toMatchObject({
    mails: [{ id, to: ['ann@example.com'], parent: null, orphan: false }],
    unsent: [{ subject: 'Later', status: 'scheduled', due: '2040-01-01T00:00:00Z' }],
    suppressed: [{ message: id, to: one?.address, reason: one?.reason, scope: 'account' }],
  });
});

test('a page that names a large picture again and again stays bounded', async ({ api }) => {
  const large = { content: 'A'.repeat(4_000_000), content_type: 'image/png', content_id: 'large' };
  const { id } = await api.accepted({ html_body: '<img src="cid:large">'.repeat(1_000), attachments: [large] });
  const { status, text } = await api.control('GET', `/outbox/${id}/html`);
  expect([status, text.match(/data:image\/png/g)?.length]).toEqual([200, 5]);
});

test('a picture whose media type is none is shown as bytes', async ({ api }) => {
  const odd = { content: 'aGk=', content_type: '\ud800"', content_id: '<odd>' };
  const { id } = await api.accepted({ html_body: '<img src="cid:odd"><img src="cid:none">', attachments: [odd] });
  const { status, text } = await api.control('GET', `/outbox/${id}/html`);
  const page = '<img src="data:application/octet-stream;base64,aGk="><img src="cid:none">';
  expect([status, text]).toEqual([200, page]);
});

test('recipients of a message that was refused for them are told with it, not those of an example', async ({ api }) => {
  const { suppressions } = (await api.control('GET', '/state?only=suppressions')).body as {
    suppressions: { account: string; address: string; reason: string; group?: string }[];
  };
  const one = suppressions.find(({ account, group }) => account === 'acme' && group === undefined);
  expect((await api.send({ subject: 'To nobody', to: [one?.address] })).status).toBe(422);
  expect((await api.send({}, { headers: { Prefer: 'code=422, example=allSuppressed' } })).status).toBe(422);
  expect((await api.control('GET', '/outbox')).body).toMatchObject({
    mails: [],
    suppressed: [{ message: null, subject: 'To nobody', to: one?.address, reason: one?.reason, scope: 'account' }],
  });
});

test('recipients of a refusal of which only half was sent are left out, and all else of the outbox is told', async ({
  api,
}) => {
  const { suppressions } = (await api.control('GET', '/state?only=suppressions')).body as {
    suppressions: { account: string; address: string; group?: string }[];
  };
  const one = suppressions.find(({ account, group }) => account === 'acme' && group === undefined);
  const { id } = await api.accepted();
  await api.control('POST', '/scenarios', { times: 1, half: true });
  expect((await api.send({ to: [one?.address] })).status).toBe(422);
  const { status, body } = await api.control('GET', '/outbox');
  expect([status, body]).toMatchObject([200, { mails: [{ id }], suppressed: [] }]);
});

test('what happens in a partition is told as it happens, to who listens to it', async ({ api }) => {
  const told = listen(api.port, api.partition);
  const other = listen(api.port, `t-${randomUUID()}`);
  try {
    await Promise.all([told.ready, other.ready]);
    expect(told.text()).toBe('retry: 1000\n\n');
    const { headers } = await api.send();
    await expect.poll(() => told.text()).toContain(`event: request\ndata: {"id":"${headers['x-request-id']}"`);
    await api.control('POST', '/clock', { advance: 'PT1S' });
    await expect.poll(() => told.text()).toContain('event: change\n');
    expect(other.text()).not.toContain('event:');
  } finally {
    told.end();
    other.end();
  }
});

test('that something is changed is told whatever the method, and nothing of what only reads or is refused', async ({
  api,
}) => {
  const told = listen(api.port, api.partition);
  const events = () => told.text().match(/(?<=event: )\w+/g) ?? [];
  try {
    await told.ready;
    for (const [method, path, body] of [
      ['GET', '/state'],
      ['POST', '/clock', {}],
      ['DELETE', '/requests'],
      ['PUT', '/state', {}],
      ['POST', '/clock', '{'],
      ['POST', '/hold'],
    ] as const)
      await api.control(method, path, body);
    // What is told of a request comes behind all that was told before.
    await api.get('/dir/document_types');
    await expect.poll(events).toContain('request');
    expect(events()).toEqual(['change', 'change', 'change', 'request']);
  } finally {
    told.end();
  }
});

function listen(port: number, partition: string) {
  let text = '';
  const request = httpRequest({ host: '127.0.0.1', port, path: `/__admin/requests/stream?partition=${partition}` });
  const ready = new Promise<void>((resolve) => {
    request.on('response', (response) => {
      expect(response.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        resolve();
      });
      response.on('error', () => {});
    });
  });
  request.on('error', () => {});
  request.end();
  return { ready, text: () => text, end: () => request.destroy() };
}

test('an answer of the control plane can not be embedded elsewhere', async ({ api }) => {
  expect((await exchange(api.port, { path: '/__admin/health' })).headers).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});
