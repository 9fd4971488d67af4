import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { listUnsubscribe } from './unsubscribe.ts';

const told = (headers: Record<string, string>) =>
  listUnsubscribe({ headers: Object.entries(headers).map(([key, value]) => ({ key, value })) } as Email);

test('of a mail without the header nothing is told', () => {
  const nothing = { Header: '', Links: [], Errors: '', HeaderPost: '' };
  expect(told({})).toEqual(nothing);
  expect(told({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })).toEqual(nothing);
});

test('the header is told with its links and with what stands beside it', () => {
  const header = '<https://b.co/u?a=1>, <HTTP://b.co>, a comment <mailto:a@b.co?subject=no>';
  expect(
    told({ subject: 'Hello', 'list-unsubscribe-post': 'List-Unsubscribe=One-Click', 'list-unsubscribe': header }),
  ).toEqual({
    Header: header,
    Links: ['https://b.co/u?a=1', 'HTTP://b.co', 'mailto:a@b.co?subject=no'],
    Errors: '',
    HeaderPost: 'List-Unsubscribe=One-Click',
  });
});

test('each link that is none is told, in their order', () => {
  const wrong = [
    '',
    'b.co',
    'ftp://b.co',
    'mailto:',
    'https:///u',
    'https://b.co/a b',
    'see https://b.co',
    'mailto: a@b.co',
  ];
  const header = wrong.map((link) => `<${link}>`).join(', ');
  expect(told({ 'list-unsubscribe': `${header}, <mailto:a@b.co>` })).toEqual({
    Header: `${header}, <mailto:a@b.co>`,
    Links: ['mailto:a@b.co'],
    Errors: wrong.map((link) => `"${link}" should start with either http(s):// or mailto:`).join(', '),
    HeaderPost: '',
  });
});
