import { expect, test } from 'vitest';
import { sorted } from './sorted.ts';

test('a long list is sorted in many steps, what is equal in its order', () => {
  const list = Array.from({ length: 5_500 }, (_, place) => ({ key: (place * 7_919) % 1_000, place }));
  const steps = sorted(list, (one, other) => one.key - other.key);
  let [count, step] = [0, steps.next()];
  for (; !step.done; step = steps.next()) count += 1;
  expect(step.value).toEqual([...list].sort((one, other) => one.key - other.key || one.place - other.place));
  // Six parts, then 2 + 2 + 1 thousand entries put together, 4 + 1, and 5.
  expect(count).toBe(21);
});

test('an empty list stays empty', () => {
  expect(sorted([], () => 0).next()).toEqual({ done: true, value: [] });
});
