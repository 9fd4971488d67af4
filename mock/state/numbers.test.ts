import { expect, test } from 'vitest';
import { MemoryUsage } from '../collections/memory.ts';
import { atOnce } from '../time/turns.ts';
import { indexNumbers, Numbers } from './numbers.ts';

const inventory = atOnce(
  indexNumbers({
    free: [{ from: '+13125550100', to: '+13125550199' }],
    held: [
      { account: 'globex', from: '+13125550200', to: '+13125550209' },
      { account: 'acme', from: '+13125550180', to: '+13125550181' },
    ],
  }),
);

for (const number of ['+13125550100', '+13125550150', '+13125550199']) {
  test(`a free number can be held: ${number}`, () => {
    expect(new Numbers(inventory).obstacle(number, 0)).toBeUndefined();
  });
}

for (const number of ['+13125550099', '+13125550210', '+131255501500', '+1312555015', '+442071838750']) {
  test(`a number outside the ranges is not in the inventory: ${number}`, () => {
    expect(new Numbers(inventory).obstacle(number, 0)).toBe(`The number ${number} is not in the inventory.`);
  });
}

test('a number that somebody holds for good can never be held', () => {
  const numbers = new Numbers(inventory);
  expect(numbers.obstacle('+13125550200', 0)).toBe('The number +13125550200 is already held.');
  expect(numbers.obstacle('+13125550209', 2 ** 45)).toBe('The number +13125550209 is already held.');
  expect(numbers.obstacle('+13125550180', 0)).toBe('The number +13125550180 is already held.');
});

test('a held number comes free when its time is over', () => {
  const numbers = new Numbers(inventory);
  numbers.hold('+13125550101', { until: 1_000 });
  expect(numbers.obstacle('+13125550101', 999)).toBe('The number +13125550101 is already held.');
  expect(numbers.obstacle('+13125550101', 1_000)).toBeUndefined();
});

test('a hold leaves the other numbers free', () => {
  const numbers = new Numbers(inventory);
  numbers.hold('+13125550101', { until: 1_000 });
  expect(numbers.obstacle('+13125550102', 0)).toBeUndefined();
});

test('only what is held now is listed as held', () => {
  const numbers = new Numbers(inventory);
  numbers.hold('+13125550101', { until: 1_000 });
  numbers.hold('+13125550102', { until: 2_000 });
  expect([...numbers.held(1_000)]).toEqual([['+13125550102', { until: 2_000 }]]);
  numbers.hold('+13125550103', { until: 3_000 });
  numbers.hold('+13125550102', { until: 4_000, account: 'acme', reference: 'mine' });
  expect([...numbers.held(1_999)]).toEqual([
    ['+13125550103', { until: 3_000 }],
    ['+13125550102', { until: 4_000, account: 'acme', reference: 'mine' }],
  ]);
});

test('a number that is held for long keeps no other one held', () => {
  const numbers = new Numbers(inventory, new Map([['+13125550100', { until: 9_000 }]]));
  numbers.hold('+13125550101', { until: 1_000 });
  numbers.hold('+13125550102', { until: 2_000 });
  numbers.hold('+13125550101', { until: 3_000 });
  expect([...numbers.held(2_000).keys()].sort()).toEqual(['+13125550100', '+13125550101']);
  expect([...numbers.held(9_000)]).toEqual([]);
});

test('a number is found in any of many ranges, in those that overlap, and among numbers of its own length only', () => {
  const range = (from: number, to: number) => ({ from: `+${from}`, to: `+${to}` });
  const free = [range(500, 560), range(10, 20), range(100, 400), range(150, 200), range(2000, 2000), range(550, 600)];
  const within = [700, 710, 720, 730].map((from) => range(from, from + 5));
  const numbers = new Numbers(
    atOnce(indexNumbers({ free: [...free, range(650, 900), ...within, range(950, 960)], held: [] })),
  );
  const isFree = (number: number) => numbers.obstacle(`+${number}`, 0) === undefined;
  expect(
    [10, 20, 100, 175, 300, 400, 500, 555, 600, 650, 702, 740, 800, 900, 950, 2000].filter((number) => !isFree(number)),
  ).toEqual([]);
  expect([9, 21, 99, 401, 499, 601, 649, 901, 961, 1000, 1500, 2001].filter(isFree)).toEqual([]);
});

test('in another inventory what is held and admitted stays held, all else is free or not there', () => {
  const numbers = new Numbers(inventory);
  for (const number of ['+13125550101', '+13125550102'])
    numbers.hold(number, { until: 1_000, account: number.slice(-1) });
  const other = atOnce(indexNumbers({ free: [{ from: '+13125550101', to: '+13125550101' }], held: [] }));
  atOnce(numbers.refit(other, (number, { account }) => number === '+13125550102' && account === '2'));
  expect(numbers.obstacle('+13125550101', 0)).toBeUndefined();
  expect(numbers.obstacle('+13125550102', 0)).toContain('already held');
  expect(numbers.obstacle('+13125550103', 0)).toContain('not in the inventory');
  expect([...numbers.held(0).keys()]).toEqual(['+13125550102']);
  expect([...numbers.held(1_000)]).toEqual([]);
});

test('a number that is in no inventory can be held where a deployment chose that, until somebody holds it', () => {
  const numbers = new Numbers(inventory);
  expect(numbers.obstacle('+13125550300', 0, 'held')).toBeUndefined();
  numbers.hold('+13125550300', { until: 1_000 });
  expect(numbers.obstacle('+13125550300', 0, 'held')).toContain('already held');
  expect(numbers.obstacle('+13125550200', 0, 'held')).toContain('already held');
});

test('held numbers count towards the memory, each once and as long as it is held', () => {
  const usage = new MemoryUsage();
  const numbers = new Numbers(inventory, new Map([['+13125550100', { until: 9_000 }]]), usage);
  const one = usage.bytes;
  expect(one).toBe(400);
  for (const until of [1_000, 2_000]) numbers.hold('+13125550101', { until });
  expect(usage.bytes).toBe(2 * one);
  numbers.held(2_000);
  expect(usage.bytes).toBe(one);
  atOnce(numbers.refit(inventory, () => false));
  expect(usage.bytes).toBe(0);
});
