import { expect, test } from 'vitest';
import { grouped } from './grouped.ts';

test('things stand under each of their keys, in their order', () => {
  const keys: Record<string, string | string[]> = { one: 'a', two: ['b', 'a'], three: [], four: 'b' };
  const groups = grouped(Object.keys(keys), (name) => keys[name] ?? []);
  expect([...groups]).toEqual([
    ['a', ['one', 'two']],
    ['b', ['two', 'four']],
  ]);
});
