import { canonical, type Located } from '../source.ts';
import { type Alternative, type Bound, type Held, schemasOf } from './shape.ts';

/** The values that both lists of alternatives allow. */
export function intersect(one: readonly Alternative[], other: readonly Alternative[]): Alternative[] {
  return one.flatMap((a) => other.flatMap((b) => (a.type === b.type ? both(a, b) : [])));
}

function both(a: Alternative, b: Alternative): Alternative[] {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  const min = tighter(a.min, b.min, 1);
  const max = tighter(a.max, b.max, -1);
  const unique = a.unique ?? b.unique;
  const branch = b.branch ?? a.branch;
  const merged: Alternative = {
    type: a.type,
    // A branch or a component says more precisely where a limit belongs.
    at: b.branch === undefined ? a.at : b.at,
    ...(branch !== undefined && { branch }),
    ...(min && { min }),
    ...(max && { max }),
    ...(unique && { unique }),
    integer: a.integer || b.integer,
    multiples: distinct([...a.multiples, ...b.multiples]),
    patterns: distinct([...a.patterns, ...b.patterns]),
    formats: distinct([...a.formats, ...b.formats]),
    items: together(a.items, b.items),
    properties: new Map([...names].map((name) => [name, together(schemasOf(a, name), schemasOf(b, name))])),
    additional: together(a.additional, b.additional),
    required: new Map([...a.required, ...b.required]),
    unjudged: [...a.unjudged, ...b.unjudged],
  };
  const listed = a.values ?? b.values;
  if (!listed) return [merged];
  const others = a.values && b.values ? new Set(b.values.map(({ value }) => canonical(value))) : undefined;
  const values = listed.filter(({ value }) => (others?.has(canonical(value)) ?? true) && accepts(merged, value));
  return values.length > 0 ? [{ ...merged, values }] : [];
}

/** The schemas of two lists, each once. */
export function together(one: readonly Located[], other: readonly Located[]): readonly Located[] {
  const known = new Set(one.map(({ at }) => at));
  return [...one, ...other.filter(({ at }) => !known.has(at))];
}

function tighter(a: Held<Bound> | undefined, b: Held<Bound> | undefined, sign: 1 | -1): Held<Bound> | undefined {
  if (!a || !b) return a ?? b;
  const difference = (b.value.limit - a.value.limit) * sign;
  return difference > 0 || (difference === 0 && b.value.exclusive) ? b : a;
}

function distinct<Value>(list: readonly Held<Value>[]): Held<Value>[] {
  return list.filter((held, index) => list.findIndex(({ value }) => value === held.value) === index);
}

/** Puts listed values together: a union of constants is an enum, and both booleans are all booleans. */
export function joinValues(alternatives: readonly Alternative[]): Alternative[] {
  const joined: Alternative[] = [];
  for (const one of alternatives) {
    const index = joined.findIndex((other) => other.type === one.type && isPlainList(other));
    const partner = joined[index];
    if (partner && isPlainList(one)) {
      joined[index] = { ...partner, values: distinctValues([...(partner.values ?? []), ...(one.values ?? [])]) };
    } else joined.push(one);
  }
  return joined.map((one) => {
    const { values, ...rest } = one;
    const count = { boolean: 2, null: 1 }[one.type as string];
    return values !== undefined && distinctValues(values).length === count ? rest : one;
  });
}

function isPlainList({ values, unjudged }: Alternative): boolean {
  return values !== undefined && unjudged.length === 0;
}

function distinctValues(values: readonly Held[]): Held[] {
  return [...new Map(values.map((held) => [canonical(held.value), held])).values()];
}

/** Whether an alternative allows a value of its type, as far as its own limits show; members and items are not looked at. */
export function accepts(alternative: Alternative, value: unknown): boolean {
  const { values, integer, multiples, patterns, required } = alternative;
  if (values && !values.some((held) => canonical(held.value) === canonical(value))) return false;
  if (!isWithin(alternative, sizeOf(value))) return false;
  if (typeof value === 'number') {
    return (!integer || Number.isInteger(value)) && multiples.every(({ value: step }) => isMultiple(value, step));
  }
  if (typeof value === 'string') return patterns.every(({ value: pattern }) => matches(pattern, value));
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return !isRecord || [...required.keys()].every((name) => Object.hasOwn(value, name));
}

function isWithin({ min, max }: Alternative, size: number | undefined): boolean {
  if (size === undefined) return true;
  const isAbove = !min || size > min.value.limit || (size === min.value.limit && !min.value.exclusive);
  const isBelow = !max || size < max.value.limit || (size === max.value.limit && !max.value.exclusive);
  return isAbove && isBelow;
}

/** The number that the bounds of a type are about. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return [...value].length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return undefined;
}

/** Whether a number is a multiple of a step, rounding of fractions aside. */
export function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
