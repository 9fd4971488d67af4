import { isDeepStrictEqual } from 'node:util';

/** One place at which two values differ, each as text. */
interface Difference {
  /** Steps from the whole value, such as `phone_numbers.0.status`; empty for the whole. */
  place: string;
  expected: string;
  actual: string;
}

/** A value of Jest's that stands for others, such as `expect.any(String)`. */
interface Stand {
  asymmetricMatch(other: unknown): boolean;
  sample?: unknown;
}

/** What Jest calls such values, in words. */
const standWords: Record<string, string> = {
  Any: 'any',
  Anything: 'anything',
  ArrayContaining: 'a list with',
  ObjectContaining: 'an object with',
  StringContaining: 'a text with',
  StringMatching: 'a text that matches',
};

const mostPlaces = 4;
const longest = 240;
const context = 30;

/**
 * What was expected and what was seen, in texts that show where they differ. Of an object that is expected in part, other members don't
 * count, and of a list that has to have some entries those are told that are missing.
 */
export function contrast(expected: unknown, actual: unknown, inPart = false): { expected: string; actual: string } {
  if (
    isStand(expected) &&
    String(expected) === 'ArrayContaining' &&
    Array.isArray(expected.sample) &&
    Array.isArray(actual)
  ) {
    const missing = expected.sample.filter((one) => !actual.some((other) => stands(one, other)));
    return { expected: cut(`a list with ${missing.map(shown).join(' and ')}`), actual: cut(shown(actual)) };
  }
  const whole = { expected: shown(expected), actual: shown(actual) };
  const isShort = whole.expected.length <= longest && whole.actual.length <= longest;
  const all = [...differences('', expected, actual, inPart)];
  if (isShort || all.length === 0) return { expected: cut(whole.expected), actual: cut(whole.actual) };
  const more = all.length > mostPlaces ? `, and ${all.length - mostPlaces} more places` : '';
  const text = (side: 'expected' | 'actual') =>
    all
      .slice(0, mostPlaces)
      .map(({ place, [side]: value }) => (place ? `${place} ${cut(value)}` : cut(value)))
      .join(', ') + more;
  return { expected: text('expected'), actual: text('actual') };
}

/** A value as text: JSON, and words for what JSON can't say. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return String(value);
  if (isStand(value)) {
    const { sample } = value;
    return `${standWords[String(value)] ?? String(value)}${sample === undefined ? '' : ` ${typeof sample === 'function' ? sample.name : shown(sample)}`}`;
  }
  if (Array.isArray(value)) return `[${value.map(shown).join(',')}]`;
  if (!isHolder(value) || 'toJSON' in value) return JSON.stringify(value) ?? String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${shown(member)}`).join(',')}}`;
}

/** The same, not longer than a reader can take in. */
export function shownInShort(value: unknown): string {
  return cut(shown(value));
}

function* differences(place: string, expected: unknown, actual: unknown, inPart: boolean): Generator<Difference> {
  if (isStand(expected) ? expected.asymmetricMatch(actual) : Object.is(expected, actual)) return;
  if (isStand(expected) && String(expected) === 'ObjectContaining' && isHolder(expected.sample) && isHolder(actual)) {
    for (const [name, value] of Object.entries(expected.sample))
      yield* differences(place ? `${place}.${name}` : name, value, actual[name], false);
    return;
  }
  if (typeof expected === 'string' && typeof actual === 'string')
    return yield { place, ...fromWhereTheyDiffer(expected, actual) };
  if (!isHolder(expected) || !isHolder(actual) || lengthOf(expected) !== lengthOf(actual)) {
    return yield { place, expected: shown(expected), actual: shown(actual) };
  }
  const names = new Set([...Object.keys(expected), ...(inPart ? [] : Object.keys(actual))]);
  for (const name of names) {
    yield* differences(place ? `${place}.${name}` : name, expected[name], actual[name], inPart);
  }
}

function fromWhereTheyDiffer(expected: string, actual: string) {
  let at = 0;
  while (expected[at] === actual[at]) at += 1;
  const isLong = at > context && Math.max(expected.length, actual.length) > longest;
  const part = (text: string) =>
    isLong ? `${JSON.stringify(`...${text.slice(at - context)}`)}` : JSON.stringify(text);
  return { expected: part(expected), actual: part(actual) };
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isStand(value) && !(value instanceof RegExp);
}

/** A list of another length differs as a whole. */
function lengthOf(value: object): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

/** Whether a value is the expected one, or one of those that it stands for. */
function stands(expected: unknown, actual: unknown): boolean {
  return isStand(expected) ? expected.asymmetricMatch(actual) : isDeepStrictEqual(expected, actual);
}

function isStand(value: unknown): value is Stand {
  return typeof (value as Stand | null)?.asymmetricMatch === 'function';
}
