import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { MemoryUsage } from '../limits.ts';
import { openStore } from '../store/open.ts';
import { captureErrorLines, createMessage, runOnce } from '../testing.ts';
import { indexFixtures } from './fixtures.ts';
import { Partitions } from './partitions.ts';
import type { StateCheck } from './snapshot.ts';
import { createStateCheck } from './state-check.ts';

const fixtures = indexFixtures(seed);
const check = createStateCheck({ document, validators, seed });
const notification = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const create = (limit = 10) => new Partitions(fixtures, { limit, realTime: () => 0 });
const change = { threshold: { amount: '1', unit: 'MB' as const } };
const later = '2030-01-15T12:00:00Z';
const scheduledAt = '1970-01-01T00:00:01Z';
const hold = { number: '+13125550100', until: '1970-01-01T00:00:09.000Z' };

/** Changes something of each kind in a partition. */
function changeAll(partitions: Partitions, name: string) {
  const world = partitions.get(name);
  world.post(createMessage(), 0);
  world.notifications.update('acme', notification, change, later);
  world.clock.moveTo(5_000);
  world.numbers.hold(hold);
}

test('a partition in use is not forgotten', () => {
  const partitions = create(2);
  const response = new EventEmitter();
  partitions.get('a').useFor(response);
  partitions.get('b');
  expect(partitions.listNames()).toEqual(['default', 'b', 'a']);
  response.emit('close');
  partitions.get('c');
  expect(partitions.listNames()).toEqual(['default', 'c']);
});

test('beyond the memory budget the least recently used partitions are forgotten', async () => {
  const partitions = new Partitions(fixtures, {
    limit: 10,
    realTime: () => 0,
    memory: new MemoryUsage(undefined, 15_000),
  });
  for (const name of ['a', 'b', 'default', 'c'])
    partitions.get(name).post(createMessage({ text: 'x'.repeat(2_500) }), 0);
  await partitions.open('default');
  expect(partitions.listNames()).toEqual(['default', 'c', 'b']);
});

test('the mocks of a process count their stored bytes together until they are closed', async () => {
  const [first, second] = [create(), create()];
  const { bytes } = second.memory;
  changeAll(first, 'a');
  expect(second.memory.bytes).toBeGreaterThan(bytes);
  await first.close();
  expect(second.memory.bytes).toBe(bytes);
});

test('due mail leaves without a request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let now = 0;
    const partitions = new Partitions(fixtures, { limit: 10, realTime: () => now });
    const { messages } = partitions.get('a');
    messages.add(createMessage({ status: 'scheduled', scheduledAt }));
    now = 1_000;
    vi.advanceTimersByTime(500);
    await expect.poll(() => messages.listDelivered().length).toBe(1);
    await partitions.close();
  } finally {
    vi.useRealTimers();
  }
});

for (const [label, letGo] of [
  ['reset', (partitions: Partitions) => partitions.reset('a')],
  ['forgotten', (partitions: Partitions) => ['b', 'c'].forEach((name) => void partitions.get(name))],
  ['closed', (partitions: Partitions) => partitions.close()],
  ['filled', (partitions: Partitions) => partitions.fill('a', {})],
] as const) {
  test(`held and waiting requests continue when their partition is ${label}`, async () => {
    const partitions = create(2);
    const { sendHold, clock } = partitions.get('a');
    sendHold.hold();
    const held = [sendHold.waitForRelease(), clock.wait(1_000_000)];
    await letGo(partitions);
    await Promise.all(held);
  });
}

test('new fixtures are used at once, and state that still fits them is retained', () => {
  const partitions = create();
  const world = partitions.get('a');
  world.notifications.update('acme', notification, change, later);
  world.numbers.hold(hold);
  partitions.refit(indexFixtures({ ...seed, documentTypes: [] }), check);
  expect(world.fixtures.seed.documentTypes).toEqual([]);
  expect(world.notifications.get('acme', notification)?.threshold).toEqual(change.threshold);
  expect(world.numbers.listHolds(0)).toEqual([hold]);
});

test('a filled partition retains its lists and its clock when the fixtures change', () => {
  const partitions = create();
  partitions.fill('a', { documentTypes: seed.documentTypes.slice(0, 1), now: '1970-01-01T00:00:05Z' });
  partitions.refit(indexFixtures({ ...seed, documentTypes: [] }), check);
  const { fixtures, clock } = partitions.get('a');
  expect([fixtures.seed.documentTypes.length, clock.now()]).toEqual([1, 5_000]);
});

test('late mail has arrived and held sends are done when the mock has closed', async () => {
  const done: string[] = [];
  const relay = { send: ({ id }: { id: string }) => void done.push(id), close: () => void done.push('closed') };
  const partitions = new Partitions(fixtures, { limit: 10, relay });
  const world = partitions.get('a');
  world.scenarios.add({ id: 'late', lateMail: 'PT1H' }, []);
  world.post(createMessage({ id: 'late' }), 0);
  world.sendHold.hold();
  const held = world.sendHold.waitForRelease().then(() => world.post(createMessage({ id: 'held' }), 0));
  await partitions.close();
  await held;
  expect(done).toEqual(['late', 'held', 'closed']);
});

test('state that no longer fits the contract is dropped with a line', async () => {
  const partitions = create();
  const { ledger } = partitions.get('a');
  const send = { account: 'acme', method: 'POST', path: '/v2/email_messages', keys: ['k'], body: Buffer.from('') };
  await runOnce(ledger, { ...send, partition: 'a' }, 10, async () => ({ status: 202, body: { old: 1 }, rules: [] }));
  const lines = await captureErrorLines(async () => partitions.refit(fixtures, check));
  expect(lines).toEqual([expect.stringMatching(/^mock: partition a: left out .*record .* k: /)]);
  expect(ledger.list()).toEqual([]);
});

/** Partitions on a disk with a mail in `a`, before any is read. */
async function onDisk() {
  const store = await openStore(makeTestPath());
  const begin = () => new Partitions(fixtures, { limit: 10, realTime: () => 0, stored: { store, check } });
  const first = begin();
  first.get('a').post(createMessage({ id: notification }), 0);
  await first.commit();
  const partitions = begin();
  const mails = async () => (await partitions.open('a')).messages.listDelivered().map(({ id }) => id);
  return { store, partitions, mails };
}

test('a partition that made room for others comes back from the disk', async () => {
  const store = await openStore(makeTestPath());
  const partitions = new Partitions(fixtures, { limit: 2, stored: { store, check } });
  const kept = partitions.get('a');
  kept.post(createMessage({ id: notification }), 0);
  partitions.get('b');
  expect(partitions.listNames()).toEqual(['default', 'b', 'a']);
  const again = await partitions.open('a');
  expect([again === kept, again.messages.listDelivered().map(({ id }) => id)]).toEqual([false, [notification]]);
  await partitions.close();
});

test('a partition that could not be read is read again at the next request', async () => {
  const { store, partitions, mails } = await onDisk();
  vi.spyOn(store, 'load').mockRejectedValueOnce(new Error('too many open files'));
  await expect(partitions.open('a')).rejects.toThrow(/partition a can't be read: too many open files/);
  expect(await mails()).toEqual([notification]);
  await partitions.close();
});

test('the new contract checks partitions that are read after its change', async () => {
  const { partitions, mails } = await onDisk();
  const stricter: StateCheck = () => [{ pointer: '/messages/0/subject', message: 'is too short' }];
  partitions.refit(fixtures, stricter);
  await captureErrorLines(async () => expect(await mails()).toEqual([]));
  await partitions.close();
});
