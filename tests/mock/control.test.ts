import manifest from '../../package.json' with { type: 'json' };
import { loadRegister } from '../../spec/register.ts';
import { document } from '../../spec/testing/contract.ts';
import { Api, refusal } from './support/api.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

test('a call that takes no body may say that it is JSON', async ({ api }) => {
  const path = `/__admin/reset?partition=${api.partition}`;
  const headers = { 'Content-Type': 'application/json' };
  expect((await exchange(api.port, { method: 'POST', path, headers })).status).toBe(200);
});

test('health says what answers, in which version, over which contract', async ({ api }) => {
  const { version, sha256 } = document;
  await api.accepted();
  const { partitions } = (await api.control('GET', '/partitions')).body as { partitions: string[] };
  expect(partitions).toContain(api.partition);
  const used = Object.fromEntries(
    ['state', 'bodies', 'answers', 'streams', 'relay'].map((name) => [name, expect.any(Number)]),
  );
  expect((await api.control('GET', '/health')).body).toEqual({
    status: 'healthy',
    product: 'telephony-contract-mock',
    version: manifest.version,
    contract: { version, sha256 },
    apiKeys: ['key_primary', 'key_restricted', 'key_other'],
    partitions: partitions.length,
    memory: { limit: expect.any(Number), used },
    problem: null,
  });
});

test('the rules are those of the register', async ({ api }) => {
  const told = [...loadRegister().values()].map(({ id, level, basis, statement, clause }) => ({
    id,
    level,
    basis,
    statement,
    ...(clause !== undefined && { clause }),
  }));
  expect((await api.control('GET', '/rules')).body).toEqual({ rules: told });
});

test('a reset brings the fixtures back and forgets the rest', async ({ api }) => {
  await api.call('PATCH', notification, { body: { threshold: { amount: '1' } } });
  const { id } = await api.accepted();
  await api.send({}, { key: 'k' });
  await api.control('POST', '/settings', { ledgerLimit: 5 });
  await api.control('POST', '/hold');
  await api.advance('P10D');

  expect(await api.control('POST', '/reset')).toMatchObject({ status: 200, body: { partition: api.partition } });

  expect((await api.call('PATCH', notification, { body: {} })).body).toMatchObject({
    data: { threshold: { amount: '2048.0' } },
  });
  expect((await api.get(`/email_messages/${id}`)).status).toBe(404);
  expect(await api.mails()).toEqual([]);
  expect((await api.control('GET', '/settings')).body).toMatchObject({ ledgerLimit: 100_000 });
  expect((await api.control('GET', '/hold')).body).toEqual({ holding: false, held: 0 });
  const { body } = await api.control('GET', '/clock');
  expect(Math.abs(Date.parse((body as { now: string }).now) - Date.now())).toBeLessThan(60_000);
  expect((await api.send({ subject: 'new' }, { key: 'k' })).status).toBe(202);
});

test('a parameter that a call does not have is refused, and nothing changes', async ({ api }) => {
  const main = new Api(api.port, 'default');
  await main.accepted();
  const path = '/__admin/reset?partion=mine';
  expect(await exchange(api.port, { method: 'POST', path })).toMatchObject(
    refusal(422, '10015', { parameter: 'partion' }),
  );
  expect(await main.mails()).not.toEqual([]);
});

test('all that is wrong with the parameters of a call is told', async ({ api }) => {
  const path = `/__admin/reset?partition=${api.partition}&partion=mine&colour=red`;
  const { body } = await exchange(api.port, { method: 'POST', path });
  expect((body as { errors: { detail: string }[] }).errors.map(({ detail }) => detail)).toEqual([
    'There is no query parameter partion here.',
    'There is no query parameter colour here.',
  ]);
});

test('a mistake of a call that stands there twice is told once', async ({ api }) => {
  const { body } = await api.control('GET', '/state?only=colours,colours');
  const details = (body as { errors: { detail: string }[] }).errors.map(({ detail }) => detail);
  expect(details.filter((detail) => detail.startsWith('only: colours '))).toHaveLength(1);
});

