import { randomUUID } from 'node:crypto';
import { Api, refusal } from './support/api.ts';
import { exchange } from './support/http.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const number = '+13125550100';

test('a snapshot of a partition makes another one the same', async ({ api }) => {
  await api.call('PATCH', notification, { body: { threshold: { amount: '7' } } });
  await api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: number }] } });
  const parent = await api.send({ subject: 'First', html_body: '<p>Hi</p>' }, { key: 'k' });
  const { id } = (parent.body as { data: { id: string } }).data;
  await api.accepted({ subject: 'Second', in_reply_to_message_id: id });
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  await api.advance('PT10M');
  const state = (await api.control('GET', '/state')).body as Record<string, unknown>;

  const other = new Api(api.port, `t-${randomUUID()}`);
  expect(await other.control('PUT', '/state', state)).toMatchObject({
    status: 200,
    body: { partition: other.partition },
  });

  const copy = (await other.control('GET', '/state')).body as Record<string, unknown>;
  expect({ ...copy, now: state.now }).toEqual(state);
  expect((await other.mails()).map(({ Subject }) => Subject)).toEqual(['Second', 'First']);
  expect((await other.send({ subject: 'First', html_body: '<p>Hi</p>' }, { key: 'k' })).body).toEqual(parent.body);
  await other.control('POST', '/clock', { now: '2040-01-01T00:00:01Z' });
  expect((await other.mails()).map(({ Subject }) => Subject)).toEqual(['Later', 'Second', 'First']);
  expect(await api.mails()).toHaveLength(2);
});

test('the mail of a snapshot is in the outbox, and does not leave a second time', async () => {
  const left: string[] = [];
  const mock = await serve({ relay: { send: ({ message }) => void left.push(message.subject), close: () => {} } });
  try {
    const api = new Api(mock.port, 'a');
    await api.accepted({ subject: 'Once' });
    const other = new Api(mock.port, 'b');
    await other.control('PUT', '/state', (await api.control('GET', '/state')).body);
    expect(await other.mails()).toMatchObject([{ Subject: 'Once' }]);
    expect(left).toEqual(['Once']);
  } finally {
    await mock.close();
  }
});

test('all mail that has become due has left when a state is there, or a clock was moved', async ({ api }) => {
  await api.accepted({ scheduled_at: '2040-01-01T00:00:00Z' });
  const { messages } = (await api.control('GET', '/state?only=messages')).body as { messages: object[] };
  const many = Array.from({ length: 420 }, () => {
    const id = randomUUID();
    return { ...messages[0], id, messageId: `<${id}@mail.example.com>` };
  });
  const now = '2040-01-02T00:00:00Z';
  const left = async () => ((await api.control('GET', '/outbox')).body as { mails: object[] }).mails.length;
  const filled = await api.control('PUT', '/state', { now, messages: many });
  expect([filled.status, await left()]).toEqual([200, 420]);
  await api.control('PUT', '/state', { messages: many });
  const waiting = await left();
  await api.control('POST', '/clock', { now });
  expect([waiting, await left()]).toEqual([0, 420]);
});

test('what comes from a partition whose clock is ahead ends in its time here', async ({ api }) => {
  await api.advance('P7D');
  await api.send({}, { key: 'theirs' });
  await api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: number }] } });
  const other = new Api(api.port, `t-${randomUUID()}`);
  await other.control('PUT', '/state', (await api.control('GET', '/state?only=holds,ledger')).body);
  await other.control('POST', '/settings', { holdLimit: 2 });
  const reserve = (phone_number: string) =>
    other.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number }] } });

  const mine = await other.send({}, { key: 'mine' });
  expect((await reserve('+13125550101')).status).toBe(200);
  await other.advance('PT24H');
  expect((await other.send({}, { key: 'mine' })).text).not.toBe(mine.text);
  expect((await other.send({ subject: 'Another' }, { key: 'theirs' })).status).toBe(202);
  expect((await reserve('+13125550101')).status).toBe(200);
});

test('records that come in another order end in their time as well', async ({ api }) => {
  await api.send({}, { key: 'old' });
  await api.advance('PT1H');
  await api.send({}, { key: 'new' });
  const state = (await api.control('GET', '/state')).body as { ledger: unknown[] };
  await api.control('PUT', '/state', { ...state, ledger: state.ledger.toReversed() });
  await api.advance('PT23H1M');
  const used = async (key: string) => (await api.send({ subject: 'Another' }, { key })).status;
  expect([await used('old'), await used('new')]).toEqual([202, 422]);
});

