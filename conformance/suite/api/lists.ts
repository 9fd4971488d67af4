import { isObject } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';
import { toWireName } from '../target/target.ts';
import { type Answer, readMembers } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { CallOptions, Client, PageQuery } from './client.ts';
import { expect } from './expect.ts';

/** An item of a list as received, its members unchecked. */
export type Item = Record<string, unknown>;

/** One page with its `meta`, empty if it isn't an object. */
export interface Page {
  items: Item[];
  meta: Item;
  answer: Answer;
}

/** Longer lists are sampled instead of walked. */
export const longestWalk = 10_000;
/** Most pages of one walk: a page may have fewer items than the requested size. */
export const mostPages = 200;

/** The total of a page, as a precondition. */
export function readTotal(t: Case, { meta: { total_results: total } }: Page): number {
  return typeof total === 'number' && Number.isInteger(total)
    ? total
    : t.blocked('`meta.total_results` is not an integer');
}

/** The different totals of pages: one, unless the list changed between them. */
export function readTotals(pages: readonly Page[]): unknown[] {
  return [...new Set(pages.map(({ meta }) => meta.total_results))];
}

/** A page size that splits a list of this length into several pages, the last of them short. */
export function chooseSizeForShortEnd(total: number, pages = 4): number {
  let size = Math.min(1000, Math.max(2, Math.ceil(total / pages)));
  while (size < total && total % size === 0) size += size < 1000 ? 1 : -3;
  return size;
}

/** A reading of a list. Its total or the items of its first page show a change while it was read. */
export interface Look<T> {
  seen: T;
  hasMoved: boolean;
  /** True if the list may have had this number of items while it was read, by its totals and first pages. */
  hadMeanwhile: (count: unknown) => boolean;
  /** The number of items that were added while it was read. */
  arrived: number;
}

/** The keys that two sequences share, in the order of the first one, each once. */
export function pickCommon(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const known = new Set(second);
  return [...new Set(first)].filter((key) => known.has(key));
}

/** One of the two lists of the contract, and how cases look at it. */
export class List {
  constructor(
    readonly name: string,
    /** The member that identifies an item. */
    private readonly key: string,
    private readonly operation: OperationId,
    readonly request: (api: Client, query?: PageQuery, options?: CallOptions) => Promise<Answer>,
  ) {}

  /** The name of the page size at the target. */
  sizeName({ target }: Case): string {
    return toWireName(target, this.operation, 'page[size]');
  }

  /** The name of the page number at the target. */
  numberName({ target }: Case): string {
    return toWireName(target, this.operation, 'page[number]');
  }

  /** Reads a page as a precondition. */
  async page(t: Case, query: PageQuery = {}, options?: CallOptions): Promise<Page> {
    return this.pageOf(t, await t.mustSucceed(this.request(t.api, query, options), `a page of ${this.name}`));
  }

  /** The total of the list. */
  async total(t: Case, query: PageQuery = {}): Promise<number> {
    return readTotal(t, await this.page(t, { ...query, size: 1 }));
  }

  /** The page that an accepted answer holds, as a precondition. */
  pageOf(t: Case, answer: Answer): Page {
    const { data, meta } = readMembers(answer.body);
    if (!Array.isArray(data)) t.blocked(`the page of ${this.name} has no array \`data\``);
    return { items: data as Item[], meta: isObject(meta) ? meta : {}, answer };
  }

  /** The keys of items, in their order. */
  keysOf(items: readonly Item[]): unknown[] {
    return items.map((item) => item?.[this.key]);
  }

  /**
   * Reads all pages of a list in the target's page size. Ends at an empty or refused page, or when the items exceed the total.
   * Beyond the last page a target may repeat an earlier page. A list of too many pages is not walked.
   */
  async walk(t: Case, size: number, query: PageQuery = {}): Promise<Page[]> {
    const pages: Page[] = [];
    let count = 0;
    for (let number = 1; ; number++) {
      const answer = await this.request(t.api, { ...query, size, number });
      const [first] = pages;
      const last = pages.at(-1);
      const fullSize = first && pages.length > 1 ? first.items.length : size;
      const isBeyond = first !== undefined && (number - 1) * first.items.length >= readTotal(t, first);
      if (answer.refused && last && (isBeyond || last.items.length < fullSize)) return pages;
      const page = this.pageOf(t, await t.mustSucceed(answer, `page ${number} of ${this.name}`));
      if (page.items.length === 0) return pages;
      if (page.items.length > size) t.blocked(`a page of ${this.name} holds more items than were requested`);
      if (isBeyond && pages.some((earlier) => this.sameKeys(earlier, page))) return pages;
      if (number === 2 && first && this.sameKeys(first, page)) t.blocked(`the page number of ${this.name} is not read`);
      pages.push(page);
      count += page.items.length;
      if (count > readTotal(t, pages[0] as Page)) return pages;
      if (number === mostPages)
        t.blocked(`the list of ${this.name} has more than ${mostPages} pages of ${page.items.length}`);
    }
  }

