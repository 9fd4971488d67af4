import { expect, test } from 'vitest';
import { isLargeValue } from './memory.ts';

test('a value that nests very deep is large', () => {
  let deep: unknown = 0;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(isLargeValue(deep)).toBe(true);
});
