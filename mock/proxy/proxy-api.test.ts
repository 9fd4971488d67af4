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

test('an exchange is checked in a turn for all of its bytes, and in the journal before its client has the last of the answer', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-length', '2').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const partitions = new Partitions(indexFixtures(seed), { limit: 1 });
  const { journal } = partitions.get(DEFAULT_PARTITION);
  const inJournal: number[] = [];
  const weighed: number[] = [];
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
  const parts = {
    document,
    validators,
    seed,
    partitions,
    upstream,
    turn: async (_request: unknown, bytes: number) => void weighed.push(bytes),
  };
  await app.register(proxyApi(parts), { prefix: '/v2' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => (await fetch(`${origin}/v2/emails`, { method: 'POST', body: 'hello' })).status;
  expect(await ask()).toBe(200);
  expect([inJournal, weighed]).toEqual([[1], [7]]);
  server.close();
  server.closeAllConnections();
  expect(await ask()).toBe(502);
  expect(weighed).toEqual([7, 5]);
  await app.close();
  await partitions.close();
});