test('all that is wrong with a call is told', async ({ api }) => {
  const { body } = await api.control('POST', '/settings', {
    colour: 'red',
    shade: 'dark',
    processingTime: 2,
    holdLimit: -1,
  });
  expect((body as { errors: { detail: string }[] }).errors.map(({ detail }) => detail)).toEqual([
    'The body must not have the property colour.',
    'The body must not have the property shade.',
    '/processingTime must be an ISO 8601 duration such as PT30M.',
    '/holdLimit must be at least 0.',
  ]);
});

test('the clock is moved to a time or by a duration, and runs on', async ({ api }) => {
  const now = '2040-06-01T10:00:00.000Z';
  const moved = await api.control('POST', '/clock', { now });
  const start = Date.parse(now);
  const shown = () => api.control('GET', '/clock').then(({ body }) => Date.parse((body as { now: string }).now));
  expect(Date.parse((moved.body as { now: string }).now)).toBeGreaterThanOrEqual(start);
  await api.advance('P1DT2H');
  const later = await shown();
  expect(later).toBeGreaterThanOrEqual(start + 93_600_000);
  expect(later).toBeLessThan(start + 93_600_000 + 60_000);
  await expect.poll(shown).toBeGreaterThan(later);
});

const behind = ['The clock can only be moved forwards.'];
const beyond = ['The clock cannot be moved beyond the year 9998.'];
const noTime = ['/now must be an ISO 8601 time.', '/now'];
const noDuration = ['/advance must be an ISO 8601 duration such as PT30M.', '/advance'];
const neither = ['The body must be either {"now": an ISO 8601 time} or {"advance": an ISO 8601 duration}.', ''];
for (const [body, [detail, pointer]] of [
  [{ now: '2001-01-01T00:00:00Z' }, behind],
  [{ now: '2040-06-01T10:00:00' }, noTime],
  [{ now: 'later' }, noTime],
  [{ now: 2_000_000_000 }, noTime],
  [{ advance: '-PT1S' }, noDuration],
  [{ advance: '30M' }, noDuration],
  [{ advance: 'P' }, noDuration],
  [{ advance: 'P9000Y' }, beyond],
  [{ advance: 'P900000Y' }, beyond],
  [{ now: '9999-01-01T00:00:00Z' }, beyond],
  [{ now: '9999-12-31T23:59:59Z' }, beyond],
  [{ now: '2040-06-01T10:00:00Z', advance: 'PT1S' }, neither],
  [{ now: null }, noTime],
  [{ now: '9999-12-31T23:59:59-01:00' }, noTime],
  [{}, neither],
  [[], neither],
  ['PT1S', neither],
  [null, neither],
] as [unknown, [string, string?]][]) {
  test(`the clock is not moved by ${JSON.stringify(body)}`, async ({ api }) => {
    const source = pointer === undefined ? {} : { source: { pointer } };
    expect(await api.control('POST', '/clock', body)).toMatchObject({
      status: 422,
      body: { errors: [{ code: '10015', title: 'Invalid request', detail, ...source }] },
    });
    expect((await api.send()).status).toBe(202);
  });
}

test.for([
  ['POST', '/clock'],
  ['POST', '/settings'],
  ['POST', '/scenarios'],
  ['PUT', '/deployment'],
] as const)('a control call that needs a body is refused without one: %s %s', async ([method, path], { api }) => {
  const { status, body } = await api.control(method, path);
  const { errors } = body as { errors: { source: object }[] };
  expect([status, errors[0]?.source]).toEqual([422, { pointer: '' }]);
});

test('after the furthest move everything still works', async ({ api }) => {
  expect((await api.control('POST', '/clock', { now: '9998-12-31T00:00:00Z' })).status).toBe(200);
  expect((await api.send()).status).toBe(202);
  const body = { phone_numbers: [{ phone_number: '+13125550100' }] };
  expect((await api.call('POST', '/number_reservations', { body })).status).toBe(200);
});

