import { expect, test } from 'vitest';
import { blocked, inconclusive } from '../outcome/signals.ts';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Client, PageQuery } from './client.ts';
import {
  common,
  documentTypes,
  exceptions,
  List,
  longestWalk,
  missionRuns,
  type Page,
  present,
  runStatuses,
  sizeForShortEnd,
  totalsOf,
} from './lists.ts';

/** What a page holds: the keys of its items, and the total that it tells. */
interface Shown {
  keys: readonly number[];
  total: unknown;
}

/** A page that does not come. */
const refused = 'refused';
/** Neither a page nor a refusal, as the service fails at it. */
const failed = 'failed';

const observed: string[] = [];
const given = {
  api: {} as Client,
  blocked,
  inconclusive,
  given: async (given: Answer | Promise<Answer>) => {
    const answer = await given;
    return answer.accepted ? answer : blocked('the page is refused');
  },
  observe: (text: string) => void observed.push(text),
} as unknown as Case;

/** A list whose pages come from a function, which also knows how many were asked for before. */
function listOf(
  pageOf: (query: { number: number; size: number }, before: number) => Shown | typeof refused | typeof failed,
): List {
  let before = 0;
  const ask = async (_: Client, { number = 1, size = 20 }: PageQuery = {}) => {
    const page = pageOf({ number: Number(number), size: Number(size) }, before++);
    const request = { method: 'GET', url: 'https://staging.example.com/v2/ai/missions/runs', headers: [] };
    const about = { operation: 'listRecentAiMissionRuns' as const, headers: [], request };
    if (page === refused || page === failed)
      return new Answer({ ...about, status: page === refused ? 422 : 503, text: '{}' });
    const { keys, total } = page;
    const text = JSON.stringify({ data: keys.map((key) => ({ key })), meta: { total_results: total } });
    return new Answer({ ...about, status: 200, text });
  };
  return new List(
    'runs',
    'key',
    ask,
    () => 'page[size]',
    () => 'page[number]',
  );
}

/** So many keys of a list of ten to which some more have come in front. */
function keysFrom(first: number, count: number, arrived = 0): number[] {
  return Array.from({ length: 10 + arrived }, (_, index) => index - arrived).slice(first, first + count);
}

const inPages = ({ number, size }: { number: number; size: number }, arrived = 0): Shown => ({
  keys: keysFrom((number - 1) * size, size, arrived),
  total: 10 + arrived,
});
const allTheSame = ({ size }: { size: number }): Shown => ({ keys: keysFrom(0, size), total: 10 });

test('a walk meets each page once, also where beyond the last one comes the last one again, or the first', async () => {
  for (const beyond of [3, 1]) {
    const list = listOf(({ number, size }) => inPages({ number: number > 3 ? beyond : number, size }));
    const pages = await list.walk(given, 4);
    expect(pages.map(({ items }) => items.length)).toEqual([4, 4, 2]);
  }
});

test('a page of more items than were asked for, and a number that is not read, block a walk', async () => {
  const larger = listOf(({ number }) => inPages({ number, size: 5 }));
  await expect(larger.walk(given, 4)).rejects.toThrow(/more items than were asked for/);
  await expect(listOf(allTheSame).walk(given, 4)).rejects.toThrow(/page number of runs is not read/);
});

test('a walk goes on where the target gives fewer items a page than it is asked for, and is none where that takes too many', async () => {
  const ofLength = (length: number) =>
    listOf(({ number }) => ({ keys: number > length ? [] : [number], total: length }));
  expect(await ofLength(199).walk(given, 100)).toHaveLength(199);
  await expect(ofLength(200).walk(given, 100)).rejects.toThrow(/more than 200 pages of 1/);
});

test('whether a page number is read can be told while items come', async () => {
  expect(await listOf(allTheSame).isPageNumberRead(given)).toBe(false);
  // One comes with each request: at first the second page begins with what the first one began with before.
  const growing = listOf(({ number }, before) => ({ keys: [number - 1 - before], total: 2 + before }));
  expect(await growing.isPageNumberRead(given)).toBe(true);
  // Of a list without items each page is as it should be.
  expect(await listOf(() => ({ keys: [], total: 0 })).isPageNumberRead(given)).toBe(true);
  const growingUnread = listOf(({ size }, before) => inPages({ number: 1, size }, Math.floor(before / 3)));
  expect(await growingUnread.isPageNumberRead(given)).toBe(false);
});

