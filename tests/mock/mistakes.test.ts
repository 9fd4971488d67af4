import type { JournalEntry } from '../../mock/state/journal.ts';
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

/** A request as a client sends it that gets something wrong; what is not said is as it has to be. */
function mistaken(api: Api, { headers, ...changes }: Partial<Outgoing>) {
  const sound = { Authorization: `Bearer key_primary.${api.partition}`, 'Content-Type': 'application/json' };
  return exchange(api.port, { path: '/v2/email_messages', headers: headers ?? sound, ...changes });
}

for (const [asked, meant] of [
  ['/email_messages', '/v2/email_messages'],
  ['/emails', '/v2/emails'],
  ['/v2/emails_messages', '/v2/email_messages'],
  ['/v2/email_messages/', '/v2/email_messages'],
  ['/v1/dir/document_types', '/v2/dir/document_types'],
  ['/v2/ai/mission/runs?page[size]=1', '/v2/ai/missions/runs'],
  ['/ai/runs', '/v2/ai/missions/runs'],
  [sim, `/v2${sim}`],
  [`/v2${sim.replace('usage_', '')}`, `/v2${sim}`],
  ['/v2/sim_card_data_usage_notifications', '/v2/sim_card_data_usage_notifications/{id}'],
] as const) {
  test(`the path that was meant is named, and the journal has the request: ${asked}`, async ({ api }) => {
    const { status, body } = await mistaken(api, { method: 'POST', path: asked, body: '{}' });
    expect([status, detailOf(body)]).toEqual([404, `The requested path does not exist; did you mean ${meant}?`]);
    expect(await lastOf(api)).toMatchObject({
      request: { url: asked, body: '{}' },
      response: { status: 404 },
      notes: [`Did you mean ${meant}?`],
    });
  });
}

for (const path of [
  '/favicon.ico',
  '/v2/sim_cards/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
  `/v2/email_message/${'a/'.repeat(500)}`,
]) {
  test(`a path that is like none is only said not to exist: ${path.slice(0, 60)}`, async ({ api }) => {
    const { body } = await mistaken(api, { path });
    expect(detailOf(body)).toBe('The requested path does not exist.');
  });
}

test('a method that a path beside it has is named with that path', async ({ api }) => {
  const { status, body } = await api.get('/email_messages');
  expect(status).toBe(405);
  expect(detailOf(body)).toContain('GET is for /v2/email_messages/{id}.');
});

const partition = 'of-the-mistaken';
for (const [what, headers, reason, journal] of [
  ['no key', {}, 'The request has no Authorization header; send "Authorization: Bearer key_primary".', 'default'],
  ['a header of another name', { 'X-Api-Key': 'x' }, 'no Authorization header, but x-api-key', 'default'],
  ['a missing scheme', { Authorization: `key_primary.${partition}` }, 'The scheme is missing', partition],
  ['another scheme', { Authorization: 'Basic a2V5' }, 'The scheme has to be Bearer', 'default'],
  ['two keys', { Authorization: 'Bearer key_primary key_other' }, 'one key, without spaces', 'default'],
  ['a misspelt key', { Authorization: `Bearer key_primry.${partition}` }, 'did you mean "key_primary"?', partition],
  ['an unknown key', { Authorization: 'Bearer sk-a.secret' }, 'they have key_primary, ', 'default'],
  [
    'a bad suffix',
    { Authorization: 'Bearer key_primary.a/b' },
    'What stands behind the dot has to be 1 to 64',
    'default',
  ],
] as const) {
  test(`why credentials are no good is said, in the answer and in the journal: ${what}`, async ({ mock, api }) => {
    const trace = `${what}-${api.partition}`;
    const { status, body } = await mistaken(api, { method: 'POST', headers: { ...headers, 'X-Trace': trace } });
    expect(status).toBe(401);
    expect(detailOf(body)).toContain(reason);
    const kept = await exchange(mock.port, { path: `/__admin/requests?partition=${journal}` });
    const { requests } = kept.body as { requests: JournalEntry[] };
    const entry = requests.find(({ request }) => request.headers['x-trace'] === trace);
    expect(entry?.notes.join()).toContain(reason);
  });
}

test('a key that is no good and its suffix are repeated nowhere', async ({ mock, api }) => {
  const { text } = await mistaken(api, { method: 'POST', headers: { Authorization: 'Bearer SG.secret' } });
  expect(text).not.toContain('SG');
  const { text: partitions } = await exchange(mock.port, { path: '/__admin/partitions' });
  expect(partitions).not.toContain('secret');
});

for (const [text, fault] of [
  ['{"from":"a@b.co",\n "to":["c@d.co"],}', 'a member name in double quotes is expected at line 2, column 18'],
  ['{"from":', 'a value is expected at line 1, column 9'],
  ['{from:1}', 'an unknown word at line 1, column 2'],
  ['{"a":1} x', 'at line 1, column 9'],
  ['[1 2]', 'a comma is expected at line 1, column 4'],
  ['\uFEFF{}', 'it begins with a mark of the byte order'],
] as const) {
  test(`it is said where a body stops being JSON: ${JSON.stringify(text)}`, async ({ api }) => {
    const { status, body } = await api.call('POST', '/email_messages', { body: text });
    expect(status).toBe(400);
    expect(detailOf(body)).toContain(fault);
  });
}

