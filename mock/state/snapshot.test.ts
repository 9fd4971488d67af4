import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { Budget } from '../collections/memory.ts';
import { acceptedMessage, once } from '../testing.ts';
import { atOnce } from '../time/turns.ts';
import { indexFixtures } from './fixtures.ts';
import { Partitions } from './partitions.ts';
import { listSizes, listsOf, readHappened, refill, seedWith, snapshot } from './snapshot.ts';
import type { State } from './state-json.ts';

const NOW = Date.UTC(2030, 0, 15, 12);
const iso = (after: number) => new Date(NOW + after).toISOString();
const fixtures = indexFixtures(seed);

/** A world that begins, whose real time is so much later. */
const begin = (after = 0) =>
  new Partitions(fixtures, { limit: 1, realTime: () => NOW + after, budget: new Budget(1e9) }).get('default');

/** The same as it is read from JSON. */
const asJson = (state: object) => JSON.parse(JSON.stringify(state, (_, value) => listed(value))) as State;
const listed = (value: unknown) =>
  typeof value === 'object' && value !== null && Symbol.iterator in value ? [...(value as Iterable<unknown>)] : value;

const keyed = (key: string) => ({
  ...{ account: 'acme', method: 'POST', path: '/v2/email_messages', keys: [key], body: Buffer.from('{}') },
  partition: 'default',
});

test('what has happened is shown whole, and another world that is filled with it shows the same', async () => {
  const world = begin();
  world.numbers.hold('+13125550100', { until: NOW + 60_000, account: 'acme', reference: 'mine' });
  world.numbers.hold('+13125550101', { until: NOW + 30_000 });
  world.numbers.hold('+13125550102', { until: NOW });
  world.post(acceptedMessage({ id: 'sent', createdAt: NOW }), NOW + 1);
  world.post(acceptedMessage({ id: 'tried', createdAt: NOW, sandbox: true, status: 'sandbox' }), NOW);
  const schedule = { due: NOW + 5_000, text: '2030-01-15T13:00:05+01:00' };
  world.messages.add(acceptedMessage({ id: 'later', createdAt: NOW, status: 'scheduled', schedule }));
  world.scenarios.add({ id: 'late', lateMail: 7_000, reach: [] });
  world.post(acceptedMessage({ id: 'late', createdAt: NOW, groupId: 'a group' }), NOW);
  await once(world.ledger, keyed('done'), 10, async () => ({ status: 202, body: { data: 1 }, rules: [] }));
  world.ledger.claim(keyed('begun'), 10);

  const shown = asJson(snapshot(world, ['now', 'holds', 'messages', 'ledger']));
  const times = (shown.messages ?? []).map(({ id, status, createdAt, scheduledAt, arrivesAt, deliveredAt }) => ({
    ...{ id, status, createdAt, scheduledAt, deliveredAt },
    ...(arrivesAt !== undefined && { arrivesAt }),
  }));
  const created = { createdAt: iso(0), scheduledAt: null, deliveredAt: null };
  expect(times).toEqual(
    expect.arrayContaining([
      { ...created, id: 'sent', status: 'sent', deliveredAt: iso(1) },
      { ...created, id: 'tried', status: 'sandbox', deliveredAt: iso(0) },
      { ...created, id: 'later', status: 'scheduled', scheduledAt: schedule.text },
      { ...created, id: 'late', status: 'queued', arrivesAt: iso(7_000) },
    ]),
  );
  expect(times).toHaveLength(4);
  expect(shown.messages?.every((message) => !('groupId' in message))).toBe(true);
  expect({ ...shown, messages: [] }).toEqual({
    now: iso(0),
    holds: [
      { number: '+13125550100', until: iso(60_000), account: 'acme', reference: 'mine' },
      { number: '+13125550101', until: iso(30_000) },
    ],
    messages: [],
    ledger: [
      { ...recordOf('done'), answer: { status: 202, body: { data: 1 } } },
      { ...recordOf('begun'), answer: null },
    ],
  });

  const other = begin();
  atOnce(refill(other, atOnce(readHappened(shown))));
  const again = asJson(snapshot(other, ['holds', 'messages', 'ledger']));
  expect(again).toEqual({ holds: shown.holds, messages: shown.messages, ledger: shown.ledger?.slice(0, 1) });
  other.clock.moveTo(NOW + 7_000);
  other.settle();
  expect(other.outbox.list().map(({ id, at }) => [id, at.getTime() - NOW])).toEqual([
    ['late', 7_000],
    ['later', 5_000],
    ['sent', 1],
    ['tried', 0],
  ]);
});

