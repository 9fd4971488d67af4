import { writeFileSync } from 'node:fs';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { test as base, expect } from './support/test.ts';

/** Starts a mock that answers as the deployment whose file has these entries. */
const test = base.extend<{ start: (entries: string) => Promise<Mock> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  start: async ({}, use) => {
    const mocks: Mock[] = [];
    await use(async (entries) => {
      const deployment = ownPath('staging.yaml');
      writeFileSync(deployment, `contract: 2.0.0\nsettled: by hand\n${entries}`);
      const mock = await createMock({ deployment });
      mocks.push(mock);
      return mock;
    });
    for (const mock of mocks) await mock.close();
  },
});

interface Call {
  method?: string;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

async function call(mock: Mock, path: string, { method = 'POST', body, key = 'key_primary', headers }: Call = {}) {
  const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
  const sent = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers };
  const answer = await mock.fetch(new Request(mock.url + path, { method, headers: sent, body: text }));
  // biome-ignore lint/suspicious/noExplicitAny: a deployment's answers have another form than the contract's
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') as any };
}

const mail = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Hi' };
const send = (mock: Mock, changes: object = {}, more: Call = {}) =>
  call(mock, '/email_messages', { body: { ...mail, ...changes }, ...more });
const reserve = (mock: Mock, ...numbers: unknown[]) =>
  call(mock, '/number_reservations', { body: { phone_numbers: numbers.map((phone_number) => ({ phone_number })) } });
const update = (mock: Mock, body: unknown) =>
  call(mock, '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', { method: 'PATCH', body });
const list = (mock: Mock, path: string) => call(mock, path, { method: 'GET' });
const [free, unheld, held] = ['+13125550101', '+13125550102', '+13125559999'];

test('a refusal has the fields of the entry of its rule', async ({ start }) => {
  const mock = await start(`refusals:
  EMAIL-SUBJ-3: { status: 422, code: '20424', title: No subject, detail: false, pointer: '/data{pointer}' }
`);
  expect(await send(mock, { subject: undefined })).toEqual({
    status: 422,
    body: { errors: [{ code: '20424', title: 'No subject', source: { pointer: '/data/subject' } }] },
  });
});

test('a field that an entry leaves out comes from default, then from the contract', async ({ start }) => {
  const mock = await start("refusals: { default: { title: Refused, pointer: false }, EMAIL-SUBJ-3: { code: '1' } }");
  const { body } = await send(mock, { subject: undefined });
  const detail = 'A subject is required unless a template is used.';
  expect(body.errors).toEqual([{ code: '1', title: 'Refused', detail }]);
});

test('an entry for one operation comes before that of the rule', async ({ start }) => {
  const mock = await start('refusals: { ERR-10: { status: 400 }, ERR-10@createNumberReservation: { status: 409 } }');
  expect((await send(mock, { to: 5 })).status).toBe(400);
  expect((await reserve(mock, 1)).status).toBe(409);
});

test('a body template repeats the request and the refusal', async ({ start }) => {
  const mock = await start(`refusals:
  RSV-23:
    status: 400
    body: { errors: [{ code: '10007', title: Unexpected error, detail: 'bad: {value}', at: '{pointer}', from: '{parameter}' }], path: '{path}' }
`);
  expect(await reserve(mock, '123')).toEqual({
    status: 400,
    body: {
      errors: [{ code: '10007', title: 'Unexpected error', detail: 'bad: 123', at: '/phone_numbers/0/phone_number' }],
      path: '/v2/number_reservations',
    },
  });
});

test('an unknown path can be refused without a body, and a message without an error', async ({ start }) => {
  const mock = await start('refusals: { HTTP-7: { body: false }, EMAIL-GET-4: { body: { errors: [] } } }');
  expect(await list(mock, '/nothing')).toEqual({ status: 404, body: null });
  const message = await list(mock, '/email_messages/5833f029-7ca4-44af-8705-aeddfd58ef24');
  expect(message).toEqual({ status: 404, body: { errors: [] } });
});

test('default changes no field that a rule of the source fixes', async ({ start }) => {
  const mock = await start("refusals: { default: { status: 418, code: '99', title: Refused, detail: false } }");
  const denied = await call(mock, '/dir/document_types', { method: 'GET', key: 'nobody' });
  expect(denied.body.errors[0]).toMatchObject({ code: '10009', title: 'Authentication failed' });
  expect((await send(mock, { cc: mail.to })).status).toBe(400);
  expect((await reserve(mock, 'x')).body.errors[0]).toMatchObject({ code: '10007', title: 'Unexpected error' });
});