test('settings are changed one by one and shown as they are', async ({ api }) => {
  const settings = { processingTime: 'PT0S', ledgerLimit: 100_000, holdLimit: 100_000 };
  expect((await api.control('GET', '/settings')).body).toEqual(settings);
  const changed = { ...settings, processingTime: 'PT2.5S', holdLimit: 3 };
  expect((await api.control('POST', '/settings', { processingTime: 'PT2.5S', holdLimit: 3 })).body).toEqual(changed);
  expect((await api.control('POST', '/settings', { holdLimit: 4 })).body).toEqual({ ...changed, holdLimit: 4 });
  expect((await api.control('GET', '/settings')).body).toEqual({ ...changed, holdLimit: 4 });
});

for (const body of [
  { processingTime: 2 },
  { processingTime: 'soon' },
  { processingTime: '-PT1S' },
  { ledgerLimit: -1 },
  { ledgerLimit: 1.5 },
  { ledgerLimit: '5' },
  { colour: 'red' },
  { constructor: 5 },
  { toString: 5 },
  { holdLimit: 5, colour: 'red' },
]) {
  test(`settings refuse ${JSON.stringify(body)} and stay`, async ({ api }) => {
    expect(await api.control('POST', '/settings', body)).toMatchObject(refusal(422, '10015'));
    expect((await api.control('GET', '/settings')).body).toEqual({
      processingTime: 'PT0S',
      ledgerLimit: 100_000,
      holdLimit: 100_000,
    });
  });
}

const settings = '{"holdLimit":3}';
for (const [what, method, path, type, body, status, detail] of [
  ['no JSON', 'POST', '/clock', 'application/json', '{', 400, /^Body is not valid JSON/],
  [
    'a large one that is none',
    'PUT',
    '/state',
    'application/json',
    '{'.padEnd(1_000_000),
    400,
    'The body is not valid JSON: Unexpected end of JSON input, before position 1000000.',
  ],
  ['of another type', 'POST', '/settings', 'text/plain', settings, 415, 'The content type must be application/json.'],
  [
    'of more than 100,000 bytes',
    'POST',
    '/settings',
    'application/json',
    settings.padEnd(100_001),
    413,
    'The body is larger than 100000 bytes.',
  ],
  [
    'of a deployment of more than 1,000,000 bytes',
    'PUT',
    '/deployment',
    'application/json',
    '{}'.padEnd(1_000_001),
    413,
    'The body is larger than 1000000 bytes.',
  ],
] as const) {
  test(`a control body is refused: ${what}`, async ({ api }) => {
    const outgoing = { path: `/__admin${path}?partition=${api.partition}`, headers: { 'Content-Type': type }, body };
    const told = expect.objectContaining({ code: '10015', detail: expect.stringMatching(detail) });
    expect(await exchange(api.port, { method, ...outgoing })).toMatchObject({ status, body: { errors: [told] } });
  });
}

test('a control body may be as large as its bound', async ({ api }) => {
  const headers = { 'Content-Type': 'application/JSON; charset=utf-8' };
  const put = (method: string, path: string, body: string) =>
    exchange(api.port, { method, path: `/__admin${path}?partition=${api.partition}`, headers, body });
  expect((await put('POST', '/settings', settings.padEnd(100_000))).body).toMatchObject({ holdLimit: 3 });
  const deployment = '{"contract":"2.0.0","settled":"x"}'.padEnd(1_000_000);
  expect((await put('PUT', '/deployment', deployment)).status).toBe(200);
});

for (const [method, path] of [
  ['GET', '/__admin/nothing'],
  ['PUT', '/__admin/nothing'],
  ['GET', '/__admin/%E0%A4%A'],
] as const) {
  test(`an unknown control path is not found: ${method} ${path}`, async ({ api }) => {
    expect(await exchange(api.port, { method, path })).toMatchObject(refusal(404, '10005'));
  });
}