function recordOf(key: string) {
  const fingerprint = 'RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=';
  return { account: 'acme', method: 'POST', path: '/v2/email_messages', key, fingerprint, createdAt: iso(0) };
}

test('records of a clock that is ahead begin now, and the oldest comes first', () => {
  const ledger = [3_000, -1_000, -2_000].map((after) => ({
    ...{ ...recordOf(`${after}`), createdAt: iso(after) },
    answer: { status: 202, body: {} },
  }));
  const world = begin();
  atOnce(refill(world, atOnce(readHappened({ ledger }))));
  expect(world.ledger.list().map(({ key, createdAt }) => [key, createdAt - NOW])).toEqual([
    ['-2000', -2_000],
    ['-1000', -1_000],
    ['3000', 0],
  ]);
});

test('all parts of a state are shown where none is named, those of the fixtures as they are', () => {
  const { notifications, documentTypes, templates, suppressions, numbers } = seed;
  expect(asJson(snapshot(begin()))).toEqual({
    now: iso(0),
    ...{ notifications, documentTypes, templates, suppressions, numbers },
    missionRuns: Object.fromEntries(seed.missionRuns),
    ...{ holds: [], messages: [], ledger: [] },
  });
});

test('of a state the lists of the fixtures are told from what has happened, and each has its size', () => {
  const lists = { notifications: [], documentTypes: [], templates: [], suppressions: [], missionRuns: {} };
  const numbers = { free: [], held: [] };
  const all = { ...lists, numbers };
  expect(listsOf({ ...all, now: iso(0), holds: [], messages: [], ledger: [] })).toEqual(all);
  const sizes = listSizes(seed);
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(all).sort());
  expect(Object.values(sizes).every((size) => size > 100)).toBe(true);
});

test('lists take the place of those of the fixtures, runs as they are ordered and of accounts that there are', () => {
  const [first, second] = seed.missionRuns.get('acme') ?? [];
  const runs = [second, first] as unknown as NonNullable<State['missionRuns']>[string];
  const own = atOnce(seedWith(seed, { documentTypes: [], missionRuns: { acme: runs, initech: runs } }));
  const missionRuns = new Map(seed.accounts.map(({ id }) => [id, id === 'acme' ? [first, second] : []]));
  expect(own).toEqual({ ...seed, documentTypes: [], missionRuns });
  expect(atOnce(seedWith(seed, { templates: [] }))).toEqual({ ...seed, templates: [] });
});

test('holds and records are shown as they were when they were asked for, however late they are read', () => {
  const world = begin();
  world.numbers.hold('+13125550100', { until: NOW + 60_000 });
  const { claim } = world.ledger.claim(keyed('begun'), 10) as Extract<
    ReturnType<typeof world.ledger.claim>,
    { claim: unknown }
  >;
  const shown = snapshot(world, ['holds', 'ledger']);
  world.numbers.hold('+13125550101', { until: NOW + 60_000 });
  world.ledger.settle(claim, { status: 202, body: { data: 1 }, rules: [] });
  expect(asJson(shown)).toMatchObject({
    holds: [{ number: '+13125550100' }],
    ledger: [{ key: 'begun', answer: null }],
  });
});
