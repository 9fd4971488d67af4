import type { Place } from '../source.ts';
import { canonical } from './accepts.ts';
import { compareLimit } from './compare-limits.ts';
import { below, type Delta, isNarrower, isWider } from './delta.ts';
import type { ArrayAlternative, Contains, Held } from './shape.ts';

interface Comparing {
  readonly conditions: Pick<Comparing, 'compare'>;
  compare(base: readonly Place[], revision: readonly Place[]): Delta[];
}

/** Compares lists: counts, items, what they have to contain. */
export function compareArrays(comparing: Comparing, base: ArrayAlternative, revision: ArrayAlternative): Delta[] {
  const places = { at: revision.at, baseAt: base.at };
  const looser = (tight: ArrayAlternative) => ({ alternative: tight });
  const deltas = [
    ...compareLimit(
      { name: 'min-items', keyword: 'minItems', tightens: 'up' },
      base.min,
      revision.min,
      places,
      (tight) => looser({ ...(isLower(base, revision) ? base : revision), max: { value: tight - 1, at: '' } }),
    ),
    ...compareLimit(
      { name: 'max-items', keyword: 'maxItems', tightens: 'down' },
      base.max,
      revision.max,
      places,
      (tight) => looser({ ...(isHigher(base, revision) ? base : revision), min: { value: tight + 1, at: '' } }),
    ),
  ];
  if (!base.unique !== !revision.unique) {
    deltas.push({
      rule: revision.unique ? 'unique-items-added' : 'unique-items-removed',
      effect: revision.unique ? 'narrower' : 'wider',
      at: revision.unique?.at ?? `${revision.at}/uniqueItems`,
      baseAt: base.unique?.at ?? base.at,
      path: [],
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

function isLower(base: ArrayAlternative, revision: ArrayAlternative): boolean {
  return (base.min?.value ?? 0) < (revision.min?.value ?? 0);
}

function isHigher(base: ArrayAlternative, revision: ArrayAlternative): boolean {
  return (base.max?.value ?? Number.POSITIVE_INFINITY) > (revision.max?.value ?? Number.POSITIVE_INFINITY);
}

/** What a list contains is compared one by one, in order. */
function contents(comparing: Comparing, base: ArrayAlternative, revision: ArrayAlternative): Delta[] {
  const length = Math.max(base.contains.length, revision.contains.length);
  return Array.from({ length }).flatMap((_, index) => {
    const [before, now] = [base.contains[index], revision.contains[index]];
    const effect = changeOf(comparing, before, now);
    if (!effect) return [];
    const at = now?.at ?? `${revision.at}/contains`;
    return [{ rule: 'contains-changed', effect, at, baseAt: before?.at ?? base.at, path: [] }];
  });
}

function changeOf(comparing: Comparing, before: Held<Contains> | undefined, now: Held<Contains> | undefined) {
  if (!before) return 'narrower';
  if (!now) return 'wider';
  const [b, r] = [before.value, now.value];
  const deltas = comparing.conditions.compare(b.schema, r.schema);
  if (canonical([b.min, b.max]) === canonical([r.min, r.max]) && deltas.length === 0) return undefined;
  const narrower = deltas.some(isNarrower) || r.min > b.min || r.max < b.max;
  const wider = deltas.some(isWider) || r.min < b.min || r.max > b.max;
  if (narrower && wider) return 'both';
  return narrower ? 'narrower' : wider ? 'wider' : undefined;
}
