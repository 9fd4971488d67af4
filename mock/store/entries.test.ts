import { expect, test } from 'vitest';
import { MemoryUsage } from '../limits.ts';
import { Entries } from './store.ts';

function fillEntries(ids: string[], limit: number) {
  const usage = new MemoryUsage();
  const map = new Entries<string>({ limit, sizeOf: (value) => value.length }, usage);
  for (const id of ids) map.put(id, id);
  return { map, usage };
}

test('beyond the limit of entries the oldest is dropped', () => {
  const { map, usage } = fillEntries(['a', 'b', 'c'], 2);
  expect([[...map.values()], usage.bytes]).toEqual([['b', 'c'], 2]);
});

test('a replaced entry moves to the end', () => {
  const { map, usage } = fillEntries(['a', 'b'], 2);
  map.put('a', 'again');
  expect([[...map.values()], usage.bytes]).toEqual([['b', 'again'], 6]);
});
