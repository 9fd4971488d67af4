import type { Har } from 'har-format';
import type { JournalEntry } from '../../mock/journal/journal.ts';
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

test('an entry holds request, answer and the rules that decided it', async ({ api }) => {
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

const unknown = '00000000-0000-4000-8000-000000000000';
const welcome = 'a1111111-1111-4111-8111-111111111111';
const reserve = (api: Api, ...numbers: string[]) =>
  api.call('POST', '/number_reservations', {
    body: { phone_numbers: numbers.map((phone_number) => ({ phone_number })) },
  });
const templated = { subject: undefined, text_body: undefined };
const plain = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Good morning' };
for (const [label, call, rules] of [
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
    'a template other than a UUID',
    (api) => api.send({ ...templated, template_id: 'x' }),
    ['EMAIL-TMPL-7', 'EMAIL-TMPL-6'],
  ],
  ['an update with nothing', (api) => api.call('PATCH', sim, { body: {} }), ['SIM-2', 'SIM-14']],
  ['no JSON in an update', (api) => api.call('PATCH', sim, { body: '{' }), ['HTTP-3', 'HTTP-4', 'SIM-23']],
  ['an unknown notification', (api) => api.call('PATCH', `${sim.slice(0, -1)}0`, { body: {} }), ['SIM-24', 'SIM-23']],
  [
    'a malformed id',
    (api) => api.call('PATCH', `${sim}0`, { body: {} }),
    ['SIM-19', 'SIM-18', 'ERR-10', 'ERR-12', 'SIM-23'],
  ],
  ['an invalid number', (api) => reserve(api, '0312'), ['RSV-24', 'RSV-23', 'ERR-10', 'ERR-11', 'RSV-28', 'RSV-29']],
  [
    'a repeated number',
    (api) => reserve(api, '+13125550100', '+13125550100'),
    ['RSV-25', 'ERR-10', 'RSV-28', 'RSV-29'],
  ],
  ['a page size of 0', (api) => api.get('/dir/document_types?page[size]=0'), ['PAGE-9', 'ERR-10', 'ERR-12']],
  [
    'a page number of 0',
    (api) => api.get('/ai/missions/runs?page[number]=0'),
    ['RUN-22', 'PAGE-7', 'RUN-23', 'RUN-24', 'RUN-25'],
  ],
  ['an empty subject', (api) => api.send({ subject: '' }), ['EMAIL-SUBJ-3']],
  ['an unknown template', (api) => api.send({ ...templated, template_id: unknown }), ['EMAIL-TMPL-4', 'EMAIL-TMPL-6']],
  [
    'a template with a subject',
    (api) => api.send({ text_body: undefined, template_id: welcome }),
    ['EMAIL-TMPL-2', 'EMAIL-TMPL-3', 'ERR-10'],
  ],
  [
    'an unknown parent',
    (api) => api.send({ in_reply_to_message_id: unknown }),
    ['EMAIL-THREAD-6', 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10'],
  ],
  [
    'only suppressed recipients',
    (api) => api.send({ to: ['bounced@example.com'] }),
    ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
  ],
  [
    'a missing scope',
    (api) => api.send({ ignore_suppression: true }, { as: 'key_restricted' }),
    ['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
  ],
  [
    'a line break in a header',
    (api) => api.send({ headers: { 'X-A': 'a\nb' } }),
    ['EMAIL-HDR-7', 'EMAIL-HDR-2', 'ERR-10', 'ERR-11'],
  ],
  ['an unknown message', (api) => api.get(`/email_messages/${unknown}`), ['EMAIL-GET-4']],
  ['a malformed address', (api) => api.send({ to: ['ann'] }), ['EMAIL-RCPT-7', 'ERR-10', 'ERR-11']],
  ['no sender', (api) => api.send({ from: undefined }), ['EMAIL-FROM-4', 'ERR-10', 'ERR-11']],
  ['an answer on demand', (api) => api.call('PATCH', sim, { body: {}, headers: { Prefer: 'code=404' } }), []],
] as const satisfies [string, (api: Api) => unknown, string[]][]) {
  test(`an entry names the rules that decided: ${label}`, async ({ api }) => {
    await api.send(plain, { key: 'k' });
    await call(api);
    expect((await journal(api))[0]?.rules).toEqual(rules);
  });
}

test('an entry names the scenarios applied and whether the answer was cut', async ({ api }) => {
  const delay = { from: 'PT0.001S', to: 'PT0.002S' };
  await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 1, drop: true });
  await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 2, delay });
  await api.control('POST', '/scenarios', { operation: 'listDirDocumentTypes', rows: 1 });
  await api.send({ to: [] }, { headers: { 'Sec-Fetch-Mode': 'cors' } }).catch(() => {});
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
      response: { status: 422, body: expect.stringContaining('errors') },
    },
  ]);
  const { body } = await api.control('GET', '/requests.har');
  const [lost, slow] = (body as Har).log.entries;
  expect(lost).toMatchObject({ response: { status: 422, _error: 'cut' }, _scenarios: [{ drop: true }, { delay }] });
  expect(slow?.response).not.toHaveProperty('_error');
});

