import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { ours } from '../../spec/generated/choices.ts';
import { MemoryUsage } from '../collections/memory.ts';
import { inMemory, type PartitionStorage } from '../collections/storage.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { Message } from '../email/messages.ts';
import type { Relay } from '../email/relay.ts';
import { acceptedMessage, errorLines, once } from '../testing.ts';
import { atOnce } from '../time/turns.ts';
import { indexFixtures } from './fixtures.ts';
import type { StateCheck } from './state-check.ts';
import { defaultLimits, World } from './world.ts';

const notifications = seed.notifications.map(({ account, resource }) => ({
  account,
  resource: { ...resource, id: resource.id.toUpperCase() },
}));
const fixtures = indexFixtures({ ...seed, notifications });
const LATE = { id: 'late', lateMail: 7_000, reach: [] };

/** A world whose real time is 1,000, with what it told and did. */
function begin(parts: Partial<ConstructorParameters<typeof World>[1]> = {}) {
  const state = { now: 1_000, changes: 0 };
  const usage = new MemoryUsage();
  const world = new World(fixtures, {
    realTime: () => state.now,
    newId: () => 'an id',
    limits: { ...defaultLimits, ledger: 7 },
    storage: inMemory(),
    memory: 1e9,
    usage,
    changed: () => {
      state.changes += 1;
    },
    ...parts,
  });
  const left = () => world.outbox.list().map(({ id, at, message }) => [id, at.getTime(), (message as Message).status]);
  const statusOf = (id: string) => world.messages.get('acme', id)?.status;
  return { world, state, usage, left, statusOf };
}

const scheduled = (id: string, due: number) =>
  acceptedMessage({ id, status: 'scheduled', schedule: { due, text: 'then' } });

/** A storage that keeps what a world stored, for another one, and does tasks when that is said. */
function kept(): PartitionStorage & { stored: () => void; isLeft: () => boolean } {
  const maps = new Map<string, Map<string, unknown>>();
  const map = (kind: string) => maps.get(kind) ?? maps.set(kind, new Map()).get(kind);
  const tasks: (() => void)[] = [];
  let isLeft = false;
  return {
    ...inMemory(),
    map: map as never,
    afterwards: (task) => void tasks.push(task),
    stored: () => {
      for (const task of tasks.splice(0)) task();
    },
    leave: () => {
      isLeft = true;
    },
    isLeft: () => isLeft,
  };
}

test('the time of a world that nobody has set is the real one, also where that goes on while the world is made', () => {
  let real = 1_000;
  const { world } = begin({ realTime: () => real++ });
  const shown = world.clock.now();
  expect(shown).toBe(real - 1);
});

test('scheduled mail leaves at its time, as much at once as is said, and that is told', () => {
  const { world, state, left, statusOf } = begin();
  for (const [id, due] of Object.entries({ c: 1_300, a: 1_100, b: 1_200 })) world.messages.add(scheduled(id, due));
  expect([world.settle(), left(), statusOf('a'), state.changes]).toEqual([false, [], 'scheduled', 0]);
  state.now = 1_250;
  expect([world.settle(1), left(), statusOf('a'), state.changes]).toEqual([true, [['a', 1_100, 'sent']], 'sent', 1]);
  state.now = 9_000;
  expect([world.settle(), world.settle(), state.changes]).toEqual([true, false, 2]);
  expect(left()).toEqual([
    ['c', 1_300, 'sent'],
    ['b', 1_200, 'sent'],
    ['a', 1_100, 'sent'],
  ]);
});

