import { expect, test } from 'vitest';
import { filledQuery } from './link-query.ts';

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
  ['{sorted}&page[number]={next}', 'page[number]=3&status=failed&status=paused'],
] as const) {
  test(`the query of a link is filled in: ${query}`, () => {
    expect(filledQuery(query, asked, page)).toBe(filled);
  });
}
