import { test } from '@playwright/test';
import fc from 'fast-check';
import { createMock } from '../../mock/create-mock.ts';
import { freshPartition, type Model } from './model.ts';
import { more, runs } from './runs.ts';
import { Advance, Read, Reserve, Reset, Send } from './steps.ts';

const partition = fc.constantFrom('one', 'two');
const key = fc.constantFrom('key_primary' as const, 'key_other' as const);
const who = fc.record({ key, partition });
const numbers = fc.uniqueArray(fc.constantFrom('+13125550101', '+13125550102', '+13125550103'), {
  minLength: 1,
  maxLength: 3,
});
const steps = [
  fc
    .tuple(who, fc.constantFrom('k1', 'k2', undefined), fc.constantFrom('A', 'B'), fc.integer({ min: 1, max: 4 }))
    .map((drawn) => new Send(...drawn)),
  fc
    .tuple(partition, fc.array(fc.record({ key, numbers }), { minLength: 1, maxLength: 3 }))
    .map((drawn) => new Reserve(...drawn)),
  fc.tuple(who, fc.nat(50)).map((drawn) => new Read(...drawn)),
  // Before and after the half hour of a hold and the day of a key, well away from the duration of the test.
  fc.tuple(partition, fc.constantFrom(20, 40, 700, 800)).map((drawn) => new Advance(...drawn)),
  partition.map((name) => new Reset(name)),
];

test('each key and number has one winner, nothing is sent twice, and accounts and partitions stay separate', async () => {
  test.setTimeout(600_000 * more);
  const mock = await createMock({ clock: '2027-01-01T00:00:00Z' });
  const property = fc.asyncProperty(fc.commands(steps, { maxCommands: 30 }), async (commands) => {
    const fresh = async () => {
      const model: Model = { partitions: { one: freshPartition(), two: freshPartition() }, messages: [] };
      for (const name of Object.keys(model.partitions)) await mock.partition(name).reset();
      return { model, real: mock };
    };
    await fc.asyncModelRun(fresh, commands);
  });
  try {
    await fc.assert(property, runs(40));
  } finally {
    await mock.close();
  }
});
