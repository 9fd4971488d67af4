import { append } from '@hyperjump/json-pointer';
import { accepts } from './accepts.ts';
import type { Delta } from './delta.ts';
import type { AnyAlternative, Held } from './shape.ts';

/** Compares alternatives of which at least one lists its values. */
export function compareValues(base: AnyAlternative, revision: AnyAlternative): Delta[] {
  return compareListed(listed(base), listed(revision));
}

/** A short range of integers lists its values, too. */
function listed(alternative: AnyAlternative): AnyAlternative {
  if (alternative.values || alternative.type !== 'number') return alternative;
  const { integer, min, max } = alternative;
  const count = (max?.value.limit ?? Number.POSITIVE_INFINITY) - (min?.value.limit ?? Number.NEGATIVE_INFINITY) + 1;
  if (!integer || !min || !max || count > longestRange) return alternative;
  const range = Array.from({ length: Math.max(count, 0) }, (_, index) => min.value.limit + index);
  const values = range.filter((value) => accepts(alternative, value)).map((value) => ({ value, at: min.at }));
  return { ...alternative, values };
}

const longestRange = 64;

function compareListed(base: AnyAlternative, revision: AnyAlternative): Delta[] {
  const deltas: Delta[] = [];
  const lost = (base.values ?? []).filter(({ value }) => !accepts(revision, value));
  const come = (revision.values ?? []).filter(({ value }) => !accepts(base, value));
  for (const held of lost) {
    const at = placeAmong(revision, held, base);
    const witness = { values: [held.value] };
    deltas.push({
      rule: 'enum-value-removed',
      effect: 'narrower',
      at,
      baseAt: held.at,
      path: [],
      from: text(held),
      witness,
    });
  }
  for (const held of come) {
    const witness = { values: [held.value] };
    const rule = 'enum-value-added';
    deltas.push({ rule, effect: 'wider', at: held.at, baseAt: listAt(base), path: [], to: text(held), witness });
  }
  const places = { at: listAt(revision), baseAt: listAt(base), path: [] };
  if (!base.values) {
    deltas.push({
      ...places,
      rule: 'enum-added',
      effect: 'narrower',
      to: texts(revision),
      witness: { alternative: base },
    });
  }
  if (!revision.values) {
    const witness = { alternative: revision };
    deltas.push({ ...places, rule: 'enum-dropped', effect: 'wider', from: texts(base), witness });
  }
  return deltas;
}

/** Where a value stands that is no longer listed: in the list by its own name. */
function placeAmong(revision: AnyAlternative, held: Held, base: AnyAlternative): string {
  return append(String(held.value), listAt(revision.values ? revision : base));
}

function listAt({ values, at }: AnyAlternative): string {
  return values?.[0]?.at.replace(/\/enum\/\d+$/, '/enum') ?? at;
}

function text({ value }: Held): string {
  return JSON.stringify(value);
}

function texts({ values }: AnyAlternative): string {
  return (values ?? []).map(text).join(', ');
}
