import { expect, test, vi } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { Budget } from '../collections/memory.ts';
import type { Deployed } from '../contract/deployed.ts';
import { openStore } from '../store/open.ts';
import { acceptedMessage, errorLines, once } from '../testing.ts';
import { ownTurn } from '../time/turns.ts';
import { indexFixtures } from './fixtures.ts';
import { Partitions } from './partitions.ts';
import { createStateCheck, type StateCheck } from './state-check.ts';
import { defaultLimits, type World } from './world.ts';

const fixtures = indexFixtures(seed);
const check = createStateCheck({ document, validators, seed, basePath: '/v2' });
const notification = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const create = (limit = 10, realTime = () => 0, memory?: number) =>
  new Partitions(fixtures, { limit, realTime, ...(memory !== undefined && { budget: new Budget(2 * memory) }) });
const change = { threshold: { amount: '1', unit: 'MB' as const } };

test('a partition is the same at every use', () => {
  const partitions = create();
  partitions.get('a').messages.add(acceptedMessage());
  expect(partitions.get('a').messages.list()).toHaveLength(1);
});

test('partitions do not see each other', () => {
  const partitions = create();
  partitions.get('a').messages.add(acceptedMessage());
  partitions.get('a').notifications.update('acme', notification, change, '2030-01-15T12:00:00Z');
  partitions.get('a').clock.moveTo(1_000);
  partitions.get('a').settings.ledgerLimit = 1;
  for (const name of ['b', 'default']) {
    const other = partitions.get(name);
    expect(other.messages.list()).toEqual([]);
    expect(other.notifications.get('acme', notification)?.threshold).toEqual({ amount: '2048.0', unit: 'MB' });
    expect(other.clock.now()).toBe(0);
    expect(other.settings.ledgerLimit).toBe(100_000);
  }
});

for (const [what, messages, kept] of [
  ['as many mails as messages', 3, 3],
  ['ten thousand mails, however many messages', 20_000, 10_000],
] as const) {
  test(`the outbox of a partition keeps ${what}`, () => {
    const partitions = new Partitions(fixtures, { limit: 10, limits: { ...defaultLimits, messages } });
    const { outbox } = partitions.get('a');
    for (let n = 0; n <= kept; n++) outbox.deliver(acceptedMessage({ id: `message-${n}` }), new Date(0));
    expect([outbox.list().length, outbox.get('message-0'), outbox.get('message-1')?.id]).toEqual([
      kept,
      undefined,
      'message-1',
    ]);
  });
}

test('the partition that was used least recently goes first', () => {
  const partitions = create(3);
  for (const name of ['a', 'b']) partitions.get(name).messages.add(acceptedMessage());
  partitions.get('a');
  partitions.get('c');
  expect(partitions.names()).toEqual(['default', 'c', 'a']);
  expect(partitions.get('b').messages.list()).toEqual([]);
});

test('partitions go as well when all together keep too much', () => {
  const partitions = create(10, () => 0, 30_000);
  const names = () => partitions.names();
  for (const name of ['a', 'b', 'default', 'c']) {
    partitions.get(name).post(acceptedMessage({ text: 'x'.repeat(2_500) }), 0);
  }
  expect(names()).toEqual(['default', 'c', 'b', 'a']);
  partitions.get('default');
  expect(names()).toEqual(['default', 'c', 'b']);
  partitions.get('d');
  expect(names()).toEqual(['default', 'd', 'c', 'b']);
});

test('a partition that is used does not go, however much it keeps', () => {
  const partitions = create(10, () => 0, 1_000);
  const world = partitions.get('a');
  world.post(acceptedMessage({ text: 'x'.repeat(50_000) }), 0);
  expect([partitions.get('a'), partitions.get('a')]).toEqual([world, world]);
});

test('mail that is due leaves by itself, round after round, also when what left could not be stored', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let now = 0;
    const partitions = create(10, () => now);
    const { messages, outbox } = partitions.get('a');
    vi.spyOn(partitions, 'commit').mockRejectedValueOnce(new Error('no space left'));
    for (const due of [1_000, 2_000]) {
      messages.add(acceptedMessage({ id: `${due}`, status: 'scheduled', schedule: { due, text: 'then' } }));
      now = due;
      vi.advanceTimersByTime(500);
      await expect.poll(() => outbox.list()[0]?.id).toBe(`${due}`);
      // The round ends after what it does has been stored.
      for (let turns = 0; turns < 3; turns++) await ownTurn();
    }
    await partitions.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a round waits for the one before it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { partitions, outbox } = withDueMail(300);
    let isStored: () => void = () => {};
    const storing = new Promise<void>((resolve) => {
      isStored = resolve;
    });
    vi.spyOn(partitions, 'commit').mockReturnValueOnce(storing);
    for (let round = 0; round < 3; round++) {
      vi.advanceTimersByTime(500);
      expect(outbox.list().length).toBe(100);
    }
    isStored();
    await expect.poll(() => outbox.list().length).toBe(300);
    await partitions.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a process does not go on for the rounds', async () => {
  const rounds = vi.spyOn(globalThis, 'setInterval');
  const partitions = create();
  expect(rounds.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  rounds.mockRestore();
  await partitions.close();
});

