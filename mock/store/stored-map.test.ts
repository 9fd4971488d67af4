import { expect, test } from 'vitest';
import { type Ordered, StoredMap } from './stored-map.ts';

/** A map of found entries, and the entries that are stored. */
function storedMap(found: [string, Ordered<string>][] = []) {
  const stored = new Map(found);
  const note = (id: string, entry: Ordered<string> | undefined) => {
    if (entry === undefined) stored.delete(id);
    else stored.set(id, entry);
  };
  return { map: new StoredMap(note, found), stored };
}

test('stored entries are read in their order, and new ones follow', () => {
  const { map, stored } = storedMap([
    ['late', [7, 'b']],
    ['early', [3, 'a']],
  ]);
  map.set('new', 'c');
  expect([...map.values()]).toEqual(['a', 'b', 'c']);
  expect(stored.get('new')).toEqual([8, 'c']);
});

test('a replaced entry stays at its place', () => {
  const { map, stored } = storedMap([['one', [3, 'a']]]);
  map.set('two', 'b').set('one', 'changed');
  expect([...map.keys()]).toEqual(['one', 'two']);
  expect(stored.get('one')).toEqual([3, 'changed']);
});

test('a deleted entry is removed from the store, and is new when it is added again', () => {
  const { map, stored } = storedMap([
    ['one', [1, 'a']],
    ['two', [2, 'b']],
  ]);
  expect([map.delete('one'), map.delete('one'), stored.has('one')]).toEqual([true, false, false]);
  map.set('one', 'again');
  expect([...map.keys()]).toEqual(['two', 'one']);
});

test('a cleared map has nothing stored', () => {
  const { map, stored } = storedMap([['one', [1, 'a']]]);
  map.clear();
  expect([map.size, stored.size]).toEqual([0, 0]);
});
