import { randomUUID } from 'node:crypto';
import { Api, refusal } from './support/api.ts';
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

  const target = new Api(api.port, `t-${randomUUID()}`);
  expect(await target.control('PUT', '/state', state)).toMatchObject({
    status: 200,
    body: { partition: target.partition },
  });

  const copy = (await target.control('GET', '/state')).body as Record<string, unknown>;
  expect({ ...copy, now: state.now }).toEqual(state);
  expect((await target.mails()).map(({ Subject }) => Subject)).toEqual(['Second', 'First']);
  expect((await target.send({ subject: 'First', html_body: '<p>Hi</p>' }, { key: 'k' })).body).toEqual(parent.body);
  await target.control('POST', '/clock', { now: '2040-01-01T00:00:01Z' });
  expect((await target.mails()).map(({ Subject }) => Subject)).toEqual(['Later', 'Second', 'First']);
  expect(await api.mails()).toHaveLength(2);
});

test('mail of a snapshot is in the outbox and is not relayed again', async () => {
  const left: string[] = [];
  const mock = await serve({ relay: { send: ({ subject }) => void left.push(subject), close: () => {} } });
  try {
    const api = new Api(mock.port, 'a');
    await api.accepted({ subject: 'Once' });
    const copy = new Api(mock.port, 'b');
    await copy.control('PUT', '/state', (await api.control('GET', '/state')).body);
    expect(await copy.mails()).toMatchObject([{ Subject: 'Once' }]);
    expect(left).toEqual(['Once']);
  } finally {
    await mock.close();
  }
});

test('missing parts of a state come from the fixtures, the clock included', async ({ api }) => {
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

test('?only selects parts of the state', async ({ api }) => {
  expect((await api.control('GET', '/state?only=holds,ledger')).body).toEqual({ holds: [], ledger: [] });
});

test('an unknown or repeated part of the state is refused', async ({ api }) => {
  const { status, text } = await api.control('GET', '/state?only=holds,colours,sizes');
  expect([status, text.match(/only: \w+ must be one of/g)]).toEqual([
    422,
    ['only: colours must be one of', 'only: sizes must be one of'],
  ]);
  expect(await api.control('GET', '/state?only=holds&only=ledger')).toMatchObject(
    refusal(422, '10015', { parameter: 'only' }),
  );
});

test('a request in progress is in the ledger without an answer, and is not copied', async ({ api }) => {
  await api.control('POST', '/hold');
  const sent = api.send({}, { key: 'k' });
  const ledger = () => api.control('GET', '/state?only=ledger').then(({ body }) => body);
  await expect.poll(ledger).toMatchObject({ ledger: [{ key: 'k', account: 'acme', answer: null }] });
  await api.control('PUT', '/state', await ledger());
  expect(await ledger()).toEqual({ ledger: [] });
  expect((await sent).status).toBe(202);
});

for (const [name, state, pointer] of [
  ['an unknown part', { colours: [] }, ''],
  ['a broken resource', { documentTypes: [{ short_name: 1, description: '' }] }, '/documentTypes/0/short_name'],
  ['an unknown account', { suppressions: [suppressionOf('initech')] }, '/suppressions/0/account'],
  ['an answer that breaks the contract', { ledger: [recordOf('acme', { foo: 1 })] }, '/ledger/0/answer/body'],
] as const) {
  test(`a state with ${name} is refused, and nothing changes`, async ({ api }) => {
    await api.accepted();
    expect(await api.control('PUT', '/state', state)).toMatchObject(refusal(422, '10015', { pointer }));
    expect(await api.mails()).toHaveLength(1);
  });
}

test('a refusal lists every error of a state', async ({ api }) => {
  const placesIn = async (state: object) => {
    const { status, body } = await api.control('PUT', '/state', state);
    const { errors } = body as { errors: { source: { pointer: string } }[] };
    return [status, ...errors.map(({ source }) => source.pointer)];
  };
  const templates = [templateOf('{% if a %}'), templateOf('Hi'), templateOf('{% raw %}')];
  const state = { suppressions: [suppressionOf('initech')], templates };
  expect(await placesIn(state)).toEqual([422, '/suppressions/0/account', '/templates/0', '/templates/2']);
  const malformed = { now: '9999-12-31T23:59:59Z', holds: [{ number, until: 'soon' }] };
  expect(await placesIn(malformed)).toEqual([422, '/now', '/holds/0/until']);
});

function suppressionOf(account: string) {
  return { account, address: 'a@b.co', reason: 'hard_bounce' };
}

function recordOf(account: string, body: object) {
  const request = { method: 'POST', path: '/v2/email_messages', key: 'k', fingerprint: 'x' };
  return { account, ...request, createdAt: '2030-01-15T12:00:00Z', answer: { status: 202, body } };
}

function templateOf(html_body: string) {
  return { id: randomUUID(), account: 'acme', name: 'a', html_body, text_body: '' };
}
