import { isMultiple } from './accepts.ts';
import { compareFormats } from './compare-formats.ts';
import type { Delta } from './delta.ts';
import type { Bound, Held, NumberAlternative } from './shape.ts';

/** Compares numbers: integers or fractions, bounds, steps, formats. */
export function compareNumbers(base: NumberAlternative, revision: NumberAlternative): Delta[] {
  return [
    ...integers(base, revision),
    ...bounds('minimum', base, revision, base.min, revision.min, 1),
    ...bounds('maximum', base, revision, base.max, revision.max, -1),
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
  return [{ ...places, rule, effect: base.integer ? 'wider' : 'narrower', from, to, witness }];
}

const limits = {
  minimum: { tightened: 'minimum-tightened', relaxed: 'minimum-relaxed' },
  maximum: { tightened: 'maximum-tightened', relaxed: 'maximum-relaxed' },
} as const;

function bounds(
  name: 'minimum' | 'maximum',
  base: NumberAlternative,
  revision: NumberAlternative,
  before: Held<Bound> | undefined,
  now: Held<Bound> | undefined,
  sign: 1 | -1,
): Delta[] {
  const [b, r] = [before?.value, now?.value];
  if (b?.limit === r?.limit && b?.exclusive === r?.exclusive) return [];
  const rank = (bound: Bound | undefined) => (bound ? bound.limit * sign : Number.NEGATIVE_INFINITY);
  const isTighter = rank(r) === rank(b) ? r?.exclusive === true : rank(r) > rank(b);
  const tight = (isTighter ? r : b) as Bound;
  const loose = isTighter ? b : r;
  const shown = [
    loose && !loose.exclusive ? loose.limit : tight.limit - sign,
    tight.exclusive ? tight.limit : tight.limit - sign,
    tight.limit - sign * 0.5,
  ];
  return [
    {
      rule: limits[name][isTighter ? 'tightened' : 'relaxed'],
      effect: isTighter ? 'narrower' : 'wider',
      at: now?.at ?? `${revision.at}/${name}`,
      baseAt: before?.at ?? base.at,
      path: [],
      from: written(b, sign),
      to: written(r, sign),
      witness: { values: shown },
    },
  ];
}

function written(bound: Bound | undefined, sign: 1 | -1): string {
  if (!bound) return 'none';
  const sense = sign === 1 ? '>' : '<';
  return `${sense}${bound.exclusive ? '' : '='} ${bound.limit}`;
}

function steps(base: NumberAlternative, revision: NumberAlternative): Delta[] {
  const covers = (one: readonly Held<number>[], other: readonly Held<number>[]) =>
    one.every(({ value }) => other.some((finer) => isMultiple(finer.value, value)));
  const isSubset = covers(revision.multiples, base.multiples);
  const isSuperset = covers(base.multiples, revision.multiples);
  if (isSubset && isSuperset) return [];
  const text = ({ multiples }: NumberAlternative) => multiples.map(({ value }) => value).join(' and ') || 'none';
  const effect = isSubset ? 'wider' : isSuperset ? 'narrower' : 'both';
  const rules = { wider: 'multiple-relaxed', narrower: 'multiple-tightened', both: 'multiple-changed' } as const;
  return [
    {
      rule: rules[effect],
      effect,
      at: revision.multiples[0]?.at ?? `${revision.at}/multipleOf`,
      baseAt: base.multiples[0]?.at ?? base.at,
      path: [],
      from: text(base),
      to: text(revision),
      witness: { alternative: effect === 'wider' ? revision : base },
    },
  ];
}