test('items that a growing list shows on two pages are given once', async () => {
  const growing = listOf(({ number }, before) => inPages({ number, size: 4 }, Math.min(before, 1)));
  const items = await growing.someItems(given);
  expect(items.map(({ key }) => key)).toEqual(keysFrom(0, 10));
});

test('items that a list which did not move shows twice are given twice', async () => {
  const twice = listOf(({ number, size }) => {
    const first = size === 1000 ? [1, 2, 3] : [1];
    return { keys: number === 1 ? first : [3, 4], total: 5 };
  });
  expect((await twice.someItems(given)).map(({ key }) => key)).toEqual([1, 2, 3, 3, 4]);
});

test('a list that moved during a look is looked at again, and one that always moves is judged by what it had', async () => {
  let looks = 0;
  const look = async () => ++looks;
  const movedOnce = listOf((query, before) => inPages(query, before === 0 ? 0 : 1));
  expect(await movedOnce.whileSteady(given, {}, look)).toMatchObject({ seen: 2, hasMoved: false });
  const alwaysMoved = listOf((query, before) => inPages(query, before));
  const restless = await alwaysMoved.whileSteady(given, {}, look);
  expect(restless).toMatchObject({ seen: 6, hasMoved: true, arrived: 1 });
  expect([9, 10, 17, 18].map(restless.hadMeanwhile)).toEqual([false, true, true, false]);
  expect(observed).toEqual(['the total of runs moved from 16 to 17 meanwhile']);
});

test('a list in which one item leaves for each that comes has moved, although its total stays', async () => {
  const recent = listOf(({ number, size }, before) => ({
    keys: keysFrom((number - 1) * size, size).map((key) => key - before),
    total: 10,
  }));
  const { hasMoved, arrived, hadMeanwhile } = await recent.whileSteady(given, {}, () =>
    recent.ask(given.api, { size: 1 }),
  );
  expect([hasMoved, arrived]).toEqual([true, 2]);
  expect([7, 8, 12, 13].map(hadMeanwhile)).toEqual([false, true, true, false]);
});

test('a walk ends where a page beyond the last one is refused, and is blocked where one before is', async () => {
  const strict = (last: number) => listOf((query) => (query.number > last ? refused : inPages(query)));
  expect((await strict(3).walk(given, 4)).map(({ items }) => items.length)).toEqual([4, 4, 2]);
  // Ten items are two full pages.
  expect(await strict(2).walk(given, 5)).toHaveLength(2);
  await expect(strict(1).walk(given, 4)).rejects.toThrow('the page is refused');
  await expect(strict(0).walk(given, 4)).rejects.toThrow('the page is refused');
  const failing = listOf((query) => (query.number > 3 ? failed : inPages(query)));
  await expect(failing.walk(given, 4)).rejects.toThrow('the page is refused');
});

test('a walk ends after a page that is not full, and where more items came than there are', async () => {
  const long = (total: number) => listOf(({ number, size }) => ({ keys: keysFrom((number - 1) * size, size), total }));
  expect(await long(7).walk(given, 4)).toHaveLength(2);
  // That there are no more than it tells is seen on one page more.
  expect(await long(8).walk(given, 4)).toHaveLength(3);
  const short = listOf((query) => (query.number > 3 ? refused : { keys: inPages(query).keys, total: 50 }));
  expect(await short.walk(given, 4)).toHaveLength(3);
  const shortest = listOf(({ number }) => (number > 1 ? refused : { keys: [1, 2], total: 50 }));
  expect(await shortest.walk(given, 4)).toHaveLength(1);
});

test('a walk that meets more items than the first page told ends, though the list tells more by then', async () => {
  const growing = listOf(({ number }) => ({ keys: [2 * number, 2 * number + 1], total: number === 1 ? 3 : 1000 }));
  expect(await growing.walk(given, 2)).toHaveLength(2);
});