test('mail that is late arrives so much after it was sent, or after it has left, and all of it when the mock ends', () => {
  const { world, state, left, statusOf } = begin();
  world.messages.add(scheduled('scheduled', 1_500));
  world.scenarios.add(LATE);
  world.post(acceptedMessage({ id: 'posted' }), 0);
  world.post(acceptedMessage({ id: 'tried', status: 'sandbox', sandbox: true }), 0);
  state.now = 2_000;
  world.settle();
  expect([left(), statusOf('posted'), statusOf('scheduled'), statusOf('tried')]).toEqual([
    [],
    'queued',
    'queued',
    'sandbox',
  ]);
  state.now = 8_500;
  world.settle();
  expect(left()).toEqual([
    ['tried', 8_000, 'sandbox'],
    ['posted', 8_000, 'sent'],
  ]);
  expect(world.messages.get('acme', 'posted')).toMatchObject({ status: 'sent', arrives: undefined });
  world.messages.add(scheduled('never', 1e9));
  world.arrive();
  expect(left()[0]).toEqual(['scheduled', 8_500, 'sent']);
  expect([left().length, statusOf('never')]).toEqual([3, 'scheduled']);
});

test('mail goes to the mail server once it is stored, and why it did not get there is noted and told', () => {
  const storage = kept();
  const sent: [id: string, failed: (reason: string) => void][] = [];
  const relay: Relay = { send: (mail, failed) => void sent.push([mail.id, failed]), close: () => {} };
  const { world, state } = begin({ storage, relay });
  world.post(acceptedMessage({ id: 'a' }), 500);
  expect([world.outbox.get('a')?.at.getTime(), sent.length]).toEqual([500, 0]);
  storage.stored();
  expect([sent.map(([id]) => id), state.changes]).toEqual([['a'], 0]);
  sent[0]?.[1]('no such host');
  expect([world.outbox.get('a')?.unrelayed, state.changes]).toEqual(['no such host', 1]);
});

test('settings are kept one by one, and how far the clock was moved', () => {
  const storage = kept();
  const { world } = begin({ storage });
  const initial = { processingTime: 0, ledgerLimit: 7, holdLimit: 100_000 };
  expect(world.settings).toEqual(initial);
  world.set({ holdLimit: 5 });
  world.set({ processingTime: 2_000 });
  expect(world.settings).toEqual({ ...initial, holdLimit: 5, processingTime: 2_000 });
  world.clock.moveTo(4_000);
  const again = begin({ storage });
  again.state.now = 2_000;
  expect([again.world.settings, again.world.clock.now()]).toEqual([world.settings, 5_000]);
  const other = begin({ storage, now: 60_000 });
  other.state.now = 1_500;
  expect([other.world.clock.now(), begin({ storage }).world.clock.now()]).toEqual([60_500, 60_000]);
  storage.meta.set('clock', 'noon');
  expect(() => begin({ storage })).toThrow('the entry of its clock is no number');
});

test('runs are those of an account, with one of some statuses, and a template is one of its account', () => {
  const { world } = begin();
  const runs = seed.missionRuns.get('acme') ?? [];
  const [{ status: one } = { status: '' }] = runs;
  const other = runs.find(({ status }) => status !== one)?.status ?? '';
  const withOneOf = (...statuses: string[]) => runs.filter(({ status }) => statuses.includes(status));
  expect(world.missionRuns('acme', [])).toEqual(runs);
  expect(world.missionRuns('acme', [one])).toEqual(withOneOf(one));
  expect(world.missionRuns('acme', [one, other])).toEqual(withOneOf(one, other));
  for (const statuses of [[], [one], [one, other]]) expect(world.missionRuns('nobody', statuses)).toEqual([]);
  const [template] = seed.templates;
  const id = template?.id.toUpperCase() ?? '';
  expect(['acme', 'globex'].map((account) => world.template(account, id))).toEqual(
    ['acme', 'globex'].map((account) => (template?.account === account ? template : undefined)),
  );
});

