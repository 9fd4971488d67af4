import { expect, test } from 'vitest';
import { filledLink } from '../../../spec/deployment/links.ts';
import { shownPage } from '../../../spec/deployment/shown-page.ts';
import { situationOf } from '../../../spec/deployment/situation.ts';
import { ours } from '../../../spec/generated/choices.ts';
import type { Json } from '../../../spec/json.ts';
import { document } from '../../../spec/testing/contract.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Pair } from '../asked/pair.ts';
import { findAnswers } from './answers.ts';
import { PageLinks } from './page-links.ts';

const ITEMS = 25;
const DEFAULT = 10;
const path = '/v2/ai/missions/runs';

interface Shown {
  search: string;
  query: [string, string][];
  number: number;
  size: number;
  pages: number;
}

/** How a service makes the links of a page: from what was asked for and what is shown. */
type Links = (shown: Shown) => Json;

function shownTo(search: string): Shown {
  const query = [...new URLSearchParams(search)];
  const asked = (name: string, otherwise: number) => Number(query.find(([one]) => one === name)?.[1] ?? otherwise);
  const size = asked('page[size]', DEFAULT);
  return { search, query, number: asked('page[number]', 1), size, pages: Math.ceil(ITEMS / size) };
}

function bodyTo({ number, size, pages }: Shown) {
  const data = Array.from({ length: Math.max(0, Math.min(size, ITEMS - (number - 1) * size)) }, () => ({}));
  return { data, meta: { total_pages: pages, total_results: ITEMS, page_number: number, page_size: data.length } };
}

/** The links that are settled from what a service told to some requests. */
function settled(links: Links, searches: readonly string[]) {
  const pairs = searches.map((search): Pair => {
    const body = bodyTo(shownTo(search));
    const request = { method: 'GET', url: `http://target${path}${search}`, headers: [] };
    const about = {
      case: '',
      rules: [],
      operation: 'listRecentAiMissionRuns' as const,
      at: 0,
      headers: [],
      broken: [],
    };
    const text = JSON.stringify({ ...body, links: links(shownTo(search)) });
    return {
      seen: { ...about, request, status: 200, text },
      ours: { status: 200, text: JSON.stringify(body), rules: ['RUN-1'] },
    };
  });
  const choices = { missionRunsDefaultSize: DEFAULT };
  const { members = {} } = findAnswers(pairs, document, choices).answers.listRecentAiMissionRuns ?? {};
  return members['/links'] as { missing: Json; where?: Record<string, Json> };
}

const asked = [
  '',
  '?page[number]=2',
  '?page[number]=3',
  '?page[number]=9',
  '?page[size]=5',
  '?page[size]=7&page[number]=2',
  '?page[number]=3&page[size]=8',
  '?page[size]=9&page[number]=3',
  '?page[size]=100',
  '?status=failed',
  '?status=failed&page[size]=4',
  '?page[size]=6&status=failed&page[number]=3',
  '?page[number]=2&status=failed&page[size]=6',
];

const coded = (parameters: [string, unknown][]) =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)])).toString();
const others = (query: [string, string][]) => query.filter(([name]) => !name.startsWith('page'));
const sizeIn = (query: [string, string][]) => query.filter(([name]) => name === 'page[size]');

/** The queries of links to a page in the ways of services. */
const styles: Record<string, (shown: Shown, number: number) => string> = {
  'with its number and the size, in brackets as they are': ({ size }, number) =>
    `page[number]=${number}&page[size]=${size}`,
  'with the number behind what else was asked for, the size behind filters': ({ query }, number) =>
    coded([...others(query), ...sizeIn(query), ['page[number]', number]]),
  'with the number in the place that it had': ({ query }, number) => {
    const link = new URLSearchParams(query);
    link.set('page[number]', String(number));
    return link.toString();
  },
  'sorted by name': ({ query }, number) => {
    const link = new URLSearchParams(query);
    link.set('page[number]', String(number));
    link.sort();
    return link.toString();
  },
  'with the number before filters, and always a sort': ({ query, size }, number) =>
    coded([['page[number]', number], ['page[size]', size], ...others(query), ['sort', 'started_at']]),
};

for (const [style, query] of Object.entries(styles)) {
  test(`links of pages ${style} are told so to requests that were never seen`, () => {
    const linkTo = (shown: Shown, number: number) => `${path}?${query(shown, number)}`;
    const links: Links = (shown) => ({
      self: linkTo(shown, shown.number),
      first: linkTo(shown, 1),
      prev: shown.number > 1 ? linkTo(shown, shown.number - 1) : '',
      next: shown.number < shown.pages ? linkTo(shown, shown.number + 1) : '',
      last: linkTo(shown, shown.pages),
    });
    const { missing, where = {} } = settled(links, asked);
    const list = { size: 'page[size]', fallback: DEFAULT };
    for (const search of [
      '?status=running&page[size]=3&page[number]=4',
      '?page[number]=1&status=running',
      '?page[size]=11&page[number]=2&status=paused',
      '?page[number]=40',
      '?page[size]=50',
      '?page[size]=2&page[number]=13',
    ]) {
      const shown = shownTo(search);
      const body = bodyTo(shown);
      const page = shownPage(body, shown.query, list);
      const linked = { origin: '', path, url: `${path}${search}`, query: shown.query, page, id: '' };
      const told = Object.entries(where[situationOf(body) ?? ''] ?? missing).map(([name, link]) => [
        name,
        filledLink(String(link), linked),
      ]);
      expect(Object.fromEntries(told), search).toEqual(links(shown));
    }
  });
}

