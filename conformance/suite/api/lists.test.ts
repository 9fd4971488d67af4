import { expect, test } from 'vitest';
import { blocked, inconclusive } from '../outcome/outcome.ts';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Client, PageQuery } from './client.ts';
import { chooseSizeForShortEnd, List, mostPages } from './lists.ts';

type Query = { number: number; size: number };
/** The keys of a page and the total that it shows; or a page that is not served. */
type Shown = { keys: readonly number[]; total: unknown } | 'refused' | 'failed';

const testCase = {
  api: {} as Client,
  blocked,
  inconclusive,
  mustSucceed: async (sent: Promise<Answer>) => {
    const answer = await sent;
    return answer.accepted ? answer : blocked('the page is refused');
  },
  observe: () => {},
  target: { wire: {} },
} as unknown as Case;

const request = { method: 'GET', url: 'https://staging.example.com/v2/ai/missions/runs', headers: [] };
const makeAnswer = (status: number, body: unknown) =>
  new Answer({ operation: 'listRecentAiMissionRuns', status, headers: [], text: JSON.stringify(body), request });

/** A list whose answers come from a function, which also gets the number of requests before. */
function listWith(answer: (query: PageQuery, before: number) => Answer): List {
  let before = 0;
  const request: List['request'] = async (_, query = {}) => answer(query, before++);
  return new List('runs', 'key', 'listRecentAiMissionRuns', request);
}

function listOf(page: (query: Query, before: number) => Shown): List {
  return listWith(({ number = 1, size = 20 }, before) => {
    const shown = page({ number: Number(number), size: Number(size) }, before);
    if (typeof shown === 'string') return makeAnswer(shown === 'refused' ? 422 : 503, {});
    return makeAnswer(200, { data: shown.keys.map((key) => ({ key })), meta: { total_results: shown.total } });
  });
}

/** A page of a list of ten. */
const tenInPages = (query: Query) => growingPages(query, 0);

/** The same after some items have arrived in front. */
function growingPages({ number, size }: Query, arrived: number): { keys: number[]; total: number } {
  const keys = Array.from({ length: 10 + arrived }, (_, index) => index - arrived);
  return { keys: keys.slice((number - 1) * size, number * size), total: 10 + arrived };
}
const firstPageOnly = ({ size }: Query) => tenInPages({ number: 1, size });

const walks: [label: string, size: number, page: (query: Query) => Shown, lengths: number[]][] = [
  ['whose pages end empty', 4, tenInPages, [4, 4, 2]],
  ['that repeats its last page', 4, ({ number, size }) => tenInPages({ number: Math.min(number, 3), size }), [4, 4, 2]],
  ['that refuses pages beyond the last', 4, (query) => (query.number > 3 ? 'refused' : tenInPages(query)), [4, 4, 2]],
  [
    'that refuses pages beyond a full last page',
    5,
    (query) => (query.number > 2 ? 'refused' : tenInPages(query)),
    [5, 5],
  ],
  [
    'with fewer items a page than requested',
    100,
    ({ number }) => ({ keys: number > 3 ? [] : [number], total: 3 }),
    [1, 1, 1],
  ],
  ['with more items than its total', 4, (query) => ({ ...tenInPages(query), total: 7 }), [4, 4]],
  ['with as many items as its total', 4, (query) => ({ ...tenInPages(query), total: 8 }), [4, 4, 2]],
];
for (const [label, size, page, lengths] of walks) {
  test(`a walk over a list ${label} reads each page once`, async () => {
    expect((await listOf(page).walk(testCase, size)).map(({ items }) => items.length)).toEqual(lengths);
  });
}

