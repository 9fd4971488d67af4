import { expect, test } from 'vitest';
import { StoredMap } from './stored-map.ts';

/** A map of found entries, and what it writes. */
function storedMap(...found: [order: number, id: string, value: string][]) {
  const written: unknown[] = [];
  return { map: new StoredMap<string>((...entry) => written.push(entry), found), written };
}

test('new entries follow those that were stored', () => {
  const { map, written } = storedMap([3, 'early', 'a'], [7, 'late', 'b']);
  map.set('new', 'c');
  expect([[...map.values()], written]).toEqual([['a', 'b', 'c'], [[8, 'new', 'c']]]);
});

test('a replaced entry stays at its place', () => {
  const { map, written } = storedMap([3, 'one', 'a']);
  map.set('two', 'b').set('one', 'changed');
  expect([[...map.keys()], written.at(-1)]).toEqual([
    ['one', 'two'],
    [3, 'one', 'changed'],
  ]);
});

test('a deleted entry is removed from the store, and is new when it is added again', () => {
  const { map, written } = storedMap([1, 'one', 'a'], [2, 'two', 'b']);
  expect([map.delete('one'), map.delete('one')]).toEqual([true, false]);
  map.set('one', 'again');
  expect([...map.keys()]).toEqual(['two', 'one']);
  expect(written).toEqual([
    [1, 'one', undefined],
    [3, 'one', 'again'],
  ]);
});

test('a cleared map has nothing stored', () => {
  const { map, written } = storedMap([1, 'one', 'a']);
  map.clear();
  expect([map.size, written]).toEqual([0, [[1, 'one', undefined]]]);
});
