import {
  chooseSizeForShortEnd,
  documentTypes,
  expectTrueTotals,
  missionRuns,
  type Page,
  pickCommon,
  readTotal,
  readTotals,
} from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';
import { readMembers } from '../../suite/wire/answer.ts';

for (const list of [documentTypes, missionRuns]) {
  const { name } = list;

  test(...rule('PAGE-3', `${name}: all pages together have \`total_results\` items`, (t) => expectTrueTotals(t, list)));

  test(
    ...rule('PAGE-4', `${name}: pages show their number, and the first is number 1`, async (t) => {
      const first = await list.page(t, { size: 1 });
      expect(first.meta.page_number, 'page_number without a requested one').toBe(1);
      const numbered = await list.page(t, { size: 1, number: 1 });
      expect(numbered.meta.page_number, 'page_number of page 1').toBe(1);
      const again = await list.page(t, { size: 1 });
      if (list.sameKeys(first, again))
        expect(list.sameKeys(first, numbered), 'both first pages are the same').toBe(true);
      await list.needPageNumber(t);
      const total = readTotal(t, numbered);
      for (const number of [2, Math.min(3, total), total]) {
        const page = await list.page(t, { size: 1, number });
        // The list may have become shorter meanwhile.
        if (Number(page.meta.total_results) < number) continue;
        expect(page.meta.page_number, `page_number of page ${number}`).toBe(number);
      }
      const byDefault = await list.page(t);
      if (byDefault.items.length === total) return;
      expect((await list.page(t, { number: 2 })).meta.page_number, 'page_number without a size').toBe(2);
    }),
  );

  test(
    ...rule('PAGE-7', `${name}: \`page[number]\` is recognised`, async (t) => {
      const first = await list.page(t, { size: 1 });
      if (readTotal(t, first) <= first.items.length) t.blocked('the list has one page only');
      const { seen: differ } = await list.whileSteady(t, {}, async () => {
        const pages = await Promise.all(
          [1, 2].map((number) => list.request(t.api, { size: 1, 'page[number]': number })),
        );
        for (const page of pages) expect(page).toAccept();
        return new Set(pages.map(({ data }) => JSON.stringify(data))).size > 1;
      });
      expect(differ, 'page 2 holds other items than page 1').toBe(true);
    }),
  );

  test(
    ...rule('PAGE-8', `${name}: without page parameters come the first 20 items`, async (t) => {
      const { seen, hasMoved } = await list.whileSteady(t, {}, async () => ({
        byDefault: await list.page(t),
        larger: await list.page(t, { size: 21 }),
      }));
      const { byDefault, larger } = seen;
      const shown = byDefault.items.length;
      if (list === missionRuns && shown > 0 && shown < readTotal(t, byDefault)) t.addChoice('defaultPageSize', shown);
      if (larger.items.length > 21) t.blocked('the page size is not read');
      expect(byDefault.items, 'the items of a page by default').toHaveLength(Math.min(20, larger.items.length));
      const [keys, first] = [list.keysOf(byDefault.items), list.keysOf(larger.items.slice(0, 20))];
      if (hasMoved) expect(pickCommon(keys, first), 'the first items').toEqual(pickCommon(first, keys));
      else expect(keys, 'the first items').toEqual(first);
      const total = readTotal(t, byDefault);
      if (total <= 20) return;
      const second = await list.page(t, { number: 2 });
      expect(second.items, 'the items of the second page by default').toHaveLength(Math.min(20, total - 20));
    }),
  );

  test(
    ...rule('PAGE-11', `${name}: \`total_pages\` follows from the total and the requested size`, async (t) => {
      const total = await list.total(t);
      const size = chooseSizeForShortEnd(total);
      const end = { size, number: Math.max(1, Math.ceil(total / size)) };
      for (const query of [{ size: 1 }, { size: 2 }, { size: 7 }, { size: 1000 }, end]) {
        const answer = await list.request(t.api, query);
        // A target need not support pages of this size.
        if (answer.refused && query.size === 1000) continue;
        expectTotalPages(t, list.pageOf(t, await t.mustSucceed(answer, `a page of ${name}`)), query.size);
      }
      const page = await list.page(t);
      const shown = page.items.length;
      if (shown > 0 && shown < readTotal(t, page)) expectTotalPages(t, page, shown);
      const status = page.items.map((run) => run.status).find((shown) => typeof shown === 'string');
      if (list === missionRuns && status !== undefined)
        for (const size of [1, 7]) expectTotalPages(t, await list.page(t, { status: String(status), size }), size);
    }),
  );

  test(
    ...rule('PAGE-12', `${name}: a page beyond the last is empty, with the true totals`, async (t) => {
      await list.needPageNumber(t);
      const places = [1, 7].flatMap((size) => [1, 1000].map((further) => ({ size, further })));
      for (const { size, further } of places) {
        const look = async () => {
          const first = await list.page(t, { size });
          const number = Math.ceil(readTotal(t, first) / size) + further;
          return { first, number, beyond: await list.request(t.api, { size, number }) };
        };
        const { seen, hasMoved, hadMeanwhile } = await list.whileSteady(t, {}, look, (seen) =>
          readTotals([seen.first]),
        );
        const { first, number, beyond } = seen;
        const isEmpty = [readMembers(beyond.body).data].flat().length === 0;
        if (list === missionRuns && !hasMoved)
          t.addChoice('pageBeyondLast', beyond.either(isEmpty ? 'empty' : 'last', 'refused'));
        expect(beyond).toAccept(200);
        // New items fill the page after the last one.
        if (hasMoved && further === 1) continue;
        expect(beyond.data, `the items of page ${number}`).toEqual([]);
        const { total_results, total_pages } = first.meta;
        const meta = { page_number: number, ...(!hasMoved && { total_results, total_pages }) };
        expect(beyond.meta, 'meta beyond the last page').toMatchObject(meta);
        const total = (beyond.meta as Page['meta']).total_results;
        expect(hadMeanwhile(total), `the true total beyond the last page, not ${total}`).toBe(true);
      }
      const { total_pages } = (await list.page(t)).meta;
      const beyond = await list.request(t.api, { number: Number(total_pages) + 1000 });
      expect(beyond.data, 'the items of a page beyond the last of the size by default').toEqual([]);
    }),
  );

  test(
    ...rule('PAGE-13', `${name}: brackets are read the same way, plain and percent-encoded`, async (t) => {
      const [size, number] = [list.sizeName(t), list.numberName(t)];
      if (!`${size}${number}`.includes('[')) t.notApplicable('the page parameters of this target have no brackets');
      const spellings = [
        (parameter: string) => parameter,
        encodeURIComponent,
        (parameter: string) => parameter.replaceAll('[', '%5b').replaceAll(']', '%5d'),
        (parameter: string) => parameter.replaceAll('[', '%5B'),
      ];
      const byDefault = await list.page(t);
      const seen: { items: number; page: unknown }[] = [];
      for (const spell of spellings) {
        const answer = await list.request(t.api, {}, { rawQuery: `${spell(size)}=1&${spell(number)}=2` });
        const page = answer.accepted ? list.pageOf(t, answer) : undefined;
        seen.push({ items: page?.items.length ?? answer.status, page: page?.meta.page_number });
      }
      if (byDefault.items.length < 2) t.blocked('the list has fewer than two items');
      if (seen.every(({ items }) => items === byDefault.items.length)) t.blocked('neither spelling is read');
      expect(seen, 'items and page number by spelling').toEqual(spellings.map(() => ({ items: 1, page: 2 })));
    }),
  );
}

function expectTotalPages(t: Case, page: Page, size: number): void {
  const pages = Math.ceil(readTotal(t, page) / size);
  expect(page.meta.total_pages, `total_pages of ${page.answer.request.url}`).toBe(pages);
}
