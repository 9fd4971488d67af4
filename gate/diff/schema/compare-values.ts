import { append } from '@hyperjump/json-pointer';
import { accepts } from './accepts.ts';
import type { Delta } from './delta.ts';
import type { AnyAlternative, Held } from './shape.ts';

/** A short range of integers lists its values, too. */
function listed(alternative: AnyAlternative): AnyAlternative {
  if (alternative.values || alternative.type !== 'number') return alternative;
  const { integer, min, max } = alternative;
  const count = (max?.value.limit ?? Number.POSITIVE_INFINITY) - (min?.value.limit ?? Number.NEGATIVE_INFINITY) + 1;
  if (!integer || !min || !max || count > longestRange) return alternative;
  const range = Array.from({ length: count }, (_, index) => min.value.limit + index);
  const values = range.filter((value) => accepts(alternative, value)).map((value) => ({ value, at: min.at }));
  return { ...alternative, values };
}

const longestRange = 64;

/** Compares alternatives of which at least one lists its values. */
export function compareValues(one: AnyAlternative, other: AnyAlternative): Delta[] {
  const [base, revision] = [listed(one), listed(other)];
  const places = { at: listAt(revision), baseAt: listAt(base), path: [] };
  const lost = (base.values ?? []).filter(({ value }) => !accepts(revision, value));
  const come = (revision.values ?? []).filter(({ value }) => !accepts(base, value));
  const deltas: Delta[] = [
    ...lost.map((held): Delta => {
      // A value that is no longer listed stands in the list by its own name.
      const at = append(String(held.value), listAt(revision.values ? revision : base));
      const witness = { values: [held.value] };
      const words = { from: text(held), witness };
      return { ...places, rule: 'enum-value-removed', width: 'narrower', at, baseAt: held.at, ...words };
    }),
    ...come.map((held): Delta => {
      const witness = { values: [held.value] };
      return { ...places, rule: 'enum-value-added', width: 'wider', at: held.at, to: text(held), witness };
    }),
  ];
  if (!base.values) {
    const witness = { alternative: base };
    deltas.push({ ...places, rule: 'enum-added', width: 'narrower', to: texts(revision), witness });
  }
  if (!revision.values) {
    const witness = { alternative: revision };
    deltas.push({ ...places, rule: 'enum-dropped', width: 'wider', from: texts(base), witness });
  }
  return deltas;
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
