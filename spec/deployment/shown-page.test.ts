import { expect, test } from 'vitest';
import { ours } from '../generated/choices.ts';
import { lowerDomain } from './letter-case.ts';
import { listOperations, pagesOf } from './list-pages.ts';
import { pageWords, shownPage } from './shown-page.ts';
import { situationOf, statusIn } from './situation.ts';

const page = (number: number, pages: number, items: number) => ({
  data: Array.from({ length: items }, (_, id) => ({ id })),
  meta: { page_number: number, total_pages: pages },
});

const list = { size: 'limit', fallback: 20 };
const shown: [what: string, body: object, asked: [string, string][], size: number][] = [
  ['a full page by what it has', page(1, 3, 7), [['limit', '9']], 7],
  [
    'a last page by what was asked for',
    page(3, 3, 2),
    [
      ['page', '3'],
      ['limit', '9'],
    ],
    9,
  ],
  [
    'a page beyond the last by what was asked for',
    page(4, 3, 0),
    [
      ['limit', '9'],
      ['limit', '8'],
    ],
    9,
  ],
  ['an empty page before the last by what was asked for', page(1, 3, 0), [['limit', '9']], 9],
  ['a last page without a size by the usual one', page(3, 3, 2), [], 20],
  ['a size that is none by the usual one', page(3, 3, 2), [['limit', '0']], 20],
  ['a size of one', page(3, 3, 1), [['limit', '1']], 1],
  ['a size that is no number by the usual one', page(3, 3, 2), [['limit', 'many']], 20],
];
for (const [what, body, asked, size] of shown) {
  test(`the size of pages is told: ${what}`, () => {
    const { page_number: number, total_pages: pages } = (body as ReturnType<typeof page>).meta;
    expect(shownPage(body, asked, list)).toEqual({ number, pages, size });
  });
}

test('an answer that says nothing of pages is the only one', () => {
  expect(shownPage({ data: [1] }, [], list)).toEqual({ number: 1, pages: 1, size: 20 });
});

test('links lead to pages that there are', () => {
  const words = (number: number, pages: number) => pageWords({ number, pages, size: 5 });
  expect(words(2, 4)).toEqual({ this: '2', prev: '1', next: '3', last: '4', size: '5' });
  expect(words(1, 0)).toEqual({ this: '1', prev: '1', next: '2', last: '1', size: '5' });
});

for (const [body, situation] of [
  [page(1, 3, 2), 'first'],
  [page(2, 3, 2), 'between'],
  [page(3, 3, 2), 'last'],
  [page(1, 1, 2), 'only'],
  [page(1, 0, 0), 'empty'],
  [page(4, 3, 0), 'beyond'],
  [{ data: [1] }, 'only'],
  [{ data: { status: 'queued' }, suppressed: [{}] }, 'suppressed'],
  [{ data: { status: 'queued' }, suppressed: [] }, 'queued'],
  [{ data: { status: 7 } }, undefined],
  [{}, undefined],
] as const) {
  test(`the situation of an answer is ${situation}: ${JSON.stringify(body)}`, () => {
    expect(situationOf(body)).toBe(situation);
  });
}

test('the status of an answer is that of what it shows, recipients suppressed or not', () => {
  expect(statusIn({ data: { status: 'sandbox' }, suppressed: [{}] })).toBe('sandbox');
  expect([{ data: null }, { status: 'a' }].map(statusIn)).toEqual([undefined, undefined]);
});

test('each list has pages of its own, what is none those of any', () => {
  expect(listOperations).toEqual(['listDirDocumentTypes', 'listRecentAiMissionRuns']);
  const choices = Object.fromEntries(Object.keys(ours).map((name) => [name, name])) as unknown as typeof ours;
  expect(pagesOf('listDirDocumentTypes', choices)).toEqual({
    number: 'documentTypesPageName',
    size: 'page[size]',
    fallback: 'documentTypesDefaultSize',
    withoutValue: 'documentTypesEmptyParameter',
    ofNothing: 'documentTypesBelow',
    negative: 'documentTypesNegative',
    largest: 'documentTypesLargestSize',
    above: 'documentTypesAbove',
    before: 'documentTypesPageBelow',
    noInteger: 'documentTypesNoInteger',
    beyond: 'documentTypesPageBeyond',
  });
  const runs = {
    number: 'pageNumberName',
    size: 'pageSizeName',
    fallback: 'missionRunsDefaultSize',
    withoutValue: 'missionRunsEmptyParameter',
    ofNothing: 'missionRunsBelow',
    negative: 'missionRunsNegative',
    beyond: 'missionRunsPageBeyond',
  };
  expect(pagesOf('listRecentAiMissionRuns', choices)).toEqual(runs);
  expect(pagesOf('getEmail', choices)).toEqual(runs);
  expect(pagesOf(undefined, choices)).toEqual(runs);
});

test('of an address the domain alone has small letters', () => {
  expect(['Ann@Example.COM', '"A@B"@C.D', 'Nobody'].map(lowerDomain)).toEqual([
    'Ann@example.com',
    '"A@B"@c.d',
    'Nobody',
  ]);
});
