import { expect, test } from 'vitest';
import { resolveTarget } from '../target/target.ts';
import { createHarness } from './harness.ts';

const run = { id: 'abc', dir: 'unused', seed: 1, byCommand: false, keepsExchanges: false };

/** The partitions of the mock that two workers of a run have by such a key. */
function partitionsOf(apiKey: string, isMock = true): string[] {
  const profile = { baseUrl: 'http://127.0.0.1:4010/v2', accounts: { primary: { apiKey } } };
  const target = resolveTarget(profile, { isMock, clockOffsetMs: 0 });
  return [0, 1].map((worker) => {
    const harness = createHarness(run, target, worker);
    harness.close();
    return harness.partition;
  });
}

test('each worker of a run has a copy of the state to itself', () => {
  expect(partitionsOf('key_primary')).toEqual(['run-abc-0', 'run-abc-1']);
});

test('keys that name a partition have the workers share it, and a deployment has but one', () => {
  expect(partitionsOf('key_primary.mine')).toEqual(['mine', 'mine']);
  expect(partitionsOf('key', false)).toEqual(['default', 'default']);
});