  /**
   * Items of a list from few large pages. Page parameters that the target ignores or refuses are not required: a part
   * of the list is enough.
   */
  async someItems(t: Case, filter: PageQuery = {}): Promise<Item[]> {
    const { query, page: first } = await this.largestPage(t, filter);
    const pages = [first];
    let count = first.items.length;
    const total = Math.min(Number(first.meta.total_results), longestWalk);
    for (let number = 2; count < total && number <= mostPages; number++) {
      const answer = await this.request(t.api, { ...query, number });
      const page = answer.accepted ? this.pageOf(t, answer) : undefined;
      if (!page || page.items.length === 0 || this.sameKeys(page, first)) break;
      pages.push(page);
      count += page.items.length;
    }
    const items = pages.flatMap((page) => page.items);
    const different = this.different(items);
    if (different.length === items.length) return items;
    // New items push the last ones of a page to the next one.
    const hasMoved = !this.sameKeys(first, await this.page(t, query));
    return hasMoved ? different : items;
  }

  /** The first page of the largest accepted size, and its query. */
  async largestPage(t: Case, filter: PageQuery = {}): Promise<{ query: PageQuery; page: Page }> {
    for (const size of [1000, 100]) {
      const query = { ...filter, size };
      const answer = await this.request(t.api, query);
      if (answer.accepted) return { query, page: this.pageOf(t, answer) };
    }
    return { query: filter, page: await this.page(t, filter) };
  }

  /**
   * Reads a list again if it changed; after several changes, only its stable items are judged. In a list of recent
   * items an item may leave for each new item, so that the total stays.
   *
   * @param totalsIn the totals of a reading: a list can grow and shrink during one
   */
  async whileSteady<T>(
    t: Case,
    query: PageQuery,
    look: () => Promise<T>,
    totalsIn: (seen: T) => readonly unknown[] = () => [],
  ): Promise<Look<T>> {
    const state = async () => {
      const page = await this.page(t, query);
      return { total: page.meta.total_results, keys: this.keysOf(page.items) };
    };
    const had: number[] = [];
    for (let attempt = 1; ; attempt++) {
      const before = await state();
      const seen = await look();
      const after = await state();
      had.push(Number(before.total), Number(after.total));
      const strange = after.keys.filter((key) => !before.keys.includes(key)).length;
      const hasMoved = strange > 0 || [...totalsIn(seen), after.total].some((total) => total !== before.total);
      if (hasMoved && attempt < 4) continue;
      if (after.total !== before.total)
        t.observe(`the total of ${this.name} moved from ${before.total} to ${after.total} meanwhile`);
      const grown = Number(after.total) - Number(before.total);
      const exchanged = Math.max(0, strange - Math.abs(grown));
      const [fewest, most] = [Math.min(...had) - exchanged, Math.max(...had) + exchanged];
      const hadMeanwhile = (count: unknown) => Number(count) >= fewest && Number(count) <= most;
      return { seen, hasMoved, hadMeanwhile, arrived: Math.max(0, grown, strange) };
    }
  }

  /** Each item once, at its first place. */
  different(items: readonly Item[]): Item[] {
    const seen = new Set<unknown>();
    return items.filter((item) => {
      const isNew = !seen.has(item?.[this.key]);
      seen.add(item?.[this.key]);
      return isNew;
    });
  }

  /** True if the page size is read: for size 1 the target returns fewer items than by default. */
  async needPageSize(t: Case): Promise<void> {
    const usual = await this.page(t);
    if (usual.items.length < 2) t.blocked(`the list of ${this.name} has fewer than two items`);
    const small = await this.page(t, { size: 1 });
    if (small.items.length >= usual.items.length)
      t.blocked(
        `\`${this.sizeName(t)}\` of ${this.name} is not read; if it has another name: wire: { pageSize: NAME }`,
      );
  }