test('what a forgotten partition still gets does not count', () => {
  const partitions = create(10, () => 0, 10_000);
  const old = partitions.get('a');
  partitions.reset('a');
  old.post(acceptedMessage({ text: 'x'.repeat(50_000) }), 0);
  partitions.get('b');
  partitions.get('c');
  expect(partitions.names()).toEqual(['default', 'c', 'b']);
});

test('the default partition never goes', () => {
  const partitions = create(2);
  partitions.get('default').messages.add(acceptedMessage());
  for (let name = 0; name < 20; name++) partitions.get(`p${name}`);
  expect(partitions.get('default').messages.list()).toHaveLength(1);
});

for (const name of ['default', 'a']) {
  test(`a reset sets a partition back to the fixtures and its clock to the real time: ${name}`, () => {
    const partitions = create();
    const world = partitions.get(name);
    world.messages.add(acceptedMessage());
    world.notifications.update('acme', notification, change, '2030-01-15T12:00:00Z');
    world.clock.moveTo(5_000);
    world.numbers.hold('+13125550100', { until: 9_000 });
    world.post(acceptedMessage(), 0);
    partitions.reset(name);
    const fresh = partitions.get(name);
    expect(fresh.messages.list()).toEqual([]);
    expect(fresh.outbox.list().length).toBe(0);
    expect(fresh.notifications.get('acme', notification)?.threshold).toEqual({ amount: '2048.0', unit: 'MB' });
    expect(fresh.clock.now()).toBe(0);
    expect(fresh.numbers.obstacle('+13125550100', 0)).toBeUndefined();
  });
}

test('a reset leaves the other partitions alone', () => {
  const partitions = create();
  partitions.get('a').messages.add(acceptedMessage());
  partitions.reset('b');
  partitions.reset('default');
  expect(partitions.get('a').messages.list()).toHaveLength(1);
});

for (const [what, letGo] of [
  ['reset', (partitions: Partitions) => partitions.reset('a')],
  ['forgotten', (partitions: Partitions) => ['b', 'c'].forEach((name) => void partitions.get(name))],
  ['closed', (partitions: Partitions) => partitions.close()],
] as const) {
  test(`whoever is held or waits in a partition goes on when it is ${what}`, async () => {
    const partitions = create(2);
    const { sendHold, clock } = partitions.get('a');
    sendHold.hold();
    const held = [sendHold.pass(), clock.wait(1_000_000)];
    letGo(partitions);
    await Promise.all(held);
  });
}

/** Partitions of which `a` has so much mail that has become due since it was last used; and the outbox that it leaves to. */
function withDueMail(count: number) {
  let now = 0;
  const partitions = create(10, () => now);
  const { messages, outbox } = partitions.get('a');
  const schedule = { due: 1_000, text: '1970-01-01T00:00:01Z' };
  for (let id = 0; id < count; id++) messages.add(acceptedMessage({ id: `${id}`, status: 'scheduled', schedule }));
  now = 1_000;
  return { partitions, outbox };
}

test('of much mail that has become due who opens a partition finds a part, and who waits for it all', async () => {
  const { partitions } = withDueMail(1_000);
  expect((await partitions.open('a')).outbox.list().length).toBe(100);
  expect((await partitions.settled('a')).outbox.list().length).toBe(1_000);
});

test('of much mail that has become due what has not left when the mock ends is left waiting', async () => {
  const { partitions, outbox } = withDueMail(1_000);
  const settled = partitions.settled('a');
  await partitions.close();
  await settled;
  // A part when it was opened, and one when it was given.
  expect(outbox.list().length).toBe(200);
});

test('mail that has become due goes on to leave before what others begin', async () => {
  const { partitions } = withDueMail(300);
  const happened: string[] = [];
  partitions.events.listen('a', () => happened.push('mail'));
  const others = Array.from({ length: 9 }, () => ownTurn().then(() => happened.push('other')));
  await partitions.settled('a');
  await Promise.all(others);
  expect(happened.filter((what) => what === 'mail')).toHaveLength(3);
  expect(happened.at(-1)).toBe('other');
});

