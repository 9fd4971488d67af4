import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach } from 'vitest';
import { deployContract } from '../../mock/contract/deployed.ts';
import type { ServerParts } from '../../mock/server.ts';
import { openStore } from '../../mock/store/open.ts';
import { Store } from '../../mock/store/store.ts';
import { captureErrorLines } from '../../mock/testing.ts';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { Api, refusal } from './support/api.ts';
import { type RunningMock, serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const number = '+13125550100';

let directory: string;
let mock: RunningMock | undefined;

beforeEach(() => {
  directory = makeTestPath();
});
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

/** Restarts the mock over the directory and returns a client of a partition. */
async function restart(parts: Partial<ServerParts> = {}, partition = 'default'): Promise<Api> {
  await mock?.close();
  const store = await openStore(directory);
  mock = await serve({ store, ...parts });
  return new Api(mock.port, partition);
}

test('state, mail and settings survive a restart', async () => {
  const partition = 'pr-123';
  const before = await restart({}, partition);
  await before.call('PATCH', notification, { body: { threshold: { amount: '7' } } });
  await before.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: number }] } });
  const keyed = await before.send({ subject: 'First' }, { key: 'k' });
  const { id } = (keyed.body as { data: { id: string } }).data;
  await before.accepted({ subject: 'Second', in_reply_to_message_id: id });
  await before.accepted({ subject: 'Sandboxed', sandbox_mode: true });
  await before.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  await before.advance('PT10M');
  await before.control('POST', '/settings', { ledgerLimit: 77 });
  const state = (await before.control('GET', '/state')).body as { now: string };

  const after = await restart({}, partition);
  const found = (await after.control('GET', '/state')).body as { now: string };
  expect({ ...found, now: state.now }).toEqual(state);
  expect(Date.parse(found.now)).toBeGreaterThanOrEqual(Date.parse(state.now));
  expect((await after.control('GET', '/settings')).body).toMatchObject({ ledgerLimit: 77 });
  expect((await after.mails()).map(({ Subject }) => Subject)).toEqual(['Second', 'First']);

  expect((await after.send({ subject: 'First' }, { key: 'k' })).text).toBe(keyed.text);
  expect(await after.send({ subject: 'Another' }, { key: 'k' })).toMatchObject(refusal(422, '10027'));
  await after.accepted({ subject: 'Third', in_reply_to_message_id: id });
  expect((await after.mailHeaders())['In-Reply-To']).toEqual([expect.stringContaining(id)]);
  expect((await after.get(`/email_messages/${id}`)).body).toMatchObject({ data: { status: 'sent' } });
  const again = await after.call('POST', '/number_reservations', {
    body: { phone_numbers: [{ phone_number: number }] },
  });
  expect(again.body).toMatchObject({ data: { phone_numbers: [{ status: 'failure' }] } });
  await after.control('POST', '/clock', { now: '2040-01-01T00:00:01Z' });
  expect((await after.mails()).map(({ Subject }) => Subject)).toEqual(['Later', 'Third', 'Second', 'First']);
});

test('opened and removed mail stays so after a restart', async () => {
  const before = await restart();
  for (const subject of ['removed', 'opened', 'new']) await before.accepted({ subject });
  const [, opened] = await before.mails();
  await before.outbox('GET', `/message/${opened?.ID}`);
  await before.outbox('DELETE', '/search?query=subject:removed');
  const { body } = await (await restart()).outbox('GET', '/messages');
  expect(body).toMatchObject({
    messages: [
      { Subject: 'new', Read: false },
      { Subject: 'opened', Read: true },
    ],
  });
});

test('mail that fell due while the mock was down leaves at the next start, once', async () => {
  const left: string[] = [];
  const relay = {
    send: ({ subject }: { subject: string }) => void left.push(subject),
    close: () => {},
  };
  let time = Date.UTC(2030, 0, 1);
  const parts = { relay, realTime: () => time };
  const before = await restart(parts);
  await before.accepted({ subject: 'At once' });
  await before.accepted({ subject: 'Later', scheduled_at: '2030-01-01T01:00:00Z' });
  time += 2 * 3_600_000;
  const after = await restart(parts);
  expect((await after.mails()).map(({ Subject }) => Subject)).toEqual(['Later', 'At once']);
  expect(await (await restart(parts)).mails()).toHaveLength(2);
  await expect.poll(() => left).toEqual(['At once', 'Later']);
});

test('holds and idempotency records expire while the mock is down', async () => {
  let time = Date.UTC(2030, 0, 1);
  const parts = { realTime: () => time };
  const before = await restart(parts);
  await before.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: number }] } });
  const first = await before.send({}, { key: 'k' });
  time += 24 * 3_600_000;
  const after = await restart(parts);
  expect((await after.control('GET', '/state?only=holds,ledger')).body).toEqual({ holds: [], ledger: [] });
  expect((await after.send({}, { key: 'k' })).text).not.toBe(first.text);
});

