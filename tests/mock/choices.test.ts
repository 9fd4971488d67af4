import { expect } from 'vitest';
import { call, list, mail, reserve, send, test, update } from './support/deployed.ts';

const [free, unheld, held] = ['+13125550101', '+13125550102', '+13125559999'];

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
  expect((await update(mock, { treshold: {} })).body.errors[0].detail).toContain('"threshold"');
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

test('a non-JSON or too deep body is refused with a key as without one', async ({ start }) => {
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

test('each fault of a request can have its own error', async ({ start }) => {
  const mock = await start('choices: { reportedFaults: all }');
  const wrong = await send(mock, { to: [5], subject: 5 });
  const pointers = wrong.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
  expect(pointers).toEqual(expect.arrayContaining(['/to/0', '/subject']));
  const twice = await send(mock, { cc: mail.to, bcc: mail.to });
  expect(twice.body.errors).toHaveLength(2);
});
