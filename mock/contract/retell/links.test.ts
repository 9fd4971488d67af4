import { expect, test } from 'vitest';
import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { pagesOf } from '../../../spec/deployment/list-pages.ts';
import { ours } from '../../../spec/generated/choices.ts';
import { type Asked, haveLinks, originOf, withLinks } from './links.ts';

const pages = pagesOf('listRecentAiMissionRuns', ours);

const told = (form: MemberForm, body: object = {}, asked: Partial<Asked> = {}) =>
  withLinks({ '/x': form }, { path: '/a', ...asked }, body, pages)['/x'];

for (const [text, asked, body, link] of [
  ['{origin}{path}', {}, {}, 'http://localhost/a'],
  ['{origin}{path}', { headers: { host: 'h:1' }, url: '/a?b=1' }, {}, 'http://h:1/a'],
  ['{origin}{url}', { url: '/a?b=%31' }, {}, 'http://localhost/a?b=%31'],
  ['{url}', {}, {}, '/a'],
  ['{url}#{id}', {}, { data: { id: 7 } }, '/a#7'],
  ['{path}/{id}', {}, { data: { id: 7 } }, '/a/7'],
  ['{path}/{id}', {}, {}, '/a/'],
  ['{path}?p={next}&{others}', { query: { b: ['1', '2'], c: '3' } }, {}, '/a?p=2&b=1&b=2&c=3'],
  ['no link', {}, {}, 'no link'],
] as [string, Partial<Asked>, object, string][]) {
  test(`${text} is ${link} in an answer to ${JSON.stringify(asked)}`, () => {
    expect(told({ missing: { deep: [text, 5] } }, body, asked)).toEqual({ missing: { deep: [link, 5] } });
  });
}

test('of a form with situations the one that is there is filled in, else what is told in none', () => {
  const form = { missing: '{path}', where: { first: '{url}', last: '{url}' } };
  const page = (number: number) => ({ data: [1], meta: { page_number: number, total_pages: 3 } });
  expect(told(form, page(1))).toEqual({ missing: '{path}', where: { first: '/a', last: '{url}' } });
  expect(told(form, page(2))).toEqual({ missing: '/a', where: { first: '{url}', last: '{url}' } });
  expect(told('absent')).toBe('absent');
  expect(told({ null: 'empty' })).toEqual({ null: 'empty' });
});

test('members have links when any of them has a place for what was asked, and that is known the second time', () => {
  const [linked, plain] = [{ '/x': { missing: ['{path}'] } }, { '/x': { missing: '{paths}' } }];
  for (const _ of [1, 2]) expect([haveLinks(linked), haveLinks(plain)]).toEqual([true, false]);
});

test('a request came to the host that it names', () => {
  expect([originOf({ host: 'h:1' }), originOf({}), originOf(undefined)]).toEqual([
    'http://h:1',
    'http://localhost',
    'http://localhost',
  ]);
});