test('scheduled mail that has become due is in the outbox when the partition is next used', () => {
  const partitions = create();
  const world = partitions.get('a');
  const schedule = { due: 1_000, text: '1970-01-01T00:00:01Z' };
  world.messages.add(acceptedMessage({ status: 'scheduled', schedule }));
  world.clock.moveTo(999);
  expect(partitions.get('a').outbox.list().length).toBe(0);
  world.clock.moveTo(5_000);
  const [mail] = partitions.get('a').outbox.list();
  expect(mail?.at.getTime()).toBe(1_000);
  expect(world.messages.get('acme', 'message-1')?.status).toBe('sent');
});

test('other fixtures are taken over, and what happened stays where it still fits', () => {
  const partitions = create();
  const world = partitions.get('a');
  world.messages.add(acceptedMessage({ id: notification }));
  world.notifications.update('acme', notification, change, '2030-01-15T12:00:00Z');
  world.numbers.hold('+13125550100', { until: 1_000 });
  partitions.refit(indexFixtures({ ...seed, documentTypes: [] }), check);
  expect(world.listedDocumentTypes).toEqual([]);
  expect(world.messages.list()).toHaveLength(1);
  expect(world.notifications.get('acme', notification)?.threshold).toEqual(change.threshold);
  expect([...world.numbers.held(0).keys()]).toEqual(['+13125550100']);

  partitions.refit(indexFixtures({ ...seed, notifications: [], numbers: { free: [], held: [] } }), check);
  expect(world.notifications.list()).toEqual([]);
  expect(world.numbers.obstacle('+13125550101', 0)).toContain('not in the inventory');
  expect(partitions.get('new').notifications.list()).toEqual([]);
});

test('a partition that was filled keeps its own lists when the fixtures change', async () => {
  const partitions = create();
  const own = indexFixtures({ ...seed, documentTypes: seed.documentTypes.slice(0, 1) });
  await partitions.fill('a', { fixtures: own, now: 5_000, bytes: 10 });
  partitions.refit(indexFixtures({ ...seed, documentTypes: [] }), check);
  expect(partitions.get('a').listedDocumentTypes).toHaveLength(1);
  expect(partitions.get('a').clock.now()).toBe(5_000);
  expect(partitions.get('default').listedDocumentTypes).toEqual([]);
});

test('a partition is filled in turns, and is as it was until all of it is there', async () => {
  const partitions = create();
  const before = partitions.get('a');
  const messages = Array.from({ length: 20_000 }, (_, id) => acceptedMessage({ id: `${id}` }));
  const happened = { holds: [], messages, left: [], records: [] };
  const found = new Set<unknown>();
  let isFilled = false;
  const filled = partitions.fill('a', { fixtures, now: undefined, bytes: 0, happened }).then((world) => {
    isFilled = true;
    return world;
  });
  for (await new Promise(setImmediate); !isFilled; await new Promise(setImmediate)) found.add(partitions.get('a'));
  expect([...found]).toEqual([before]);
  expect(partitions.get('a')).toBe(await filled);
  expect(partitions.get('a').messages.list()).toHaveLength(20_000);
});

test('what a partition answers as is its own or that of all, and what deployments became is taken over in each', () => {
  const [one, other, renewedOne, own] = ['one', 'other', 'renewed', 'own'].map(
    (settled) => ({ settled: { settled, answers: {} } }) as unknown as Deployed,
  ) as [Deployed, Deployed, Deployed, Deployed];
  const partitions = new Partitions(fixtures, { limit: 10, deployed: one });
  const shown = () => ({
    at: ['default', 'a', 'b', 'c', 'nobody'].map((name) => partitions.deployedAt(name)?.settled?.settled),
    all: partitions.deployments().map(({ settled }) => settled?.settled),
    start: partitions.start?.settled?.settled,
  });
  expect(shown()).toEqual({ at: Array(5).fill('one'), all: ['one'], start: 'one' });
  partitions.get('a').answerAs(other);
  partitions.get('b').answerAs(own);
  partitions.get('c').answerAs(undefined);
  const at = ['one', 'other', 'own', undefined, 'one'];
  expect(shown()).toEqual({ at, all: ['one', 'own', 'other'], start: 'one' });
  partitions.get('default').answerAs(other);
  partitions.refit(fixtures, check, new Map([[other, renewedOne]]));
  expect(shown()).toEqual({
    at: ['renewed', 'renewed', 'own', undefined, 'one'],
    all: ['one', 'renewed', 'own'],
    start: 'one',
  });
  partitions.refit(fixtures, check, new Map([[one, other]]));
  expect(shown()).toEqual({
    at: ['renewed', 'renewed', 'own', undefined, 'other'],
    all: ['other', 'renewed', 'own'],
    start: 'other',
  });
  expect([partitions.get('new').deployed, partitions.deployedAt('a'), partitions.names()]).toEqual([
    ...[other, renewedOne],
    ['default', 'new', 'c', 'b', 'a'],
  ]);
});

