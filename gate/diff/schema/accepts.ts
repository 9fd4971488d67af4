import { withinTime } from '../within-time.ts';
import type { AnyAlternative, Bound, Held, TypeName } from './shape.ts';

/** The JSON type of a value. */
export function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}

/** Writes a value so that equal values are written alike, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether an alternative allows a value, as far as its plain limits say; what lies inside of a value is not looked at. */
export function accepts(alternative: AnyAlternative, value: unknown): boolean {
  if (typeOf(value) !== alternative.type) return false;
  if (alternative.values) return textsOf(alternative.values).has(canonical(value));
  if (alternative.type === 'string') {
    const { min, max, patterns } = alternative;
    const length = [...(value as string)].length;
    if (min && length < min.value) return false;
    if (max && length > max.value) return false;
    return patterns.every((pattern) => matches(pattern.value, value as string));
  }
  if (alternative.type === 'number') {
    const number = value as number;
    const { integer, min, max, multiples } = alternative;
    if (integer && !Number.isInteger(number)) return false;
    if (min && !above(number, min)) return false;
    if (max && !below(number, max)) return false;
    return multiples.every((step) => isMultiple(number, step.value));
  }
  return true;
}

const listed = new WeakMap<readonly Held[], Set<string>>();

/** Listed values as texts, kept because each value of one list is looked for in another. */
function textsOf(values: readonly Held[]): Set<string> {
  const texts = listed.get(values) ?? new Set(values.map(({ value }) => canonical(value)));
  listed.set(values, texts);
  return texts;
}

/** Milliseconds of processor time that a pattern may take for a text; patterns can be written so that they take years. */
const matchLimit = 5_000;
const tooSlow = new Set<string>();

/** What was found of short texts, which are asked for again and again: to begin under a limit takes longer than to match one. */
const found = new Map<string, boolean>();
const mostFound = 10_000;
const short = 200;

/** Whether a text matches a pattern; a pattern that is no regular expression matches everything, one that takes too long nothing. */
export function matches(pattern: string, text: string): boolean {
  if (tooSlow.has(pattern)) return false;
  const key = JSON.stringify([pattern, text]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const expression = regularExpression(pattern);
  if (!expression) return true;
  try {
    const isMatch = withinTime(matchLimit, () => expression.test(text));
    if (key.length <= short && found.size < mostFound) found.set(key, isMatch);
    return isMatch;
  } catch {
    tooSlow.add(pattern);
    return false;
  }
}

/** Whether a number is a multiple, up to the error of decimal fractions. */
export function isMultiple(number: number, step: number): boolean {
  const quotient = number / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function regularExpression(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The other way of reading it may do.
    }
  }
  return undefined;
}

function above(number: number, { value }: Held<Bound>): boolean {
  return value.exclusive ? number > value.limit : number >= value.limit;
}

function below(number: number, { value }: Held<Bound>): boolean {
  return value.exclusive ? number < value.limit : number <= value.limit;
}
