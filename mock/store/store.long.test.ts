import { rm, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { Scenario } from '../state/scenarios.ts';
import { createStateCheck } from '../state/state-check.ts';
import { captureErrorLines, createMessage } from '../testing.ts';
import { openStore } from './open.ts';

const fixtures = indexFixtures(seed);
const check = createStateCheck({ document, validators, seed });
const lateMail: Scenario = { id: 'late', lateMail: 'PT1H' };

let directory: string;
let partitions: Partitions;

beforeEach(() => {
  directory = makeTestPath();
});
afterEach(() => partitions.close());

async function start({ messages = 100_000, checked = false } = {}) {
  const store = await openStore(directory);
  partitions = new Partitions(fixtures, {
    limit: 100,
    limits: { messages, journal: 10, ledger: 100 },
    stored: { store, check: checked ? check : () => [] },
  });
  return partitions.open('a');
}

async function restart(options: Parameters<typeof start>[0] = {}) {
  await partitions.close();
  return start(options);
}

test('only the owner can read a new directory', async () => {
  await rm(directory, { recursive: true });
  await start();
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('the lists that a partition was filled with are there after a restart', async () => {
  await start();
  const documentTypes = Array.from({ length: 3_000 }, (_, index) => ({
    short_name: `type_${index}`,
    description: 'x'.repeat(1_000),
  }));
  partitions.fill('a', { documentTypes });
  expect((await restart()).fixtures.seed.documentTypes).toEqual(documentTypes);
});

test('neither a reset partition nor late changes to it are stored', async () => {
  const old = await start();
  old.messages.add(createMessage({ id: 'before' }));
  partitions.reset('a');
  old.messages.add(createMessage({ id: 'after' }));
  expect((await restart()).messages.list()).toEqual([]);
});

test('late mail has arrived when the mock ends', async () => {
  const before = await start();
  before.scenarios.add(lateMail, []);
  before.post(createMessage({ id: 'late' }), 0);
  const { messages } = await restart();
  expect([messages.listDelivered().length, messages.get('acme', 'late')?.status]).toEqual([1, 'sent']);
});

test('late mail of a killed mock arrives at its time', async () => {
  const before = await start();
  before.scenarios.add(lateMail, []);
  before.post(createMessage(), 0);
  await partitions.commit();
  before.leave();
  const after = await restart();
  expect(after.messages.listDelivered().length).toBe(0);
  after.clock.moveTo(after.clock.now() + 3_600_000);
  after.advance();
  expect(after.messages.listDelivered().length).toBe(1);
});

test('a change after the directory was closed is not reported as stored', async () => {
  const world = await start();
  await partitions.close();
  world.post(createMessage(), 0);
  await expect(partitions.commit()).rejects.toThrow('the mock has ended');
});

test('stored entries that fail their check are dropped with a line', async () => {
  const before = await start();
  const valid = '6f1f9d1e-9c0b-4c1e-8f5d-2b7f0f0c1a11';
  before.post({ ...createMessage({ id: 'broken' }), to: 'nobody' as never }, 0);
  before.post(createMessage({ id: valid }), 0);
  const lines = await captureErrorLines(async () => {
    const { messages } = await restart({ checked: true });
    expect(messages.listDelivered().map(({ id }) => id)).toEqual([valid]);
  });
  expect(lines).toEqual([expect.stringMatching(/^mock: partition a: left out .*message broken: \/to /)]);
});