test('of mail that leaves those are told who listen to its partition', () => {
  const partitions = create();
  const heard: string[] = [];
  for (const name of ['a', 'b']) partitions.events.listen(name, ({ type }) => heard.push(`${name} ${type}`));
  const { messages, clock, sendHold } = partitions.get('a');
  messages.add(acceptedMessage({ status: 'scheduled', schedule: { due: 1_000, text: '1970-01-01T00:00:01Z' } }));
  clock.moveTo(1_000);
  expect(heard).toEqual([]);
  partitions.get('a');
  expect(heard).toEqual(['a change']);
  sendHold.hold();
  void sendHold.pass();
  expect(heard).toEqual(['a change', 'a change']);
});

test('a partition that can not be filled is as it was, and what it should have had takes no memory', async () => {
  const partitions = create(10, () => 0, 1e9);
  const before = partitions.get('a');
  const { bytes } = partitions.budget.of('state');
  const happened = { holds: [], messages: [acceptedMessage(), undefined as never], left: [], records: [] };
  await expect(partitions.fill('a', { fixtures, now: undefined, bytes: 500, happened })).rejects.toThrow();
  expect([partitions.get('a'), partitions.budget.of('state').bytes]).toEqual([before, bytes]);
});

test('who is held in a partition goes on when it is filled anew, and what was in it takes no memory', async () => {
  const partitions = create(10, () => 0, 1e9);
  const { sendHold, messages } = partitions.get('a');
  messages.add(acceptedMessage({ text: 'x'.repeat(10_000) }));
  sendHold.hold();
  const held = sendHold.pass();
  await partitions.fill('a', { fixtures, now: undefined, bytes: 500 });
  await held;
  expect(partitions.budget.of('state').bytes).toBe(500);
});

test('when all is closed late mail has arrived, the mail server is left, and no memory is taken', async () => {
  const done: string[] = [];
  const relay = { send: ({ id }: { id: string }) => void done.push(id), close: () => void done.push('closed') };
  const partitions = new Partitions(fixtures, { limit: 10, budget: new Budget(1e9), relay });
  const world = partitions.get('a');
  world.scenarios.add({ id: 'late', lateMail: 3_600_000, reach: [] });
  world.post(acceptedMessage({ id: 'late' }), 0);
  world.sendHold.hold();
  const held = world.sendHold.pass().then(() => world.post(acceptedMessage({ id: 'held' }), 0));
  await partitions.close();
  await held;
  expect([done, partitions.budget.of('state').bytes]).toEqual([['late', 'held', 'closed'], 0]);
});

test('each entry of a world is checked in a step of its own', () => {
  const world = create().get('a');
  for (let id = 0; id < 100; id++) world.post(acceptedMessage({ id: `${id}` }), 0);
  for (let n = 0; n < 100; n++) world.numbers.hold(`+1312555${1000 + n}`, { until: 9_000 });
  const steps = world.refit(fixtures, check);
  for (let step = 0; step < 300; step++) expect(steps.next().done).toBe(false);
  expect(steps.next().done).toBe(true);
});

test('what a partition was filled with counts towards the memory, which may be taken to the last byte', async () => {
  const left = async (...sizes: number[]) => {
    const partitions = create(10, () => 0, 1_000);
    for (const [index, bytes] of sizes.entries())
      await partitions.fill('abc'[index] as string, { fixtures, now: undefined, bytes });
    partitions.get('default');
    return partitions.names().slice(1);
  };
  expect(await left(5_000)).toEqual([]);
  expect(await left(400, 600)).toEqual(['b', 'a']);
  expect(await left(400, 601)).toEqual(['b']);
  expect(await left(1, 400, 600)).toEqual(['c', 'b']);
});

