import type { JournalEntry } from '../../mock/journal/journal.ts';
import { type Api, email } from './support/api.ts';
import { exchange, type Outgoing } from './support/http.ts';
import { expect, test } from './support/test.ts';

const sim = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

function detailOf(body: unknown): string {
  return (body as { errors: { detail: string }[] }).errors[0]?.detail ?? '';
}

async function lastOf(api: Api): Promise<JournalEntry> {
  const { requests } = (await api.control('GET', '/requests')).body as { requests: [JournalEntry] };
  return requests[0];
}

/** A request with valid credentials and a JSON body, with some parts changed. */
function mistaken(api: Api, { headers, ...changes }: Partial<Outgoing>) {
  const sound = { Authorization: `Bearer key_primary.${api.partition}`, 'Content-Type': 'application/json' };
  return exchange(api.port, { path: '/v2/email_messages', headers: headers ?? sound, ...changes });
}

for (const [path, meant] of [
  ['/email_messages', '/v2/email_messages'],
  ['/v2/emails_messages', '/v2/email_messages'],
  ['/v1/dir/document_types', '/v2/dir/document_types'],
  ['/v2/sim_card_data_usage_notifications', '/v2/sim_card_data_usage_notifications/{id}'],
] as const) {
  test(`the refusal of an unknown path suggests a similar one: ${path}`, async ({ api }) => {
    const { status, body } = await mistaken(api, { method: 'POST', path, body: '{}' });
    expect([status, detailOf(body)]).toEqual([404, expect.stringContaining(`did you mean ${meant}?`)]);
    expect(await lastOf(api)).toMatchObject({ request: { url: path }, notes: [`Did you mean ${meant}?`] });
  });
}

const partition = 'of-the-mistaken';
for (const [label, headers, reason, journal] of [
  ['no key', {}, 'Authorization', 'default'],
  ['another header', { 'X-Api-Key': 'x' }, 'x-api-key', 'default'],
  ['a missing scheme', { Authorization: `key_primary.${partition}` }, 'scheme', partition],
  ['a misspelt key', { Authorization: `Bearer key_primry.${partition}` }, '"key_primary"', partition],
  ['an unknown key', { Authorization: 'Bearer sk-a.secret' }, 'key_primary', 'default'],
] as const) {
  test(`a 401 explains the fault, in the answer and in the journal: ${label}`, async ({ mock, api }) => {
    const trace = `${label}-${api.partition}`;
    const { status, text, body } = await mistaken(api, { method: 'POST', headers: { ...headers, 'X-Trace': trace } });
    expect(status).toBe(401);
    expect(detailOf(body)).toContain(reason);
    expect(text).not.toContain('secret');
    const { requests } = (await exchange(mock.port, { path: `/__admin/requests?partition=${journal}` })).body as {
      requests: JournalEntry[];
    };
    const entry = requests.find(({ request }) => request.headers['x-trace'] === trace);
    expect(entry?.notes.join()).toContain(reason);
  });
}

test('a 400 names the place where a body stops being JSON', async ({ api }) => {
  const { status, body } = await api.call('POST', '/email_messages', { body: '{"from":"a@b.co",\n "to":["c@d.co"],}' });
  expect([status, detailOf(body)]).toEqual([400, expect.stringContaining('line 2, column 18')]);
});

test('a refusal lists every violation of the schema', async ({ api }) => {
  const { status, body } = await api.send({ to: 'ann@example.com', subject: 5 });
  expect(status).toBe(422);
  for (const place of ['/to', '/subject']) expect(detailOf(body)).toContain(place);
  expect((await lastOf(api)).violations).toHaveLength(2);
});

test('a refusal lists every broken rule of a message', async ({ api }) => {
  const { status, body } = await api.send({ to: ['a@b.co', 'A@b.co'], subject: undefined });
  expect(status).toBe(400);
  for (const reason of ['A@b.co', 'subject']) expect(detailOf(body)).toContain(reason);
});

for (const [label, call, note] of [
  ['a misspelt member', (api) => api.send({ subjct: 'x' }), '"subject"'],
  ['a misplaced member', (api) => api.call('PATCH', sim, { body: { amount: '1' } }), '/threshold/amount'],
  ['a read-only member', (api) => api.call('PATCH', sim, { body: { id: 'x' } }), '/id'],
  ['variables without a template', (api) => api.send({ template_variables: {} }), 'template_variables'],
  ['a past time', (api) => api.send({ scheduled_at: '2020-01-01T00:00:00Z' }), 'scheduled_at'],
  ['a time without an offset', (api) => api.send({ scheduled_at: '2099-01-01T00:00:00' }), 'offset'],
  ['a misspelt parameter', (api) => api.get('/dir/document_types?page_size=1'), '"page[size]"'],
  ['an unknown status', (api) => api.get('/ai/missions/runs?status=completed'), 'failed'],
  ['a page beyond the last', (api) => api.get('/ai/missions/runs?page[number]=9999'), '9999'],
  ['a misspelt header', (api) => api.send({}, { headers: { 'x-idempotency-key': 'k' } }), 'Idempotency-Key'],
  ['an unknown preference', (api) => api.send({}, { headers: { Prefer: 'status=422' } }), 'Prefer'],
  ['an empty key', (api) => api.send({}, { key: '' }), 'header'],
  [
    'a body without Content-Type',
    (api) => {
      const headers = { Authorization: `Bearer key_primary.${api.partition}` };
      return mistaken(api, { method: 'POST', headers, body: JSON.stringify(email()) });
    },
    'Content-Type',
  ],
] as const satisfies [string, (api: Api) => unknown, string][]) {
  test(`the journal notes ${label}`, async ({ api }) => {
    await call(api);
    expect((await lastOf(api)).notes.join('\n')).toContain(note);
  });
}

test('a request without mistakes has no notes', async ({ api }) => {
  const headers = { Referer: 'http://a.test/', Pragma: 'no-cache', 'X-Forwarded-Proto': 'https' };
  const changes = { metadata: { any: { thing: 1 } }, headers: { 'X-Any': 'x' }, scheduled_at: '2099-01-01T00:00:00Z' };
  await api.send(changes, { headers });
  expect((await lastOf(api)).notes).toEqual([]);
});

test('the journal names the origin of an answer', async ({ api }) => {
  await api.send({}, { key: 'k' });
  await api.send({}, { key: 'k' });
  expect((await lastOf(api)).origin).toBe('ledger');
  await api.get('/dir/document_types', { headers: { Prefer: 'code=401' } });
  expect((await lastOf(api)).origin).toBe('prefer');
  await api.control('POST', '/scenarios', { answer: { status: 503 }, times: 1 });
  await api.get('/dir/document_types');
  expect((await lastOf(api)).origin).toBe('scenario');
  await api.get('/dir/document_types');
  expect(await lastOf(api)).not.toHaveProperty('origin');
});

test('only the journal distinguishes foreign from unknown messages', async ({ api }) => {
  const { id } = await api.accepted({}, { as: 'key_other' });
  await api.get(`/email_messages/${id}`);
  expect((await lastOf(api)).notes).toHaveLength(1);
  await api.get('/email_messages/00000000-0000-4000-8000-000000000000');
  expect((await lastOf(api)).notes).toEqual([]);
});
