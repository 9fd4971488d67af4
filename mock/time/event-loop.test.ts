import { expect, test } from 'vitest';
import { endOfLoopIteration } from './event-loop.ts';

test('all who wait in one iteration wait for the same end, and whoever comes later for another one', async () => {
  const first = endOfLoopIteration();
  expect(endOfLoopIteration()).toBe(first);
  await first;
  const second = endOfLoopIteration();
  expect(second).not.toBe(first);
  await second;
});
