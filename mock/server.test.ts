import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { seed } from '../fixtures/testing.ts';
import { ours } from '../spec/generated/choices.ts';
import { document, validators } from '../spec/testing/contract.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { DEFAULT_PARTITION } from './contract/callers.ts';
import { bare } from './contract/deployed.ts';
import { createPartitions, createServer } from './server.ts';
import { openStore } from './store/open.ts';
import { closeOf } from './testing.ts';
import { timeOfWork } from './time/testing/time-of-work.ts';

const takes = timeOfWork();

const parts = { document, validators, seed, allowedHosts: [], partitions: 3 };

test('a request has ten minutes to be there, and connections and heads are bounded', async () => {
  const app = await createServer(parts);
  const { requestTimeout, maxConnections, maxHeadersCount } = app.server;
  expect([requestTimeout, maxConnections, maxHeadersCount]).toEqual([600_000, 10_000, 2_001]);
  await app.close();
});

test('partitions are as many as is said, and end with the server that they are given to', async () => {
  const partitions = await createPartitions(parts);
  const close = vi.spyOn(partitions, 'close');
  const app = await createServer(parts, partitions);
  for (const suffix of ['a', 'b', 'c'])
    await app.inject({ url: '/v2/dir/document_types', headers: { authorization: `Bearer key_primary.${suffix}` } });
  expect((await app.inject('/__admin/partitions')).json()).toEqual({ partitions: ['default', 'c', 'b'] });
  expect(close).not.toHaveBeenCalled();
  await app.close();
  expect(close).toHaveBeenCalledOnce();
});

test('a server that is closed does not wait for what is still to come on its connections', async () => {
  const app = await createServer(parts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.resume();
  const ended = closeOf(client);
  const asked = once(app.server, 'request');
  client.write('POST /__admin/reset HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
  await asked;
  await app.close();
  await ended;
});

test('what is stored is let go when the default partition can not be read', async () => {
  const directory = ownPath();
  const store = await openStore(directory, { messages: 10 });
  store.begin(DEFAULT_PARTITION).meta.set('clock', 'late');
  await expect(createPartitions({ ...parts, store })).rejects.toThrow(
    "the stored state of partition default can't be read: the entry of its clock is no number",
  );
  await (await openStore(directory, { messages: 10 })).close();
});

test('a partition that takes smaller bodies than the server refuses larger ones, for their id where it looks at that first', async () => {
  const partitions = await createPartitions(parts);
  const app = await createServer(parts, partitions);
  const contract = bare(document, validators);
  const known = seed.notifications.find(({ account }) => account === 'acme')?.resource.id;
  const ask = async (method: 'PATCH' | 'POST', path: string, length: number) => {
    const headers = { authorization: 'Bearer key_primary.a', 'content-type': 'application/json' };
    const payload = '{}'.padEnd(length);
    return (await app.inject({ method, url: `/v2/${path}`, headers, payload })).statusCode;
  };
  for (const [idAndBody, unknown] of [
    ['bodyFirst', 413],
    ['idBeforeReading', 404],
  ] as const) {
    partitions.get('a').answerAs({ ...contract, choices: { ...ours, idAndBody, bodyLimit: 10 } });
    const statuses = [
      await ask('POST', 'emails', 10),
      await ask('POST', 'emails', 11),
      await ask('PATCH', `sim_card_data_usage_notifications/${known}`, 11),
      await ask('PATCH', 'sim_card_data_usage_notifications/6f1d2c3b-0000-4e68-9b7c-0d1e2f3a4b5c', 11),
    ];
    expect(statuses).toEqual([422, 413, 413, unknown]);
  }
  await app.close();
});

test('a method that no operation has is read with its body, and stands in the journal with it', async () => {
  const app = await createServer(parts);
  const asked = {
    method: 'PROPFIND' as 'POST',
    url: '/v2/emails',
    payload: '<a/>',
    headers: { 'content-type': 'a/b' },
  };
  expect((await app.inject(asked)).statusCode).toBe(405);
  expect((await app.inject('/__admin/requests')).json().requests).toMatchObject([
    { request: { method: 'PROPFIND', body: '<a/>' } },
  ]);
  await app.close();
});

test('a path that nobody knows is refused to a partition that is on the disk alone, and that has it in its journal', async () => {
  const store = await openStore(ownPath(), { messages: 10 });
  store.begin('a').meta.set('settings', { ledgerLimit: 7 });
  await store.commit();
  const app = await createServer({ ...parts, store });
  const { statusCode } = await app.inject({ url: '/nowhere', headers: { authorization: 'Bearer key_primary.a' } });
  const { meta } = (await app.inject('/__admin/requests?partition=a')).json();
  expect([statusCode, meta]).toEqual([404, { total: 1 }]);
  await app.close();
});

test('whoever listens to a partition is told of calls that changed it, not of those that were refused or only looked', async () => {
  const partitions = await createPartitions(parts);
  const app = await createServer(parts, partitions);
  const told: string[] = [];
  partitions.events.listen('a', ({ type }) => told.push(type));
  const headers = { 'content-type': 'application/json' };
  const call = (method: 'GET' | 'POST', path: string, payload?: object | string) =>
    app.inject({ method, url: `/__admin/${path}?partition=a`, headers, ...(payload && { payload }) });
  const statuses: [number, number][] = [];
  for (const [method, path, payload] of [
    ['GET', 'clock', undefined],
    ['POST', 'clock', { now: '2000-01-01T00:00:00Z' }],
    ['POST', 'clock', '{'],
    ['POST', 'clock', { advance: 'PT1S' }],
    ['POST', 'reset', undefined],
  ] as const) {
    const { statusCode } = await call(method, path, payload);
    statuses.push([statusCode, told.length]);
  }
  expect([statuses, told]).toEqual([
    [
      [200, 0],
      [422, 0],
      [400, 0],
      [200, 1],
      [200, 2],
    ],
    ['change', 'change'],
  ]);
  await app.close();
});

const withKey = (key: string) => ({ url: '/v2/dir/document_types', headers: { authorization: `Bearer ${key}` } });
const clockOf = (partition: string) => ({ url: `/__admin/clock?partition=${partition}` });
for (const [what, crowd, other, few = 10] of [
  [
    'an operation that is asked with another key, whatever partitions the crowd names',
    (at: number) => withKey(`key_primary.${at}`),
    withKey('key_other.one'),
  ],
  [
    'an operation that is asked with the same key and another partition',
    () => withKey('key_primary.many'),
    withKey('key_primary.one'),
  ],
  // All of them are let in before the first is worked on.
  ['a control call about another partition', () => clockOf('many'), clockOf('one'), 45],
] as const) {
  test(`in a crowd, ${what} has its turn after few others`, async () => {
    const partitions = await createPartitions({ ...parts, partitions: 40 });
    const app = await createServer(parts, partitions);
    await app.inject(other);
    const get = partitions.get.bind(partitions);
    const served: string[] = [];
    vi.spyOn(partitions, 'get').mockImplementation((name) => {
      served.push(name);
      takes(20);
      return get(name);
    });
    await Promise.all([...Array.from({ length: 30 }, (_, at) => app.inject(crowd(at))), app.inject(other)]);
    expect(served).toContain('one');
    expect(served.lastIndexOf('one')).toBeLessThan(few);
    expect(served.length).toBeGreaterThan(few + 10);
    await app.close();
  });
}
