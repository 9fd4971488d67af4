import { expect, test } from 'vitest';
import type { MemberChanges } from '../../../spec/deployment/deployment.ts';
import type { Met } from '../asked/compared-members.ts';
import { absentForm, knownForm, missingItem } from './known-member.ts';
import { met } from './testing.ts';

const [small, capital] = ['0f6a3c1e-5b7d-4a9f-8e21-3c4d5e6f7081', '1A7B4D2F-6C8E-4BB0-9F32-4D5E6F708192'];
const at = (end: string) => `2026-01-02T03:04:05${end}`;
const asked = (theirs: unknown, ours: unknown, x?: unknown) => met(theirs, ours, { asked: { x } });

/** Members by the forms in which they are told; those of items that are other ones at ours are `items`. */
const told: [what: string, all: Met[], form: MemberChanges | undefined, items?: MemberChanges][] = [
  ['nothing is told otherwise', [met('a', 'b'), met(1, 2)], undefined],
  ['null is mostly left out', [met(undefined, null), met(undefined, null), met(null, null)], { null: 'absent' }],
  ['null is now left out, now not', [met(undefined, null), met(null, null)], undefined],
  ['null is an empty text, empty lists are null', [met('', null), met(null, [])], { null: 'empty', empty: 'null' }],
  [
    'null is an empty list, and an empty text left out',
    [met([], null), met(undefined, '')],
    { null: 'empty', empty: 'absent' },
  ],
  [
    'what is empty is left out where it was not asked for',
    [...[asked(undefined, []), asked(undefined, []), asked([], [], []), asked({}, [], [])]],
    { empty: 'unasked' },
  ],
  [
    'what is empty is left out but for one that was asked for',
    [...[asked(undefined, []), asked(undefined, []), asked([], [], [])]],
    { empty: 'absent' },
  ],
  [
    'what is empty is null where it was not asked for',
    [...[asked(null, []), asked(null, []), asked(null, []), asked([], [], []), asked([], [], [])]],
    { empty: 'null' },
  ],
  [
    'what was not asked for is left out',
    [
      ...[
        asked(undefined, 'a'),
        asked(undefined, 'a', ''),
        asked('b', 'b', 'b'),
        asked(null, 'b', 'b'),
        asked(undefined, null, 'c'),
      ],
    ],
    { unasked: 'absent', null: 'absent' },
  ],
  [
    'what was asked for is left out once',
    [...[asked(undefined, 'a'), asked(undefined, 'a', 'a'), asked('b', 'b', 'b'), asked('b', 'b', 'b')]],
    undefined,
  ],
  [
    'what was not asked for is shown once',
    [...[asked(undefined, 'a'), asked(undefined, 'a'), asked('b', 'b', 'b'), asked('b', 'b', 'b'), asked('b', 'b')]],
    undefined,
  ],
  ['ids of either side are in small letters', [met(small, capital)], { case: 'lower' }],
  [
    'a text is in small letters, and an id that is its own',
    [met('ähnlich', 'ÄHNLICH'), met('x', capital)],
    { case: 'lower' },
  ],
  [
    'addresses are in small letters as texts and in objects',
    [...[met({ email: 'Grace@example.com' }, { email: 'Grace@Example.com' }), met('Bo@b.co', { email: 'Bo@b.co' })]],
    { address: 'text', case: 'domain' },
  ],
  [
    'capitals are kept but for those of a domain, once',
    [met('Bo@b.co', 'Bo@B.co'), met('Bo@B.co', 'Bo@B.co')],
    undefined,
  ],
  ['recipients are texts', [met('a@b.co', { to: 'a@b.co' })], { address: 'text' }],
  [
    'a time is as it was sent, twice',
    [
      ...[
        met(at('+02:00'), at('.678Z'), { asked: { t: at('+02:00') } }),
        met(at('Z'), at('.678Z'), { asked: { t: at('Z') } }),
      ],
    ],
    { time: 'sent' },
  ],
  ['a time is as it was sent, once', [met(at('Z'), at('.678Z'), { asked: { t: at('Z') } })], { time: 'Z' }],
  ['times end otherwise, but for one of ours', [met(at('Z'), at('.678Z')), met(at('Z'), at('Z'))], { time: 'Z' }],
  [
    'times mostly end otherwise',
    [...[1, 2].map(() => met(at('Z'), at('.678Z'))), met(at('+02:00'), at('.678Z'))],
    { time: 'Z' },
  ],
  [
    'what was not asked for is left out once',
    [asked(undefined, 'a'), asked('b', 'b', 'b'), asked('b', 'b', 'b')],
    undefined,
  ],
  ['what was asked for is shown once', [asked(undefined, 'a'), asked(undefined, 'a'), asked('b', 'b', 'b')], undefined],
  ['a time where ours has none', [met(at('Z'), 'soon')], undefined],
  [
    'some have nothing that all of ours have',
    [met(undefined, 'a'), met(null, 'b'), met('c', 'c')],
    undefined,
    { some: 'absent' },
  ],
  ['some are null that are none of ours', [met(null, 'b'), met('c', 'c')], undefined, { some: 'null' }],
  ['some have nothing, as one of ours', [met(null, 'b'), met(undefined, null)], { null: 'absent' }, { null: 'absent' }],
];
for (const [what, all, form, items] of told)
  test(`a member of the contract is settled by how it is told: ${what}`, () => {
    const path = { all, around: undefined };
    expect(knownForm(path, { name: 'x' })).toEqual(form && { form });
    if (items) expect(knownForm(path, { name: 'x', isVaried: true })).toEqual({ form: items });
  });

test('only a member that has words of its own stands for ours by them, which are letters, dashes and lines', () => {
  const words = (...all: [string, string][]) => {
    const path = { all: all.map(([theirs, ours]) => met(theirs, ours)), around: undefined };
    expect(knownForm(path, { name: 'x' })).toBeUndefined();
    return knownForm(path, { name: 'x', isEnum: true });
  };
  const long = `${'a'.repeat(30)}b`;
  expect(words(['Not-sent', 'failed'], ['in_queue', 'queued'], [long, 'sent'])).toEqual({
    form: { words: { failed: 'Not-sent', queued: 'in_queue', sent: long } },
  });
  expect(words(['a', 'failed'], [`${long}c`, 'sent'], ['no mail', 'queued'], ['4xx', 'sandbox'])).toBeUndefined();
});

test('of a list that has other items what stands for what one of ours lacks is there in all of theirs', () => {
  const around = (count: number) => ({ all: Array.from({ length: count }, () => met({}, {})), around: undefined });
  const missing = (count: number, ...all: Met[]) => missingItem({ all, around: around(count) })?.value;
  expect(missing(3, met('a', 'b'), met('c'), met('c', 'd'))).toBe('c');
  expect(missing(3, met('a', 'b'), met('c'), met(null, 'd'))).toBeNull();
  expect(missing(4, met('a', 'b'), met('c'), met('c', 'd'))).toBeUndefined();
  expect(missing(2, met('a', 'b'), met('c', 'd'))).toBeUndefined();
});

test('a member that is never there is left out, or only where ours is null or has nothing in it', () => {
  const of = (...ours: unknown[]) => absentForm(ours.map((own) => met(undefined, own)));
  expect([of(null, null), of([], '', {}), of(null, []), of([], 'a')]).toEqual([
    ...[{ null: 'absent' }, { empty: 'absent' }, 'absent', 'absent'],
  ]);
});
