import { isMultiple } from './accepts.ts';
import { compareFormats } from './compare-formats.ts';
import { type Delta, endings, placesOf } from './delta.ts';
import type { Bound, NumberAlternative } from './shape.ts';

/** Compares numbers: integers or fractions, bounds, steps, formats. */
export function compareNumbers(base: NumberAlternative, revision: NumberAlternative): Delta[] {
  return [
    ...integers(base, revision),
    ...bounds(base, revision, 'min', 1),
    ...bounds(base, revision, 'max', -1),
    ...steps(base, revision),
    ...compareFormats(base, revision),
  ];
}

function integers(base: NumberAlternative, revision: NumberAlternative): Delta[] {
  if (base.integer === revision.integer) return [];
  const places = { at: `${revision.at}/type`, baseAt: `${base.at}/type`, path: [] };
  const [from, to] = base.integer ? ['integer', 'fraction'] : ['fraction', 'integer'];
  const looser = base.integer ? revision : base;
  const { limit = 0 } = looser.min?.value ?? {};
  const witness = { values: [limit + 0.5, limit + 0.1, 0.5, (looser.max?.value.limit ?? 1) - 0.5] };
  const rule = base.integer ? 'type-widened' : 'type-narrowed';
  return [{ ...places, rule, width: base.integer ? 'wider' : 'narrower', from, to, witness }];
}

function bounds(base: NumberAlternative, revision: NumberAlternative, side: 'min' | 'max', sign: 1 | -1): Delta[] {
  const [before, now] = [base[side], revision[side]];
  const b = before?.value ?? (now && impliedBound(base, sign));
  const r = now?.value ?? (before && impliedBound(revision, sign));
  if (b?.limit === r?.limit && b?.exclusive === r?.exclusive) return [];
  const rank = (bound: Bound | undefined) => (bound ? bound.limit * sign : Number.NEGATIVE_INFINITY);
  const isTighter = rank(r) === rank(b) ? r?.exclusive === true : rank(r) > rank(b);
  const width = isTighter ? 'narrower' : 'wider';
  const tight = (isTighter ? r : b) as Bound;
  const loose = isTighter ? b : r;
  const values = [
    loose && !loose.exclusive ? loose.limit : tight.limit - sign,
    tight.exclusive ? tight.limit : tight.limit - sign,
    tight.limit - sign * 0.5,
  ];
  const name = `${side}imum` as const;
  const places = placesOf(base, revision, before, now, name);
  const words = { from: written(b, sign), to: written(r, sign) };
  return [{ ...places, rule: `${name}-${endings[width]}`, width, ...words, witness: { values } }];
}

/** What a format says already, where a bound of the other side is to be compared. */
function impliedBound({ formats }: NumberAlternative, sign: 1 | -1): Bound | undefined {
  if (!formats.some(({ value }) => value === 'int32')) return undefined;
  return { limit: sign === 1 ? -(2 ** 31) : 2 ** 31 - 1, exclusive: false };
}

function written(bound: Bound | undefined, sign: 1 | -1): string {
  if (!bound) return 'none';
  const sense = sign === 1 ? '>' : '<';
  return `${sense}${bound.exclusive ? '' : '='} ${bound.limit}`;
}

function steps(base: NumberAlternative, revision: NumberAlternative): Delta[] {
  const keepsTo = (one: NumberAlternative, { multiples }: NumberAlternative) => {
    const step = commonStep(one);
    return multiples.every(({ value }) => step !== undefined && isMultiple(step, value));
  };
  const isSubset = keepsTo(base, revision);
  const isSuperset = keepsTo(revision, base);
  if (isSubset && isSuperset) return [];
  const text = ({ multiples }: NumberAlternative) => multiples.map(({ value }) => value).join(' and ') || 'none';
  const width = isSubset ? 'wider' : isSuperset ? 'narrower' : 'both';
  const places = placesOf(base, revision, base.multiples[0], revision.multiples[0], 'multipleOf');
  const witness = { alternative: width === 'wider' ? revision : base };
  return [{ ...places, rule: `multiple-${endings[width]}`, width, from: text(base), to: text(revision), witness }];
}

/** The step of numbers that keep to all of their steps, which is 1 of integers that have none. */
function commonStep({ integer, multiples }: NumberAlternative): number | undefined {
  const all = [...(integer ? [1] : []), ...multiples.map(({ value }) => value)].filter((step) => step > 0);
  return all.length === 0 ? undefined : all.reduce((one, other) => (one / greatestDivisor(one, other)) * other);
}

/** The greatest number that both are multiples of. */
function greatestDivisor(one: number, other: number): number {
  return isMultiple(one, other) ? other : greatestDivisor(other, one % other);
}
