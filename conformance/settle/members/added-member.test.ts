import { expect, test } from 'vitest';
import type { MemberChanges } from '../../../spec/deployment/deployment.ts';
import type { Met } from '../asked/compared-members.ts';
import { addedForm, addedItemForm, echoForm, entryForms, filledForm } from './added-member.ts';
import { memberOf, met } from './testing.ts';

/** The form of a member of the target's objects. */
const formOf = (name: string, objects: readonly Met[]) => addedForm(memberOf(name, objects), name)?.form;

const times = ['10:00:00.000', '10:01:00.000', '10:02:00.000'].map((time) => `2026-11-22T${time}Z`);
const entries = (count: number) => Array.from({ length: count }, () => ({}));
const suppressed = (count: number) => ({ suppressed: entries(count).map((_, n) => ({ to: `a${n}@b.co` })) });

const like: [what: string, objects: Met[], form: MemberChanges | undefined][] = [
  [
    'the one that the target does not have, of two of ours that say the same',
    ['a', 'b', 'c'].map((word) => met({ status: word, x: word }, { status: word, state: word })),
    { like: 'state' },
  ],
  [
    'a time, as it is told there',
    times.map((time) => met({ x: '2026-01-02T03:04:05Z' }, { created_at: time })),
    { like: 'created_at', time: 'Z' },
  ],
  [
    'an object, where ours has nothing now and then',
    [met({ x: { a: [1] } }, { y: { a: [1] } }), met({ x: { a: [2] } }, { y: { a: [2] } }), met({}, { y: null })],
    { like: 'y', null: 'absent' },
  ],
  [
    'what is seldom null where ours is not there',
    [met({ x: 'a' }, { y: 'a' }), met({ x: 'b' }, { y: 'b' }), met({ x: null }, {}), met({}, {})],
    { like: 'y' },
  ],
  ['what ours has once', [met({ x: 'a' }, { y: 'a' }), met({}, {})], undefined],
  [
    'a member that the target has as well, but where it has nothing',
    [...['a', 'b', 'c'].map((id) => met({ x: id, id }, { id: 'ours' })), met({ x: null, id: 'd' }, { id: 'ours' })],
    { like: 'id' },
  ],
  [
    'an object that the target has as well',
    [1, 2, 3].map((n) => met({ x: { n }, y: { n } }, { y: { n: 0 } })),
    { like: 'y' },
  ],
  ['one that says two things', ['a', 'b', 'a'].map((id) => met({ x: id, id }, { id: 'ours' })), { missing: 'a' }],
  ...[-999, 999].map((apart): [string, Met[], MemberChanges] => [
    `a time that the target has as well, ${apart} ms apart`,
    times.map((at) => met({ x: new Date(Date.parse(at) + apart).toISOString(), at }, { at })),
    { like: 'at' },
  ]),
  ...[-1000, 1000].map((apart): [string, Met[], MemberChanges] => [
    `a time that the target has as well, ${apart} ms apart`,
    times.map((at) => met({ x: new Date(Date.parse(at) + apart).toISOString(), at }, { at })),
    { missing: new Date(Date.parse(times[0] ?? '') + apart).toISOString() },
  ]),
];
for (const [what, objects, form] of like)
  test(`an added member that says what another says is settled by that: ${what}`, () => {
    expect(formOf('x', objects)).toEqual(form);
  });

test('a member counts three lists together at most, of which some may not be there, and the fewest that will do', () => {
  const counted = (...lists: object[]) =>
    lists.map((own) => met({ ...own, x: Object.values(own).flat().length }, { a: [], b: [], c: [], d: [] }));
  const [one, two, three] = [entries(1), entries(2), entries(3)];
  expect(formOf('x', counted({ a: one, c: one }, { a: two, c: one }, { c: two, a: two }))).toEqual({
    length: ['a', 'c'],
  });
  expect(formOf('x', counted({ b: one }, { b: two }, { b: three }))).toEqual({ length: 'b' });
  expect(formOf('x', counted({ a: one }, { b: two }, { c: three }, { d: one }))).not.toHaveProperty('length');
  const ofNone = [1, 2, 3].map((n) =>
    met(n === 1 ? { x: 0 } : { x: n - 1, a: entries(n - 1) }, n === 1 ? {} : { a: [] }),
  );
  expect(formOf('x', ofNone)).toEqual({ length: 'a' });
  const ofText = ['', entries(1), entries(2)].map((a, n) => met({ x: n, a }, { a: [] }));
  expect(formOf('x', ofText)).not.toHaveProperty('length');
});

test('a member that is null where one of ours is, wherever it was seen, is settled by that one', () => {
  const nulls = [met({ x: null }, { b: 1, a: null }), met({ x: null }, { b: 2, a: null })];
  const some = [met({ x: 5 }, { b: 3, a: 'a' }), met({ x: 5 }, { b: 4, a: 'a' })];
  expect(formOf('x', [...nulls, ...some])).toEqual({ missing: 5, nullWith: 'a' });
  for (const others of [
    [...nulls, ...some, met({}, { b: 5, a: null })],
    [...nulls, ...some.slice(1)],
    [...nulls.slice(1), ...some],
    [...nulls, ...some, met({ x: null }, { b: 5 })],
  ])
    expect(formOf('x', others), JSON.stringify(others)).not.toHaveProperty('nullWith');
});

