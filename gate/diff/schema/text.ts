import type { Located } from '../source.ts';
import type { Comparison } from './compare.ts';
import { breaks, type Delta } from './delta.ts';
import { type Alternative, isUnlimited } from './shape.ts';

/**
 * The differences of a value that is sent as text, without a type: any text may be a string, and one value is a list of one item. When
 * the service still understands everything that clients send, a changed type matters to generated clients only.
 */
export function asText(
  comparison: Comparison,
  base: readonly Located[],
  revision: readonly Located[],
  deltas: readonly Delta[],
  isList: boolean,
): readonly Delta[] {
  const change = deltas.find(({ rule, path }) => ['type-changed', 'type-narrowed'].includes(rule) && path.length === 0);
  if (!change) return deltas;
  const sent = comparison.base.shapeOf(base).alternatives;
  const taken = comparison.revision.shapeOf(revision).alternatives;
  const isAnyText = taken.some((one) => one.type === 'string' && isUnlimited(one));
  const isUnderstood = isAnyText || (isList && taken.some((one) => takesItem(comparison, one, base)));
  if (!sent.every(isScalar) || !isUnderstood) return deltas;
  const notes = deltas.filter(({ rule }) => rule === 'deprecated' || rule === 'default-changed');
  return [{ ...change, rule: 'text-type-changed' }, ...notes];
}

function takesItem(comparison: Comparison, list: Alternative, base: readonly Located[]): boolean {
  const { type, min, max, unjudged, items } = list;
  if (type !== 'array' || (min?.value.limit ?? 0) > 1 || (max?.value.limit ?? 1) < 1 || unjudged.length > 0)
    return false;
  return !comparison.compare(base, items).some((delta) => breaks(delta, 'request'));
}

function isScalar({ type }: Alternative): boolean {
  return type !== 'array' && type !== 'object' && type !== 'null';
}
