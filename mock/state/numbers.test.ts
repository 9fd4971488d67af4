import { expect, test } from 'vitest';
import { indexNumbers, Numbers } from './numbers.ts';

const inventory = indexNumbers({
  free: [{ from: '+13125550100', to: '+13125550199' }],
  held: [
    { account: 'globex', from: '+13125550200', to: '+13125550209' },
    { account: 'acme', from: '+13125550180', to: '+13125550181' },
  ],
});

const iso = (time: number) => new Date(time).toISOString();

for (const number of ['+13125550100', '+13125550150', '+13125550199']) {
  test(`the number ${number} of a free range can be held`, () => {
    expect(new Numbers(inventory).findObstacle(number, 0)).toBeUndefined();
  });
}

for (const number of ['+13125550099', '+13125550210', '+131255501500', '+1312555015', '+442071838750']) {
  test(`the number ${number} outside the ranges is not in the inventory`, () => {
    expect(new Numbers(inventory).findObstacle(number, 0)).toContain('not in the inventory');
  });
}

for (const number of ['+13125550200', '+13125550209', '+13125550180']) {
  test(`the number ${number} of a held range can never be held`, () => {
    expect(new Numbers(inventory).findObstacle(number, 2 ** 45)).toContain('already held');
  });
}

test('only current holds are listed, each with its account and reference', () => {
  const numbers = new Numbers(inventory);
  numbers.hold({ number: '+13125550100', until: iso(9_000) });
  numbers.hold({ number: '+13125550101', until: iso(1_000) });
  numbers.hold({ number: '+13125550102', until: iso(2_000), account: 'acme', reference: 'mine' });
  expect(numbers.held(1_000)).toEqual([
    { number: '+13125550100', until: iso(9_000) },
    { number: '+13125550102', until: iso(2_000), account: 'acme', reference: 'mine' },
  ]);
  expect(numbers.held(9_000)).toEqual([]);
});

test('numbers are found in many overlapping ranges, among numbers of equal length', () => {
  const range = (from: number, to: number) => ({ from: `+${from}`, to: `+${to}` });
  const free = [range(500, 560), range(10, 20), range(100, 400), range(150, 200), range(2000, 2000), range(550, 600)];
  const numbers = new Numbers(indexNumbers({ free, held: [] }));
  const isFree = (number: number) => numbers.findObstacle(`+${number}`, 0) === undefined;
  expect([10, 20, 100, 175, 300, 400, 500, 555, 600, 2000].filter((number) => !isFree(number))).toEqual([]);
  expect([9, 21, 99, 401, 499, 601, 1000, 1500, 2001].filter(isFree)).toEqual([]);
});

test('a hold ends at its time', () => {
  const numbers = new Numbers(inventory);
  numbers.hold({ number: '+13125550100', until: iso(9_000) });
  expect(numbers.findObstacle('+13125550100', 8_999)).toContain('already held');
  expect(numbers.findObstacle('+13125550100', 9_000)).toBeUndefined();
});
