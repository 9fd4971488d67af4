import type { MessagePart } from '../diff.ts';
import { accepts } from '../schema/accepts.ts';
import type { Comparison } from '../schema/compare.ts';
import { isNarrower, type Step } from '../schema/delta.ts';
import { memberOf } from '../schema/intersect.ts';
import type { AnyAlternative, ArrayAlternative, StringAlternative } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import type { Located } from '../source.ts';

/**
 * Whether all that clients send at a place is understood although its type changed, because it is written without types: a number as
 * a text, one value as a list of one. So are the members of an object, but no further: what they hold is written as JSON, if at all.
 */
export function isWrittenAlike(comparison: Comparison, part: MessagePart, path: readonly Step[]): boolean {
  const { text, base, revision } = part;
  if (!text || part.flow !== 'request') return false;
  const [member, ...within] = path.filter((step) => 'member' in step);
  if (within.length > 0 || (member === undefined ? text === 'members' : path[0] !== member)) return false;
  const [before, now] = [at(comparison.base, base, path), at(comparison.revision, revision, path)];
  return before !== undefined && now !== undefined && isUnderstood(comparison, part, before, now);
}

/** The schema at a place, where one leads there. */
function at(shaper: Shaper, parts: readonly Located[], path: readonly Step[]): readonly Located[] | undefined {
  return path.reduce<readonly Located[] | undefined>((found, step) => {
    const [only, ...others] = found ? shaper.shapeOf(found).alternatives.filter(({ type }) => type !== 'null') : [];
    if (!only || others.length > 0) return undefined;
    if ('member' in step && only.type === 'object') return memberOf(only, step.member);
    return 'item' in step && only.type === 'array' ? (only.prefix[step.item] ?? only.items) : undefined;
  }, parts);
}

function isUnderstood(
  comparison: Comparison,
  part: MessagePart,
  before: readonly Located[],
  now: readonly Located[],
): boolean {
  const takes = (other: AnyAlternative, one: AnyAlternative): boolean => {
    if (other.type === 'string') return takesText(other, one);
    if (other.type !== 'array' || !part.lists || !takesOne(other)) return false;
    const isWithin = !comparison.compare(before, other.items).some(isNarrower);
    return isWithin || isUnderstood(comparison, part, before, other.items);
  };
  const { alternatives } = comparison.revision.shapeOf(now);
  return comparison.base
    .shapeOf(before)
    .alternatives.every(
      (one) => isScalar(one) && alternatives.some((other) => isLike(other, one) || takes(other, one)),
    );
}

function isScalar({ type }: AnyAlternative): boolean {
  return type !== 'array' && type !== 'object';
}

/** Of the same type; what else is asked of it now is a change of its own. A fraction is no integer, however it is written. */
function isLike(other: AnyAlternative, one: AnyAlternative): boolean {
  if (other.type === 'number' && one.type === 'number') return one.integer || !other.integer;
  return other.type === one.type;
}

/** Whether a text may be whatever a value is written as. */
function takesText(text: StringAlternative, one: AnyAlternative): boolean {
  if (text.formats.length > 0) return false;
  // There is no agreed way to write null.
  if (one.type === 'null') return ['', 'null'].every((written) => accepts(text, written));
  const values = one.values?.map(({ value }) => value) ?? (one.type === 'boolean' ? [true, false] : undefined);
  if (values) return values.every((value) => accepts(text, String(value)));
  return text.values === undefined && text.patterns.length === 0 && !text.max && (text.min?.value ?? 0) <= 1;
}

function takesOne({ min, prefix, contains }: ArrayAlternative): boolean {
  return (min?.value ?? 0) <= 1 && prefix.length === 0 && contains.length === 0;
}
