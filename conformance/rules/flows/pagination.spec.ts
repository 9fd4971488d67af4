import {
  common,
  documentTypes,
  longestWalk,
  missionRuns,
  mostPages,
  type Page,
  sizeForShortEnd,
  totalIn,
  totalsOf,
} from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

/** Stands for every integer. */
const anInteger = { asymmetricMatch: Number.isInteger, toString: () => 'an integer' };

/** No document type list has a filter, so only runs can show a list that is empty for sure. */
const emptyPage = async (t: Case) => {
  const answer = await t.api.listRuns({ status: 'conformance-no-such-status' });
  const isEmpty = answer.accepted && Array.isArray(answer.data) && answer.data.length === 0;
  return isEmpty ? answer : t.notApplicable('the target shows no list that is empty for sure');
};

for (const list of [documentTypes, missionRuns]) {
  test(
    ...rule('PAGE-1', `${list.name}: pages have an object \`meta\` next to \`data\``, async (t) => {
      for (const query of [{}, { size: 1 }, { size: 1, number: 2 }]) {
        const answer = await t.mustSucceed(list.ask(t.api, query), 'a page');
        expect((answer.body as { meta?: unknown })?.meta, '`meta`').toBeJson('object');
      }
    }),
  );

  test(
    ...rule('PAGE-2', `${list.name}: the four members of \`meta\` are integers`, async (t) => {
      for (const query of [{}, { size: 1 }, { size: 1, number: 2 }]) {
        const { meta } = await list.page(t, query);
        for (const name of ['total_pages', 'total_results', 'page_number', 'page_size']) {
          expect(meta[name], `meta.${name}`).toEqual(anInteger);
        }
      }
    }),
  );

  test(
    ...rule(
      'PAGE-3',
      `${list.name}: a walk over all pages meets as many items as \`total_results\` says`,
      async (t) => {
        const look = async () => {
          const claims: Page[] = [await list.page(t), await list.page(t, { size: 1 })];
          const total = totalIn(t, claims[1] as Page);
          const size = sizeForShortEnd(total);
          const first = await list.page(t, { size });
          claims.push(first);
          // A target may give fewer than it is asked for.
          const shown = Math.max(1, first.items.length);
          if (total > Math.min(longestWalk, shown * mostPages))
            return {
              said: totalsOf(claims),
              count: await countFromEnd(t, { size, shown, total }),
              different: undefined,
            };
          const pages = await list.walk(t, size);
          const items = pages.flatMap((page) => page.items);
          const count = items.length;
          return { said: totalsOf([...claims, ...pages]), count, different: list.different(items).length };
        };
        const { seen, hasMoved, hadMeanwhile } = await list.whileSteady(t, {}, look, ({ said }) => said);
        if (!hasMoved)
          return expect(seen.said, 'every total_results met, against the items counted').toEqual([seen.count]);
        const wrong = [...seen.said, seen.different ?? seen.count].filter((count) => !hadMeanwhile(count));
        expect(wrong, 'totals met, and items counted, that the list has not had meanwhile').toEqual([]);
      },
    ),
  );

  /** A long list is not walked: what its last page holds, and the page after that, tells the number of its items. */
  async function countFromEnd(
    t: Case,
    { size, shown, total }: { size: number; shown: number; total: number },
  ): Promise<number> {
    const number = Math.ceil(total / shown);
    const last = await list.page(t, { size, number });
    const beyond = await list.ask(t.api, { size, number: number + 1 });
    const after = beyond.accepted ? list.pageOf(t, beyond) : last;
    // Beyond the last page a target may give that one again.
    const more = list.sameKeys(after, last) ? 0 : after.items.length;
    return (number - 1) * shown + last.items.length + more;
  }

  test(
    ...rule('PAGE-4', `${list.name}: pages say their number, and the first is number 1`, async (t) => {
      const first = await list.page(t, { size: 1 });
      expect(first.meta.page_number, 'page_number where none was asked for').toBe(1);
      const one = await list.page(t, { size: 1, number: 1 });
      expect(one.meta.page_number, 'page_number of page 1').toBe(1);
      const again = await list.page(t, { size: 1 });
      if (list.sameKeys(first, again)) expect(list.sameKeys(first, one), 'both first pages are the same').toBe(true);
      await list.needPageNumber(t);
      const total = totalIn(t, one);
      for (const number of [2, Math.min(3, total), total]) {
        const page = await list.page(t, { size: 1, number });
        // The list may have become shorter meanwhile.
        if (Number(page.meta.total_results) < number) continue;
        expect(page.meta.page_number, `page_number of page ${number}`).toBe(number);
      }
      const bySize = await list.page(t);
      if (bySize.items.length === total) return;
      expect((await list.page(t, { number: 2 })).meta.page_number, 'page_number without a size').toBe(2);
    }),
  );

  test(
    ...rule('PAGE-4', `${list.name}: the pages of a walk are numbered from 1 on`, { thorough: true }, async (t) => {
      const total = await list.walkableTotal(t);
      const size = sizeForShortEnd(total, 3);
      const pages = await list.walk(t, size);
      // The list may have become shorter meanwhile; beyond its end a target may give the last page again.
      const within = pages.filter(({ meta }, index) => index * size < Number(meta.total_results));
      expect(within.map(({ meta }) => meta.page_number)).toEqual(within.map((_, index) => index + 1));
    }),
  );

  test(
    ...rule(
      'PAGE-5',
      `${list.name}: \`page_size\` counts the items of the page, on a short last one too`,
      async (t) => {
        const first = await list.page(t, { size: 1 });
        const total = totalIn(t, first);
        const short = [7, 6, 5, 11, 13, 4, 3, 2].find((size) => size < total && total % size !== 0) ?? total + 1;
        const number = Math.ceil(total / short) || 1;
        const pages = [first];
        // In addition to the first one, any page that the target gives: a page so large, or one beyond the last, need not be.
        for (const query of [{}, { size: 1000 }, { size: short, number }, { size: short, number: number + 1 }]) {
          const answer = await list.ask(t.api, query);
          if (answer.accepted) pages.push(list.pageOf(t, answer));
        }
        for (const { meta, items, answer } of pages) {
          expect(meta.page_size, `page_size of ${answer.request.url}`).toBe(items.length);
        }
      },
    ),
  );

  test(
    ...rule('PAGE-6', `${list.name}: pages are answered with 200`, async (t) => {
      for (const query of [{}, { size: 1 }, { size: 1, number: 1 }]) {
        expect(await t.mustSucceed(list.ask(t.api, query), 'a page')).toHaveStatus(200);
      }
    }),
  );

  test(
    ...rule('PAGE-7', `${list.name}: \`page[number]\` is recognised`, async (t) => {
      const first = await list.page(t, { size: 1 });
      if (totalIn(t, first) <= first.items.length) t.blocked('the list has one page only');
      const { seen: differ } = await list.whileSteady(t, {}, async () => {
        const pages = await Promise.all([1, 2].map((number) => list.ask(t.api, { size: 1, 'page[number]': number })));
        for (const page of pages) expect(page).toAccept();
        return new Set(pages.map(({ data }) => JSON.stringify(data))).size > 1;
      });
      expect(differ, 'page 2 holds other items than page 1').toBe(true);
    }),
  );

  test(
    ...rule('PAGE-8', `${list.name}: without page parameters come the first 20 items`, async (t) => {
      const { seen, hasMoved } = await list.whileSteady(t, {}, async () => ({
        byDefault: await list.page(t),
        more: await list.page(t, { size: 21 }),
      }));
      const { byDefault, more } = seen;
      if (more.items.length > 21) t.blocked('the page size is not read');
      expect(byDefault.items, 'the items of a page by default').toHaveLength(Math.min(20, more.items.length));
      const [keys, first] = [list.keysOf(byDefault.items), list.keysOf(more.items.slice(0, 20))];
      if (hasMoved) expect(common(keys, first), 'the first items').toEqual(common(first, keys));
      else expect(keys, 'the first items').toEqual(first);
      const total = totalIn(t, byDefault);
      if (total <= 20) return;
      const second = await list.page(t, { number: 2 });
      expect(second.items, 'the items of the second page by default').toHaveLength(Math.min(20, total - 20));
    }),
  );

  test(
    ...rule('PAGE-9', `${list.name}: a page size below 1 is refused with 422`, async (t) => {
      if (list === missionRuns) await list.needPageSize(t);
      await t.mustSucceed(list.ask(t.api, { size: 1 }));
      for (const size of [0, -1, -20]) expect(await list.ask(t.api, { size })).toHaveStatus(422);
    }),
  );

  test(
    ...rule('PAGE-11', `${list.name}: \`total_pages\` follows from the total and the requested size`, async (t) => {
      const total = await list.total(t);
      const end = Math.max(1, Math.ceil(total / 7));
      for (const query of [{ size: 1 }, { size: 2 }, { size: 7 }, { size: 1000 }, { size: 7, number: end }]) {
        const answer = await list.ask(t.api, query);
        // A target need not give pages so large.
        if (answer.refused && query.size === 1000) continue;
        const page = list.pageOf(t, await t.mustSucceed(answer, `a page of ${list.name}`));
        const pages = Math.ceil(totalIn(t, page) / query.size);
        expect(page.meta.total_pages, `total_pages of ${page.answer.request.url}`).toBe(pages);
      }
      const page = await list.page(t);
      const [shown, all] = [page.items.length, totalIn(t, page)];
      const isFull = shown > 0 && shown < all;
      if (isFull) expect(page.meta.total_pages, 'total_pages by default').toBe(Math.ceil(all / shown));
    }),
  );

  test(
    ...rule(
      'PAGE-11',
      `${list.name}: there are as many pages as \`total_pages\` says`,
      { thorough: true },
      async (t) => {
        const total = await list.walkableTotal(t);
        const size = sizeForShortEnd(total, 3);
        const look = () => list.walk(t, size);
        const { seen: pages, hadMeanwhile, hasMoved } = await list.whileSteady(t, {}, look, totalsOf);
        const pagesFor = (page: Page) => Math.ceil(totalIn(t, page) / size);
        expect(pages.map(({ meta }) => meta.total_pages)).toEqual(pages.map(pagesFor));
        const isEnd = hadMeanwhile(pages.flatMap(({ items }) => items).length);
        if (isEnd && !hasMoved) expect(pages.length, 'pages met').toBe(pagesFor(pages.at(-1) as Page));
      },
    ),
  );

  test(
    ...rule('PAGE-12', `${list.name}: a page beyond the last is empty, with the true totals`, async (t) => {
      await list.needPageNumber(t);
      for (const size of [1, 7]) {
        for (const further of [1, 1000]) {
          const look = async () => {
            const first = await list.page(t, { size });
            const number = Math.ceil(totalIn(t, first) / size) + further;
            return { first, number, beyond: await list.ask(t.api, { size, number }) };
          };
          const { seen, hasMoved, hadMeanwhile } = await list.whileSteady(t, {}, look, (one) => totalsOf([one.first]));
          const { first, number, beyond } = seen;
          expect(beyond).toHaveStatus(200);
          // The page after the last one is filled by what comes.
          if (hasMoved && further === 1) continue;
          expect(beyond.data, `the items of page ${number}`).toEqual([]);
          const { total_results, total_pages } = first.meta;
          const meta = { page_number: number, ...(!hasMoved && { total_results, total_pages }) };
          expect(beyond.meta, 'meta beyond the last page').toMatchObject(meta);
          const total = (beyond.meta as Page['meta']).total_results;
          expect(hadMeanwhile(total), `the true total beyond the last page, not ${total}`).toBe(true);
        }
      }
      const { total_pages } = (await list.page(t)).meta;
      const beyond = await list.ask(t.api, { number: Number(total_pages) + 1000 });
      expect(beyond.data, 'the items of a page beyond the last of the size by default').toEqual([]);
    }),
  );

  test(
    ...rule('PAGE-13', `${list.name}: brackets are read the same way, percent-encoded and as they are`, async (t) => {
      const [size, number] = [list.sizeName(t), list.numberName(t)];
      if (!`${size}${number}`.includes('[')) t.notApplicable('the page parameters of this target have no brackets');
      const spellings = [
        (name: string) => name,
        encodeURIComponent,
        (name: string) => name.replaceAll('[', '%5b').replaceAll(']', '%5d'),
        (name: string) => name.replaceAll('[', '%5B'),
      ];
      const all = await list.page(t);
      const seen: { items: number; page: unknown }[] = [];
      for (const spell of spellings) {
        const answer = await list.ask(t.api, {}, { rawQuery: `${spell(size)}=1&${spell(number)}=2` });
        const page = answer.accepted
          ? await list.page(t, {}, { rawQuery: answer.request.url.split('?')[1] ?? '' })
          : undefined;
        seen.push({ items: page?.items.length ?? answer.status, page: page?.meta.page_number });
      }
      if (all.items.length < 2) t.blocked('the list has fewer than two items');
      if (seen.every(({ items }) => items === all.items.length)) t.blocked('neither spelling is read');
      expect(seen, 'items and page number by spelling').toEqual(spellings.map(() => ({ items: 1, page: 2 })));
    }),
  );
}

