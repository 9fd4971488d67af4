import manifest from '../../package.json' with { type: 'json' };
import { loadRegister } from '../../spec/register.ts';
import { document } from '../../spec/testing/contract.ts';
import { Api, refusal } from './support/api.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

test('health reports product, version, contract, keys, partitions and memory', async ({ api }) => {
  const { version, sha256 } = document;
  await api.accepted();
  const { partitions } = (await api.control('GET', '/partitions')).body as { partitions: string[] };
  const counter = { bytes: expect.any(Number), limit: expect.any(Number) };
  expect((await api.control('GET', '/health')).body).toEqual({
    status: 'healthy',
    product: 'telephony-contract-mock',
    version: manifest.version,
    contract: { version, sha256 },
    apiKeys: ['key_primary', 'key_restricted', 'key_other'],
    partitions: partitions.length,
    memory: { stored: counter, inFlight: counter },
    problem: null,
  });
});

test('the rules endpoint serves the register', async ({ api }) => {
  const rules = [...loadRegister().values()].map(({ id, level, basis, statement, clause }) => ({
    id,
    level,
    basis,
    statement,
    ...(clause !== undefined && { clause }),
  }));
  expect((await api.control('GET', '/rules')).body).toEqual({ rules });
});

test('a reset restores the fixtures and drops everything else', async ({ api }) => {
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

test('a misspelt parameter is refused, and nothing changes', async ({ api }) => {
  const main = new Api(api.port, 'default');
  await main.accepted();
  const path = '/__admin/reset?partion=mine';
  expect(await exchange(api.port, { method: 'POST', path })).toMatchObject(
    refusal(422, '10015', { parameter: 'partion' }),
  );
  expect(await main.mails()).not.toEqual([]);
});

test('a refusal lists every error of the body', async ({ api }) => {
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

for (const body of [
  { now: '2001-01-01T00:00:00Z' },
  { now: '2040-06-01T10:00:00' },
  { advance: '-PT1S' },
  { advance: '30M' },
  { advance: 'P9000Y' },
  { now: '2040-06-01T10:00:00Z', advance: 'PT1S' },
  {},
  undefined,
]) {
  test(`the clock refuses ${JSON.stringify(body)}`, async ({ api }) => {
    const { body: before } = await api.control('GET', '/clock');
    expect(await api.control('POST', '/clock', body)).toMatchObject(refusal(422, '10015'));
    const { body: after } = await api.control('GET', '/clock');
    const moved = Date.parse((after as { now: string }).now) - Date.parse((before as { now: string }).now);
    expect(moved).toBeLessThan(60_000);
  });
}

test('settings change one by one', async ({ api }) => {
  const settings = { processingTime: 'PT0S', ledgerLimit: 100_000, holdLimit: 100_000 };
  expect((await api.control('GET', '/settings')).body).toEqual(settings);
  const changed = { ...settings, processingTime: 'PT2.5S', holdLimit: 3 };
  expect((await api.control('POST', '/settings', { processingTime: 'PT2.5S', holdLimit: 3 })).body).toEqual(changed);
  expect((await api.control('POST', '/settings', { holdLimit: 4 })).body).toEqual({ ...changed, holdLimit: 4 });
  expect((await api.control('GET', '/settings')).body).toEqual({ ...changed, holdLimit: 4 });
});

const settings = '{"holdLimit":3}';
for (const [label, method, path, type, body, status, detail] of [
  ['no JSON', 'POST', '/clock', 'application/json', '{', 400, /^Body is not valid JSON/],
  ['of another type', 'POST', '/settings', 'text/plain', settings, 415, /application\/json/],
  [
    'of more than 100,000 bytes',
    'POST',
    '/settings',
    'application/json',
    settings.padEnd(100_001),
    413,
    /too large|larger/,
  ],
] as const) {
  test(`a control body is refused: ${label}`, async ({ api }) => {
    const outgoing = { path: `/__admin${path}?partition=${api.partition}`, headers: { 'Content-Type': type }, body };
    expect(await exchange(api.port, { method, ...outgoing })).toMatchObject({
      status,
      body: { errors: [{ code: '10015', detail: expect.stringMatching(detail) }] },
    });
  });
}

for (const [method, path] of [
  ['GET', '/__admin/nothing'],
  ['PUT', '/__admin/nothing'],
  ['GET', '/__admin/%E0%A4%A'],
] as const) {
  test(`an unknown control path is not found: ${method} ${path}`, async ({ api }) => {
    expect(await exchange(api.port, { method, path })).toMatchObject(refusal(404, '10005'));
  });
}
