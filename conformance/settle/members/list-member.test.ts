import { expect, test } from 'vitest';
import { listForm } from './list-member.ts';
import { met } from './testing.ts';

/** The form of a list that has these entries beside our suppressed recipients, each pair in an answer of its own. */
const formOf = (...answers: [theirs: unknown, suppressed: unknown][]) =>
  listForm(answers.map(([theirs, suppressed]) => met(theirs, undefined, { whole: { data: {}, suppressed } })));

const one = (theirs: object, own: object): [theirs: unknown, suppressed: unknown] => [
  [theirs],
  [{ to: 'x@b.co', ...own }],
];

test('a list has the names of our suppressed recipients that say the same everywhere, and words for others', () => {
  const found = formOf(
    one(
      { id: 1, who: 'a@b.co', reason: 'bounced', area: 'account', n: 1 },
      { scope: 'account', reason: 'hard_bounce', count: 1 },
    ),
    one(
      { id: 2, who: 'b@b.co', reason: 'invalid', area: 'global', n: 2 },
      { scope: 'global', reason: 'invalid', count: 2 },
    ),
    one(
      { id: 1, who: 'c@b.co', reason: 'bounced', area: 'account', n: 3 },
      { scope: 'account', reason: 'hard_bounce', count: 3 },
    ),
  );
  expect(found).toEqual({
    list: '/suppressed',
    items: { who: 'to', reason: 'reason', area: 'scope', n: 'count' },
    words: { hard_bounce: 'bounced' },
  });
});

test('a member that says the same as two of ours is told by the one of its name, before or after the other', () => {
  for (const name of ['a', 'c']) {
    const own = { a: true, b: true, c: true };
    expect(formOf(one({ e: '@', [name]: true }, own), one({ e: '@', [name]: true }, own))?.items).toEqual({
      e: 'to',
      [name]: name,
    });
  }
});

test('a list that is of another length, has no addresses, or was seen in one answer is not made of ours', () => {
  const entry = one({ email: 'a@b.co' }, {});
  const [[theirs], [own]] = entry as [object[], object[]];
  expect(formOf(entry, entry)).toEqual({ list: '/suppressed', items: { email: 'to' } });
  expect(formOf(entry, entry, [[theirs, theirs], [own]], [[], [own]], [undefined, undefined])).toEqual(
    formOf(entry, entry),
  );
  expect(formOf(entry, [[theirs, theirs], [own]])).toBeUndefined();
  expect(formOf(entry, [[theirs], [own, own]])).toBeUndefined();
  expect(formOf(entry, [[null], [own]])).toBeUndefined();
  expect(formOf(entry, [['a@b.co'], [own]])).toBeUndefined();
  expect(
    formOf([
      [theirs, theirs],
      [own, own],
    ]),
  ).toBeUndefined();
  expect(formOf(entry, one({ email: 'nobody' }, {}))).toBeUndefined();
  expect(formOf(one({ scope: 'a' }, { scope: 'a' }), one({ scope: 'b' }, { scope: 'b' }))).toBeUndefined();
});
