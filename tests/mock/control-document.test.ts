import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

interface ControlDocument {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Fills a partition with something to show. */
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

test('every answer of the control API matches its document', async ({ api }) => {
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

test('the outbox lists mail, unsent messages and suppressed recipients', async ({ api }) => {
  const { id } = await api.accepted({ to: ['ann@example.com', 'bounced@example.com'] });
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  expect((await api.control('GET', '/outbox')).body).toMatchObject({
    mails: [{ id, to: ['ann@example.com'], parent: null, orphan: false }],
    unsent: [{ subject: 'Later', status: 'scheduled', due: '2040-01-01T00:00:00Z' }],
    suppressed: [{ message: id, to: 'bounced@example.com', reason: 'hard_bounce', scope: 'account' }],
  });
});

test('the outbox lists the recipients of a refused send, not those of an example', async ({ api }) => {
  expect((await api.send({ subject: 'To nobody', to: ['bounced@example.com'] })).status).toBe(422);
  expect((await api.send({}, { headers: { Prefer: 'code=422, example=allSuppressed' } })).status).toBe(422);
  expect((await api.control('GET', '/outbox')).body).toMatchObject({
    mails: [],
    suppressed: [{ message: null, subject: 'To nobody', to: 'bounced@example.com', reason: 'hard_bounce' }],
  });
});

test('the event stream reports the requests and changes of one partition', async ({ api }) => {
  const own = listen(api.port, api.partition);
  const second = listen(api.port, `t-${randomUUID()}`);
  try {
    await Promise.all([own.ready, second.ready]);
    expect(own.text()).toBe('retry: 1000\n\n');
    const { headers } = await api.send();
    await expect.poll(() => own.text()).toContain(`event: request\ndata: {"id":"${headers['x-request-id']}"`);
    await api.control('POST', '/clock', { advance: 'PT1S' });
    await expect.poll(() => own.text()).toContain('event: change\n');
    expect(second.text()).not.toContain('event:');
  } finally {
    own.end();
    second.end();
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
