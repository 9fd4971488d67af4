import { type Comparing, type Delta, endings, isNarrower, isWider, widthFrom, widthOf } from './delta.ts';
import type { AnyAlternative, Condition } from './shape.ts';

/** Compares conditions: those that are alike go in pairs, the others came or went. */
export function compareConditions(comparing: Comparing, base: AnyAlternative, revision: AnyAlternative): Delta[] {
  const free = [...revision.conditions];
  const take = (fits: (now: Condition) => boolean) => {
    const index = free.findIndex(fits);
    return index < 0 ? undefined : free.splice(index, 1)[0];
  };
  // Equal ones find each other first, so that nobody else takes them.
  const others = base.conditions.filter((before) => !take((now) => isEqual(comparing, before, now)));
  const deltas = others.flatMap((before) => {
    const now = take(({ keyword }) => keyword === before.keyword);
    return now ? pair(comparing, before, now) : alone(before, 'wider', revision.at, before.at);
  });
  return [...deltas, ...free.flatMap((now) => alone(now, 'narrower', now.at, base.at))];
}

function isEqual(comparing: Comparing, before: Condition, now: Condition): boolean {
  return before.keyword === now.keyword && pair(comparing, before, now).length === 0;
}

const rules = {
  not: { narrower: 'not-added', wider: 'not-removed' },
  if: { narrower: 'condition-added', wider: 'condition-removed' },
  anyOf: { narrower: 'union-added', wider: 'union-removed' },
  oneOf: { narrower: 'union-added', wider: 'union-removed' },
} as const;

function alone({ keyword }: Condition, width: 'narrower' | 'wider', at: string, baseAt: string): Delta[] {
  return [{ rule: rules[keyword][width], width, at, baseAt, path: [] }];
}

function pair(comparing: Comparing, before: Condition, now: Condition): Delta[] {
  const places = { at: now.at, baseAt: before.at, path: [] };
  const inner = (index: number) => comparing.compare(before.schemas[index] ?? [], now.schemas[index] ?? []);
  if (before.keyword === 'not') {
    // What is excluded less is allowed more.
    const width = widthFrom(inner(0).some(isWider), inner(0).some(isNarrower));
    return width === 'none' ? [] : [{ ...places, rule: `not-${endings[width]}`, width }];
  }
  if (before.keyword === 'if') {
    if (widthOf(inner(0)) !== 'none') return [{ ...places, rule: 'condition-changed', width: 'both' }];
    return [...inner(1), ...inner(2)];
  }
  const narrower = before.schemas.some(
    (one) => !now.schemas.some((other) => !comparing.compare(one, other).some(isNarrower)),
  );
  const wider = now.schemas.some(
    (one) => !before.schemas.some((other) => !comparing.compare(other, one).some(isWider)),
  );
  const width = widthFrom(narrower, wider);
  return width === 'none' ? [] : [{ ...places, rule: `union-${endings[width]}`, width }];
}