  /** True if the page number is read at all: the second page is another one than the first. */
  async needPageNumber(t: Case): Promise<void> {
    const first = await this.page(t, { size: 1, number: 1 });
    if (readTotal(t, first) <= first.items.length) {
      t.blocked(`the list of ${this.name} has one page only`);
    }
    if (!(await this.isPageNumberRead(t))) {
      t.blocked(
        `\`${this.numberName(t)}\` of ${this.name} is not read; if it has another name: wire: { pageNumber: NAME }`,
      );
    }
  }

  /** True if a later page differs from the first, also if items come between the two requests. */
  async isPageNumberRead(t: Case, query: PageQuery = {}): Promise<boolean> {
    const pageAt = (number: number) => this.request(t.api, { ...query, size: 1, number });
    const page = async (number: number) =>
      this.pageOf(t, await t.mustSucceed(pageAt(number), `a page of ${this.name}`));
    for (let attempt = 1; attempt <= 5; attempt++) {
      const first = await page(1);
      // New items move the first one on, hardly ever so far.
      const answer = await pageAt(Math.min(20, Math.max(2, Number(first.meta.total_results) || 2)));
      // The total may be wrong, and a page beyond the last be refused.
      if (answer.refused) return true;
      const later = this.pageOf(t, await t.mustSucceed(answer, `a page of ${this.name}`));
      if (later.items.length === 0 || !this.sameKeys(first, later)) return true;
      if (this.sameKeys(first, await page(1))) return false;
    }
    return t.inconclusive(`the first page of ${this.name} is another one each time`);
  }

  /** True if two pages hold the same items in the same order. */
  sameKeys(page: Page, twin: Page): boolean {
    return JSON.stringify(this.keysOf(page.items)) === JSON.stringify(this.keysOf(twin.items));
  }
}

/** The list of document types (source document, Endpoints > 3). */
export const documentTypes = new List('document types', 'short_name', 'listDirDocumentTypes', (api, query, options) =>
  api.listDocumentTypes(query, options),
);

/** The list of mission runs (source document, Endpoints > 4). */
export const missionRuns = new List('mission runs', 'run_id', 'listRecentAiMissionRuns', (api, query, options) =>
  api.listRuns(query, options),
);

/** Expects that every `total_results` of a list, as filtered by a query, is the number of items that its pages have. */
export async function expectTrueTotals(t: Case, list: List, query: PageQuery = {}): Promise<void> {
  const look = async () => {
    const claims = [await list.page(t, query), await list.page(t, { ...query, size: 1 })];
    const total = readTotal(t, claims[1] as Page);
    const size = chooseSizeForShortEnd(total);
    const first = await list.page(t, { ...query, size });
    claims.push(first);
    // A target may return fewer items than requested.
    const shown = Math.max(1, first.items.length);
    if (total > Math.min(longestWalk, shown * mostPages))
      return { totals: readTotals(claims), count: await countFromEnd(t, list, { ...query, size }, { shown, total }) };
    const pages = await list.walk(t, size, query);
    const items = pages.flatMap((page) => page.items);
    const different = list.different(items).length;
    return { totals: readTotals([...claims, ...pages]), count: items.length, different };
  };
  const { seen, hasMoved, hadMeanwhile } = await list.whileSteady(t, query, look, ({ totals }) => totals);
  // The order of mission runs may change, and so repeat some.
  const count = list === documentTypes ? (seen.different ?? seen.count) : seen.count;
  if (!hasMoved) return expect(seen.totals, 'every total_results, against the counted items').toEqual([count]);
  const wrong = [...seen.totals, seen.different ?? seen.count].filter((count) => !hadMeanwhile(count));
  expect(wrong, 'totals and counted items that the list has not had meanwhile').toEqual([]);
}

/** The number of items of a list that is too long to walk, by its last page and the page beyond. */
async function countFromEnd(t: Case, list: List, query: PageQuery, { shown, total }: { shown: number; total: number }) {
  const number = Math.ceil(total / shown);
  const last = await list.page(t, { ...query, number });
  const beyond = await list.request(t.api, { ...query, number: number + 1 });
  const after = beyond.accepted ? list.pageOf(t, beyond) : last;
  // Beyond the last page a target may return the last page again.
  const rest = list.sameKeys(after, last) ? 0 : after.items.length;
  return (number - 1) * shown + last.items.length + rest;
}