test('of a list that became longer out of sight, or shorter while other items came, is told what it had', async () => {
  const look = async () => undefined;
  const longer = await listOf((_, before) => ({ keys: [1], total: 10 + before })).whileSteady(given, {}, look);
  expect([longer.hasMoved, longer.arrived]).toEqual([true, 1]);
  const shorter = await listOf((_, before) => ({ keys: [before], total: 20 - before })).whileSteady(given, {}, look);
  expect([shorter.hasMoved, shorter.arrived]).toEqual([true, 1]);
  expect([12, 13, 20, 21].map(shorter.hadMeanwhile)).toEqual([false, true, true, false]);
});

test('a list without a total that is a number can not be walked', async () => {
  for (const total of [undefined, null, '10', 1.5]) {
    const list = listOf(({ number, size }) => ({ keys: keysFrom((number - 1) * size, size), total }));
    await expect(list.walk(given, 4), String(total)).rejects.toThrow('`meta.total_results` is no integer');
  }
});

test('of a list that gives no second page, or the first one again, the first page is enough to look at', async () => {
  const first = { keys: [1, 2, 3], total: 10 };
  for (const other of [refused, failed, { keys: [], total: 10 }, first] as const) {
    const asked: number[] = [];
    const list = listOf(({ number }) => {
      asked.push(number);
      return number === 1 ? first : other;
    });
    const keys = (await list.someItems(given)).map(({ key }) => key);
    expect([keys, asked], JSON.stringify(other)).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  }
});

test('of sizes that are refused smaller ones are asked for, and none in the end', async () => {
  const sizes: number[] = [];
  const upTo = (largest: number) =>
    listOf((query) => {
      sizes.push(query.size);
      return query.size > largest ? refused : inPages(query);
    });
  expect(await upTo(100).someItems(given)).toHaveLength(10);
  expect(await upTo(20).someItems(given)).toHaveLength(10);
  expect(sizes).toEqual([1000, 100, 1000, 100, 20]);
});

test('a list that does not read the size or number of a page, or has one page only, is blocked', async () => {
  const sized = ({ number }: { number: number }) => inPages({ number, size: 5 });
  await expect(listOf(sized).needPageSize(given)).rejects.toThrow('`page[size]` of runs is not read');
  await expect(listOf(() => ({ keys: [1], total: 1 })).needPageSize(given)).rejects.toThrow('has fewer than two items');
  await expect(listOf(allTheSame).needPageNumber(given)).rejects.toThrow('`page[number]` of runs is not read');
  await expect(listOf(() => ({ keys: [1], total: 1 })).needPageNumber(given)).rejects.toThrow('has one page only');
  const ofTwo = listOf(({ size }) => ({ keys: [1, 2].slice(0, size), total: 2 }));
  for (const list of [listOf(inPages), ofTwo]) await list.needPageSize(given);
  await listOf(inPages).needPageNumber(given);
});

const sizes: [total: number, pages: number | undefined, size: number][] = [
  [1, undefined, 2],
  [2, undefined, 2],
  [3, undefined, 2],
  [4, undefined, 3],
  [9, undefined, 4],
  [8, undefined, 3],
  [12, 3, 5],
  [10, 3, 4],
  [4000, undefined, 997],
  [10_001, undefined, 1000],
];
for (const [total, pages, size] of sizes) {
  test(`the last of ${pages ?? 4} pages of ${total} items is short by the size ${size}`, () => {
    expect(sizeForShortEnd(total, pages)).toBe(size);
  });
}

test('what two sequences have in common is told once each, in the order of the first, and totals are told once', () => {
  expect(common([3, 1, 3, 2, 4], [1, 2, 3, 5])).toEqual([3, 1, 2]);
  const pages = [{ total_results: 2 }, { total_results: 3 }, {}, { total_results: 2 }].map(
    (meta) => ({ meta }) as Page,
  );
  expect(totalsOf(pages)).toEqual([2, 3, undefined]);
});

test('of the items of which something does not hold three are told', () => {
  const items = [1, 2, 3, 4, 5].map((key) => ({ key }));
  expect(exceptions(items, ({ key }) => key === 2)).toEqual([{ key: 1 }, { key: 3 }, { key: 4 }]);
});

test('a member is there that is neither absent nor null', () => {
  expect([{ a: 0 }, { a: '' }, { a: null }, { b: 1 }, null, 'a', ['a']].map((item) => present(item, 'a'))).toEqual([
    true,
    true,
    ...[false, false, false, false, false],
  ]);
});

