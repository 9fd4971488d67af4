import { expect, test } from 'vitest';
import { atOnce } from '../time/turns.ts';
import { type Ordered, StoredMap } from './stored-map.ts';

/** A map, and what is kept of it. */
function storedMap(found: [string, Ordered<string>][] = []) {
  const kept = new Map(found);
  const note = (id: string, place: Ordered<string> | undefined) => {
    if (place === undefined) kept.delete(id);
    else kept.set(id, place);
  };
  const map = atOnce(StoredMap.of(found, note));
  return { map, kept };
}

test('what is kept comes back in its order, and new values come after it', () => {
  const { map, kept } = storedMap([
    ['late', [7, 'b']],
    ['early', [3, 'a']],
  ]);
  map.set('new', 'c');
  expect([...map]).toEqual([
    ['early', 'a'],
    ['late', 'b'],
    ['new', 'c'],
  ]);
  expect(kept.get('new')).toEqual([8, 'c']);
});

test('a value that is set again keeps its place', () => {
  const { map, kept } = storedMap([['one', [3, 'a']]]);
  map.set('two', 'b').set('one', 'changed').set('three', 'c');
  expect([...map.keys()]).toEqual(['one', 'two', 'three']);
  expect([...kept.values()]).toEqual([
    [3, 'changed'],
    [4, 'b'],
    [5, 'c'],
  ]);
});

test('a value that is deleted is kept no longer, and comes back as a new one', () => {
  const { map, kept } = storedMap([
    ['one', [1, 'a']],
    ['two', [2, 'b']],
  ]);
  expect([map.delete('one'), map.delete('one')]).toEqual([true, false]);
  expect([...kept.keys()]).toEqual(['two']);
  map.set('one', 'again');
  expect([...map.keys()]).toEqual(['two', 'one']);
  expect(kept.get('one')).toEqual([3, 'again']);
});

test('values are made anew where they stand, and what is kept of them stays', () => {
  const { map, kept } = storedMap([
    ['two', [2, 'b']],
    ['one', [1, 'a']],
  ]);
  map.revive((id, value) => `${id} ${value}`);
  expect([...map]).toEqual([
    ['one', 'one a'],
    ['two', 'two b'],
  ]);
  expect(kept.get('one')).toEqual([1, 'a']);
});

test('of a map that is cleared nothing is kept', () => {
  const { map, kept } = storedMap([
    ['one', [1, 'a']],
    ['two', [2, 'b']],
  ]);
  map.clear();
  expect([map.size, kept.size]).toEqual([0, 0]);
});
