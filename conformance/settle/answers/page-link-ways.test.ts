import { expect, test } from 'vitest';
import type { ShownPage } from '../../../spec/deployment/shown-page.ts';
import { type PageLink, waysOf } from './page-link-ways.ts';

/** A link of a page, after what it is called. */
function link(name: string, query: string, page: Partial<ShownPage> = {}, asked: PageLink['asked'] = []): PageLink {
  const place = `listRecentAiMissionRuns ${name}`;
  return { query, place, situation: place, asked, sent: '', page: { number: 2, pages: 4, size: 10, ...page } };
}

const waysOfLink = (...link: PageLink[]) => [...waysOf(link).keys()];
const isOfLinkAlone = (way: string) => !/\{(query|sorted|others)\}/.test(way);

test('a link is made of what it says, with what else was asked for behind, before or within it', () => {
  expect(waysOfLink(link('next', 'page=3'))).toEqual([
    'page={next}',
    '{query}&page={next}',
    '{sorted}&page={next}',
    '{others}&page={next}',
    'page={next}&{others}',
  ]);
  expect(waysOfLink(link('next', 'sort=a&page=3', {}, [['sort', 'a']]))).toEqual([
    'sort={asked}&page={next}',
    '{query}&sort={asked}&page={next}',
    '{others}&sort={asked}&page={next}',
    'sort={asked}&{others}&page={next}',
    'sort={asked}&page={next}&{others}',
    '{query}&page={next}',
    '{others}&page={next}',
  ]);
  expect(waysOfLink(link('self', ''))).toEqual(['', '{query}', '{sorted}', '{others}']);
});

type Asked = PageLink['asked'];
const guessed: [name: string, query: string, shown: { page?: Partial<ShownPage>; asked?: Asked }, ways: string[]][] = [
  ['next', 'page=4', { page: { number: 3, size: 4 } }, ['page={next}', 'page={last}', 'page={size}']],
  ['last', 'page=4', { page: { number: 3 } }, ['page={last}', 'page={next}']],
  ['Last_page', 'page=4', { page: { number: 3 } }, ['page={last}', 'page={next}']],
  ['self', 'page=4', { page: { number: 4 } }, ['page={this}', 'page={last}']],
  ['first', 'page=1', {}, ['page=1', 'page={prev}']],
  ['first_page', 'page=1', {}, ['page=1', 'page={prev}']],
  ['prev', 'page=1', {}, ['page={prev}', 'page=1']],
  ['prev_page', 'page=1', { page: { number: 1 } }, ['page={prev}', 'page={this}', 'page=1']],
  ['next', 'page_size=3', { page: { size: 3 } }, ['page_size={size}', 'page_size={next}']],
  ['next', 'Limit=3', { page: { size: 3 } }, ['Limit={size}', 'Limit={next}']],
  ['next', 'per_page=3', { page: { size: 3 } }, ['per_page={size}', 'per_page={next}']],
  ['next', 'sort=a', {}, ['sort=a']],
  ['next', 'version=4', { page: { pages: 40 } }, ['version=4']],
  ['next', 'sort=a', { asked: [['sort', 'b']] }, ['sort=a']],
  ['next', 'sort=a', { asked: [['order', 'a']] }, ['sort=a']],
  ['next', 'page%5Bat%5D=3', { asked: [['page[at]', '3']] }, ['page%5Bat%5D={next}', 'page%5Bat%5D={asked}']],
  ['next', 'a=x&b=x&c=x&d=x&e=x&f=x&g=x&page=3', {}, ['a=x&b=x&c=x&d=x&e=x&f=x&g=x&page={next}']],
  ['next', 'a=x&b=x&c=x&d=x&e=x&f=x&g=x&h=x&page=3', {}, []],
];
test.each(guessed)('of the ways to make a link that is called %s, with %s, the likeliest is the first', (...row) => {
  const [name, query, { page, asked }, ways] = row;
  expect(waysOfLink(link(name, query, page, asked)).filter(isOfLinkAlone)).toEqual(ways);
});

test('each way is told with the links that are made so', () => {
  const links = [link('next', 'page=2', { number: 1 }), link('next', 'page=4', { number: 3 })];
  const ways = [...waysOf(links)].filter(([way]) => isOfLinkAlone(way));
  expect(ways).toEqual([
    ['page={next}', links],
    ['page={last}', links.slice(1)],
  ]);
});

test('of more than a hundred links some are looked at, evenly', () => {
  const shown = (count: number) => {
    const links = Array.from({ length: count }, (_, number) => link('self', '', { number }));
    return waysOf(links)
      .get('')
      ?.map(({ page }) => page.number);
  };
  expect(shown(100)).toHaveLength(100);
  expect(shown(101)).toEqual(Array.from({ length: 51 }, (_, index) => 2 * index));
});
