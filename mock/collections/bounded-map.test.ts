import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

function filled(ids: string[], bytes: number, ...limits: [number, number?]): BoundedMap<string> {
  const map = new BoundedMap<string>(...limits);
  for (const id of ids) map.put(id, id, bytes);
  return map;
}

test('beyond the limit of entries the oldest is dropped', () => {
  expect(filled(['a', 'b', 'c'], 1, 2).list()).toEqual(['b', 'c']);
});

test('beyond the limit of bytes the oldest entries are dropped', () => {
  expect(filled(['a', 'b', 'c', 'd'], 4, 10, 8).list()).toEqual(['c', 'd']);
});

test('the newest entry stays even when it is larger than the limit', () => {
  expect(filled(['a', 'b'], 20, 10, 9).list()).toEqual(['b']);
});

test('a replaced entry moves to the end', () => {
  const map = filled(['a', 'b'], 4, 10, 9);
  map.put('a', 'again', 4);
  expect(map.list()).toEqual(['b', 'again']);
});

test('a removed entry makes room', () => {
  const map = filled(['a', 'b'], 4, 10, 8);
  map.remove('b');
  map.put('c', 'c', 4);
  expect(map.list()).toEqual(['a', 'c']);
});
