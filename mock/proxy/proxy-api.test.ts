import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { beginExchange } from '../http/exchange.ts';
import { countInFlight } from '../http/in-flight.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { proxyApi } from './proxy-api.ts';

test('an exchange is in the journal before its client has the last of the answer', async () => {
  const server = createServer((_request, response) => response.setHeader('content-length', '2').end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const partitions = new Partitions(indexFixtures(seed), { limit: 1 });
  const { journal } = partitions.get(DEFAULT_PARTITION);
  const inJournal: number[] = [];
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', beginExchange);
  app.addHook('onRequest', async (_request, { raw }) => {
    const write = raw.write.bind(raw) as (chunk: unknown) => boolean;
    raw.write = (chunk: unknown) => {
      inJournal.push(journal.list().length);
      return write(chunk);
    };
  });
  countInFlight(app, partitions.budget);
  const parts = { document, validators, seed, partitions, upstream, turn: async () => {} };
  await app.register(proxyApi(parts), { prefix: '/v2' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${origin}/v2/dir/document_types`)).text()).toBe('{}');
  expect(inJournal).toEqual([1]);
  await app.close();
  await partitions.close();
  server.close();
});
