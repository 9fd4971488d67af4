import { expect, test } from 'vitest';
import { pagesOf } from '../../spec/deployment/list-pages.ts';
import { ours } from '../../spec/generated/choices.ts';
import { answerPage, page } from './pagination.ts';

const items = [...'abcdefg'];

test('a page holds its share of the list and tells its place', () => {
  expect(page(items, { number: 2, size: 3 })).toEqual({
    data: ['d', 'e', 'f'],
    meta: { total_pages: 3, total_results: 7, page_number: 2, page_size: 3 },
  });
});

test('the last page says how many items it really has', () => {
  expect(page(items, { number: 3, size: 3 })).toEqual({
    data: ['g'],
    meta: { total_pages: 3, total_results: 7, page_number: 3, page_size: 1 },
  });
});

test('a page beyond the last is empty and has true totals', () => {
  const beyond = page(items, { number: Number.MAX_SAFE_INTEGER, size: 3 });
  expect(beyond.data).toEqual([]);
  expect(beyond.meta).toMatchObject({ total_pages: 3, total_results: 7, page_size: 0 });
});

test('an empty list has no pages', () => {
  expect(page([], { number: 1, size: 20 }).meta).toEqual({
    total_pages: 0,
    total_results: 0,
    page_number: 1,
    page_size: 0,
  });
});

test('an empty list has as many pages as whoever asks says, whatever others said', () => {
  const none: string[] = [];
  const pagesWith = (least: number) => page(none, { number: 1, size: 20, least }).meta.total_pages;
  expect([pagesWith(0), pagesWith(1), pagesWith(0)]).toEqual([0, 1, 0]);
});

test('all pages together are the list', () => {
  const pages = [1, 2, 3, 4].map((number) => page(items, { number, size: 2 }).data);
  expect(pages.flat()).toEqual(items);
});

test('pages are told apart by number and size, and pages without items are one', () => {
  const pageOf = (number: number, size: number) => page(items, { number, size }).data.length;
  expect([pageOf(1, 11), pageOf(11, 1)]).toEqual([7, 0]);
  expect(page(items, { number: 1, size: 0 }).meta).toEqual({
    total_pages: 1,
    total_results: 7,
    page_number: 1,
    page_size: 0,
  });
});

test('a page that is asked for again is the same; that of another list is another', () => {
  const first = page(items, { number: 1, size: 3 });
  expect(page(items, { number: 1, size: 3 })).toBe(first);
  expect(page([...items], { number: 1, size: 3 })).not.toBe(first);
  expect(page(items, { number: 3, size: 1 })).not.toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
});

const pages = pagesOf('listRecentAiMissionRuns', ours);
const asked = (number: number, size: number) => ({ values: { 'page[number]': number, 'page[size]': size } });

test('the page that is asked for is answered with the rules of pages', () => {
  const { body, rules } = answerPage(items, asked(4, 2), pages, ['DIR-2'], ours);
  expect([(body as { data: string[] }).data, rules]).toEqual([
    ['g'],
    ['DIR-2', 'PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'],
  ]);
});

test('a page beyond the last one says so, and the last one does not, also where it is full', () => {
  const isBeyond = (list: readonly string[], number: number) =>
    answerPage(list, asked(number, 2), pages, [], ours).rules.includes('PAGE-12');
  expect([4, 5].map((number) => isBeyond(items, number))).toEqual([false, true]);
  expect([3, 4].map((number) => isBeyond([...'abcdef'], number))).toEqual([false, true]);
  expect([1, 2].map((number) => isBeyond([], number))).toEqual([false, true]);
});

test('a page beyond the last one is refused, or is the last one, where a deployment chose that', () => {
  const told = (number: number, word: 'refused' | 'last') => {
    const choices = { ...ours, [pages.beyond]: word };
    const { status, body } = answerPage([...'abcdef'], asked(number, 2), pages, [], choices);
    return [status, (body as { data?: string[] }).data];
  };
  expect([2, 3, 4].map((number) => told(number, 'refused'))).toEqual([
    [200, ['c', 'd']],
    [200, ['e', 'f']],
    [404, undefined],
  ]);
  expect([2, 3, 4, 11].map((number) => told(number, 'last')[1])).toEqual([['c', 'd'], ...Array(3).fill(['e', 'f'])]);
});

test('of a list without pages the last one is the first', () => {
  const { body } = answerPage([], asked(5, 2), pages, [], { ...ours, [pages.beyond]: 'last' });
  expect(body).toMatchObject({ data: [], meta: { page_number: 1, total_pages: 0 } });
  const one = answerPage([], asked(5, 2), pages, [], { ...ours, pagesOfNothing: 1 });
  expect([one.body, one.notes]).toEqual([
    { data: [], meta: { total_pages: 1, total_results: 0, page_number: 5, page_size: 0 } },
    ['Page 5 is beyond the last one, 1.'],
  ]);
});

test('what is no number of a page is the first', () => {
  const numberOf = (number: unknown) => {
    const { body } = answerPage(items, { values: { 'page[number]': number, 'page[size]': 2 } }, pages, [], ours);
    return (body as { meta: { page_number: number } }).meta.page_number;
  };
  expect([3, 1, 0, -1, 1.5, 'first', '3', undefined].map(numberOf)).toEqual([3, 1, 1, 1, 1, 1, 1, 1]);
});

test('a size that is out of bounds is what the deployment makes of it', () => {
  const sizeOf = (size: unknown, more: Partial<typeof pages> = {}) => {
    const list = { ...pages, fallback: 2, largest: 4, ofNothing: 'one', negative: 'empty', ...more } as const;
    const { body } = answerPage(items, { values: { 'page[size]': size } }, list, [], ours);
    return (body as { meta: { page_size: number } }).meta.page_size;
  };
  expect([1, 3, 4, 5].map((size) => sizeOf(size, { above: 'largest' }))).toEqual([1, 3, 4, 4]);
  expect([1, 3, 4, 5].map((size) => sizeOf(size, { above: 'default' }))).toEqual([1, 3, 4, 2]);
  expect([sizeOf(0), sizeOf(-1), sizeOf(undefined), sizeOf('few')]).toEqual([1, 0, 2, 2]);
  expect(sizeOf(0, { ofNothing: 'default' })).toBe(2);
});
