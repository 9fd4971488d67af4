import { expect, test } from 'vitest';
import { filledLink, hasPlaceholder } from './links.ts';

const asked = {
  origin: 'http://h:1',
  path: '/a',
  url: '/a?c=3&page=2&d=%31',
  query: [
    ['c', '3'],
    ['page', '2'],
  ] as const,
  page: { number: 2, pages: 12, size: 20 },
  id: '7',
};

for (const [text, link] of [
  ['{origin}', 'http://h:1'],
  ['{id}', '7'],
  ['{path}/{id}/{id}', '/a/7/7'],
  ['{origin}{url}#{id}', 'http://h:1/a?c=3&page=2&d=%31#7'],
  ['{origin}{path}?id={id}&page={last}&{others}', 'http://h:1/a?id=7&page=12&c=3'],
  ['{path}?of={asked}', '/a'],
  ['{path}?a=1\n2', '/a?a=1\n2'],
  ['{none}{page}', '{none}{page}'],
] as const) {
  test(`a link is filled in: ${JSON.stringify(text)}`, () => {
    expect(filledLink(text, asked)).toBe(link);
  });
}

test('a text has places to fill in where it names one of those of a request or an answer', () => {
  const places = ['{origin}', 'a{path}b', '{url}', '["{id}"]'];
  expect([...places, '{others}', '{paths}', 'path', '{}'].map(hasPlaceholder)).toEqual([
    ...places.map(() => true),
    ...[false, false, false, false],
  ]);
});