test('of a deployment a world has its choices, document types and words, and the memory that it takes', () => {
  const { world, usage } = begin();
  expect([world.choices, world.listedDocumentTypes]).toEqual([ours, seed.documentTypes]);
  const words = { running: 'under_way' };
  const answers = { listRecentAiMissionRuns: { members: { '/data/*/status': { words } } } };
  const choices = { ...ours, holdMinutes: 5 };
  const documentTypes = [{ short_name: 'passport' }];
  const deployed = { choices, settled: { documentTypes, answers } } as unknown as Deployed;
  for (const bytes of [500, 300]) world.answerAs(deployed, bytes);
  expect([world.choices, world.listedDocumentTypes, world.runStatuses, usage.bytes]).toEqual([
    choices,
    documentTypes,
    words,
    300,
  ]);
  world.answerAs(undefined);
  expect([world.choices, usage.bytes]).toEqual([ours, 0]);
});

test('all that grows in a world counts towards the memory', () => {
  const { world, usage } = begin();
  const grown = (grow: () => void) => {
    const before = usage.bytes;
    grow();
    return usage.bytes - before;
  };
  const answer = { status: 202, text: '{}' };
  const record = { account: 'acme', method: 'POST', path: '/x', key: 'k', fingerprint: 'f', createdAt: 0, answer };
  const kinds = [
    () => world.numbers.hold('+13125550100', { until: 9_000 }),
    () => world.ledger.restore(record),
    () => world.journal.add({ bytes: 100, rules: [], entry: () => ({}) as never }),
    () => world.messages.add(scheduled('a', 9_000)),
    () => world.messages.add(acceptedMessage({ id: 'b' })),
    () => world.outbox.deliver(acceptedMessage({ id: 'b' }), new Date(0)),
  ];
  expect(kinds.map((grow) => grown(grow) > 0)).toEqual(kinds.map(() => true));
});

test('of the memory of a world each kind that grows has a tenth', async () => {
  const { world } = begin({ memory: 100_000 });
  for (const id of ['1', '2', '3']) {
    world.outbox.deliver(acceptedMessage({ id }), new Date(0), 4_000);
    world.journal.add({ bytes: 4_000, rules: [], entry: () => ({ id }) as never });
    world.messages.add(acceptedMessage({ id, text: 'x'.repeat(4_000) }));
  }
  const answer = { status: 202, text: 'x'.repeat(12_000) };
  const record = { account: 'acme', method: 'POST', path: '/x', key: 'k', fingerprint: 'f', createdAt: 0, answer };
  world.ledger.restore(record);
  const request = { ...record, keys: ['other'], body: Buffer.from(''), partition: 'default' };
  let claimed: unknown;
  await errorLines(async () => {
    claimed = world.ledger.claim(request, 10);
  });
  expect([
    world.outbox.list().map(({ id }) => id),
    world.journal.list().map((exchange) => exchange.entry().id),
    world.messages.list().map(({ id }) => id),
    claimed,
  ]).toEqual([['3', '2'], ['3', '2'], ['3'], { answer: expect.objectContaining({ status: 503 }) }]);
});

test('a world that is left holds nobody, does nothing any more and takes no memory', async () => {
  const whole = new MemoryUsage();
  const storage = kept();
  const { world, state, left } = begin({ usage: new MemoryUsage(whole), storage });
  world.messages.add(scheduled('a', 1_100));
  world.sendHold.hold();
  const waits = [world.sendHold.pass(), world.clock.wait(1_000_000)];
  world.numbers.hold('+13125550100', { until: 9_000 });
  expect([whole.bytes > 0, storage.isLeft()]).toEqual([true, false]);
  world.leave();
  await Promise.all(waits);
  state.now = 2_000;
  expect([world.settle(), left(), whole.bytes, storage.isLeft()]).toEqual([false, [], 0, true]);
});

