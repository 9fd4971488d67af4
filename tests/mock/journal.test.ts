import type { Har } from 'har-format';
import type { JournalEntry } from '../../mock/state/journal.ts';
import { Api } from './support/api.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const sim = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

async function journal(api: Api): Promise<JournalEntry[]> {
  const { body } = await api.control('GET', '/requests');
  const { requests, meta } = body as { requests: JournalEntry[]; meta: { total: number } };
  expect(meta.total).toBe(requests.length);
  return requests;
}

test('an exchange is kept with request, answer and the rules that decided it', async ({ api }) => {
  const received = await api.send({ subject: undefined }, { key: 'k-1', headers: { 'X-Trace': 'abc' } });
  expect(await journal(api)).toMatchObject([
    {
      id: received.headers['x-request-id'],
      operation: 'createEmailMessage',
      request: {
        method: 'POST',
        url: '/v2/email_messages',
        headers: { 'x-trace': 'abc', 'idempotency-key': 'k-1', authorization: `Bearer key_primary.${api.partition}` },
        body: '{"from":"sender@example.com","to":["ann@example.com"],"text_body":"Good morning"}',
      },
      response: { status: 400, body: received.text },
      rules: expect.arrayContaining(['EMAIL-SUBJ-2']),
    },
  ]);
});

const templated = { subject: undefined, text_body: undefined };
const plain = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Good morning' };
for (const [what, call, rules] of [
  ['a replay', (api) => api.send(plain, { key: 'k' }), ['EMAIL-IDEM-13', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20']],
  [
    'a reused key',
    (api) => api.send({ subject: 'Other' }, { key: 'k' }),
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-20', 'EMAIL-IDEM-27'],
  ],
  ['an empty key', (api) => api.send(plain, { key: '' }), ['EMAIL-IDEM-5', 'EMAIL-IDEM-2', 'EMAIL-IDEM-26']],
  ['two keys', (api) => api.send(plain, { key: ['a', 'b'] }), ['EMAIL-IDEM-4', 'EMAIL-IDEM-2', 'EMAIL-IDEM-26']],
  ['a missing recipient', (api) => api.send({ to: undefined }), ['EMAIL-RCPT-9', 'ERR-10', 'ERR-11']],
  [
    'a wrong unit',
    (api) => api.call('PATCH', sim, { body: { threshold: { unit: 'KB' } } }),
    ['SIM-21', 'ERR-10', 'ERR-11', 'SIM-23'],
  ],
  ['an update without a body', (api) => api.call('PATCH', sim), ['SIM-16', 'SIM-17', 'SIM-23']],
  ['an address twice in a list', (api) => api.send({ to: ['a@b.co', 'a@b.co'] }), ['EMAIL-RCPT-4', 'EMAIL-RCPT-6']],
  ['an address in two lists', (api) => api.send({ to: ['a@b.co'], cc: ['a@b.co'] }), ['EMAIL-RCPT-2', 'EMAIL-RCPT-6']],
  [
    'a template that is no UUID',
    (api) => api.send({ ...templated, template_id: 'x' }),
    ['EMAIL-TMPL-7', 'EMAIL-TMPL-6'],
  ],
  ['an update with nothing', (api) => api.call('PATCH', sim, { body: {} }), ['SIM-2', 'SIM-14']],
  ['an answer on demand', (api) => api.call('PATCH', sim, { body: {}, headers: { Prefer: 'code=404' } }), []],
] as const satisfies [string, (api: Api) => unknown, string[]][]) {
  test(`the rules that decided are named: ${what}`, async ({ api }) => {
    await api.send(plain, { key: 'k' });
    await call(api);
    expect((await journal(api))[0]?.rules).toEqual(rules);
  });
}

for (const [call, violation] of [
  [(api) => api.get('/dir/document_types?page[size]=0'), { in: 'query', at: 'page[size]' }],
  [(api) => api.call('PATCH', `${sim}0`, { body: {} }), { in: 'path', at: 'id' }],
  [(api) => api.send({ to: [7] }), { in: 'body', at: '/to/0' }],
] as const satisfies [(api: Api) => unknown, object][]) {
  test(`the journal says where a request breaks the contract: ${violation.in}`, async ({ api }) => {
    await call(api);
    expect((await journal(api))[0]?.violations).toMatchObject([violation]);
  });
}

test('the headers of an answer are kept as they were sent', async ({ api }) => {
  const { headers } = await api.get('/dir/document_types', { headers: { Origin: 'https://shop.example.com' } });
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = headers;
  expect(sent).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.any(String),
    'access-control-allow-origin': 'https://shop.example.com',
  });
  expect((await journal(api))[0]?.response.headers).toEqual(sent);
});

