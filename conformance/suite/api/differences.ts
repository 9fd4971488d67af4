/** One place at which two values differ, each as text. */
interface Difference {
  /** Steps from the whole value, such as `phone_numbers.0.status`; empty for the whole. */
  place: string;
  expected: string;
  actual: string;
}

const mostPlaces = 4;
const longest = 240;
const context = 30;

/** Two values as texts that show where they differ. */
export function contrast(expected: unknown, actual: unknown): { expected: string; actual: string } {
  const whole = { expected: shown(expected), actual: shown(actual) };
  const isShort = whole.expected.length <= longest && whole.actual.length <= longest;
  const all = [...differences('', expected, actual)];
  if (isShort || all.length === 0) return { expected: cut(whole.expected), actual: cut(whole.actual) };
  const more = all.length > mostPlaces ? `, and ${all.length - mostPlaces} more places` : '';
  const text = (side: 'expected' | 'actual') =>
    all
      .slice(0, mostPlaces)
      .map(({ place, [side]: value }) => (place ? `${place} ${cut(value)}` : cut(value)))
      .join(', ') + more;
  return { expected: text('expected'), actual: text('actual') };
}

/** A value as JSON, not longer than a reader can take in; an absent value is `nothing`. */
export function shownInShort(value: unknown): string {
  return cut(shown(value));
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? (value === undefined ? 'nothing' : String(value));
}

function* differences(place: string, expected: unknown, actual: unknown): Generator<Difference> {
  if (Object.is(expected, actual)) return;
  if (typeof expected === 'string' && typeof actual === 'string')
    return yield { place, ...fromWhereTheyDiffer(expected, actual) };
  if (!isHolder(expected) || !isHolder(actual) || lengthOf(expected) !== lengthOf(actual)) {
    return yield { place, expected: shown(expected), actual: shown(actual) };
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    yield* differences(place ? `${place}.${name}` : name, expected[name], actual[name]);
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
  return typeof value === 'object' && value !== null;
}

/** A list of another length differs as a whole. */
function lengthOf(value: object): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}