/** What happened in a world, and its check by which each list has a flaw, or none. */
async function happened(isGood: boolean) {
  const { world } = begin();
  const [{ account, resource } = { account: '', resource: { id: '' } }] = notifications;
  world.notifications.update(account, resource.id, { threshold: { amount: '7' } }, 'now');
  world.numbers.hold('+13125550100', { until: 9_000 });
  const request = { ...{ account, method: 'POST', path: '/v2/x', keys: ['k'], body: Buffer.from('') }, partition: 'p' };
  await once(world.ledger, request, 10, async () => ({ status: 202, body: {}, rules: [] }));
  world.post(acceptedMessage({ id: 'a' }), 0);
  world.set({ holdLimit: 5 });
  const checked: unknown[] = [];
  const flawOf = (list: string) => (isGood ? undefined : { pointer: list === 'holds' ? '' : '/x', message: 'is odd' });
  const check = {
    entry: (list: string, entry: unknown) => {
      checked.push([list, entry]);
      return flawOf(list);
    },
    settings: (settings: unknown) => {
      checked.push(['settings', settings]);
      return flawOf('settings');
    },
  } as Partial<StateCheck> as StateCheck;
  return { world, check, checked, id: resource.id };
}

test('what a world holds is left out when it passes no check, each told in a line', async () => {
  const { world, check, checked, id } = await happened(false);
  expect(atOnce(world.refit(fixtures, check))).toEqual([
    `notification ${id}: /x is odd`,
    'hold of +13125550100: it is odd',
    'idempotency record k: /x is odd',
    'message a: /x is odd',
    'mail a: /x is odd',
    'settings: /x is odd',
  ]);
  expect(checked).toMatchObject([
    ['notifications', { resource: { id, threshold: { amount: '7' } } }],
    ['holds', { number: '+13125550100', until: '1970-01-01T00:00:09.000Z' }],
    ['ledger', { key: 'k', answer: { status: 202, body: {} } }],
    ['messages', { id: 'a', deliveredAt: '1970-01-01T00:00:00.000Z' }],
    ['messages', { id: 'a', deliveredAt: '1970-01-01T00:00:00.000Z' }],
    ['settings', { processingTime: 'PT0S', holdLimit: 5 }],
  ]);
  expect(world.notifications.list()).toEqual(notifications);
  expect([world.numbers.held(0).size, world.ledger.list(), world.messages.list(), world.outbox.list()]).toEqual([
    0,
    [],
    [],
    [],
  ]);
  expect(world.settings).toEqual({ processingTime: 0, ledgerLimit: 7, holdLimit: 100_000 });
});

test('what passes the check stays, but for notifications that the fixtures have no more; what can not be read is no throw', async () => {
  const { world, check, id } = await happened(true);
  expect(atOnce(world.refit(fixtures, check))).toEqual([]);
  expect(world.settings.holdLimit).toBe(5);
  const none = indexFixtures({ ...seed, notifications: [] });
  const throwing: StateCheck = {
    ...check,
    settings: () => {
      throw new Error('too deep');
    },
  };
  expect(atOnce(world.refit(none, throwing))).toEqual([
    `notification ${id}: it is not in the fixtures any more`,
    "settings: it can't be read: too deep",
  ]);
  expect([world.fixtures, world.numbers.held(0).size, world.outbox.list().length]).toEqual([none, 1, 1]);
});

test('settings that pass no check are stored no more, so that later ones are kept', async () => {
  const storage = kept();
  const { check } = await happened(false);
  const { world } = begin({ storage });
  world.set({ ledgerLimit: -1 });
  atOnce(world.refit(fixtures, check));
  world.set({ holdLimit: 5 });
  expect(world.settings).toEqual({ processingTime: 0, ledgerLimit: 7, holdLimit: 5 });
  expect(begin({ storage }).world.settings).toEqual(world.settings);
  atOnce(world.refit(fixtures, check));
  expect(world.settings.holdLimit).toBe(100_000);
});

test('settings that failed their check do not come back with later ones', () => {
  const { storage } = sharedStorage();
  const { world } = begin({ storage });
  world.set({ ledgerLimit: -1 });
  const flaw = () => ({ pointer: '/x', message: 'is odd' });
  atOnce(world.refit(fixtures, { entry: flaw, settings: flaw } as Partial<StateCheck> as StateCheck));
  world.set({ holdLimit: 5 });
  expect(begin({ storage }).world.settings).toEqual({ processingTime: 0, ledgerLimit: 7, holdLimit: 5 });
});
