import { expect, test } from 'vitest';
import { filledQuery, parameterName } from './link-query.ts';

const page = { number: 2, pages: 9, size: 20 };
const asked = [
  ['status', 'failed'],
  ['page[number]', '2'],
  ['status', 'paused'],
] as const;

for (const [query, filled] of [
  ['page[number]={next}&page[size]={size}', 'page[number]=3&page[size]=20'],
  ['page[number]={last}&{others}', 'page[number]=9&status=failed&status=paused'],
  ['status={asked}&page[number]={prev}', 'status=failed&page[number]=1'],
  ['page[size]={asked}&page[number]={this}', 'page[number]=2'],
  ['{query}&page[number]={next}&sort=id', 'status=failed&page[number]=3&status=paused&sort=id'],
  ['page%5Bnumber%5D={next}&{others}', 'page%5Bnumber%5D=3&status=failed&status=paused'],
  ['page%5Bnumber%5D={next}&{query}', 'status=failed&page%5Bnumber%5D=3&status=paused'],
  ['status={asked}&{query}', 'status=failed&page%5Bnumber%5D=2'],
  ['{query}', 'status=failed&page%5Bnumber%5D=2&status=paused'],
  ['{sorted}&a={size}', 'a=20&page%5Bnumber%5D=2&status=failed&status=paused'],
  ['range={prev}-{next}&a={last}', 'range=1-3&a=9'],
  ['a=b&c', 'a=b&c'],
  ['{sorted}&page[number]={next}', 'page[number]=3&status=failed&status=paused'],
] as const) {
  test(`the query of a link is filled in: ${query}`, () => {
    expect(filledQuery(query, asked, page)).toBe(filled);
  });
}

test('what a link repeats of a request is written for a query', () => {
  const odd = [
    ['a b', 'c&d'],
    ['e[f][g]', 'g+h'],
  ] as const;
  expect(filledQuery('{others}&x[y]=1', odd, page)).toBe('a+b=c%26d&e[f][g]=g%2Bh&x[y]=1');
  expect(filledQuery('a+b={asked}&{others}', odd, page)).toBe('a+b=c%26d&e%5Bf%5D%5Bg%5D=g%2Bh');
  expect(
    filledQuery(
      '{query}&page={next}&page={last}',
      [
        ['page', '2'],
        ['page', '3'],
      ],
      page,
    ),
  ).toBe('page=3');
});

test('a parameter is known by its name, however it is written', () => {
  expect(['a=b', 'page%5Bsize%5D=1', 'a+b', ''].map(parameterName)).toEqual(['a', 'page[size]', 'a b', '']);
});