test('credential headers are shortened, and URLs lose user and password', async ({ api }) => {
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

test('an entry shows that the client left before its answer', async ({ api }) => {
  await api.control('POST', '/scenarios', { delay: 'PT1H', times: 1 });
  const controller = new AbortController();
  const headers = { Authorization: `Bearer key_primary.${api.partition}` };
  const left = fetch(`http://127.0.0.1:${api.port}/v2/dir/document_types`, { headers, signal: controller.signal });
  await expect.poll(async () => (await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
  controller.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(async () => (await journal(api))[0]).toMatchObject({ cut: true, response: { status: 503 } });
});

test('the journal is exported as an HTTP Archive, oldest exchange first', async ({ api }) => {
  await api.send({}, { key: 'k-1', headers: { Cookie: 'session=secret' } });
  await api.get('/dir/document_types?page[size]=1');
  const { body } = await api.control('GET', '/requests.har');
  const { version, entries } = (body as Har).log;
  expect(version).toBe('1.2');
  expect(entries).toMatchObject([
    {
      startedDateTime: expect.stringMatching(/Z$/),
      request: {
        method: 'POST',
        url: `http://127.0.0.1:${api.port}/v2/email_messages`,
        headers: expect.arrayContaining([{ name: 'idempotency-key', value: 'k-1' }]),
        postData: { mimeType: 'application/json', text: expect.stringContaining('"sender@example.com"') },
      },
      response: { status: 202, content: { text: expect.stringContaining('email_message') } },
    },
    { request: { method: 'GET', queryString: [{ name: 'page[size]', value: '1' }] } },
  ]);
  expect(JSON.stringify(body)).not.toContain('session=secret');
});

test('the archive marks bodies that the journal has cut', async ({ api }) => {
  for (const text_body of ['short', 'long '.repeat(20_000)]) await api.send({ text_body });
  const { entries } = ((await api.control('GET', '/requests.har')).body as Har).log;
  expect(entries.map(({ request }) => request.postData?.comment)).toEqual([undefined, 'cut by the journal']);
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

test('a key outside the fixtures is shortened', async ({ api }) => {
  const headers = { Authorization: 'Bearer live_0123456789abcdef', 'X-Trace': api.partition };
  await api.get('/dir/document_types', { headers });
  // An unknown key belongs to no account, so its request is in the default partition.
  const requests = (await journal(new Api(api.port, 'default'))).map(({ request }) => request);
  expect(requests.find((request) => request.headers['x-trace'] === api.partition)?.headers.authorization).toBe(
    'Bearer live...',
  );
});

test('a call of an unknown path or method is in the journal of its partition', async ({ api }) => {
  await api.get('/nothing');
  await api.call('PUT', '/dir/document_types');
  expect(await journal(api)).toMatchObject([
    { operation: null, response: { status: 405 }, rules: ['HTTP-8'] },
    { operation: null, response: { status: 404 }, rules: ['HTTP-7'] },
  ]);
});

for (const [label, bytes, method, status] of [
  ['no HTTP at all', 'hello\r\n\r\n', '', 400],
  ['a tunnel', 'CONNECT {id}.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT', 400],
] as const) {
  test(`malformed HTTP is in the journal of the default partition: ${label}`, async () => {
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