test('what no longer fits the contract is left out, with a line', async () => {
  const partitions = create();
  const world = partitions.get('a');
  world.notifications.update('acme', notification, change, '2030-01-15T12:00:00Z');
  const send = {
    account: 'acme',
    method: 'POST',
    path: '/v2/email_messages',
    keys: ['k'],
    body: Buffer.from(''),
    partition: 'x',
  };
  await once(world.ledger, send, 10, async () => ({ status: 202, body: { old: 'shape' }, rules: [] }));
  await once(world.ledger, { ...send, path: '/v2/gone' }, 10, async () => ({ status: 200, body: {}, rules: [] }));
  expect(world.ledger.list()).toHaveLength(2);
  const stricter: StateCheck = {
    ...check,
    entry: (list, entry) =>
      list === 'notifications' ? { pointer: '/resource', message: 'is too old' } : check.entry(list, entry),
  };
  const told = 'left out what does not pass the check';
  expect(await errorLines(async () => partitions.refit(fixtures, stricter))).toEqual([
    `mock: partition a: ${told}: notification ${notification}: /resource is too old, and 2 more`,
  ]);
  world.notifications.update('acme', notification, change, '2030-01-15T12:00:00Z');
  expect(await errorLines(async () => partitions.refit(fixtures, stricter))).toEqual([
    `mock: partition a: ${told}: notification ${notification}: /resource is too old`,
  ]);
  expect(world.ledger.list()).toEqual([]);
  expect(world.notifications.get('acme', notification)?.threshold.amount).toBe('2048.0');
});

/** Partitions on a disk on which one, `a`, has a mail. */
async function onDisk() {
  const store = await openStore(ownPath(), { messages: 10 });
  const begin = () =>
    new Partitions(fixtures, { limit: 10, realTime: () => 0, budget: new Budget(1e9), stored: { store, check } });
  const first = begin();
  first.get('a').post(acceptedMessage({ id: notification }), 0);
  await first.commit();
  return { store, partitions: begin(), mailsOf: (world: World) => world.outbox.list().map(({ id }) => id) };
}

test('a partition that could not be read is read anew when it is asked for again', async () => {
  const { store, partitions, mailsOf } = await onDisk();
  vi.spyOn(store, 'load').mockRejectedValueOnce(new Error('too many open files'));
  await expect(partitions.open('a')).rejects.toThrow(
    "the stored state of partition a can't be read: too many open files",
  );
  expect(mailsOf(await partitions.open('a'))).toEqual([notification]);
  await partitions.close();
});

test('a partition whose state is damaged takes no memory, however often it is asked for', async () => {
  const { store, partitions } = await onDisk();
  const damaged = store.begin('damaged');
  damaged.archive?.add(notification, acceptedMessage({ id: notification }));
  damaged.map('mail').set(notification, null);
  await store.commit();
  for (const _ of [1, 2]) await expect(partitions.open('damaged')).rejects.toThrow(`the entry mail!${notification}: `);
  expect(partitions.budget.of('state').bytes).toBe(0);
  await partitions.close();
});

test('all mail that fell due while a partition was not in memory has left when it is opened', async () => {
  const store = await openStore(ownPath(), { messages: 1_000 });
  let now = 0;
  const begin = () => new Partitions(fixtures, { limit: 10, realTime: () => now, stored: { store, check } });
  const first = begin();
  const schedule = { due: 1_000, text: '1970-01-01T00:00:01Z' };
  for (let n = 0; n < 250; n++) {
    const id = `${notification.slice(0, -3)}${100 + n}`;
    first.get('a').messages.add(acceptedMessage({ id, status: 'scheduled', schedule }));
  }
  await first.commit();
  now = 2_000;
  const partitions = begin();
  expect((await partitions.open('a')).outbox.list().length).toBe(250);
  await partitions.close();
});

test('what is stored of one partition is waited for, and not what is stored of another', async () => {
  const { store, partitions } = await onDisk();
  const world = partitions.get('b');
  vi.spyOn(store, 'commit').mockReturnValue(new Promise(() => {}));
  world.post(acceptedMessage(), 0);
  await partitions.commit(world);
  vi.mocked(store.commit).mockRestore();
  await partitions.close();
});

test('a partition that is reset while it is read is as it begins, and what was read takes no memory', async () => {
  const { partitions, mailsOf } = await onDisk();
  const opened = partitions.open('a');
  partitions.reset('a');
  expect([mailsOf(await opened), partitions.budget.of('state').bytes]).toEqual([[], 0]);
  await partitions.close();
});

test('a partition that is read when the contract has changed is checked by that', async () => {
  const { partitions, mailsOf } = await onDisk();
  const stricter: StateCheck = { ...check, entry: () => ({ pointer: '/subject', message: 'is too short' }) };
  partitions.refit(fixtures, stricter);
  const lines = await errorLines(async () => expect(mailsOf(await partitions.open('a'))).toEqual([]));
  expect(lines).toEqual([
    `mock: partition a: left out what does not pass the check: message ${notification}: /subject is too short, and 1 more`,
  ]);
  await partitions.close();
});
