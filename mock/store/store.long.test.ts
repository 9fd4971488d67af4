import { rm, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { Budget } from '../collections/memory.ts';
import type { Deployed } from '../contract/deployed.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { Scenario } from '../state/scenarios.ts';
import { createStateCheck } from '../state/state-check.ts';
import { acceptedMessage, errorLines } from '../testing.ts';
import { openStore } from './open.ts';

const fixtures = indexFixtures(seed);
const check = createStateCheck({ document, validators, seed, basePath: '/v2' });

const lateMail: Scenario = { id: 'late', lateMail: 3_600_000, reach: [] };

let directory: string;
let partitions: Partitions;

beforeEach(() => {
  directory = ownPath();
});
afterEach(() => partitions.close());

async function start({
  memory = 1e9,
  messages = 100_000,
  limit = 100,
  entry = (() => undefined) as typeof check.entry,
  list = check.list,
} = {}): Promise<void> {
  const store = await openStore(directory, { messages });
  const limits = { messages, journal: 10, ledger: 100 };
  partitions = new Partitions(fixtures, {
    limit,
    budget: new Budget(2 * memory),
    limits,
    stored: { store, check: { ...check, entry, list } },
  });
}

test('a directory that is made is for its owner alone', async () => {
  await rm(directory, { recursive: true });
  await start();
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a partition that memory has no room for comes back when it is used again', async () => {
  await start({ memory: 10_000 });
  for (const name of ['a', 'b', 'c', 'd']) {
    const world = await partitions.open(name);
    world.messages.add(acceptedMessage({ id: name, text: 'x'.repeat(4_000) }));
  }
  await partitions.commit();
  for (const name of ['a', 'b', 'c', 'd']) {
    expect((await partitions.open(name)).messages.get('acme', name)?.id).toBe(name);
  }
});

test('mail that is due leaves little by little, also while memory has no room for its partition', async () => {
  await start({ memory: 20_000_000 });
  (await partitions.open('b')).messages.add(acceptedMessage({ text: 'x'.repeat(19_000_000) }));
  const { messages, outbox, clock } = await partitions.open('a');
  const schedule = { due: clock.now() + 1_000, text: '' };
  for (let id = 0; id < 500; id++) messages.add(acceptedMessage({ id: `${id}`, status: 'scheduled', schedule }));
  clock.moveTo(schedule.due);
  const steps: number[] = [];
  partitions.events.listen('a', () => steps.push(outbox.list().length));
  const settled = partitions.settled('a');
  await partitions.open('b');
  await settled;
  expect(steps).toEqual([100, 200, 300, 400, 500]);
});

/** The world of the partition `a`, in which somebody works for whom memory has no room, because of `b`. */
async function workedIn() {
  await start({ memory: 1_000 });
  const mine = await partitions.open('a');
  mine.scenarios.add(lateMail);
  mine.post(acceptedMessage({ id: 'late', text: 'x'.repeat(4_000) }), 0);
  const other = await partitions.open('b');
  other.messages.add(acceptedMessage({ text: 'x'.repeat(4_000) }));
  await partitions.open('b');
  return mine;
}

test('a partition that somebody still works in goes over to other fixtures, and its late mail has arrived when the mock ends', async () => {
  const mine = await workedIn();
  partitions.refit(indexFixtures({ ...seed, documentTypes: [] }), { ...check, entry: () => undefined });
  expect(mine.listedDocumentTypes).toEqual([]);
  await partitions.close();
  await start();
  expect((await partitions.open('a')).outbox.list().map(({ id }) => id)).toEqual(['late']);
});

test('what somebody still changes in a partition that was reset is not stored, though memory had no room for it', async () => {
  const mine = await workedIn();
  partitions.reset('a');
  mine.messages.add(acceptedMessage());
  await partitions.close();
  await start();
  expect(partitions.names()).toEqual(['default', 'b']);
});

test('a partition that somebody still works in is the same when it is opened again', async () => {
  const mine = await workedIn();
  const deployed = { settled: { settled: 'by a test' } } as Deployed;
  mine.answerAs(deployed);
  await partitions.open('b');
  expect(partitions.deployedAt('a')).toBe(deployed);
  expect(await partitions.open('a')).toBe(mine);
});

test('the lists that a partition was filled with come back, but for those that pass no check', async () => {
  const documentTypes = Array.from({ length: 3_000 }, (_, n) => ({
    short_name: `type_${n}`,
    description: 'x'.repeat(1_000),
  }));
  const own = { documentTypes, templates: seed.templates.slice(0, 1) };
  await start();
  const at = { now: 5_000, bytes: 0, lists: own };
  await partitions.fill('a', { fixtures: indexFixtures({ ...seed, ...own }), ...at });
  await partitions.close();
  await start({
    list: function* (name) {
      yield;
      return name === 'templates' ? [{ pointer: '/0/id', message: 'is odd' }] : [];
    },
  });
  const lines = await errorLines(async () => {
    const { fixtures: found, listedDocumentTypes } = await partitions.open('a');
    expect(listedDocumentTypes).toEqual(documentTypes);
    expect(partitions.budget.of('state').bytes).toBeGreaterThan(3_000_000);
    expect([found.seed.templates, found.seed.suppressions]).toEqual([seed.templates, seed.suppressions]);
  });
  expect(lines).toEqual(['mock: partition a: left out what does not pass the check: list templates: /0/id is odd']);
});

test('a partition that is read back is held to the check of today', async () => {
  await start();
  for (const name of ['default', 'a']) (await partitions.open(name)).messages.add(acceptedMessage({ id: name }));
  await partitions.close();
  await start();
  expect(partitions.names()).toEqual(['default', 'a']);
  partitions.refit(fixtures, { ...check, entry: () => ({ pointer: '/id', message: 'is odd' }) });
  const lines = await errorLines(async () => expect((await partitions.open('a')).messages.list()).toEqual([]));
  expect(lines).toEqual(['mock: partition a: left out what does not pass the check: message a: /id is odd']);
});

test('a partition that is stored is not begun anew by mistake', async () => {
  await start();
  (await partitions.open('a')).messages.add(acceptedMessage());
  await partitions.close();
  await start();
  expect(() => partitions.get('a')).toThrow('before it was opened');
});

test('a partition that was only looked at is not stored', async () => {
  await start();
  await partitions.open('a');
  await partitions.close();
  await start();
  expect(partitions.names()).toEqual(['default']);
});

test('what is still changed in a partition after it was reset is not stored', async () => {
  await start();
  const old = await partitions.open('a');
  old.messages.add(acceptedMessage({ id: 'before' }));
  partitions.reset('a');
  old.messages.add(acceptedMessage({ id: 'after' }));
  await partitions.close();
  await start();
  expect(partitions.names()).toEqual(['default']);
});

test('a partition that could not be filled to its end keeps what was stored', async () => {
  await start();
  (await partitions.open('a')).messages.add(acceptedMessage({ id: 'before' }));
  const messages = [acceptedMessage({ id: 'new', text: 'x'.repeat(2_000_000) }), acceptedMessage(), undefined as never];
  const happened = { holds: [], messages, left: [], records: [] };
  await expect(partitions.fill('a', { fixtures, now: undefined, bytes: 0, happened })).rejects.toThrow();
  await partitions.close();
  await start();
  expect((await partitions.open('a')).messages.list().map(({ id }) => id)).toEqual(['before']);
});

test('messages that memory has no room for are read from the disk', async () => {
  const count = 20_100;
  await start();
  const world = await partitions.open('a');
  for (let id = 0; id < count; id++) world.messages.add(acceptedMessage({ id: `${id}` }));
  await partitions.commit();
  const found = async () => {
    const { messages } = await partitions.open('a');
    return ['0', '99', '100', `${count - 1}`].map((id) => messages.get('acme', id)?.id);
  };
  expect(await found()).toEqual(['0', '99', '100', `${count - 1}`]);
  await partitions.close();
  await start();
  expect(await found()).toEqual(['0', '99', '100', `${count - 1}`]);
  expect((await partitions.open('a')).messages.list()).toHaveLength(20_000);
  expect((await partitions.open('a')).messages.get('globex', '0')).toBeUndefined();
});

test('with a lower limit the surplus goes little by little', async () => {
  await start();
  const before = await partitions.open('a');
  for (let id = 0; id < 10; id++) before.messages.add(acceptedMessage({ id: `${id}` }));
  await partitions.close();
  await start({ messages: 5 });
  const { messages } = await partitions.open('a');
  for (let id = 10; id < 16; id++) messages.add(acceptedMessage({ id: `${id}` }));
  const left = Array.from({ length: 16 }, (_, id) => `${id}`).filter((id) => messages.get('acme', id));
  expect(left).toEqual(['11', '12', '13', '14', '15']);
});

test('late mail has arrived when the mock ends, and reads as sent after a restart', async () => {
  await start();
  const before = await partitions.open('a');
  before.scenarios.add(lateMail);
  for (let id = 0; id < 50; id++) before.post(acceptedMessage({ id: `${id}` }), 0);
  await partitions.close();
  await start();
  const { outbox, messages } = await partitions.open('a');
  expect([outbox.list().length, messages.get('acme', '49')?.status]).toEqual([50, 'sent']);
});

test('late mail of a mock that did not come to its end arrives at its time', async () => {
  await start();
  const before = await partitions.open('a');
  before.scenarios.add(lateMail);
  before.post(acceptedMessage(), 0);
  // As if the process ended here: nothing is changed any more.
  await partitions.commit();
  before.storage.leave();
  await partitions.close();
  await start();
  const { clock, outbox } = await partitions.open('a');
  expect(outbox.list().length).toBe(0);
  clock.moveTo(clock.now() + 3_600_000);
  await partitions.open('a');
  expect(outbox.list().length).toBe(1);
});

test('sends that are held when the mock ends are done and stored', async () => {
  await start();
  const before = await partitions.open('a');
  before.sendHold.hold();
  const sent = Array.from({ length: 20 }, async (_, id) => {
    await before.sendHold.pass();
    before.post(acceptedMessage({ id: `${id}` }), 0);
  });
  await partitions.close();
  await Promise.all(sent);
  await start();
  expect((await partitions.open('a')).outbox.list().length).toBe(20);
});

test('what is changed when the directory was let go is not told to be stored', async () => {
  await start();
  const world = await partitions.open('a');
  await partitions.close();
  world.post(acceptedMessage(), 0);
  await expect(partitions.commit()).rejects.toThrow('the mock has ended');
});

test('a mail and settings that pass no check are left out with a line, wherever on the disk they lie', async () => {
  await start({ entry: check.entry });
  const before = await partitions.open('a');
  const good = '6f1f9d1e-9c0b-4c1e-8f5d-2b7f0f0c1a11';
  const broken = { ...acceptedMessage({ id: 'broken', status: 'sent' }), to: 'nobody' as never };
  before.outbox.deliver(broken, new Date());
  before.outbox.deliver(acceptedMessage({ id: good, status: 'sent' }), new Date());
  before.set({ ledgerLimit: -3.5 });
  await partitions.close();
  await start({ entry: check.entry });
  const lines = await errorLines(async () => {
    const { outbox, settings } = await partitions.open('a');
    expect(outbox.list().map(({ id }) => id)).toEqual([good]);
    expect(settings.ledgerLimit).toBe(100);
  });
  expect(lines).toEqual([expect.stringContaining('mail broken: /to must be a list, and 1 more')]);
});

test('messages are in the same order when their partition is opened again', async () => {
  await start();
  const ids = async () => (await partitions.open('a')).messages.list().map(({ id }) => id);
  const { messages } = await partitions.open('a');
  for (const id of ['c', 'a', 'b']) messages.add(acceptedMessage({ id }));
  expect(await ids()).toEqual(['c', 'a', 'b']);
  await partitions.close();
  await start();
  expect(await ids()).toEqual(['c', 'a', 'b']);
});