const noWalks: [label: string, page: (query: Query) => Shown, message: RegExp][] = [
  ['with more items a page than requested', ({ number }) => tenInPages({ number, size: 5 }), /more items than/],
  ['that ignores the page number', firstPageOnly, /page number of runs is not read/],
  ['of too many pages', ({ number }) => ({ keys: [number], total: 1000 }), new RegExp(`more than ${mostPages} pages`)],
  ['that refuses a page before the last', (query) => (query.number > 1 ? 'refused' : tenInPages(query)), /refused/],
  ['that fails beyond the last page', (query) => (query.number > 3 ? 'failed' : tenInPages(query)), /refused/],
  ['whose total is a text', (query) => ({ ...tenInPages(query), total: '10' }), /total_results. is not an integer/],
];
for (const [label, page, message] of noWalks) {
  test(`a walk over a list ${label} is blocked`, async () => {
    await expect(listOf(page).walk(testCase, 4)).rejects.toThrow(message);
  });
}

const keysIn = async (list: List) => (await list.someItems(testCase)).map(({ key }) => key);

test('items are read in the largest page that the target accepts', async () => {
  const sizes: number[] = [];
  const list = listOf((query) => {
    sizes.push(query.size);
    return query.size > 20 ? 'refused' : tenInPages(query);
  });
  expect(await keysIn(list)).toHaveLength(10);
  expect(sizes).toEqual([1000, 100, 20]);
});

test('an item on two pages of a growing list is returned once', async () => {
  const growing = listOf(({ number }, before) => growingPages({ number, size: 4 }, Math.min(before, 1)));
  expect(await keysIn(growing)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a list that changed during a look is looked at again', async () => {
  let looks = 0;
  const list = listOf((query, before) => growingPages(query, before === 0 ? 0 : 1));
  expect(await list.whileSteady(testCase, {}, async () => ++looks)).toMatchObject({ seen: 2, hasMoved: false });
});

test('a list that always grows is judged by the totals that it had', async () => {
  const list = listOf((query, before) => growingPages(query, before));
  const look = await list.whileSteady(testCase, {}, async () => undefined);
  expect(look).toMatchObject({ hasMoved: true, arrived: 1 });
  expect([9, 10, 17, 18].map(look.hadMeanwhile)).toEqual([false, true, true, false]);
});

test('a growing list shows whether its page number is read', async () => {
  const read = listOf(({ number }, before) => ({ keys: [number - 1 - before], total: 2 + before }));
  expect(await read.isPageNumberRead(testCase)).toBe(true);
  const unread = listOf(({ size }, before) => growingPages({ number: 1, size }, Math.floor(before / 3)));
  expect(await unread.isPageNumberRead(testCase)).toBe(false);
});

test('an ignored page parameter blocks its dependent rules', async () => {
  await listOf(tenInPages).needPageSize(testCase);
  await listOf(tenInPages).needPageNumber(testCase);
  await expect(listOf(({ number }) => tenInPages({ number, size: 5 })).needPageSize(testCase)).rejects.toThrow(
    'page[size]',
  );
  await expect(listOf(firstPageOnly).needPageNumber(testCase)).rejects.toThrow('page[number]');
});

test('every request of a look at a list carries the filters', async () => {
  const queries: PageQuery[] = [];
  const list = listWith((query) => {
    queries.push(query);
    const { keys, total } = tenInPages({ number: Number(query.number ?? 1), size: Number(query.size ?? 20) });
    return makeAnswer(200, { data: keys.map((key) => ({ key })), meta: { total_results: total } });
  });
  const filter = { 'filter[a]': 'b' };
  await list.total(testCase, filter);
  await list.walk(testCase, 4, filter);
  await list.someItems(testCase, filter);
  await list.whileSteady(testCase, filter, async () => 1);
  await list.isPageNumberRead(testCase, filter);
  expect(queries.filter((query) => query['filter[a]'] !== 'b')).toEqual([]);
});

test.each([1, 3, 4, 8, 9, 4000, 10_001])('the last page of %i items is short', (total) => {
  const size = chooseSizeForShortEnd(total);
  expect(size).toBeLessThanOrEqual(1000);
  expect(total % size).not.toBe(0);
});
