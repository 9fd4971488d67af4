import { expect, test } from '@playwright/test';
import { Shelf } from './bounded-map.ts';
import { Weight } from './memory.ts';

function filled(ids: string[], bytes: number, ...limits: [number, number?, Weight?]): Shelf<string> {
  const shelf = new Shelf<string>(...limits);
  for (const id of ids) shelf.put(id, id, bytes);
  return shelf;
}

test('the oldest make room when there are too many', () => {
  expect(filled(['a', 'b', 'c'], 1, 2).list()).toEqual(['b', 'c']);
});

test('the oldest make room when they keep too much', () => {
  expect(filled(['a', 'b', 'c', 'd'], 4, 10, 9).list()).toEqual(['c', 'd']);
});

test('the newest stays even when it alone is too much', () => {
  expect(filled(['a', 'b'], 20, 10, 9).list()).toEqual(['b']);
});

test('a value that is put again is there once, at the end', () => {
  const shelf = filled(['a', 'b'], 4, 10, 9);
  shelf.put('a', 'again', 4);
  expect(shelf.list()).toEqual(['b', 'again']);
});

test('the whole knows what its parts keep, until one leaves', () => {
  const whole = new Weight();
  const part = new Weight(whole);
  const shelf = filled(['a', 'b', 'c'], 5, 2, undefined, part);
  filled(['a'], 7, 2, undefined, new Weight(whole));
  expect([part.bytes, whole.bytes]).toEqual([10, 17]);
  shelf.remove('b');
  shelf.remove('unknown');
  expect(whole.bytes).toBe(12);
  part.leave();
  shelf.put('d', 'd', 100);
  expect(whole.bytes).toBe(7);
  shelf.clear();
  expect([part.bytes, whole.bytes, shelf.size]).toEqual([0, 7, 0]);
});