test('all that the schema of a body has against it is told', async ({ api }) => {
  const { status, body } = await api.send({ to: 'ann@example.com', subject: 5 });
  expect(status).toBe(422);
  expect(detailOf(body)).toContain('/to must be a list.');
  expect(detailOf(body)).toContain('/subject must be a string.');
  expect((await lastOf(api)).violations).toHaveLength(2);
});

test('all that the rules have against a message is told', async ({ api }) => {
  const { status, body } = await api.send({ to: ['a@b.co', 'A@b.co'], subject: undefined });
  expect(status).toBe(400);
  expect(detailOf(body)).toContain('is named more than once');
  expect(detailOf(body)).toContain('Also: A subject is required unless a template is used.');
});

for (const [changes, note] of [
  [{ subjct: 'x' }, '/subjct is unknown and was ignored; did you mean "subject"?'],
  [{ html: '<p>' }, '/html is unknown and was ignored; did you mean "html_body"?'],
  [{ idempotency_key: 'k' }, '/idempotency_key is unknown and was ignored; did you mean the header Idempotency-Key?'],
  [
    { attachments: [{ file_name: 'a' }] },
    '/attachments/0/file_name is unknown and was ignored; did you mean "filename"?',
  ],
  [{ cc: [{ email: 'a@b.co', title: 'Dr' }] }, '/cc/0/title is unknown and was ignored; there are email, name.'],
] as const) {
  test(`an ignored member is noted in the journal: ${JSON.stringify(changes)}`, async ({ api }) => {
    await api.accepted(changes);
    expect((await lastOf(api)).notes).toEqual([note]);
  });
}

for (const [changes, note] of [
  [{ template_variables: { name: 'Ann' } }, 'template_variables has no effect: there is no template_id.'],
  [{ reply_to_all: true }, 'reply_to_all has no effect: there is no in_reply_to_message_id.'],
  [{ text_body: undefined }, 'The message is empty: it has neither text_body nor html_body.'],
] as const) {
  test(`a member that lacks another one is noted: ${JSON.stringify(changes)}`, async ({ api }) => {
    await api.accepted(changes);
    expect((await lastOf(api)).notes).toEqual([note]);
  });
}

for (const [body, note] of [
  [{ amount: '1' }, '/amount is unknown and was ignored; did you mean /threshold/amount?'],
  [{ data: { threshold: {} } }, '/data is unknown and was ignored; what is in it belongs one level higher.'],
] as const) {
  test(`where a member belongs is noted: ${JSON.stringify(body)}`, async ({ api }) => {
    await api.call('PATCH', sim, { body });
    expect((await lastOf(api)).notes).toEqual([note]);
  });
}

test('a member that wraps others is not taken for one of them that has its name', async ({ api }) => {
  await api.accepted({ email: { subject: 'x' } });
  const note = '/email is unknown and was ignored; what is in it belongs one level higher.';
  expect((await lastOf(api)).notes).toEqual([note]);
});

for (const [query, note] of [
  ['status=completed', 'No run has this status; there are pending, running, paused, succeeded, failed, cancelled.'],
  ['page[number]=9999', 'Page 9999 is beyond the last one, 118.'],
] as const) {
  test(`why a page is empty is noted: ${query}`, async ({ api }) => {
    await api.get(`/ai/missions/runs?${query}`);
    expect((await lastOf(api)).notes).toEqual([note]);
  });
}

test('a parameter that is given twice is told as that', async ({ api }) => {
  const { body } = await api.get('/dir/document_types?page[size]=1&page[size]=2');
  expect(detailOf(body)).toBe('The query parameter page[size] must be given once, not 2 times.');
});

test('a content that is no Base64 is told as that', async ({ api }) => {
  const { body } = await api.send({
    attachments: [{ filename: 'a.txt', content: 'Hello!', content_type: 'text/plain' }],
  });
  expect(detailOf(body)).toBe('/attachments/0/content must be Base64.');
});

test('a key for an operation that reads none is noted', async ({ api }) => {
  await api.call('POST', '/number_reservations', { body: {}, headers: { 'Idempotency-Key': 'k' } });
  expect((await lastOf(api)).notes).toEqual(['The header Idempotency-Key was ignored: this operation has none.']);
});

test('what a free-form member holds is not noted', async ({ api }) => {
  await api.accepted({ metadata: { anything: { goes: 1 } }, headers: { 'X-Any': 'thing' } });
  expect((await lastOf(api)).notes).toEqual([]);
});

test('a read-only member is noted in the journal', async ({ api }) => {
  await api.call('PATCH', sim, { body: { id: 'x', threshold: { unit: 'GB', ammount: '1' } } });
  expect((await lastOf(api)).notes).toEqual([
    '/id is read-only and was ignored.',
    '/threshold/ammount is unknown and was ignored; did you mean "amount"?',
  ]);
});

