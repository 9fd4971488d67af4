import { expect, test } from 'vitest';
import { loadRegister } from '../../spec/register.ts';
import { faults } from './index.ts';
import { kindOf, roundsOf, selectFaults } from './selection.ts';

const fast = selectFaults({ rule: [], fast: true });

test('the fast matrix breaks every rule that the whole one breaks, once in each respect', () => {
  const respects = (some: readonly (typeof faults)[number][]) => some.map((one) => `${one.rule} ${kindOf(one)}`);
  expect(respects(fast).sort()).toEqual([...new Set(respects(faults))].sort());
});

test('every rule that a server can break has a fault', () => {
  const broken = new Set(faults.map(({ rule }) => rule));
  const breakable = [...loadRegister().values()].filter(
    ({ level, observe, retired }) => !retired && level !== 'MAY' && observe !== 'nobody',
  );
  expect(breakable.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test('the fast matrix has statuses, codes, titles, headers and bodies that are wrong', () => {
  const tally = (kind: string) => fast.filter((one) => kindOf(one) === kind).length;
  expect(tally('status')).toBeGreaterThan(40);
  expect(tally('code')).toBeGreaterThan(25);
  expect(tally('title')).toBeGreaterThan(4);
  expect(tally('header')).toBeGreaterThan(10);
  expect(tally('body')).toBeGreaterThan(200);
});

test('the fast matrix has a few faults as at deployments, each behind one condition, unless conditions are chosen', () => {
  const all = { rule: [], full: false, fast: true };
  const told = (...chosen: Parameters<typeof roundsOf>) =>
    roundsOf(...chosen).map(({ behind, faults }) => [behind, faults.length]);
  const few = [
    ['7% broken', 10],
    ['replicas', 10],
  ];
  expect(
    new Set(
      roundsOf(all)
        .slice(1)
        .flatMap(({ faults }) => faults),
    ).size,
  ).toBe(20);
  expect(told(all)).toEqual([[undefined, fast.length], ...few]);
  expect(told(all, 'replicas')).toEqual([['replicas', fast.length]]);
  expect(told({ ...all, fast: false })).toEqual([[undefined, faults.length]]);
});

for (const [title, kind] of [
  ['an unknown parent is answered with 422', 'status'],
  ['a replay has the status 200', 'status'],
  ['the code of duplicates is another', 'code'],
  ['update: no JSON is answered with another code', 'code'],
  ['a foreign parent has another title', 'title'],
  ['replies lose headers', 'header'],
  ['a size of 1000 is taken for 100', 'body'],
] as const) {
  test(`what is wrong is the ${kind}: ${title}`, () => expect(kindOf({ title })).toBe(kind));
}
