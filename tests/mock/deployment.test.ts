import { expect } from 'vitest';
import { call, list, mail, reserve, send, test, update } from './support/deployed.ts';

const free = '+13125550101';

test("a refusal has the fields of the rule's entry", async ({ start }) => {
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

test("an entry for one operation precedes the rule's entry", async ({ start }) => {
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

test('a refusal has the members that default and its entry add, without those that the entry omits', async ({
  start,
}) => {
  const mock = await start(`refusals:
  default: { add: { /type: about:blank, /title: '{title}', /errors/*/status: '{status}' } }
  EMAIL-SUBJ-3: { status: 422, add: { /errors/*/meta: { help: 'e/{code}' }, /status: '{statusNumber}' }, omit: [/title] }
  HTTP-11@listDirDocumentTypes: {}
  ERR-10: { status: 400 }
`);
  const { body } = await send(mock, { subject: undefined });
  expect(body).toMatchObject({
    type: 'about:blank',
    status: 422,
    errors: [{ status: '422', meta: { help: 'e/10015' } }],
  });
  expect(body).not.toHaveProperty('title');
  const refused = await list(mock, '/dir/document_types?colour=red');
  expect(refused).toMatchObject({ status: 400, body: { title: 'Invalid request', errors: [{ status: '400' }] } });
  expect((await list(mock, '/ai/missions/runs?colour=red')).status).toBe(200);
});

test('an unknown path can have no body, a missing message no error', async ({ start }) => {
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

test('a form of times leaves fixed times unchanged', async ({ start }) => {
  const mock = await start('answers: { createNumberReservation: { times: milliseconds offset } }');
  const { body } = await reserve(mock, free);
  expect(body.data.created_at).toMatch(/\.\d{6}Z$/);
  expect(body.data.phone_numbers[0].expired_at).toMatch(/\.\d{3}\+00:00$/);
});

test('times can be in another time zone', async ({ start }) => {
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
  expect((await list(mock, '/ai/missions/runs?status=succeeded')).body.data).toEqual([]);
});

test('a member that only the deployment or only the contract allows is ignored', async ({ start }) => {
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

test('the overlay sets limits, required and unknown members', async ({ start }) => {
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

test('the path for sending can be replaced', async ({ start }) => {
  const mock = await start('choices: { emailPath: /mail/messages }');
  expect((await call(mock, '/mail/messages', { body: mail })).status).toBe(202);
  expect((await send(mock)).status).toBe(404);
});

test('the journal names the entries that shaped an answer, none that the source overrides', async ({ start }) => {
  const mock = await start(
    'choices: { emptyUpdate: refused }\nrefusals: { SIM-14: { status: 400 }, default: { title: X } }',
  );
  await update(mock, {});
  await reserve(mock, 'x');
  const entries = (await mock.requests()).map(({ entry }) => entry);
  expect(entries).toEqual([undefined, 'choices.emptyUpdate, refusals.SIM-14']);
});

test('the served document and the answers on demand follow the deployment', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { status: 201 } }');
  const headers = { Authorization: 'Bearer key_primary' };
  const answer = await fetch(new URL('/openapi.json', mock.url), { headers });
  const document = (await answer.json()) as { paths: Record<string, { post: { responses: object } }> };
  expect(Object.keys(document.paths['/email_messages']?.post.responses ?? {})).toContain('201');
  const statuses = ['code=201', 'example=sandbox', 'code=202'].map(async (Prefer) => {
    return (await send(mock, {}, { headers: { Prefer } })).status;
  });
  expect(await Promise.all(statuses)).toEqual([201, 201, 400]);
  await mock.scenarios.add({ times: 1, answer: { status: 201, example: 'sandbox' } });
  expect((await send(mock)).body.data.status).toBe('sandbox');
});
