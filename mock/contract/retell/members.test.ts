import { expect, test } from 'vitest';
import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { changeMembers } from './members.ts';
import { Room } from './size-limit.ts';

const tell = (data: object, members: Record<string, MemberForm>, asked?: object) =>
  changeMembers({ data }, members, new Room(), { asked });

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
  ['a null that an object would be', { address: 'object' }, null, null],
  ['a null that a text would be', { address: 'text' }, null, null],
  ['an example in the place of an empty list', { missing: [1] }, [], [1]],
  ['a list that has entries, whatever the example', { missing: [1] }, [2], [2]],
  ['an empty list, where the example is no list', { missing: 1 }, [], []],
  ['null, whatever the example', { missing: 1 }, null, null],
  ['a text that is empty not as null', { null: 'empty', empty: 'null' }, null, ''],
  ['a time', { time: 'Z' }, '2030-01-15T12:00:00.120Z', '2030-01-15T12:00:00Z'],
  ['a number where a time would be', { time: 'Z' }, 5, 5],
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
  ['another word in small letters', { words: { queued: 'In Progress' }, case: 'lower' }, 'queued', 'in progress'],
  ['a word for which there is none', { words: { queued: '' } }, 'queued', ''],
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
  const count: MemberForm = { length: ['to', 'cc', 'bcc'] };
  expect(tell({ to: [1, 2], cc: null, bcc: [3] }, { '/data/count': count })).toMatchObject({ data: { count: 3 } });
  expect(tell({}, { '/data/count': count })).toEqual({ data: { count: 0 } });
});

test('a member of every form is told beside the others, which stay as they are and where they are', () => {
  const body = {
    data: { a: 1, b: { c: null }, list: [{ d: '' }, 5, { d: 'x', e: 1 }], texts: ['', 'x'] },
    meta: { page: 1 },
  };
  const before = structuredClone(body);
  const told = changeMembers(
    body,
    {
      '/data/b/c': { null: 'empty' },
      '/data/list/*/d': { empty: 'absent' },
      '/data/texts/*': { empty: 'null' },
      '/data/new': { missing: 'n' },
      '/data/a': 'absent',
      '/meta/page': { missing: 7 },
    },
    new Room(),
  );
  const shown = {
    data: { b: { c: '' }, list: [{}, 5, { d: 'x', e: 1 }], texts: [null, 'x'], new: 'n' },
    meta: { page: 1 },
  };
  expect(told).toStrictEqual(shown);
  expect(JSON.stringify(told)).toBe(JSON.stringify(shown));
  expect(body).toStrictEqual(before);
});

for (const [what, data, asked, form, shown] of [
  ['it is left out where the request lacks it', { x: 1 }, {}, { unasked: 'absent' }, {}],
  ['it is left out where the request has null', { x: 1 }, { x: null }, { unasked: 'absent' }, {}],
  ['it is there where the request has it', { x: 1 }, { x: 5 }, { unasked: 'absent' }, { x: 1 }],
  ['it is there where the request has an empty one', { x: 1 }, { x: '' }, { unasked: 'absent' }, { x: 1 }],
  ['it is there where the request says no', { x: 1 }, { x: false }, { unasked: 'absent' }, { x: 1 }],
  ['what is empty is left out where the request lacks it', { x: [] }, {}, { empty: 'unasked' }, {}],
  ['what is empty is there where the request has it', { x: [] }, { x: [] }, { empty: 'unasked' }, { x: [] }],
  ['what is empty is null, whatever the request has', { x: [] }, { x: [] }, { empty: 'null' }, { x: null }],
  ['it is what the request says', { x: 1 }, { x: 5 }, { missing: 0, where: { asked: 0 } }, { x: 5 }],
  ['it is what the request says, nought too', { x: 1 }, { x: 0 }, { missing: 5, where: { asked: 5 } }, { x: 0 }],
  ['it is as it is where the request lacks it', { x: 1 }, {}, { where: { asked: 0 } }, { x: 1 }],
  ['it is the example where the request lacks it', {}, {}, { missing: 0, where: { asked: 0 } }, { x: 0 }],
  ['it is what the status says', { status: 'a' }, {}, { missing: 0, where: { a: 1, b: 2 } }, { status: 'a', x: 1 }],
  [
    'what is empty is there where the request has it, whatever the status is',
    { status: 'a', x: [] },
    { x: [] },
    { empty: 'unasked', missing: 0, where: { a: 1 } },
    { status: 'a', x: [] },
  ],
  ['no status that is known says it', { status: 'c' }, {}, { missing: 0, where: { a: 1 } }, { status: 'c', x: 0 }],
] as [string, object, object, MemberForm, object][]) {
  test(`of a member that depends on the request or the answer: ${what}`, () => {
    expect(tell(data, { '/data/x': form }, asked)).toStrictEqual({ data: shown });
  });
}

