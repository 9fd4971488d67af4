import { expect, test } from 'vitest';
import type { MemberChanges, MemberForm } from '../../../spec/deployment/deployment.ts';
import { asSent } from './as-sent.ts';
import { memberOf, met } from './testing.ts';

const unmet = Symbol('a member that no reading shows');

/** How readings tell `/data/x` that sends tell so, where these values were met, and it is told in a form of its own. */
function read(form: MemberForm, all: [theirs: unknown, ours?: unknown][] = [], own?: MemberForm) {
  const objects = all.map(([theirs, ours]) =>
    met(theirs === unmet ? {} : { x: theirs }, ours === undefined ? {} : { x: ours }),
  );
  const path = memberOf('x', objects);
  const paths = new Map([['/data', { all: objects, around: undefined }]]);
  if (path.all.length > 0) paths.set('/data/x', path as never);
  return asSent({ '/data/x': form }, { shown: own === undefined ? {} : { '/data/x': own }, met: paths })['/data/x'];
}

const [time, other] = ['2026-01-02T03:04:05.120Z', '2026-01-02T03:04:05.123Z'];

/** A form, what shows nothing of it, and what says otherwise. */
const forms: [form: MemberChanges, unseen: [unknown, unknown?][], seen: [unknown, unknown?][]][] = [
  [{ missing: 1 }, [['a', 'a']], [[unmet]]],
  [
    { null: 'absent' },
    [['a', 'a']],
    [
      ['a', 'a'],
      [null, null],
    ],
  ],
  [
    { empty: 'null' },
    [['a', 'a']],
    [
      ['a', 'a'],
      [[], []],
    ],
  ],
  [{ empty: 'null' }, [[null, null]], [['', '']]],
  [
    { address: 'text' },
    [['a', 'a']],
    [
      ['a', 'a'],
      [{}, { email: 'a' }],
    ],
  ],
  [
    { address: 'object' },
    [[{}, {}]],
    [
      [{}, {}],
      ['a', 'a'],
    ],
  ],
  [
    { case: 'lower' },
    [['ä', 'ä']],
    [
      ['a', 'a'],
      ['Ä', 'Ä'],
    ],
  ],
  [{ case: 'domain' }, [[{ email: 'a' }, { email: 'a' }]], [['A', { email: 'A' }]]],
  [
    { time: '.##Z' },
    [
      [time.replace('0Z', 'Z'), time],
      ['soon', time],
      [time, 'soon'],
    ],
    [
      [time.replace('0Z', 'Z'), time],
      [time, time],
    ],
  ],
  [
    { words: { a: 'b' } },
    [['c', 'c']],
    [
      ['c', 'c'],
      ['a', 'a'],
    ],
  ],
];
for (const [form, unseen, seen] of forms)
  test(`a reading is told as a send is where it shows nothing else: ${JSON.stringify(form)}`, () => {
    expect([read(form, unseen), read(form, seen)]).toEqual([form, undefined]);
  });

test('a time that is as it was sent is so on reading, unless that has a form of its own', () => {
  expect(read({ time: 'sent' }, [[other, time]])).toEqual({ time: 'sent' });
  expect(read({ time: 'sent' }, [[other, time]], { time: '.000Z' })).toEqual({ time: '.000Z' });
});

test('what a reading was seen to tell stands beside what only sends showed, and words before theirs', () => {
  expect(
    read(
      { null: 'absent', words: { a: 'A', b: 'B', c: 'C' } },
      [
        ['D', 'c'],
        ['e', 'e'],
      ],
      {
        empty: 'null',
        words: { b: 'X', c: 'D' },
      },
    ),
  ).toEqual({ empty: 'null', null: 'absent', words: { a: 'A', b: 'X', c: 'D' } });
  expect(read({ missing: 1 }, [['a', 'a']], { missing: 2 })).toEqual({ missing: 1 });
  expect(read({ null: 'absent' }, [['a', 'a']], 'absent')).toBeUndefined();
});

test('a member that sends leave out is left out of readings, unless one has it', () => {
  expect([read('absent'), read('absent', [[unmet]]), read('absent', [['a']])]).toEqual(['absent', 'absent', undefined]);
});

test('what sends leave out that is not asked for stays so where readings leave it out and ours is always the same', () => {
  const form: MemberForm = { unasked: 'absent' };
  expect(
    read(
      form,
      [
        [undefined, 'a'],
        [undefined, 'a'],
      ],
      'absent',
    ),
  ).toEqual(form);
  expect(
    read(
      form,
      [
        [undefined, 'a'],
        [undefined, 'b'],
      ],
      'absent',
    ),
  ).toBeUndefined();
  expect(
    read(
      { empty: 'absent' },
      [
        [undefined, 'a'],
        [undefined, 'a'],
      ],
      'absent',
    ),
  ).toBeUndefined();
});

test('what another member decides is so where that is met, or where none of these says anything', () => {
  const around = (...ours: object[]) => ({ all: ours.map((own) => met({}, own)), around: undefined });
  const found = (form: MemberChanges, ours: object[], isMet = false) => {
    const paths = new Map([['/data', around(...ours)]]);
    if (isMet) paths.set('/data/x', { all: [met('b')], around: undefined });
    return asSent({ '/data/x': form }, { shown: {}, met: paths })['/data/x'];
  };
  const of: [MemberChanges, string[]][] = [
    [{ like: 'a' }, ['a']],
    [{ length: ['a', 'b'] }, ['a', 'b']],
    [{ nullWith: 'a', missing: 7 }, ['a']],
  ];
  for (const [form, names] of of) {
    expect(found(form, [{}, { a: null, b: null }]), names.join()).toEqual(form);
    for (const name of names) expect(found(form, [{}, { [name]: [] }]), name).toBeUndefined();
    expect(found(form, [{ a: 1, b: 1 }], true), names.join()).toEqual(form);
  }
});

test('what repeats the request, or depends on the situation, is so on reading where that shows it, or has none', () => {
  const [asked, list, byStatus]: MemberChanges[] = [
    { missing: null, where: { asked: 'a' } },
    { list: '/suppressed', items: { email: 'to' }, missing: [] },
    { missing: 1, where: { asked: 'a', sandbox: 2 } },
  ];
  for (const form of [asked, list] as MemberChanges[]) {
    expect(read(form, [[form.missing], ['b']])).toEqual(form);
    expect(read(form, [[form.missing], ['']])).toBeUndefined();
    expect(read(form, [[unmet]])).toBeUndefined();
    expect(read(form)).toEqual(form);
  }
  expect(read(byStatus as MemberChanges, [[1], [2]])).toBeUndefined();
  expect(read({ missing: 'no', where: { asked: 'a' } }, [['no'], ['no']])).toBeUndefined();
  expect(read(byStatus as MemberChanges)).toEqual(byStatus);
  expect(
    read(byStatus as MemberChanges, [
      [1, 1],
      [2, 2],
    ]),
  ).toEqual({ missing: 1 });
});

test('only what stands in the message itself is told as on sending', () => {
  expect(asSent({ '/suppressed/*/to': { address: 'object' } }, { shown: {}, met: new Map() })).toEqual({});
  expect(asSent(undefined, { shown: {}, met: new Map() })).toEqual({});
});
