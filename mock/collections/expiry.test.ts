import { expect, test } from 'vitest';
import { Expiry } from './expiry.ts';

/** A map of end times, and the removal of the entries that have ended. */
function ends(...list: [string, number][]) {
  const map = new Map(list);
  const expiry = new Expiry(map);
  const drop = (now: number) =>
    expiry.drop(
      (end) => end <= now,
      (id) => map.delete(id),
    );
  return { map, drop };
}

test('ended entries are dropped, entries added later included', () => {
  const { map, drop } = ends(['a', 1], ['b', 2], ['c', 3]);
  drop(0);
  expect([...map.keys()]).toEqual(['a', 'b', 'c']);
  drop(2);
  expect([...map.keys()]).toEqual(['c']);
  map.set('d', 4);
  drop(4);
  expect(map.size).toBe(0);
  map.set('e', 5);
  drop(5);
  expect(map.size).toBe(0);
});

test('deleted and renewed entries do not stop later ones from being dropped', () => {
  const { map, drop } = ends(['a', 1], ['b', 2], ['c', 3], ['d', 4]);
  drop(0);
  map.delete('a');
  map.set('a', 9);
  map.delete('b');
  drop(3);
  expect([...map.keys()]).toEqual(['d', 'a']);
  drop(9);
  expect(map.size).toBe(0);
});