test('parts that are left out are those of the fixtures, the clock included', async ({ api }) => {
  await api.accepted();
  await api.advance('P10D');
  const documentTypes = [{ short_name: 'passport', description: 'A passport' }];
  expect((await api.control('PUT', '/state', { documentTypes })).status).toBe(200);
  expect((await api.get('/dir/document_types')).body).toMatchObject({ data: documentTypes });
  expect((await api.call('PATCH', notification, { body: {} })).status).toBe(200);
  expect(await api.mails()).toEqual([]);
  const { now } = (await api.control('GET', '/clock')).body as { now: string };
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
});

test('runs are listed newest first, in whatever order they came', async ({ api }) => {
  const { missionRuns } = (await api.control('GET', '/state?only=missionRuns')).body as {
    missionRuns: Record<string, object[]>;
  };
  const some = (missionRuns.acme ?? []).slice(0, 3);
  await api.control('PUT', '/state', { missionRuns: { acme: [...some].reverse() } });
  expect((await api.get('/ai/missions/runs')).body).toMatchObject({ data: some });
  expect((await api.get('/ai/missions/runs', { as: 'key_other' })).body).toMatchObject({ data: [] });
});

test('a reset goes back to the fixtures', async ({ api }) => {
  await api.control('PUT', '/state', { documentTypes: [] });
  await api.control('POST', '/reset');
  expect((await api.get('/dir/document_types')).body).not.toMatchObject({ data: [] });
});

test('only the named parts are given', async ({ api }) => {
  expect((await api.control('GET', '/state?only=holds,ledger')).body).toEqual({ holds: [], ledger: [] });
});

test('every part that there is not is named', async ({ api }) => {
  const { status, text } = await api.control('GET', '/state?only=holds,colours,sizes');
  expect([status, text.match(/only: \w+ must be one of/g)]).toEqual([
    422,
    ['only: colours must be one of', 'only: sizes must be one of'],
  ]);
  expect(await api.control('GET', '/state?only=holds&only=ledger')).toMatchObject(
    refusal(422, '10015', { parameter: 'only' }),
  );
  const { body } = await api.control('GET', '/state?only=holds&only=ledger&partition=b');
  expect(body).toMatchObject({
    errors: ['partition', 'only'].map((parameter) => ({ source: { parameter } })),
  });
});

test('no part is given twice', async ({ api }) => {
  const path = `/state?only=${Array.from({ length: 1_600 }, () => 'messages').join(',')}`;
  expect(await api.control('GET', path)).toMatchObject(refusal(422, '10015', { parameter: 'only' }));
});

test('a request in progress stands in the ledger without an answer, and is not taken over', async ({ api }) => {
  await api.control('POST', '/hold');
  const sent = api.send({}, { key: 'k' });
  const ledger = () => api.control('GET', '/state?only=ledger').then(({ body }) => body);
  await expect.poll(ledger).toMatchObject({ ledger: [{ key: 'k', account: 'acme', answer: null }] });
  await api.control('PUT', '/state', await ledger());
  expect(await ledger()).toEqual({ ledger: [] });
  expect((await sent).status).toBe(202);
});

const run = { run_id: '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9', started_at: '2030-01-15T12:00:00Z' };
for (const [name, state, pointer] of [
  ['an unknown part', { colours: [] }, ''],
  ['a broken resource', { documentTypes: [{ short_name: 1, description: '' }] }, '/documentTypes/0/short_name'],
  ['an unknown account', { suppressions: [suppressionOf('initech')] }, '/suppressions/0/account'],
  ['a short name that stands twice', { documentTypes: [typeOf('a'), typeOf('a')] }, '/documentTypes/1'],
  ['a range the wrong way round', { numbers: { free: [rangeOf('9', '1')], held: [] } }, '/numbers/free/0/to'],
  ['a time without an offset', { now: '2030-01-15T12:00:00' }, '/now'],
  ['no object', [], ''],
  ['a tag that is not closed', { templates: [templateOf('{% if a %}')] }, '/templates/0'],
  ['a tag that there is not', { templates: [templateOf('{% nosuchtag %}')] }, '/templates/0'],
  ['raw text without an end', { templates: [templateOf('{% raw %}')] }, '/templates/0'],
  ['a template that nests too deeply', { templates: [templateOf('{% if a %}'.repeat(5_000))] }, '/templates/0'],
  ['a time that the clock can not be moved to', { now: '9999-01-01T00:00:00Z' }, '/now'],
  ['a time before the year 0', { now: '0000-01-01T00:00:00+01:00' }, '/now'],
  ['a time with a blank in place of its T', { holds: [{ number, until: '2030-01-15 12:00:00Z' }] }, '/holds/0/until'],
  ['an answer that is none', { ledger: [recordOf('acme', { body: { foo: 1 } })] }, '/ledger/0/answer/body'],
  ['an answer of no operation', { ledger: [recordOf('acme', { path: '/v2/nope' })] }, '/ledger/0/path'],
] as const) {
  test(`a state with ${name} is refused, and nothing changes`, async ({ api }) => {
    await api.accepted();
    expect(await api.control('PUT', '/state', state)).toMatchObject(refusal(422, '10015', { pointer }));
    expect(await api.mails()).toHaveLength(1);
  });
}

