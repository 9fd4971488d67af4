import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/generated/choices.ts';
import { answerPage, cutPage } from './pagination.ts';

const items = [...'abcdefg'];

for (const [label, number, size, data, totalPages] of [
  ['the first page', 1, 3, ['a', 'b', 'c'], 3],
  ['a page in the middle', 2, 3, ['d', 'e', 'f'], 3],
  ['the last page, which is shorter', 3, 3, ['g'], 3],
  ['a page that holds the whole list', 1, 7, items, 1],
  ['a page larger than the list', 1, 20, items, 1],
  ['a page beyond the last', Number.MAX_SAFE_INTEGER, 3, [], 3],
] as const) {
  test(`${label} has its items and the totals`, () => {
    expect(cutPage(items, { number, size })).toEqual({
      data,
      meta: { total_pages: totalPages, total_results: 7, page_number: number, page_size: data.length },
    });
  });
}

test('an empty list has no pages', () => {
  expect(cutPage([], { number: 1, size: 20 }).meta).toEqual({
    total_pages: 0,
    total_results: 0,
    page_number: 1,
    page_size: 0,
  });
});

for (const [label, length, number, isBeyond] of [
  ['the last page', 7, 4, false],
  ['the page after the last', 7, 5, true],
  ['the last page, where it is full', 6, 3, false],
  ['the page after a full last one', 6, 4, true],
  ['the first page of an empty list', 0, 1, false],
  ['the second page of an empty list', 0, 2, true],
] as const) {
  test(`${label} ${isBeyond ? 'cites' : 'does not cite'} the rule of pages beyond the last`, () => {
    const asked = { values: { 'page[number]': number, 'page[size]': 2 } };
    expect(answerPage(items.slice(0, length), asked, [], defaultChoices).rules.includes('PAGE-12')).toBe(isBeyond);
  });
}