test('a list tells its total on a page of one item, and one of more than can be walked is not', async () => {
  const asked: unknown[] = [];
  const of = (total: number) =>
    listOf((query) => {
      asked.push(query.size);
      return { keys: [1], total };
    });
  expect([await of(7).total(given), await of(longestWalk).walkableTotal(given)]).toEqual([7, 10_000]);
  await expect(of(longestWalk + 1).walkableTotal(given)).rejects.toThrow('the list is too long to be walked');
  expect(asked).toEqual([1, 1, 1]);
});

/** A list whose pages have these bodies in the order in which they are asked for, the last one from then on. */
function listWith(...bodies: unknown[]): List {
  let asked = 0;
  const next = () => JSON.stringify(bodies[Math.min(asked++, bodies.length - 1)]);
  const request = { method: 'GET', url: 'https://staging.example.com/v2/ai/missions/runs', headers: [] };
  const about = { operation: 'listRecentAiMissionRuns' as const, headers: [], request };
  const name = () => 'page';
  return new List('runs', 'key', async () => new Answer({ ...about, status: 200, text: next() }), name, name);
}

const pagesOf: [body: unknown, wrong: RegExp | undefined][] = [
  [{ data: [{}], meta: {} }, undefined],
  [{ data: [], meta: {} }, undefined],
  [[], /the body/],
  [{ data: {}, meta: {} }, /`data`/],
  [{ data: [{}, 7, null], meta: {} }, /entries that are no objects/],
  [{ data: [{}], meta: [] }, /`meta`/],
  [{ data: [{}] }, /`meta`/],
];
for (const [body, wrong] of pagesOf) {
  test(`${JSON.stringify(body)} is ${wrong ? 'no' : 'a'} page of a list`, async () => {
    const looked = listWith(body).expectPages(given);
    if (wrong) await expect(looked).rejects.toThrow(wrong);
    else await looked;
  });
}

test('the form of a list is looked at on a plain page, a page of one item and a second page', async () => {
  const good = { data: [{}], meta: {} };
  for (const pages of [
    [good, {}],
    [good, good, {}],
  ])
    await expect(listWith(...pages).expectPages(given), `${pages.length}`).rejects.toThrow(/`data`/);
  const asked: unknown[] = [];
  const whole = listWith(good, good, good, {});
  const ask: List['ask'] = (api, query) => {
    asked.push(query);
    return whole.ask(api, query);
  };
  await new List('runs', 'key', ask, whole.sizeName, whole.numberName).expectPages(given);
  expect(asked).toEqual([{}, { size: 1 }, { size: 2, number: 2 }]);
});

test('a page without a list blocks the case, and what it says beside that is no object says nothing', async () => {
  await expect(listWith({ data: {} }).page(given)).rejects.toThrow('the page of runs has no array `data`');
  const { items, meta } = await listWith({ data: [{ key: 1 }, null], meta: 7 }).page(given);
  expect([items, meta, listWith({}).keysOf(items)]).toEqual([[{ key: 1 }, null], {}, [1, undefined]]);
});

test('a first page that is another one each time leaves it open whether its number is read', async () => {
  let asked = 0;
  const restless = listOf(({ number }, before) => {
    asked += 1;
    return {
      keys: [number === 1 && before % 3 === 0 ? before : before - (before % 3) + (number === 1 ? 1 : 0)],
      total: 2,
    };
  });
  await expect(restless.isPageNumberRead(given)).rejects.toThrow('the first page of runs is another one each time');
  expect(asked).toBe(5 * 3);
});

test('each list is asked by its own operation, its items told apart by their keys, under the names of the target', async () => {
  const asked: unknown[] = [];
  const api = {
    listDocumentTypes: async (...query: unknown[]) => asked.push(['types', ...query]),
    listRuns: async (...query: unknown[]) => asked.push(['runs', ...query]),
  } as unknown as Client;
  const wire = { documentTypesPageNumber: 'd', pageNumber: 'p', pageSize: 'n' };
  const at = { target: { wire } } as Case;
  const item = { short_name: 'a', run_id: 'b', id: 'c' };
  const told = [documentTypes, missionRuns].map((list) => [
    list.name,
    list.keysOf([item]),
    list.sizeName(at),
    list.numberName(at),
  ]);
  expect(told).toEqual([
    ['document types', ['a'], 'page[size]', 'd'],
    ['mission runs', ['b'], 'n', 'p'],
  ]);
  for (const list of [documentTypes, missionRuns]) await list.ask(api, { size: 1 }, { harmless: true });
  expect(asked).toEqual(['types', 'runs'].map((list) => [list, { size: 1 }, { harmless: true }]));
});