for (const [name, changes, pointer] of [
  ['a Message-ID that would break the mail', { messageId: 'a\r\nBcc: b@example.com' }, '/messages/0/messageId'],
  ['an address that is none', { from: { email: 'no-at' } }, '/messages/0'],
  ['an id that is none', { id: 'one' }, '/messages/0'],
  ['a time that is none', { createdAt: '2030-01-15 12:00:00Z' }, '/messages/0/createdAt'],
  ['members that nest too deeply', { metadata: deep(200) }, '/messages/0'],
] as const) {
  test(`a message with ${name} is refused`, async ({ api }) => {
    await api.accepted();
    const { messages } = (await api.control('GET', '/state?only=messages')).body as { messages: object[] };
    const state = { messages: [{ ...messages[0], ...changes }] };
    expect(await api.control('PUT', '/state', state)).toMatchObject(refusal(422, '10015', { pointer }));
    expect(await api.mails()).toHaveLength(1);
  });
}

for (const [what, path] of [
  ['a snapshot', '/state'],
  ['a snapshot of messages alone, which is small,', '/state?only=messages,ledger'],
] as const) {
  test(`${what} is taken back with whatever names and texts a message had`, async ({ api }) => {
    const odd = String.raw`"a\ud800\u0000":"\udfff","constructor":{"prototype":{}},"__proto__":{"a":1}`;
    const body = [
      String.raw`{"from":"a@example.com","to":[{"email":"ann@example.com","name":"\ud800"}]`,
      `"template_id":"a1111111-1111-4111-8111-111111111111"`,
      `"template_variables":{${odd},"deep":${JSON.stringify(deep(98))}},"metadata":{${odd}},"headers":{"__proto__":"x"}}`,
    ].join(',');
    const send = () => api.call('POST', '/email%5Fmessages', { body, headers: { 'Idempotency-Key': 'k' } });
    const happened = async () => (await api.control('GET', '/state?only=messages,ledger')).text;
    const sent = await send();
    expect(sent.status, sent.text).toBe(202);
    const before = await happened();
    expect(before).toContain(`"metadata":{${odd}}`);

    const back = await api.control('PUT', '/state', (await api.control('GET', path)).body);
    expect(back.status, back.text).toBe(200);
    expect(await happened()).toBe(before);
    expect(await send()).toMatchObject({ status: 202, text: sent.text });
  });
}

test('each state has the limit of its templates for itself', async ({ api }) => {
  const { templates } = (await api.control('GET', '/state?only=templates')).body as { templates: object[] };
  const state = { templates: [{ ...templates[0], html_body: `{% # ${'x'.repeat(120_000)} %}` }] };
  for (let put = 0; put < 2; put++) expect((await api.control('PUT', '/state', state)).status, `${put}`).toBe(200);
});

test('a state that is too large is refused with the limit that it has', async ({ api }) => {
  const headers = { 'Content-Type': 'application/json' };
  const path = `/__admin/state?partition=${api.partition}`;
  const answer = await exchange(api.port, { method: 'PUT', path, headers, body: Buffer.alloc(64_000_001, ' ') });
  expect(answer).toMatchObject(refusal(413, '10015'));
  expect(answer.text).toContain('The body is larger than 64000000 bytes.');
});

test('runs that stand twice are refused', async ({ api }) => {
  const { missionRuns } = (await api.control('GET', '/state?only=missionRuns')).body as {
    missionRuns: Record<string, object[]>;
  };
  const [first] = missionRuns.acme ?? [];
  const twice = { missionRuns: { acme: [first, { ...first, ...run, run_id: (first as typeof run).run_id }] } };
  const pointer = '/missionRuns/acme/1';
  expect(await api.control('PUT', '/state', twice)).toMatchObject(refusal(422, '10015', { pointer }));
});

