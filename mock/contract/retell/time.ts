/** Digits that a time has where ours knows none. */
const FINER = '417209';

/**
 * A time in ISO 8601 that ends as another one does, such as `.000+02:00`: with as many digits of a second, and in that offset. `.###Z` has
 * as many digits at most, and no nought at the end; `[.000]Z` has as many, or none in a whole second.
 */
export function timeIn(form: string, text: string): string {
  const [, open, fraction = '', offset = ''] = /^(\[)?(?:\.(0+|#+)\]?)?(Z|[+-]\d{2}:\d{2})$/.exec(form) ?? [];
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const ahead = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const shown = new Date(time + ahead).toISOString();
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  const isWhole = open !== undefined && Number(digits) === 0;
  const told = isWhole
    ? ''
    : fraction.startsWith('#')
      ? trimmed(digits, fraction.length)
      : digits.padEnd(fraction.length, '0');
  const second = told === '' || fraction === '' ? '' : `.${told.slice(0, fraction.length)}`;
  return `${shown.slice(0, 19)}${second}${offset}`;
}

/** Digits of a second without noughts at the end; a whole second has none. */
function trimmed(digits: string, most: number): string {
  return Number(digits) === 0 ? '' : `${digits}${FINER}`.slice(0, most).replace(/0+$/, '');
}
