import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { documentTypesIn } from './document-types.ts';

/** A page of document types. */
function page(page_number: number, data: object[], changes: Partial<NotedExchange> & { total?: number } = {}) {
  const { total = 3, ...about } = changes;
  const request = { method: 'GET', url: 'http://target/v2/dir/document_types', headers: [] };
  const text = JSON.stringify({ data, meta: { page_number, total_results: total } });
  const seen: NotedExchange = {
    ...{ case: 'a case', rules: [], operation: 'listDirDocumentTypes', request, at: 0, status: 200, headers: [] },
    ...{ text, broken: [] },
    ...about,
  };
  return seen;
}

const [letter, business, other] = ['letter_of_authorization', 'business_registration', 'passport'].map(
  (short_name) => ({ short_name }),
) as [object, object, object];
const [first, last] = [page(9, [letter, business]), page(10, [other])];

test('document types stand in the order of their pages, as they were shown first, with what leads nowhere', () => {
  const plain = { description: 'Letter and/or proof of http://here', pages: 0, required: false };
  const leads = {
    self: '/types/1',
    at: 'http://target/1',
    schema: 'https://target/1',
    links: {},
    none: null,
    tags: [],
  };
  const shown = page(9, [{ ...letter, ...plain, ...leads }, business]);
  const again = page(10, [other, { ...letter, description: 'Another' }, { ...business, pages: 1 }]);
  expect(documentTypesIn([again, shown])).toEqual([{ ...letter, ...plain }, business, other]);
});

test('what is refused and what another list shows is no document type', () => {
  const unheard = [{ status: 400 }, { operation: 'listRecentAiMissionRuns' as const }].map((about) =>
    page(1, [{ short_name: 'more' }], about),
  );
  expect(documentTypesIn([...unheard, last, first])).toEqual([letter, business, other]);
});

const unsettled: [what: string, pages: NotedExchange[]][] = [
  ['no page', []],
  ['a page too few', [first]],
  ['totals that differ', [first, last, page(11, [], { total: 4 })]],
  ['another total than of what is shown', [page(1, [letter, business, other], { total: 2 })]],
  ['one of those alone that the source names', [page(1, [letter, other], { total: 2 })]],
  ['none of those that the source names', [page(1, [other], { total: 1 })]],
];
test.each(unsettled)('document types are not settled from %s', (_, pages) => {
  expect(documentTypesIn(pages)).toBeUndefined();
});