test('a document type may have any members besides, and stands there once', async ({ api }) => {
  const types = [{ id: [{}] }, { id: 'b', account: 'initech' }, { id: 'b', from: 'z', to: 1 }].map((others, index) => ({
    short_name: `type_${index}`,
    description: 'A letter.',
    ...others,
  }));
  expect((await api.control('PUT', '/state', { documentTypes: types })).status).toBe(200);
  expect((await api.get('/dir/document_types')).body).toMatchObject({ data: types });
  const twice = await api.control('PUT', '/state', {
    documentTypes: [types[0], { ...types[1], short_name: 'type_0' }],
  });
  expect(twice).toMatchObject(refusal(422, '10015', { pointer: '/documentTypes/1' }));
});

test('all that is wrong with a state is told, of a large one too', async ({ api }) => {
  const placesIn = async (state: object) => {
    const { status, body } = await api.control('PUT', '/state', state);
    const { errors } = body as { errors: { source: { pointer: string } }[] };
    return [status, ...errors.map(({ source }) => source.pointer)];
  };
  const templates = [templateOf('{% if a %}'), templateOf('Hi'), templateOf('{% raw %}')];
  const state = { now: '9999-12-31T23:59:59Z', suppressions: [suppressionOf('initech')], templates };
  const places = ['/now', '/suppressions/0/account', '/templates/0', '/templates/2'];
  expect(await placesIn(state)).toEqual([422, ...places]);
  const holds = Array.from({ length: 10_000 }, (_, index) => ({
    number,
    until: index % 4_000 ? '2040-01-01T00:00:00Z' : '',
  }));
  expect(await placesIn({ holds })).toEqual([422, '/holds/0/until', '/holds/4000/until', '/holds/8000/until']);
});

function suppressionOf(account: string) {
  return { account, address: 'a@b.co', reason: 'hard_bounce' };
}

function recordOf(account: string, { path = '/v2/email_messages', body = {} }: { path?: string; body?: object } = {}) {
  const request = { method: 'POST', path, key: 'k', fingerprint: 'x' };
  return { account, ...request, createdAt: '2030-01-15T12:00:00Z', answer: { status: 202, body } };
}

function templateOf(html_body: string) {
  return { id: randomUUID(), account: 'acme', name: 'a', html_body, text_body: '' };
}

function typeOf(short_name: string) {
  return { short_name, description: '' };
}

function rangeOf(from: string, to: string) {
  return { from: `+1312555000${from}`, to: `+1312555000${to}` };
}

/** A value that nests so deep. */
function deep(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

for (const [part, entry] of [
  ['holds', { number, until: '2040-01-01T00:00:00Z' }],
  ['suppressions', { account: 'acme', address: 'a@b.co', reason: 'hard_bounce' }],
] as const) {
  test(`a state with more than 100,000 ${part} is refused`, async ({ api }) => {
    const refused = await api.control('PUT', '/state', { [part]: Array(100_001).fill(entry) });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ source: { pointer: `/${part}` } }] } });
  });
}

test('a time of a megabyte is none, and a state of one value that is larger than any message is not read', async ({
  api,
}) => {
  expect(await api.control('PUT', '/state', { now: '\n'.repeat(1_000_000) })).toMatchObject({
    status: 422,
    body: { errors: [{ detail: '/now must be an ISO 8601 time.' }] },
  });
  expect(await api.control('PUT', '/state', { now: '\n'.repeat(8_000_001) })).toMatchObject({
    status: 400,
    body: { errors: [{ detail: expect.stringContaining('one entry has more than 16000000 bytes') }] },
  });
});

test('of a small query all that is wrong is told, of a large one the first', async ({ api }) => {
  const errors = async (names: number) => {
    const only = Array.from({ length: names }, (_, at) => `x${at}`).join(',');
    return ((await api.control('GET', `/state?only=${only}`)).body as { errors: object[] }).errors.length;
  };
  expect([await errors(20), await errors(2_000)]).toEqual([20, 1]);
});

test('mail of a snapshot is in the outbox in the order in which it left', async ({ api }) => {
  await api.accepted({ subject: 'Second', scheduled_at: '2040-01-01T00:00:02Z' });
  await api.accepted({ subject: 'First', scheduled_at: '2040-01-01T00:00:01Z' });
  await api.control('POST', '/clock', { now: '2040-01-02T00:00:00Z' });
  const { messages } = (await api.control('GET', '/state?only=messages')).body as { messages: object[] };
  const other = new Api(api.port, `t-${randomUUID()}`);
  for (const some of [messages, messages.toReversed()]) {
    await other.control('PUT', '/state', { messages: some });
    expect((await other.mails()).map(({ Subject }) => Subject)).toEqual(['Second', 'First']);
  }
});
