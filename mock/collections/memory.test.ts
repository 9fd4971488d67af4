import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { Budget, isLargeValue, LARGE, MemoryUsage, memorySize } from './memory.ts';

for (const [what, value, bytes] of [
  ['a number', 7, 8],
  ['nothing', null, 8],
  ['a text', 'ab', 24 + 2 * 2],
  ['a text of 500 characters', 'a'.repeat(500), 24 + 500 * 2],
  ['a longer text of Latin-1, which takes a byte each', 'ü'.repeat(501), 24 + 501],
  ['a longer text with one character beyond it', `${'a'.repeat(500)}名`, 24 + 501 * 2],
  ['a list', [1, 'a'], 64 + (8 + 8) + (8 + 24 + 2)],
  ['an object', { ab: 1, c: null }, 64 + (32 + 2 + 8) + (32 + 1 + 8)],
  ['what is nested', { a: [{}] }, 64 + (32 + 1) + 64 + 8 + 64],
] as const) {
  test(`it is told how much memory a value takes: ${what}`, () => {
    expect(memorySize(value)).toBe(bytes);
  });
}

test('what a part takes its whole takes, until it leaves', () => {
  const [one, other] = [new MemoryUsage(), new MemoryUsage()];
  const part = new MemoryUsage(one);
  part.add(5);
  part.join(other);
  part.add(2);
  expect([part.bytes, one.bytes, other.bytes]).toEqual([7, 0, 7]);
  part.leave();
  part.add(1);
  expect([part.bytes, one.bytes, other.bytes]).toEqual([8, 0, 0]);
});

test('the last eighth of a budget is for what is not large', () => {
  const budget = new Budget(800_000);
  budget.of('state').add(600_000);
  expect([100_000, 100_001].map((bytes) => budget.fits(bytes))).toEqual([true, false]);
  budget.of('bodies').add(135_000);
  expect([65_000, 65_001].map((bytes) => budget.fits(bytes))).toEqual([true, false]);
  expect([LARGE - 65_000, LARGE - 65_000 + 1].map((already) => budget.fits(65_000, already))).toEqual([true, false]);
});

test('a process may take half of the memory that it is allowed, if nobody says otherwise', () => {
  expect(new Budget().limit).toBe(getHeapStatistics().heap_size_limit / 2);
});

test('a budget tells what each use takes, in whole bytes', () => {
  const budget = new Budget(1000);
  budget.of('relay').add(1.6);
  expect(budget.used).toEqual({ state: 0, bodies: 0, answers: 0, streams: 0, relay: 2 });
});

const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 0);

for (const [what, fits, isLarge] of [
  ['a text', 'x'.repeat(LARGE), 'x'.repeat(LARGE + 1)],
  ['a member', { a: 'x'.repeat(LARGE - 8) }, { a: 'x'.repeat(LARGE - 7) }],
  ['several members', { a: 'x'.repeat(LARGE - 16), b: 1 }, { a: 'x'.repeat(LARGE - 15), b: 1 }],
  ['a list of numbers', Array(LARGE / 8 - 4).fill(0), Array(LARGE / 8).fill(0)],
  ['a list of texts', [['x'.repeat(LARGE - 16)]], [['x'.repeat(LARGE - 15)]]],
  ['levels', nested(999), nested(1000)],
] as const) {
  test(`from 64 KiB, or a thousand levels, on a value is large: ${what}`, () => {
    expect([fits, isLarge].map(isLargeValue)).toEqual([false, true]);
  });
}

test('a value that nests very deep is large', () => {
  expect(isLargeValue(nested(100_000))).toBe(true);
});