test(
  ...rule('PAGE-2', 'the totals of an empty list are integers too', { thorough: true }, async (t) => {
    for (const [name, value] of Object.entries((await emptyPage(t)).meta)) {
      if (/^(total_pages|total_results|page_number|page_size)$/.test(name)) {
        expect(value, `meta.${name}`).toEqual(anInteger);
      }
    }
  }),
);

test(
  ...rule('PAGE-11', 'under a filter, `total_pages` follows from the filtered total', async (t) => {
    const { items } = await missionRuns.page(t);
    const status = items.map((run) => run.status).find((shown) => typeof shown === 'string');
    if (status === undefined) t.blocked('no run shows a status');
    for (const size of [1, 7]) {
      const page = await missionRuns.page(t, { status: String(status), size });
      const pages = Math.ceil(totalIn(t, page) / size);
      expect(page.meta.total_pages, `total_pages of ${page.answer.request.url}`).toBe(pages);
    }
  }),
);

test(
  ...rule(['PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'], 'an empty list has no results, items and pages', async (t) => {
    const { meta } = await emptyPage(t);
    t.check('PAGE-3', () => expect(meta.total_results, 'total_results').toBe(0));
    t.check('PAGE-4', () => expect(meta.page_number, 'page_number').toBe(1));
    t.check('PAGE-5', () => expect(meta.page_size, 'page_size').toBe(0));
    t.check('PAGE-11', () => expect(meta.total_pages, 'total_pages').toBe(0));
  }),
);

test(
  ...rule('PAGE-10', 'document types: a size above 1000 and what is no integer are refused with 422', async (t) => {
    expect(await t.api.listDocumentTypes({ size: 1000 })).toAccept();
    await t.each(['1001', '5000', 'abc', '1.5', '', '99999999999999999999'], 'page size ', async (size) =>
      expect(await t.api.listDocumentTypes({ size })).toHaveStatus(422),
    );
  }),
);

test(
  ...rule('PAGE-10', 'document types: a page number below 1 or that is no integer is refused with 422', async (t) => {
    await documentTypes.needPageNumber(t);
    await t.mustSucceed(t.api.listDocumentTypes({ number: 1 }), 'page 1');
    await t.each(['0', '-1', 'abc', '1.5', ''], 'page number ', async (number) =>
      expect(await t.api.listDocumentTypes({ number })).toHaveStatus(422),
    );
  }),
);
