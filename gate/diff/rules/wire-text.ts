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
  const sent = comparison.base.shapeOf(before).alternatives;
  const taken = comparison.revision.shapeOf(now).alternatives;
  // Of an item nothing else is told: it has to take all that is sent.
  const takesAsItem = ({ items }: ArrayAlternative) =>
    !comparison.compare(before, items).some(isNarrower) ||
    sent.every((one) => isTakenAsText(comparison.revision.shapeOf(items).alternatives, one));
  const isList = part.lists && taken.some((list) => list.type === 'array' && takesOne(list) && takesAsItem(list));
  return sent.every(
    (one) => isScalar(one) && (isList || taken.some((other) => isLike(other, one)) || isTakenAsText(taken, one)),
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

function isTakenAsText(taken: readonly AnyAlternative[], one: AnyAlternative): boolean {
  return taken.some((text) => text.type === 'string' && takesText(text, one));
}

/** Whether a text may be whatever a value is written as. */
function takesText(text: StringAlternative, one: AnyAlternative): boolean {
  if (text.formats.length > 0 || text.conditions.length > 0) return false;
  // There is no agreed way to write null.
  if (one.type === 'null') return ['', 'null'].every((written) => accepts(text, written));
  const values = one.values?.map(({ value }) => value) ?? (one.type === 'boolean' ? [true, false] : undefined);
  if (values) return values.every((value) => accepts(text, String(value)));
  // All but a text is written as something.
  const least = one.type === 'string' ? 0 : 1;
  return text.values === undefined && text.patterns.length === 0 && !text.max && (text.min?.value ?? 0) <= least;
}

function takesOne({ min, prefix, contains, values, conditions }: ArrayAlternative): boolean {
  const isFree = values === undefined && conditions.length === 0;
  return isFree && (min?.value ?? 0) <= 1 && prefix.length === 0 && contains.length === 0;
}