test('a member of items is settled by an example, and by which other of both is null with it, if one is', () => {
  const itemForm = (...theirs: object[]) =>
    addedItemForm(
      memberOf(
        'x',
        theirs.map((one) => met(one, { a: 1, b: 2 })),
      ),
      'x',
    );
  expect(itemForm({ x: null, a: 1 }, { x: 7, a: 1, b: 5 }, { x: 8, a: 1, b: 6 })).toEqual({
    missing: 7,
    nullWith: 'b',
  });
  expect(itemForm({ x: null, a: 1, b: 2 }, { x: 7, a: 1, b: 3 })).toEqual({ missing: 7, some: 'null' });
  expect(itemForm({ x: null }, { x: null })).toEqual({ missing: null });
  expect(itemForm({ x: 7 }, { x: 7 })).toEqual({ missing: 7 });
  expect(itemForm({ x: 7 }, {})).toBeUndefined();
});

test('an added member that repeats the request at least twice is settled so, with what stands there otherwise', () => {
  const asked = (x: unknown, shown = x) => met({ x: shown }, {}, { asked: { x } });
  const none = met({ x: null }, {}, { asked: {} });
  expect(formOf('x', [none, asked([1, 'a']), asked([2])])).toEqual({ missing: null, where: { asked: [1, 'a'] } });
  expect(formOf('x', [asked('Ä', 'ä'), asked('b'), none])).toEqual({ missing: null, where: { asked: 'ä' } });
  expect(formOf('x', [none, asked('a')])).toEqual({ missing: null });
  expect(formOf('x', [none, asked('a'), asked('b', 'c')])).toEqual({ missing: null });
});

test('what an added member shows in a situation is settled by its form, not by its numbers and texts', () => {
  const of = (...shown: [situation: string | undefined, x: unknown][]) =>
    formOf(
      'x',
      shown.map(([situation, x]) => met({ x }, {}, { situation })),
    );
  expect(of(['a', 1], ['a', 1], ['b', 'x'], ['b', 'y'], ['a', 1])).toEqual({ missing: 1, where: { b: 'y' } });
  expect(of(['a', 'x'], ['a', 'x'], ['b', 2], ['b', 31])).toEqual({ missing: 'x', where: { b: 31 } });
  expect(of(['a', 'x'], ['a', 'x'], ['b', ''], ['c', 'z'])).toEqual({ missing: 'x', where: { b: '' } });
  expect(of(['a', 1], ['a', 1], [undefined, 'x'])).toEqual({ missing: 1 });
  const link = '{path}?size=5&page={next}&n=1';
  expect(of(['a', link], ['a', link], ['b', link.replace('5', '25').replace('n=1', 'n=31')])).toEqual({
    missing: link,
  });
  expect(of(['a', link], ['a', link], ['b', '{path}/all'])?.where).toEqual({ b: '{path}/all' });
});

test('a list of our suppressed recipients is settled as that, and what it is where there are none', () => {
  const list = (count: number) =>
    met({ x: suppressed(count).suppressed.map(({ to }) => ({ email: to })) }, {}, { whole: suppressed(count) });
  expect(formOf('x', [list(1), list(2)])).toEqual({ list: '/suppressed', items: { email: 'to' } });
  expect(formOf('x', [list(0), list(1), list(2), list(0)])).toEqual({
    ...{ list: '/suppressed', items: { email: 'to' }, missing: [] },
  });
});

test('a list that is always empty at ours is settled by the entries that the target commonly has', () => {
  const filled = (...shown: [theirs: unknown, ours: unknown][]) =>
    filledForm(
      memberOf(
        'x',
        shown.map(([theirs, ours]) => met({ x: theirs }, { x: ours })),
      ),
      'x',
    )?.form;
  const [one, none]: [[unknown, unknown], [unknown, unknown]] = [
    [['a'], []],
    [[], []],
  ];
  expect(filled(one, none, none, none, one, [['b'], []])).toEqual({ missing: ['a'] });
  expect(filled(one, one, [['a'], null])).toBeUndefined();
  expect(filled(one, one, [['a'], ['b']])).toBeUndefined();
  expect(filled(none, none)).toBeUndefined();
});

test('a member of what is added is settled by itself only where it repeats the request', () => {
  const of = (theirs: unknown, asked?: unknown, situation?: string) =>
    met(theirs, undefined, { asked: { x: asked }, situation });
  expect(echoForm([of('a', 'a'), of('b', 'b'), of(1)], 'x')).toEqual({ missing: 1, where: { asked: 'a' } });
  expect(echoForm([of(1, undefined, 'a'), of(1, undefined, 'a'), of('x', undefined, 'b')], 'x')).toBeUndefined();
});

test('entries of such a list show what else they have, under names that are escaped', () => {
  const list = met([{ email: 'x@b.co', 'a/b': 7 }], undefined, { whole: suppressed(1) });
  expect(entryForms('/data/x', [list, list], { items: { email: 'to' } })).toEqual({ '/data/x/*/a~1b': { missing: 7 } });
  expect(entryForms('/data/x', [list], {})).toEqual({
    '/data/x/*/email': { missing: 'x@b.co' },
    '/data/x/*/a~1b': { missing: 7 },
  });
});