test('a reset and a filled partition survive a restart', async () => {
  const before = await restart();
  await before.accepted();
  await before.control('POST', '/reset');
  const documentTypes = [{ short_name: 'passport', description: 'A passport' }];
  const filled = new Api(before.port, 'filled');
  await filled.control('PUT', '/state', { documentTypes, now: '2035-01-01T00:00:00Z' });

  const after = await restart();
  expect(await after.mails()).toEqual([]);
  expect((await after.control('GET', '/partitions')).body).toEqual({ partitions: ['default', 'filled'] });
  const again = new Api(after.port, 'filled');
  expect((await again.get('/dir/document_types')).body).toMatchObject({ data: documentTypes });
  expect((await again.control('GET', '/clock')).body).toMatchObject({ now: expect.stringMatching(/^2035-01-01T00:/) });
  expect((await again.call('PATCH', notification, { body: {} })).status).toBe(200);
});

test('the oldest messages are dropped from the disk too', async () => {
  const limits = { messages: 3, journal: 500, ledger: 100 };
  const before = await restart({ limits });
  const ids: string[] = [];
  for (const subject of ['1', '2', '3', '4']) ids.push((await before.accepted({ subject })).id);
  const statuses = async (api: Api) =>
    Promise.all(ids.map(async (id) => (await api.get(`/email_messages/${id}`)).status));
  expect(await statuses(before)).toEqual([404, 200, 200, 200]);
  const after = await restart({ limits });
  expect(await statuses(after)).toEqual([404, 200, 200, 200]);
  ids.push((await after.accepted({ subject: '5' })).id);
  expect(await statuses(await restart({ limits }))).toEqual([404, 404, 200, 200, 200]);
});

test('a failed write is answered with 500 and the reason, and written once the disk works again', async () => {
  const database = new ClassicLevel(directory);
  await database.open();
  const { batch } = database;
  mock = await serve({ store: new Store(database, new Set()) });
  const api = new Api(mock.port, 'a');
  const { id } = await api.accepted({ subject: 'Before' });
  const complaints = await captureErrorLines(async () => {
    Object.assign(database, { batch: () => Promise.reject(new Error('no space left')) });
    const refused = await api.send({ subject: 'Full' }, { key: 'k' });
    expect(refused).toMatchObject(refusal(500, '10007'));
    expect(refused.text).toContain('no space left');
    expect(await api.control('POST', '/clock', { advance: 'PT1H' })).toMatchObject(refusal(500, '10007'));
    expect(await api.get(`/email_messages/${id}`)).toMatchObject(refusal(500, '10007'));
  });
  expect(new Set(complaints)).toEqual(new Set(['mock: the state could not be written: no space left']));
  Object.assign(database, { batch });
  expect((await api.send({ subject: 'Full' }, { key: 'k' })).status).toBe(202);
  expect((await api.mails()).map(({ Subject }) => Subject)).toEqual(['Full', 'Before']);
  const { requests } = (await api.control('GET', '/requests')).body as { requests: { response: { status: number } }[] };
  expect(requests.map(({ response }) => response.status)).toEqual([202, 500, 500, 202]);
});

/** Changes the entries of the database whose keys match, while no mock runs. */
async function change(keys: RegExp, value: (old: string) => string): Promise<void> {
  await mock?.close();
  mock = undefined;
  const database = new ClassicLevel(directory);
  for (const [key, old] of await database.iterator().all()) if (keys.test(key)) await database.put(key, value(old));
  await database.close();
}

test('an unreadable partition answers 500 with a logged line, the others work', async () => {
  await (await restart({}, 'damaged')).accepted();
  await change(/!message!/, () => 'nonsense');
  const after = await restart({}, 'damaged');
  const complaints = await captureErrorLines(async () => {
    expect(await after.send()).toMatchObject(refusal(500, '10007'));
    expect((await new Api((mock as RunningMock).port, 'sound').send()).status).toBe(202);
  });
  expect(complaints).toEqual([
    expect.stringMatching(/^mock: the stored state of partition damaged can't be read: the entry \S+!message!\S+: .+$/),
  ]);
});

test('a stored entry that fails the check is left out with a logged line', async () => {
  const before = await restart({}, 'mine');
  await before.send({ subject: 'Sound' }, { key: 'sound' });
  await before.send({ subject: 'Broken' }, { key: 'broken' });
  await change(/!record!.* broken$/, (old) => old.replace('/v2/email_messages', '/v2/nope'));
  const after = await restart({}, 'mine');
  const complaints = await captureErrorLines(async () => {
    expect((await after.control('GET', '/state?only=ledger')).body).toMatchObject({ ledger: [{ key: 'sound' }] });
  });
  expect(complaints).toEqual([
    "mock: partition mine: left out entries that fail the check: record acme POST /v2/email_messages broken: /path isn't an operation's path with the method POST",
  ]);
});

test('records under the path of a deployment survive a restart, and its state can be put back', async () => {
  const entries = { contract: '2.0.0', settled: 'by hand', choices: { emailPath: '/mail' } };
  const checked = checkDeployment(entries, document);
  if (Array.isArray(checked)) throw new Error('the deployment is refused');
  const deployed = deployContract(checked, { document, validators });
  const before = await restart({ deployed });
  const first = await before.send({}, { key: 'k', path: '/mail' });
  expect(first.status).toBe(202);
  const after = await restart({ deployed });
  expect((await after.send({}, { key: 'k', path: '/mail' })).text).toBe(first.text);
  expect((await after.control('PUT', '/state', (await after.control('GET', '/state')).body)).status).toBe(200);
});
