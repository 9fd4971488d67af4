import { expect, test } from 'vitest';
import { indexNumbers, Numbers } from './numbers.ts';

test('numbers are found in many overlapping ranges, among numbers of equal length', () => {
  const range = (from: number, to: number) => ({ from: `+${from}`, to: `+${to}` });
  const free = [range(500, 560), range(10, 20), range(100, 400), range(150, 200), range(2000, 2000), range(550, 600)];
  const numbers = new Numbers(indexNumbers({ free, held: [] }));
  const isFree = (number: number) => numbers.findObstacle(`+${number}`, 0) === undefined;
  expect([10, 20, 100, 175, 300, 400, 500, 555, 600, 2000].filter((number) => !isFree(number))).toEqual([]);
  expect([9, 21, 99, 401, 499, 601, 1000, 1500, 2001].filter(isFree)).toEqual([]);
});
