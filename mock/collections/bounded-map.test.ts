import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';
import { MemoryUsage } from './memory.ts';

function filled(ids: string[], bytes: number, ...limits: [number, number?, MemoryUsage?]): BoundedMap<string> {
  const map = new BoundedMap<string>(...limits);
  for (const id of ids) map.put(id, id, bytes);
  return map;
}

test('the oldest make room when there are too many', () => {
  expect(filled(['a', 'b', 'c'], 1, 2).list()).toEqual(['b', 'c']);
});

test('the oldest make room when they keep too much', () => {
  expect(filled(['a', 'b', 'c', 'd'], 4, 10, 8).list()).toEqual(['c', 'd']);
});

test('the newest stays even when it alone is too much', () => {
  expect(filled(['a', 'b'], 20, 10, 9).list()).toEqual(['b']);
});

test('a value that is put again is there once, at the end', () => {
  const map = filled(['a', 'b'], 4, 10, 9);
  map.put('a', 'again', 4);
  expect(map.list()).toEqual(['b', 'again']);
});

test('the whole knows what its parts keep, until one leaves', () => {
  const whole = new MemoryUsage();
  const part = new MemoryUsage(whole);
  const map = filled(['a', 'b', 'c'], 5, 2, undefined, part);
  filled(['a'], 7, 2, undefined, new MemoryUsage(whole));
  expect([part.bytes, whole.bytes]).toEqual([10, 17]);
  map.remove('b');
  map.remove('unknown');
  expect(whole.bytes).toBe(12);
  part.leave();
  map.put('d', 'd', 100);
  expect(whole.bytes).toBe(7);
  map.clear();
  expect([part.bytes, whole.bytes, map.size]).toEqual([0, 7, 0]);
});

test('what is there from the start takes its room, and a value that is touched is set again', () => {
  const set: string[] = [];
  class Noting extends Map<string, { value: string; bytes: number }> {
    override set(id: string, entry: { value: string; bytes: number }): this {
      set.push(`${id} ${entry.bytes}`);
      return super.set(id, entry);
    }
  }
  const whole = new MemoryUsage();
  const map = new BoundedMap(10, 10, whole, new Noting([['a', { value: 'a', bytes: 8 }]]));
  expect([map.size, map.get('a'), map.get('b'), whole.bytes]).toEqual([1, 'a', undefined, 8]);
  for (const id of ['a', 'b']) map.touch(id);
  map.put('b', 'b', 3);
  expect([map.list(), set, whole.bytes]).toEqual([['b'], ['a 8', 'a 8', 'b 3'], 3]);
});
