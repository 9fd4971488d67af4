import type { Place } from '../source.ts';
import { type Delta, type Effect, isNarrower, isWider } from './delta.ts';
import type { AnyAlternative, Condition } from './shape.ts';

interface Comparing {
  compare(base: readonly Place[], revision: readonly Place[]): Delta[];
}

/** Compares conditions: those that are alike go in pairs, the others came or went. */
export function compareConditions(comparing: Comparing, base: AnyAlternative, revision: AnyAlternative): Delta[] {
  const free = [...revision.conditions];
  const deltas: Delta[] = [];
  for (const before of pairedLast(comparing, base.conditions, revision.conditions)) {
    const equal = free.findIndex((now) => isEqual(comparing, before, now));
    const index = equal >= 0 ? equal : free.findIndex(({ keyword }) => keyword === before.keyword);
    const now = free[index];
    if (now) free.splice(index, 1);
    deltas.push(...(now ? pair(comparing, before, now) : alone(before, 'wider', revision.at, before.at)));
  }
  return [...deltas, ...free.flatMap((now) => alone(now, 'narrower', now.at, base.at))];
}

/** Those that have an equal partner first, so that nobody else takes it. */
function pairedLast(comparing: Comparing, base: readonly Condition[], revision: readonly Condition[]): Condition[] {
  const hasEqual = (one: Condition) => revision.some((other) => isEqual(comparing, one, other));
  return [...base].sort((a, b) => Number(hasEqual(b)) - Number(hasEqual(a)));
}

function isEqual(comparing: Comparing, before: Condition, now: Condition): boolean {
  return before.keyword === now.keyword && pair(comparing, before, now).length === 0;
}

function alone(condition: Condition, effect: Effect, at: string, baseAt: string): Delta[] {
  const rule = `${condition.keyword === 'if' ? 'condition' : condition.keyword}-${effect === 'wider' ? 'removed' : 'added'}`;
  return [{ rule, effect, at, baseAt, path: [] }];
}

function pair(comparing: Comparing, before: Condition, now: Condition): Delta[] {
  const places = { at: now.at, baseAt: before.at, path: [] };
  const inner = (index: number) => comparing.compare(before.schemas[index] ?? [], now.schemas[index] ?? []);
  if (before.keyword === 'not') {
    const effect = flipped(effectOf(inner(0)));
    return effect === 'none' ? [] : [{ ...places, rule: 'not-changed', effect }];
  }
  if (before.keyword === 'if') {
    if (effectOf(inner(0)) !== 'none') return [{ ...places, rule: 'condition-changed', effect: 'both' }];
    return [...inner(1), ...inner(2)];
  }
  const narrower = before.schemas.some(
    (one) => !now.schemas.some((other) => !comparing.compare(one, other).some(isNarrower)),
  );
  const wider = now.schemas.some(
    (one) => !before.schemas.some((other) => !comparing.compare(other, one).some(isWider)),
  );
  const effect = both(narrower, wider);
  return effect === 'none' ? [] : [{ ...places, rule: 'union-changed', effect }];
}

function effectOf(deltas: readonly Delta[]): Effect {
  return both(deltas.some(isNarrower), deltas.some(isWider));
}

function both(narrower: boolean, wider: boolean): Effect {
  if (narrower && wider) return 'both';
  return narrower ? 'narrower' : wider ? 'wider' : 'none';
}

function flipped(effect: Effect): Effect {
  if (effect === 'narrower') return 'wider';
  return effect === 'wider' ? 'narrower' : effect;
}