test('the scenarios that a call met are kept, and whether its answer was lost', async ({ api }) => {
  const delay = { from: 'PT0.001S', to: 'PT0.002S' };
  await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 1, drop: true });
  await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 2, delay });
  await api.control('POST', '/scenarios', { operation: 'listDirDocumentTypes', rows: 1 });
  await api.send().catch(() => {});
  await api.send();
  await api.get('/dir/document_types');
  await api.get('/ai/missions/runs');
  const id = expect.any(String);
  const operation = 'createEmailMessage';
  expect(await journal(api)).toMatchObject([
    { cut: false, scenarios: [] },
    { cut: false, scenarios: [{ id, operation: 'listDirDocumentTypes', rows: 1 }] },
    { cut: false, scenarios: [{ id, operation, delay }] },
    {
      cut: true,
      scenarios: [
        { id, operation, drop: true },
        { id, operation, delay },
      ],
      response: { status: 202, body: expect.stringContaining('email_message') },
    },
  ]);
  const { body } = await api.control('GET', '/requests.har');
  const [lost, slow] = (body as Har).log.entries;
  expect(lost).toMatchObject({ response: { status: 202, _error: 'cut' }, _scenarios: [{ drop: true }, { delay }] });
  expect(slow?.response).not.toHaveProperty('_error');
});

test('credentials of any name are shortened, and addresses have no user and no password', async ({ api }) => {
  const location = 'https://ann:s3cr@t-sentinel@example.com/a@b';
  await api.get(`/dir/document_types?from=${location}`, {
    headers: { 'X-Auth-Token': 't0ken-sentinel', 'X-Amz-Security-Token': 't0ken-sentinel', Referer: location },
  });
  const [entry] = await journal(api);
  expect(entry?.request.headers).toMatchObject({
    'x-auth-token': 't0ke...',
    'x-amz-security-token': 't0ke...',
    referer: 'https://...@example.com/a@b',
  });
  expect(JSON.stringify([entry, (await api.control('GET', '/requests.har')).body])).not.toContain('sentinel');
});

test('credentials in a query are shortened, and nothing else of it', async ({ api }) => {
  await api.get('/dir/document_types?access_token=t0ken-sentinel&page[size]=1&status=long-enough');
  const [entry] = await journal(api);
  expect(entry?.request.url).toBe('/v2/dir/document_types?access_token=t0ke...&page[size]=1&status=long-enough');
});

test('a place is kept by its beginning where a name in it is as long as a body', async ({ api }) => {
  await api.send({ headers: { ['x'.repeat(1_000_000)]: 1 } });
  const [entry] = await journal(api);
  expect(entry?.violations[0]?.at).toMatch(/^\/headers\/x{500,1000}…$/);
});

test('of what a deployment made of an answer an entry keeps a part', async ({ api }) => {
  const names = Array.from({ length: 30 }, (_, index) => `/data/m${index}`);
  const members = Object.fromEntries(names.map((path) => [path, { missing: 1 }]));
  const answers = { createEmailMessage: { members } };
  expect((await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'now', answers })).status).toBe(200);
  await api.send();
  expect((await journal(api))[0]?.chosen).toHaveLength(20);
});

test('a client that left before its answer is told', async ({ api }) => {
  await api.control('POST', '/scenarios', { delay: 'PT1H', times: 1 });
  const controller = new AbortController();
  const headers = { Authorization: `Bearer key_primary.${api.partition}` };
  const left = fetch(`http://127.0.0.1:${api.port}/v2/dir/document_types`, { headers, signal: controller.signal });
  await expect.poll(async () => (await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
  controller.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(async () => (await journal(api))[0]).toMatchObject({ cut: true, response: { status: 503 } });
});

test('the latest exchange stands first', async ({ api }) => {
  for (const size of [1, 2, 3]) await api.get(`/dir/document_types?page[size]=${size}`);
  expect((await journal(api)).map(({ request }) => request.url.slice(-1))).toEqual(['3', '2', '1']);
});

test('the exchange is kept under the time of the clock', async ({ api }) => {
  await api.control('POST', '/clock', { now: '2040-06-01T10:00:00Z' });
  await api.get('/dir/document_types');
  expect((await journal(api))[0]?.at).toMatch(/^2040-06-01T10:00:\d\d\.\d{3}Z$/);
});

test('the journal can be had as an HTTP Archive, oldest exchange first', async ({ api }) => {
  await api.send({}, { key: 'k-1', headers: { Cookie: 'session=secret' } });
  await api.call('GET', '/dir/document_types?page[size]=1', { headers: { Authorization: 'Bearer key_of_mine' } });
  const { body } = await api.control('GET', '/requests.har');
  const { version, entries } = (body as Har).log;
  expect(version).toBe('1.2');
  expect(entries).toMatchObject([
    {
      startedDateTime: expect.stringMatching(/Z$/),
      request: {
        method: 'POST',
        url: `http://127.0.0.1:${api.port}/v2/email_messages`,
        headers: expect.arrayContaining([
          { name: 'authorization', value: `Bearer key_primary.${api.partition}` },
          { name: 'idempotency-key', value: 'k-1' },
        ]),
        postData: { mimeType: 'application/json', text: expect.stringContaining('"sender@example.com"') },
      },
      response: {
        status: 202,
        headers: expect.arrayContaining([{ name: 'x-request-id', value: expect.any(String) }]),
        content: { mimeType: 'application/json; charset=utf-8', text: expect.stringContaining('email_message') },
      },
    },
  ]);
  expect(entries[0]?.request.queryString).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('session=secret');
});

test('the archive has an exchange behind those before it', async ({ api }) => {
  for (const size of [1, 2, 3]) await api.get(`/dir/document_types?page[size]=${size}`);
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries.map(({ request }) => request.queryString[0]?.value)).toEqual(['1', '2', '3']);
});

test('the archive says which bodies the journal has cut', async ({ api }) => {
  for (const text_body of ['short', 'long '.repeat(20_000)]) await api.send({ text_body });
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries.map(({ request }) => request.postData?.comment)).toEqual([undefined, 'cut by the journal']);
});