test('an ignored parameter is noted in the journal, and told by a refusal', async ({ api }) => {
  const note = 'The query parameter page_size is unknown and was ignored; did you mean "page[size]"?';
  expect((await api.get('/dir/document_types?page_size=1')).status).toBe(200);
  expect((await lastOf(api)).notes).toEqual([note]);
  expect(detailOf((await api.get('/dir/document_types?page_size=1&page[number]=0')).body)).toContain(note);
  const { body } = await api.get('/ai/missions/runs?page_size=1&page[number]=0');
  expect((body as { detail: { msg: string }[] }).detail[0]?.msg).toContain(note);
});

for (const [name, meant] of [
  ['x-idempotency-key', 'Idempotency-Key'],
  ['x-prefer', 'Prefer'],
] as const) {
  test(`a header that is nearly one that is read is noted: ${name}`, async ({ api }) => {
    await api.send({}, { headers: { [name]: 'k' } });
    expect((await lastOf(api)).notes).toEqual([`The header ${name} was ignored; did you mean ${meant}?`]);
  });
}

test('of many headers that are nearly one that is read, twenty are noted', async ({ api }) => {
  const names = Array.from({ length: 300 }, (_, at) => `Idempotency-Ke${at}`);
  await api.send({}, { headers: Object.fromEntries(names.map((name) => [name, 'k'])) });
  expect((await lastOf(api)).notes).toHaveLength(20);
});

test('the headers that browsers send are no matter of notes', async ({ api }) => {
  const headers = { Referer: 'http://a.test/', Pragma: 'no-cache', Priority: 'u=1', 'X-Forwarded-Proto': 'https' };
  await api.send({}, { headers });
  expect((await lastOf(api)).notes).toEqual([]);
});

test('a body without its Content-Type is read, and that is noted', async ({ api }) => {
  const headers = { Authorization: `Bearer key_primary.${api.partition}` };
  const { status } = await mistaken(api, { method: 'POST', headers, body: JSON.stringify(email()) });
  expect(status).toBe(202);
  expect((await lastOf(api)).notes).toEqual(['The body came without a Content-Type and was read as application/json.']);
});

for (const [time, why] of [
  ['2020-01-01T00:00:00Z', 'that was past, at '],
  ['2099-01-01T00:00:00', 'it has no offset, such as Z'],
  ['tomorrow', 'it is no ISO 8601 time such as '],
  [4070908800, 'a time is a text in ISO 8601'],
] as const) {
  test(`why a time was ignored is noted: ${time}`, async ({ api }) => {
    await api.accepted({ scheduled_at: time });
    const [note] = (await lastOf(api)).notes;
    expect(note).toContain(`scheduled_at was ignored, and the message leaves at once: ${why}`);
  });
}

test('a time that counts is no matter of notes', async ({ api }) => {
  await api.accepted({ scheduled_at: '2099-01-01T00:00:00Z' });
  expect((await lastOf(api)).notes).toEqual([]);
});

test('a Prefer header that asks for nothing known is noted', async ({ api }) => {
  await api.send({}, { headers: { Prefer: 'status=422' } });
  expect((await lastOf(api)).notes.join()).toContain('The Prefer header asks for nothing that is known here');
});

test('the journal says who gave an answer', async ({ api }) => {
  await api.send({}, { key: 'k' });
  await api.send({}, { key: 'k' });
  const replay = await lastOf(api);
  expect(replay).toMatchObject({ origin: 'ledger', notes: [expect.stringMatching(/^The key was first used at 20/)] });
  await api.get('/dir/document_types', { headers: { Prefer: 'code=401' } });
  expect((await lastOf(api)).origin).toBe('prefer');
  await api.control('POST', '/scenarios', { answer: { status: 503 }, times: 1 });
  await api.get('/dir/document_types');
  expect((await lastOf(api)).origin).toBe('scenario');
  await api.get('/dir/document_types');
  expect(await lastOf(api)).not.toHaveProperty('origin');
});

test('of two refusals that are alike the journal knows which case it was', async ({ api }) => {
  const { id } = await api.accepted({}, { as: 'key_other' });
  const foreign = await api.get(`/email_messages/${id}`);
  expect((await lastOf(api)).notes).toEqual(['The message is one of another account.']);
  const unknown = await api.get('/email_messages/00000000-0000-4000-8000-000000000000');
  expect((await lastOf(api)).notes).toEqual([]);
  expect(foreign.text).toBe(unknown.text);
});

for (const [key, note] of [
  ['', 'The header is empty.'],
  ['x'.repeat(256), 'The key has 256 characters.'],
  ['a.b', 'The key has a character that is none of these: ".".'],
] as const) {
  test(`why a key is invalid is noted: ${note}`, async ({ api }) => {
    await api.send({}, { key });
    expect((await lastOf(api)).notes).toContain(note);
  });
}

test('of a body with countless unknown members some are told', async ({ api }) => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
  const { status, body } = await api.send({ ...many, subject: undefined });
  expect(status).toBe(400);
  expect(detailOf(body).match(/was ignored/g)).toHaveLength(10);
  expect(detailOf(body)).toContain('There is more.');
});
