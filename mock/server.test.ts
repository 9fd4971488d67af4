import { expect, test, vi } from 'vitest';
import { seed } from '../fixtures/testing.ts';
import { document, validators } from '../spec/testing/contract.ts';
import { createPartitions, createServer } from './server.ts';

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
