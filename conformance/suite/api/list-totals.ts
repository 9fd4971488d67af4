import type { Case } from './case.ts';
import type { PageQuery } from './client.ts';
import { expect } from './expect.ts';
import { type List, longestWalk, mostPages, type Page, sizeForShortEnd, totalIn, totalsOf } from './lists.ts';

/** Expects that every `total_results` of a list, as filtered by a query, is the number of items that its pages have. */
export async function expectTrueTotals(t: Case, list: List, query: PageQuery = {}): Promise<void> {
  const look = async () => {
    const claims = [await list.page(t, query), await list.page(t, { ...query, size: 1 })];
    const total = totalIn(t, claims[1] as Page);
    const size = sizeForShortEnd(total);
    const first = await list.page(t, { ...query, size });
    claims.push(first);
    // A target may return fewer items than requested.
    const shown = Math.max(1, first.items.length);
    if (total > Math.min(longestWalk, shown * mostPages))
      return { totals: totalsOf(claims), count: await countFromEnd(t, list, { ...query, size }, { shown, total }) };
    const pages = await list.walk(t, size, query);
    const items = pages.flatMap((page) => page.items);
    const different = list.different(items).length;
    return { totals: totalsOf([...claims, ...pages]), count: items.length, different };
  };
  const { seen, hasMoved, hadMeanwhile } = await list.whileSteady(t, query, look, ({ totals }) => totals);
  if (!hasMoved) return expect(seen.totals, 'every total_results, against the counted items').toEqual([seen.count]);
  const wrong = [...seen.totals, seen.different ?? seen.count].filter((count) => !hadMeanwhile(count));
  expect(wrong, 'totals and counted items that the list has not had meanwhile').toEqual([]);
}

/** The number of items of a list that is too long to walk, by its last page and the page beyond. */
async function countFromEnd(t: Case, list: List, query: PageQuery, { shown, total }: { shown: number; total: number }) {
  const number = Math.ceil(total / shown);
  const last = await list.page(t, { ...query, number });
  const beyond = await list.ask(t.api, { ...query, number: number + 1 });
  const after = beyond.accepted ? list.pageOf(t, beyond) : last;
  // Beyond the last page a target may return that one again.
  const more = list.sameKeys(after, last) ? 0 : after.items.length;
  return (number - 1) * shown + last.items.length + more;
}