test('the statuses of a run are those of the contract', () => {
  expect(runStatuses()).toEqual(['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled']);
});

test('a walk is blocked where a page is refused before the end, though each is shorter than was asked for', async () => {
  const capped = listOf(({ number }) => (number > 2 ? refused : { keys: [number], total: 3 }));
  await expect(capped.walk(given, 100)).rejects.toThrow('the page is refused');
});

test('a page that comes again before the end is met again', async () => {
  const turning = listOf(({ number }) => inPages({ number: number % 2 === 1 ? 1 : 2, size: 4 }));
  expect(await turning.walk(given, 4)).toHaveLength(3);
});

test('of a list that is too long to be walked so many items are looked at as could be', async () => {
  const keys = (number: number, size: number) => Array.from({ length: size }, (_, index) => number * size + index);
  const long = listOf(({ number, size }) => ({ keys: keys(number, size), total: 1_000_000 }));
  expect(await long.someItems(given)).toHaveLength(longestWalk);
  // Of pages that are shorter than they were asked for, no more than a walk would take.
  const short = listOf(({ number }) => ({ keys: [number], total: 1_000_000 }));
  expect(await short.someItems(given)).toHaveLength(200);
});

test('two pages are the same that hold the same items in one order', () => {
  const list = listOf(inPages);
  const [one, same, turned, more] = [
    [1, 2],
    [1, 2],
    [2, 1],
    [1, 2, 3],
  ].map((keys) => ({ items: keys.map((key) => ({ key })) }) as unknown as Page) as [Page, Page, Page, Page];
  expect([same, turned, more].map((other) => list.sameKeys(one, other))).toEqual([true, false, false]);
});

test('a list has moved whose total was another one during a look', async () => {
  const still = listOf((query) => inPages(query));
  const look = async () => [10, 11];
  expect(await still.whileSteady(given, {}, look, (seen) => seen)).toMatchObject({ hasMoved: true, arrived: 0 });
  expect(await still.whileSteady(given, {}, look)).toMatchObject({ hasMoved: false });
});

const laterPages: [total: unknown, page: number][] = [
  [1, 2],
  [2, 2],
  [7, 7],
  [20, 20],
  [50, 20],
  ['many', 2],
];
for (const [total, page] of laterPages) {
  test(`whether a page number is read is tried with page ${page} of a list of ${total} items`, async () => {
    const numbers: number[] = [];
    const list = listOf(({ number }) => {
      numbers.push(number);
      return { keys: [number], total };
    });
    expect(await list.isPageNumberRead(given)).toBe(true);
    expect(numbers).toEqual([1, page]);
  });
}

test('each question for a page carries what else was asked for', async () => {
  const asked: PageQuery[] = [];
  const about = { operation: 'listRecentAiMissionRuns' as const, headers: [] };
  const request = { method: 'GET', url: 'https://staging.example.com/v2/ai/missions/runs', headers: [] };
  const passed: unknown[] = [];
  const ask: List['ask'] = async (_, query = {}, options) => {
    asked.push(query);
    passed.push(options);
    const { number = 1, size = 4 } = query;
    if (Number(size) > 20) return new Answer({ ...about, request, status: 422, text: '{}' });
    const { keys, total } = inPages({ number: Number(number), size: Number(size) });
    const text = JSON.stringify({ data: keys.map((key) => ({ key })), meta: { total_results: total } });
    return new Answer({ ...about, request, status: 200, text });
  };
  const name = () => 'page';
  const list = new List('runs', 'key', ask, name, name);
  const filter = { 'filter[a]': 'b' };
  await list.total(given, filter);
  await list.walk(given, 4, filter);
  await list.someItems(given, filter);
  await list.whileSteady(given, filter, async () => 1);
  await list.isPageNumberRead(given, filter);
  await list.page(given, filter, { harmless: true });
  expect([asked.length > 10, passed.at(-1)]).toEqual([true, { harmless: true }]);
  expect(asked.filter((query) => query['filter[a]'] !== 'b')).toEqual([]);
});
