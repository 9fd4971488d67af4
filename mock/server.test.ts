import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { seed } from '../fixtures/testing.ts';
import { document, validators } from '../spec/testing/contract.ts';
import { makeTestPath } from '../spec/testing/test-path.ts';
import { DEFAULT_PARTITION } from './contract/callers.ts';
import { createPartitions, createServer } from './server.ts';
import { openStore } from './store/open.ts';
import { Storage } from './store/store.ts';
import { waitForClose } from './testing.ts';

const parts = { document, validators, seed, allowedHosts: [], partitions: 3 };

test('a closed server does not wait for unfinished requests', async () => {
  const app = await createServer(parts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.resume();
  const closed = waitForClose(client);
  const received = once(app.server, 'request');
  client.write('POST /__admin/reset HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
  await received;
  await app.close();
  await closed;
});

test('a directory is closed again when its default partition is damaged', async () => {
  const directory = makeTestPath();
  const store = await openStore(directory);
  new Storage(store, DEFAULT_PARTITION).entries('meta').set('clock', 'late');
  await expect(createPartitions({ ...parts, store })).rejects.toThrow(/partition default can't be read/);
  await (await openStore(directory)).close();
});

test('a request with an unknown method is in the journal with its body', async () => {
  const app = await createServer(parts);
  const request = {
    method: 'PROPFIND' as 'POST',
    url: '/v2/emails',
    payload: '<a/>',
    headers: { 'content-type': 'a/b' },
  };
  expect((await app.inject(request)).statusCode).toBe(405);
  expect((await app.inject('/__admin/requests')).json().requests).toMatchObject([
    { request: { method: 'PROPFIND', body: '<a/>' } },
  ]);
  await app.close();
});

for (const [label, method, payload, events] of [
  ['that reads', 'GET', undefined, []],
  ['that is refused', 'POST', { now: '2000-01-01T00:00:00Z' }, []],
  ['that changes state', 'POST', { advance: 'PT1S' }, ['change']],
] as const) {
  test(`a control call ${label} reports ${events.join() || 'nothing'} to the listeners of its partition`, async () => {
    const partitions = await createPartitions(parts);
    const app = await createServer(parts, partitions);
    const reader = new PassThrough();
    partitions.events.stream('a', reader as never);
    await app.inject({ method, url: '/__admin/clock?partition=a', ...(payload && { payload }) });
    await app.close();
    const written = String(reader.read() ?? '');
    reader.destroy();
    expect([...written.matchAll(/^event: (\w+)/gm)].map(([, type]) => type)).toEqual(events);
  });
}