test('of several situations the one of the whole answer goes before the status of what it shows', () => {
  const where = { queued: 'status', suppressed: 'whole' };
  const told = (suppressed: object[]) =>
    changeMembers({ data: { status: 'queued' }, suppressed }, { '/x': { missing: 0, where } }, new Room());
  expect([told([{}]), told([])]).toMatchObject([{ x: 'whole' }, { x: 'status' }]);
});

test('entries of a list belong to those of the request, where it has as many', () => {
  const form: Record<string, MemberForm> = { '/data/to/*/name': { unasked: 'absent' } };
  const data = { to: [{ name: 'a' }, { name: 'b' }] };
  const [first, second] = [{ name: 'a' }, {}];
  expect(tell(data, form, { to: [first, second] })).toStrictEqual({ data: { to: [first, second] } });
  expect(tell(data, form, { to: [first, first, first] })).toStrictEqual({ data: { to: [{}, {}] } });
  expect(tell(data, form, { name: 'top', to: [second] })).toStrictEqual({ data });
});

test('what stands beside data is of the whole request', () => {
  const members: Record<string, MemberForm> = { '/x': { missing: 0, where: { asked: 0 } } };
  const room = new Room();
  expect(changeMembers({ data: {} }, members, room, { asked: { x: 5 } })).toStrictEqual({ data: {}, x: 5 });
});

test('a list is made of one of ours, in the words of the deployment', () => {
  const form: MemberForm = {
    missing: ['none'],
    list: '/suppressed',
    items: { to: 'email', why: 'reason' },
    words: { bounced: 'hard' },
  };
  const lists = {
    suppressed: [
      { email: 'a@b.co', reason: 'bounced' },
      { email: 'c@d.co', reason: 'manual' },
    ],
  };
  const told = (given: object) => changeMembers({ data: {} }, { '/data/x': form }, new Room(), { lists: given });
  expect(told(lists)).toStrictEqual({
    data: {
      x: [
        { to: 'a@b.co', why: 'hard' },
        { to: 'c@d.co', why: 'manual' },
      ],
    },
  });
  expect(told({ suppressed: [] })).toStrictEqual({ data: { x: ['none'] } });
  expect(told({})).toStrictEqual({ data: { x: ['none'] } });
});

test('a member says again what another one says, which may be left out or null with it', () => {
  const members: Record<string, MemberForm> = {
    '/data/from': 'absent',
    '/data/to': 'absent',
    '/data/count': { length: 'to' },
    '/data/sender': { like: 'from', missing: 'nobody' },
    '/data/at': 'absent',
    '/data/due': { nullWith: 'at', missing: 'soon' },
  };
  expect(tell({ from: 'a', to: [1, 2], at: null }, members)).toStrictEqual({
    data: { count: 2, sender: 'a', due: null },
  });
  expect(tell({ at: 5 }, members)).toStrictEqual({ data: { count: 0, sender: 'nobody', due: 'soon' } });
  expect(tell({}, members)).toStrictEqual({ data: { count: 0, sender: 'nobody', due: null } });
});

test('a third of the items lack what some lack, by the first text in them', () => {
  const items = Array.from({ length: 6 }, (_, at) => ({ n: at, id: `${at}`, x: 1 }));
  const lacking = (some: 'absent' | 'null') =>
    (tell(items, { '/data/*/x': { some } }) as { data: { n: number; x?: unknown }[] }).data;
  expect(
    lacking('absent')
      .filter((one) => !('x' in one))
      .map(({ n }) => n),
  ).toEqual([0, 3]);
  expect(
    lacking('null')
      .filter(({ x }) => x === null)
      .map(({ n }) => n),
  ).toEqual([0, 3]);
});

test('an example for which there is no room is left out', () => {
  const room = new Room();
  const of = (length: number): MemberForm => ({ missing: 'x'.repeat(length) });
  expect(changeMembers({}, { '/a': of(7_999_990), '/b': of(9) }, room)).toEqual({ a: 'x'.repeat(7_999_990) });
  const again: MemberForm = { like: 'a', missing: 'none' };
  expect(changeMembers({ a: 'x'.repeat(7_999_999) }, { '/b': again }, new Room())).not.toHaveProperty('b');
});
