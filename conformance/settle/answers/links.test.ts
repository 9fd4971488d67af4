import { expect, test } from 'vitest';
import type { Json } from '../../../spec/json.ts';
import { withPlaceholders } from './links.ts';

/** A body that answers a request, with its links told; those of pages as what they are called and ask for. */
function told(body: Json | undefined) {
  const request = { method: 'GET', url: 'http://target/v2/x?page=2', headers: [] };
  return withPlaceholders(body, { request }, (query, name) => `${name}: ${query}`);
}

const texts: [what: string, id: unknown, texts: Record<string, string>][] = [
  [
    'a link to what was asked for, or below it',
    undefined,
    {
      '/v2/x': '{path}',
      '/v2/x?page=3': '{path}?page=3',
      'http://target/v2/x/more?a=1&b': '{origin}{path}/more?a=1&b',
      'HTTPS://other.example/v2/x/': '{origin}{path}/',
    },
  ],
  [
    'a link that has the id of what is shown',
    '7',
    {
      '/v2/x/7': '{path}/{id}',
      '/v2/y/7/parts?of=7': '/v2/y/{id}/parts?of=7',
      'http://other.example/y/7': '{origin}/y/{id}',
    },
  ],
  [
    'a link to anything else',
    '7',
    { '/v2/xy': '/v2/xy', 'http://other.example/help': 'http://other.example/help', 'http://[': 'http://[' },
  ],
  [
    'a text that is no link',
    '7',
    { '/v2/x/a b': '/v2/x/a b', 'y/7': 'y/7', 'ftp://target/v2/x': 'ftp://target/v2/x', 'of 7': 'of 7' },
  ],
  [
    'a text with a long id',
    '12345678',
    {
      '12345678': '12345678',
      'y/12345678': 'y/{id}',
      '<12345678@12345678.example>': '<{id}@{id}.example>',
      '/v2/x/12345678': '{path}/{id}',
    },
  ],
  ['a text with an id that is none', 12345678, { 'of 12345678': 'of 12345678', '/v2/y/12345678': '/v2/y/12345678' }],
];
test.each(texts)('%s is told so, within `data` and without it', (_, id, expected) => {
  const shown = (some: string[]) => ({ id, texts: some, more: { self: { href: some[0] } } });
  const [before, after] = [shown(Object.keys(expected)), shown(Object.values(expected))];
  expect(told({ data: before })).toEqual({ data: after });
  expect(told(before)).toEqual(after);
});

test('links of a page are told by what they ask for, and those of its items as they are', () => {
  const data = [{ self: '/v2/x?page=1', below: '/v2/x/1' }];
  const links = { self: '/v2/x', next: { href: 'http://target/v2/x?page=3' }, first: '/v2/x/first', help: '/help' };
  expect(told({ data, links })).toEqual({
    data,
    links: { self: 'self: ', next: { href: '{origin}next: page=3' }, first: '{path}/first', help: '/help' },
  });
});

test('of an answer without a body nothing is told', () => {
  expect(told(undefined)).toBeUndefined();
});