test('the archive has the parameters of a query decoded, each by itself', async ({ api }) => {
  await api.get('/dir/document_types?page%5Bsize%5D=1&page[size]=2');
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries[0]?.request.queryString).toEqual([
    { name: 'page[size]', value: '1' },
    { name: 'page[size]', value: '2' },
  ]);
});

test('an exchange whose target is no path that an address could have stands in the archive', async ({ api }) => {
  const headers = { Authorization: `Bearer key_primary.${api.partition}` };
  await exchange(api.port, { path: '//[', headers });
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries.map((entry) => entry.request.url)).toEqual([`http://127.0.0.1:${api.port}//[`]);
});

test('the archive says of a body that the journal has a part of it', async ({ api }) => {
  await api.send({ text_body: 'x'.repeat(70_000) });
  await api.send();
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries.map(({ request }) => request.postData?.comment)).toEqual(['cut by the journal', undefined]);
});

test('an exchange whose target is a whole address stands under it in the archive', async ({ api }) => {
  const path = 'http://api.example.com/v2/dir/document_types?a=1';
  await exchange(api.port, { path, headers: { Authorization: `Bearer key_primary.${api.partition}` } });
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries).toMatchObject([{ request: { url: path, queryString: [{ name: 'a', value: '1' }] } }]);
});

test('a cleared journal is empty', async ({ api }) => {
  await api.get('/dir/document_types');
  expect((await api.control('DELETE', '/requests')).status).toBe(200);
  expect(await journal(api)).toEqual([]);
});

test('the journal is bounded', async ({ api }) => {
  for (let batch = 0; batch < 26; batch++) {
    await Promise.all(Array.from({ length: 20 }, () => api.get('/dir/document_types?page[size]=1')));
  }
  expect(await journal(api)).toHaveLength(500);
});

test('a key that is not from the fixtures is shortened', async ({ api }) => {
  const headers = { Authorization: 'Bearer live_0123456789abcdef', 'X-Trace': api.partition };
  await api.get('/dir/document_types', { headers });
  // Nobody knows whose request this was, so it is in the default partition.
  const requests = (await journal(new Api(api.port, 'default'))).map(({ request }) => request);
  expect(requests.find((request) => request.headers['x-trace'] === api.partition)?.headers.authorization).toBe(
    'Bearer live...',
  );
});

test('a replay names the rule of replays', async ({ api }) => {
  await api.send({}, { key: 'k-1' });
  await api.send({}, { key: 'k-1' });
  const [replay, first] = await journal(api);
  expect(replay?.rules).not.toEqual(first?.rules);
  expect(replay?.response.body).toBe(first?.response.body);
});

test('a call of a path that there is not stands in the journal of its key', async ({ api }) => {
  await api.get('/nothing');
  await api.call('PUT', '/dir/document_types');
  expect(await journal(api)).toMatchObject([
    { operation: null, response: { status: 405 }, rules: ['HTTP-8'] },
    { operation: null, response: { status: 404 }, rules: ['HTTP-7'] },
  ]);
});

for (const [what, bytes, method, status] of [
  ['no HTTP at all', 'hello\r\n\r\n', '', 400],
  ['a head that is too long', `GET /v2/{id} HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 'GET', 431],
  ['a tunnel', 'CONNECT {id}.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT', 400],
] as const) {
  test(`what is no request stands in the journal of the default partition: ${what}`, async () => {
    const mock = await serve();
    await exchangeBytes(mock.port, bytes);
    const { requests } = (await exchange(mock.port, { path: '/__admin/requests' })).body as {
      requests: JournalEntry[];
    };
    await mock.close();
    expect(requests).toMatchObject([
      { request: { method }, response: { status, body: expect.stringContaining('errors') } },
    ]);
  });
}