test('a template for default replaces no body that a rule of the source fixes', async ({ start }) => {
  const mock = await start("refusals: { default: { body: { errors: [{ code: '99', title: Refused }] } } }");
  expect((await send(mock, { subject: undefined })).body.errors[0].code).toBe('99');
  const denied = await call(mock, '/dir/document_types', { method: 'GET', key: 'nobody' });
  expect(denied.body.errors[0].code).toBe('10009');
  expect((await reserve(mock, 'x')).body.errors[0].code).toBe('10007');
  expect((await list(mock, '/ai/missions/runs?page[size]=0')).body.detail).toHaveLength(1);
});

test('a success has the status, members and times of its entry', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    status: 201
    omit: [/data/events, /data/attachments]
    nulls: omit
    times: seconds offset
    add: { /data/href: '/v2/email_messages/{id}', /data/sent: '{path} {now}' }
`);
  const { status, body } = await send(mock);
  expect(status).toBe(201);
  expect(Object.keys(body.data)).not.toEqual(expect.arrayContaining(['events', 'attachments', 'reply_to']));
  expect(body.data.created_at).toMatch(/T\d{2}:\d{2}:\d{2}\+00:00$/);
  expect(body.data.href).toBe(`/v2/email_messages/${body.data.id}`);
  expect(body.data.sent).toMatch(/^\/v2\/email_messages \d{4}-\d{2}-\d{2}T.*Z$/);
  expect((await call(mock, '/emails', { body: mail })).status).toBe(201);
});

test('a form of times leaves those alone that the source fixes', async ({ start }) => {
  const mock = await start('answers: { createNumberReservation: { times: milliseconds offset } }');
  const { body } = await reserve(mock, free);
  expect(body.data.created_at).toMatch(/\.\d{6}Z$/);
  expect(body.data.phone_numbers[0].expired_at).toMatch(/\.\d{3}\+00:00$/);
});

test('times can be those of another time zone', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { times: milliseconds +02:00 } }');
  const { data } = (await send(mock, { scheduled_at: '2040-01-01T23:30:00Z' })).body;
  expect(data.scheduled_at).toBe('2040-01-02T01:30:00.000+02:00');
});

test('answers have the words of the overlay, by which runs are filtered, and its texts for addresses', async ({
  start,
}) => {
  const mock = await start(`overlay:
  - { target: "$.components.schemas.EmailMessageStatus.enum[?@=='queued']", update: accepted }
  - { target: "$.components.schemas.MissionRunStatus.enum[?@=='succeeded']", update: done }
  - { target: $.components.schemas.EmailMessage.properties.to.items, update: { $ref: '#/components/schemas/Email' } }
`);
  expect((await send(mock)).body.data).toMatchObject({ status: 'accepted', to: ['ann@example.com'] });
  const { data } = (await list(mock, '/ai/missions/runs?status=done')).body;
  expect(new Set(data.map((run: { status: string }) => run.status))).toEqual(new Set(['done']));
});

test('a member that only the deployment allows in this form, or that it does not know, is as absent', async ({
  start,
}) => {
  const mock = await start(`overlay:
  - { target: $.components.schemas.Attachment.properties.filename.type, remove: true }
  - { target: $.components.schemas.EmailMessageRequest.properties.reply_to, remove: true }
  - { target: $.components.schemas.EmailMessageRequest.required, remove: true }
`);
  const attachments = [{ content: 'QQ==', filename: 5 }];
  const { body } = await send(mock, { attachments, reply_to: 'bob@example.com' });
  expect(body.data).toMatchObject({ status: 'queued', reply_to: null });
  expect(body.data.attachments).toEqual(
    (await send(mock, { attachments: [{ content: 'QQ==' }] })).body.data.attachments,
  );
  expect(await send(mock, { from: undefined })).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: '/from' } }] },
  });
});

test('a member of a success can have another value', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { add: { /data/status: accepted } } }');
  expect((await send(mock)).body.data.status).toBe('accepted');
});

test('a member is omitted from every item of a list', async ({ start }) => {
  const mock = await start(
    'answers: { listRecentAiMissionRuns: { omit: [/data/*/metadata], add: { /data/*/self: "{id}" } } }',
  );
  const { body } = await list(mock, '/ai/missions/runs?page[size]=2');
  for (const run of body.data) expect([run.metadata, run.self]).toEqual([undefined, run.run_id]);
});

test('a member can have the id of the request where the answer has no single resource', async ({ start }) => {
  const mock = await start('answers: { listDirDocumentTypes: { add: { /request_id: "{id}" } } }');
  const [first, second] = [await list(mock, '/dir/document_types'), await list(mock, '/dir/document_types')];
  expect(first.body.request_id).toEqual(expect.any(String));
  expect(second.body.request_id).not.toBe(first.body.request_id);
});

test('a parameter and the key header can have other names', async ({ start }) => {
  const mock = await start(`overlay:
  - { target: "$.paths['/ai/missions/runs'].get.parameters[?@.name=='page[size]']", update: { name: limit } }
  - { target: $.components.parameters.IdempotencyKey, update: { name: X-Key } }
`);
  expect((await list(mock, '/ai/missions/runs?limit=3')).body.data).toHaveLength(3);
  expect((await list(mock, '/ai/missions/runs?limit=0')).body.detail[0].loc).toEqual(['query', 'limit']);
  const [first, second] = [
    await send(mock, {}, { headers: { 'X-Key': 'a' } }),
    await send(mock, {}, { headers: { 'X-Key': 'a' } }),
  ];
  expect(second).toEqual(first);
});

test('limits, required and unknown members are those of the overlay', async ({ start }) => {
  const mock = await start(`overlay:
  - { target: $.components.schemas.EmailMessageRequest, update: { additionalProperties: false, required: [text_body] } }
  - { target: $.components.schemas.EmailMessageRequest.properties.subject, update: { maxLength: 10 } }
`);
  const pointers = await Promise.all(
    [{ subject: 'Hello world' }, { text_body: undefined }, { unknown: 1 }].map(async (changes) => {
      const { status, body } = await send(mock, changes);
      return [status, body.errors[0].source.pointer];
    }),
  );
  expect(pointers).toEqual([
    [422, '/subject'],
    [422, '/text_body'],
    [422, '/unknown'],
  ]);
});

test('pages have the sizes of the choices', async ({ start }) => {
  const mock = await start('choices: { defaultPageSize: 3, largestPageSize: 5 }');
  expect((await list(mock, '/ai/missions/runs')).body.data).toHaveLength(3);
  expect((await list(mock, '/dir/document_types?page[size]=5')).status).toBe(200);
  expect((await list(mock, '/dir/document_types?page[size]=6')).status).toBe(422);
});

test('a page beyond the last one can be the last one, or be refused', async ({ start }) => {
  const beyond = '/dir/document_types?page[number]=99';
  const { body } = await list(await start('choices: { pageBeyondLast: last }'), beyond);
  expect(body.meta.page_number).toBe(body.meta.total_pages);
  const refused = await list(await start('choices: { pageBeyondLast: refused }'), beyond);
  expect([refused.status, refused.body.errors[0].source]).toEqual([404, { parameter: 'page[number]' }]);
});

test('one number that can not be held can refuse the reservation, which holds none then', async ({ start }) => {
  const mock = await start('choices: { unavailableNumber: refused, holdMinutes: 15 }');
  const refused = await reserve(mock, free, held);
  expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: '/phone_numbers/1/phone_number' }]);
  const { body } = await reserve(mock, free);
  const { created_at, expired_at } = body.data.phone_numbers[0];
  expect(Date.parse(expired_at) - Date.parse(created_at)).toBe(15 * 60_000);
});

test('a number that can not be held can refuse the reservation only where no other is left', async ({ start }) => {
  const mock = await start('choices: { unavailableNumber: noneLeft }');
  expect((await reserve(mock, held)).status).toBe(422);
  expect((await reserve(mock, free, held)).body.data.phone_numbers).toMatchObject([
    { status: 'pending' },
    { status: 'failure' },
  ]);
});

test('a repeated number can be held once', async ({ start }) => {
  const mock = await start('choices: { repeatedNumber: once }');
  const { body } = await reserve(mock, unheld, unheld);
  expect(body.data.phone_numbers).toMatchObject([{ phone_number: unheld, status: 'pending' }]);
});

test('half a threshold and an empty update can be refused, and change nothing', async ({ start }) => {
  const mock = await start('choices: { partOfThreshold: refused, emptyUpdate: refused }');
  expect((await update(mock, { threshold: { amount: '1' } })).body.errors[0].source).toEqual({ pointer: '/threshold' });
  expect((await update(mock, {})).status).toBe(422);
  expect((await update(mock, { treshold: {} })).body.errors[0].detail).toContain('did you mean "threshold"?');
  expect((await update(mock, { threshold: { amount: '1', unit: 'GB' } })).status).toBe(200);
});

test('half a threshold can replace all of it, and an empty update be an update', async ({ start }) => {
  const mock = await start('choices: { emptyUpdate: touched, partOfThreshold: replaced }');
  const { data } = (await update(mock, { threshold: { amount: '7', unit: 'GB' } })).body;
  await mock.clock.advance('PT1S');
  const touched = (await update(mock, {})).body.data;
  expect(touched).toMatchObject({ threshold: { amount: '7', unit: 'GB' } });
  expect(touched.updated_at).not.toBe(data.updated_at);
  expect((await update(mock, { threshold: { amount: '8' } })).body.data.threshold).toEqual({ amount: '8', unit: 'MB' });
});

test('keys can be compared as JSON and across routes', async ({ start }) => {
  const mock = await start('choices: { keyedBody: json, keysAcrossRoutes: shared }');
  const headers = { 'Idempotency-Key': 'a' };
  const first = await send(mock, {}, { headers });
  const spaced = JSON.stringify(Object.fromEntries(Object.entries(mail).reverse()), null, 2);
  expect(await call(mock, '/emails', { body: spaced, headers })).toEqual(first);
});

test('a key with a body that is no JSON, or nested too deeply, is refused as without a key', async ({ start }) => {
  const mock = await start("choices: { keyedBody: json }\nrefusals: { ERR-10: { detail: 'bad: {value}' } }");
  const headers = { 'Idempotency-Key': 'a' };
  expect((await call(mock, '/email_messages', { body: '{', headers })).status).toBe(400);
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  expect((await call(mock, '/email_messages', { body: deep, headers })).status).toBe(422);
});

test('reserved headers can be refused', async ({ start }) => {
  const mock = await start('choices: { reservedHeaders: refused }');
  const { status, body } = await send(mock, { headers: { 'X-A': 'b', To: 'c' } });
  expect([status, body.errors[0].source]).toEqual([422, { pointer: '/headers/To' }]);
});

test('suppressed recipients can stay in their lists, and be all of them', async ({ start }) => {
  const mock = await start('choices: { suppressedRecipients: kept, allSuppressed: accepted }');
  const to = ['bounced@example.com'];
  const { status, body } = await send(mock, { to });
  expect([status, body.data.to, body.suppressed[0].to]).toEqual([202, [{ email: to[0] }], to[0]]);
});

test('each fault of a request can have an error of its own', async ({ start }) => {
  const mock = await start('choices: { reportedFaults: all }');
  const wrong = await send(mock, { to: [5], subject: 5 });
  const pointers = wrong.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
  expect(pointers).toEqual(expect.arrayContaining(['/to/0', '/subject']));
  const twice = await send(mock, { cc: mail.to, bcc: mail.to });
  expect(twice.body.errors).toHaveLength(2);
});

test('sending can have another path, and then the former one is unknown', async ({ start }) => {
  const mock = await start('choices: { emailPath: /mail/messages }');
  expect((await call(mock, '/mail/messages', { body: mail })).status).toBe(202);
  expect((await send(mock)).status).toBe(404);
});

test('the journal names the entries that shaped an answer', async ({ start }) => {
  const mock = await start('choices: { emptyUpdate: refused }\nrefusals: { SIM-14: { status: 400 } }');
  await update(mock, {});
  const journal = await fetch(new URL('/__admin/requests?partition=default', mock.url));
  const { requests } = (await journal.json()) as { requests: { entry?: string }[] };
  expect(requests.map(({ entry }) => entry)).toContain('choices.emptyUpdate, refusals.SIM-14');
});

test('the served document is that of the deployment', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { status: 201 } }');
  const headers = { Authorization: 'Bearer key_primary' };
  const answer = await fetch(new URL('/openapi.json', mock.url), { headers });
  const document = (await answer.json()) as { paths: Record<string, { post: { responses: object } }> };
  expect(Object.keys(document.paths['/email_messages']?.post.responses ?? {})).toContain('201');
});
