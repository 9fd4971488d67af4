import { compareSizes } from './compare-limits.ts';
import {
  below,
  type Comparing,
  type Delta,
  endings,
  isNarrower,
  isWider,
  placesOf,
  type Width,
  widthFrom,
} from './delta.ts';
import type { ArrayAlternative, Contains, Held } from './shape.ts';

/** Compares lists: counts, items, what they have to contain. */
export function compareArrays(comparing: Comparing, base: ArrayAlternative, revision: ArrayAlternative): Delta[] {
  const deltas = compareSizes(base, revision, 'items');
  if (!base.unique !== !revision.unique) {
    deltas.push({
      ...placesOf(base, revision, base.unique, revision.unique, 'uniqueItems'),
      rule: revision.unique ? 'unique-items-added' : 'unique-items-removed',
      width: revision.unique ? 'narrower' : 'wider',
      witness: { alternative: { ...(revision.unique ? base : revision), min: { value: 2, at: '' } } },
    });
  }
  const length = Math.max(base.prefix.length, revision.prefix.length);
  for (let index = 0; index < length; index++) {
    const item = comparing.compare(base.prefix[index] ?? base.items, revision.prefix[index] ?? revision.items);
    deltas.push(...below(item, { item: index }));
  }
  deltas.push(...below(comparing.compare(base.items, revision.items), { item: length }));
  return [...deltas, ...contents(comparing, base, revision)];
}

/** What a list contains is compared one by one, in order. */
function contents(comparing: Comparing, base: ArrayAlternative, revision: ArrayAlternative): Delta[] {
  const length = Math.max(base.contains.length, revision.contains.length);
  return Array.from({ length }).flatMap((_, index) => {
    const [before, now] = [base.contains[index], revision.contains[index]];
    const width = changeOf(comparing, before, now);
    if (width === 'none') return [];
    return [{ ...placesOf(base, revision, before, now, 'contains'), rule: `contains-${endings[width]}`, width }];
  });
}

function changeOf(comparing: Comparing, before: Held<Contains> | undefined, now: Held<Contains> | undefined): Width {
  if (!before) return 'narrower';
  if (!now) return 'wider';
  const [b, r] = [before.value, now.value];
  const deltas = comparing.conditions.compare(b.schema, r.schema);
  // Of a narrower kind fewer items are: too few for the least number, and no longer too many for the greatest one.
  const [fewer, more] = [deltas.some(isNarrower), deltas.some(isWider)];
  const isLimited = ({ max }: Contains) => max < Number.POSITIVE_INFINITY;
  const narrower = (fewer && r.min > 0) || (more && isLimited(r)) || r.min > b.min || r.max < b.max;
  const wider = (more && b.min > 0) || (fewer && isLimited(b)) || r.min < b.min || r.max > b.max;
  return widthFrom(narrower, wider);
}
