import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { createMessage } from '../testing.ts';
import { indexFixtures } from './fixtures.ts';
import { Partitions } from './partitions.ts';
import type { State } from './snapshot.ts';
import { restoreHistory, takeSnapshot } from './snapshot.ts';

const NOW = Date.UTC(2030, 0, 15, 12);
const iso = (after: number) => new Date(NOW + after).toISOString();
const begin = () => new Partitions(indexFixtures(seed), { limit: 1, realTime: () => NOW }).get('default');

/** A snapshot after its way through JSON. */
const asJson = (state: object) => JSON.parse(JSON.stringify(state)) as State;

const send = { account: 'acme', method: 'POST', path: '/v2/email_messages' };

function worldWithHistory() {
  const world = begin();
  world.numbers.hold({ number: '+13125550100', until: iso(60_000), account: 'acme', reference: 'mine' });
  world.numbers.hold({ number: '+13125550102', until: iso(0) });
  world.post(createMessage({ id: 'sent', createdAt: iso(0) }), NOW + 1);
  world.post(createMessage({ id: 'tried', createdAt: iso(0), sandbox: true, status: 'sandbox' }), NOW);
  const scheduledAt = '2030-01-15T13:00:05+01:00';
  world.messages.add(createMessage({ id: 'later', createdAt: iso(0), status: 'scheduled', scheduledAt }));
  world.scenarios.add({ id: 'late', lateMail: 'PT7S' }, []);
  world.post(createMessage({ id: 'late', createdAt: iso(0) }), NOW);
  return world;
}

test('a snapshot has the status and the times of each message', () => {
  const { messages = [] } = asJson(takeSnapshot(worldWithHistory(), ['messages']));
  const times = messages.map(({ id, status, scheduledAt, arrivesAt, deliveredAt }) => [
    ...[id, status, scheduledAt, arrivesAt, deliveredAt],
  ]);
  expect(times.sort()).toEqual([
    ['late', 'queued', null, iso(7_000), null],
    ['later', 'scheduled', '2030-01-15T13:00:05+01:00', undefined, null],
    ['sent', 'sent', null, undefined, iso(1)],
    ['tried', 'sandbox', null, undefined, iso(0)],
  ]);
});

test('a world filled from a snapshot has the same history, and its waiting mail leaves in time', () => {
  const shown = asJson(takeSnapshot(worldWithHistory(), ['holds', 'messages']));
  const world = begin();
  restoreHistory(world, shown);
  expect(asJson(takeSnapshot(world, ['holds', 'messages']))).toEqual(shown);
  world.clock.moveTo(NOW + 7_000);
  world.advance();
  expect(world.messages.listDelivered().map(({ id, deliveredAt }) => [id, Date.parse(deliveredAt) - NOW])).toEqual([
    ['late', 7_000],
    ['later', 5_000],
    ['tried', 0],
    ['sent', 1],
  ]);
});

test('records from a clock ahead begin now, and the oldest is first', () => {
  const ledger = [3_000, -1_000, -2_000].map((after) => ({
    ...{ ...send, key: `${after}`, fingerprint: 'f', createdAt: iso(after) },
    answer: { status: 202, body: {} },
  }));
  const world = begin();
  restoreHistory(world, { ledger });
  expect(world.ledger.list().map(({ key, createdAt }) => [key, Date.parse(createdAt) - NOW])).toEqual([
    ['-2000', -2_000],
    ['-1000', -1_000],
    ['3000', 0],
  ]);
});
