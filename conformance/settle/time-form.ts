const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a value is a time of RFC 3339. */
export const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** How times end that have as many digits each, or none in a whole second, such as `[.000000]Z`; undefined where they don't. */
export function optionalEnd(times: readonly string[]): string | undefined {
  const ends = times.map((time) => TIME.exec(time) ?? []);
  const offsets = new Set(ends.map(([, , offset]) => offset));
  const fractions = new Set(ends.map(([, fraction = '']) => fraction.replaceAll(/\d/g, '0')));
  const [longest = '', ...others] = [...fractions].sort().reverse();
  const isWhole = fractions.size === 2 && others[0] === '' && [3, 6, 9].includes(longest.length - 1);
  return offsets.size === 1 && isWhole ? `[${longest}]${[...offsets][0]}` : undefined;
}

/**
 * How times end that have no noughts at their ends, such as `.###Z` where the longest has three digits; undefined where one has, or all have
 * as many digits.
 */
export function trimmedEnd(times: readonly string[]): string | undefined {
  const ends = times.map((time) => TIME.exec(time) ?? []);
  const offsets = new Set(ends.map(([, , offset]) => offset));
  const lengths = new Set(ends.map(([, fraction = '']) => fraction.length));
  if (offsets.size !== 1 || lengths.size < 2 || ends.some(([, fraction = '']) => fraction.endsWith('0')))
    return undefined;
  return `.${'#'.repeat(Math.max(...lengths) - 1)}${[...offsets][0]}`;
}

/** How a time ends, its digits as noughts. */
export function endOf(time: string): string {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  return fraction.replaceAll(/\d/g, '0') + offset;
}
