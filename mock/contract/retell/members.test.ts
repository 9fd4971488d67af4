import { expect, test } from 'vitest';
import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { changeMembers } from './members.ts';
import { Room } from './size-limit.ts';

const tell = (data: object, members: Record<string, MemberForm>) => changeMembers({ data }, members, new Room());

/** What a form tells of a member `x`, and what becomes of it; undefined where it is left out. */
const table: [what: string, form: MemberForm, value: unknown, shown: unknown][] = [
  ['null as an empty text', { null: 'empty' }, null, ''],
  ['null not at all', { null: 'absent' }, null, undefined],
  ['a text that may be null', { null: 'empty' }, 'a', 'a'],
  ['an empty list as null', { empty: 'null' }, [], null],
  ['an empty object as null', { empty: 'null' }, {}, null],
  ['an empty text not at all', { empty: 'absent' }, '', undefined],
  ['a list that is not empty', { empty: 'null' }, [1], [1]],
  ['an address as an object', { address: 'object' }, 'a@example.com', { email: 'a@example.com' }],
  [
    'an address that is an object already',
    { address: 'object' },
    { email: 'a@example.com', name: 'A' },
    { email: 'a@example.com', name: 'A' },
  ],
  [
    'an address as a text, without its name',
    { address: 'text' },
    { email: 'a@example.com', name: 'A' },
    'a@example.com',
  ],
  ['the address of one who was taken out', { address: 'text' }, { to: 'a@example.com', reason: 'x' }, 'a@example.com'],
  ['an address that is a text already', { address: 'text' }, 'a@example.com', 'a@example.com'],
  ['no address as none', { address: 'text' }, null, null],
  [
    'an address as a text in small letters',
    { address: 'text', case: 'lower' },
    { email: 'Ann@Example.COM' },
    'ann@example.com',
  ],
  ['all letters as small ones', { case: 'lower' }, 'Ann@Example.COM', 'ann@example.com'],
  ['the letters of a domain as small ones', { case: 'domain' }, 'Ann@Example.COM', 'Ann@example.com'],
  ['a number as it is, whatever the letters are', { case: 'lower' }, 7, 7],
  ['a word that another stands for', { words: { queued: 'accepted' } }, 'queued', 'accepted'],
  ['a word that none stands for', { words: { queued: 'accepted' } }, 'sent', 'sent'],
];

for (const [what, form, value, shown] of table) {
  test(`a form tells ${what}`, () => {
    expect(tell({ x: value }, { '/data/x': form })).toStrictEqual({ data: shown === undefined ? {} : { x: shown } });
  });
}

test('a member within what is no object, or in each entry of what is no list, is not told', () => {
  const body = { none: null, text: 'a', list: [{ a: 1 }], map: { a: { b: 1 } } };
  const paths = ['none/x', 'text/x', 'list/x', 'none/*/x', 'map/*', 'map/*/x'];
  const members = Object.fromEntries(paths.map((path): [string, MemberForm] => [`/data/${path}`, { missing: 1 }]));
  expect(tell(body, members)).toEqual({ data: body });
});

test('a member is as long as those of its lists that are there', () => {
  const count: MemberForm = { length: ['to', 'cc'] };
  expect(tell({ to: [1, 2], cc: null }, { '/data/count': count })).toMatchObject({ data: { count: 2 } });
  expect(tell({}, { '/data/count': count })).toEqual({ data: { count: 0 } });
});