test('a link that repeats each request letter by letter is settled so, and one that writes it anew is not', () => {
  const searches = [...asked, '?page%5Bnumber%5D=3', '?page[size]=%35'];
  const repeated = settled(({ search }) => ({ self: `${path}${search}` }), searches);
  expect(repeated.missing).toEqual({ self: '{url}' });
  const written = settled(({ query }) => ({ self: `${path}?${coded(query)}` }), searches);
  expect(written.missing).toEqual({ self: expect.stringContaining('{path}?{query}') });
});

test('a link to the page before is settled as the last one where it leads there from beyond it', () => {
  const links: Links = ({ number, pages }) => ({
    prev: number === 1 ? null : `${path}?page[number]=${Math.min(number - 1, pages)}`,
  });
  expect(settled(links, [...asked, '?page[number]=4', '?page[number]=50'])).toMatchObject({
    missing: { prev: '{path}?page[number]={prev}' },
    where: { beyond: { prev: '{path}?page[number]={last}' }, first: { prev: null } },
  });
});

/** A page of three items, or what is given of it, with links that have these queries. */
function page(search: string, [number, pages]: [number, number], queries: Json, about: Partial<NotedExchange> = {}) {
  const links = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, `${path}?${query}`]));
  const meta = { page_number: number, total_pages: pages };
  const seen: NotedExchange = {
    ...{ case: '', rules: [], operation: 'listRecentAiMissionRuns', at: 0, status: 200, headers: [], broken: [] },
    request: { method: 'GET', url: `http://target${path}${search}`, headers: [] },
    text: JSON.stringify({ data: number > pages ? [] : [1, 2, 3], meta, links }),
    ...about,
  };
  return seen;
}

/** The queries of the links of a page, as all that were seen are made. */
function queriesOf(shown: NotedExchange, seen: readonly NotedExchange[], choices = ours) {
  const { links } = new PageLinks(seen, choices).told(shown) as { links: Record<string, string> };
  return Object.fromEntries(Object.entries(links).map(([name, link]) => [name, link.replace('{path}?', '')]));
}

test('of ways to make a link the one is taken that others are alike in, whichever page they lead to', () => {
  const bare = page('', [1, 4], { first: 'limit=10&page=1', next: 'limit=10&page=2' });
  const filtered = page('?status=a', [1, 4], { last: 'status=a&limit=10&page=4' });
  expect(queriesOf(bare, [bare, filtered])).toEqual({
    first: '{query}&limit=10&page=1',
    next: '{query}&limit=10&page={next}',
  });
});

test('of ways to make a link that of its situation is taken before that of its place, and this before any other', () => {
  const [first, second, third] = [1, 2, 3].map((number) =>
    page(`?page=${number}`, [number, 4], { back: `page=${Math.max(1, number - 1)}` }),
  ) as [NotedExchange, NotedExchange, NotedExchange];
  const [next, far] = [5, 9].map((number) => page(`?page=${number}`, [number, 4], { back: 'page=4' })) as [
    NotedExchange,
    NotedExchange,
  ];
  const seen = [first, second, third, next, far];
  expect(seen.map((one) => queriesOf(one, seen).back)).toEqual([
    ...['page={prev}', 'page={prev}', 'page={prev}'],
    ...['page={last}', 'page={last}'],
  ]);
});

test('a link that is made otherwise than most of its situation is told in its own way', () => {
  const seen = [3, 4, 9].map((to, index) => page('', [index + 2, 9], { further: `page=${to}` }));
  const ways = ['page={next}', 'page={next}', 'page={last}'];
  expect(seen.map((one) => queriesOf(one, seen).further)).toEqual(ways);
});

test('links of another list are made in ways of their own, for pages as large as it has them', () => {
  const about = { operation: 'listDirDocumentTypes' as const };
  const runs = page('?page=1', [1, 1], { self: 'page=1&size=3' });
  const types = page('?page=1', [1, 1], { self: 'page=1', next: 'size=5' }, about);
  const choices = { ...ours, documentTypesDefaultSize: 5, missionRunsDefaultSize: 7 };
  expect(queriesOf(types, [types, runs], choices)).toEqual({ self: '{url}', next: 'size={size}' });
});

test('a link of which no way is known stays as it is', () => {
  expect(queriesOf(page('', [1, 4], { next: 'cursor=a' }), [])).toEqual({ next: 'cursor=a' });
});
