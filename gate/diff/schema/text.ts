import type { Comparison } from './compare.ts';
import { breaks, type Delta } from './delta.ts';
import { type Alternative, isUnlimited, type Parts } from './shape.ts';

/**
 * The differences of a value that is sent as text, without a type: any text may be a string, and one value is a list of one item. When
 * the service still understands everything that clients send, a changed type matters to generated clients only.
 */
export function asText(
  comparison: Comparison,
  base: Parts,
  revision: Parts,
  deltas: readonly Delta[],
  isList: boolean,
): readonly Delta[] {
  const change = deltas.find(({ rule, path }) => ['type-changed', 'type-narrowed'].includes(rule) && path.length === 0);
  if (!change) return deltas;
  const sent = comparison.base.shapeOf(base).alternatives;
  const taken = comparison.revision.shapeOf(revision).alternatives;
  const takesText = taken.some((one) => one.type === 'string' && isUnlimited(one));
  const takesItem = (one: Alternative) =>
    one.type === 'array' &&
    isUnlimited({ ...one, items: [] }) &&
    !comparison.compare(base, one.items).some((delta) => breaks(delta, 'request'));
  const isScalar = ({ type }: Alternative) => ['boolean', 'number', 'string'].includes(type);
  if (!sent.every(isScalar) || !(takesText || (isList && taken.some(takesItem)))) return deltas;
  const notes = deltas.filter(({ rule }) => rule === 'deprecated' || rule === 'default-changed');
  return [{ ...change, rule: 'text-type-changed' }, ...notes];
}
