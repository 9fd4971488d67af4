const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a value is a time of RFC 3339. */
export const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** How times end that have as many digits each, or none in a whole second, such as `[.000000]Z`; undefined where they don't. */
export function optionalEnd(times: readonly string[]): string | undefined {
  const { fractions, offset } = partsOf(times);
  const [longest = '', ...others] = [...new Set(fractions.map(asNoughts))].sort().reverse();
  const isWhole = others.length === 1 && others[0] === '' && [3, 6, 9].includes(longest.length - 1);
  return offset !== undefined && isWhole ? `[${longest}]${offset}` : undefined;
}

/**
 * How times end that have no noughts at their ends, such as `.###Z` where the longest has three digits; undefined where one has, or all have
 * as many digits.
 */
export function trimmedEnd(times: readonly string[]): string | undefined {
  const { fractions, offset } = partsOf(times);
  const lengths = new Set(fractions.map(({ length }) => length));
  if (offset === undefined || lengths.size < 2 || fractions.some((one) => one.endsWith('0'))) return undefined;
  return `.${'#'.repeat(Math.max(...lengths) - 1)}${offset}`;
}

/** How times end; where they end in several ways, as the first does. */
export function endsOf(times: readonly string[]): string {
  return optionalEnd(times) ?? trimmedEnd(times) ?? endOf(times[0] ?? '');
}

/** The fractions of times, each with its point, and their offset, if they have one alone. */
function partsOf(times: readonly string[]): { fractions: string[]; offset: string | undefined } {
  const parts = times.map((time) => TIME.exec(time) ?? []);
  const [offset, ...others] = new Set(parts.map(([, , end]) => end));
  return { fractions: parts.map(([, fraction = '']) => fraction), offset: others.length === 0 ? offset : undefined };
}

const asNoughts = (fraction: string) => fraction.replaceAll(/\d/g, '0');

/** How a time ends, its digits as noughts. */
export function endOf(time: string): string {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  return asNoughts(fraction) + offset;
}

/** Whether a time ends as a form says that times do, such as `.000Z`, `[.000]Z` or `.###Z`. */
export function endsAs(time: string, form: string): boolean {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  const [, optional = '', hashes, end = form] = /^(?:\[(.*)\]|\.(#+))(.*)$/.exec(form) ?? [];
  if (hashes !== undefined) return end === offset && fraction.length <= hashes.length + 1 && !fraction.endsWith('0');
  return [optional + end, end].includes(endOf(time));
}
