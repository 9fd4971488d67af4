/** Digits that a time of the clock has where ours knows none. */
const FINER = '417209';

/** A time of RFC 3339: others that are sent are in no form that answers may have. */
const SHOWN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const STARTS = /^\d{4}-\d{2}-\d{2}T.{2,40}$/;

/** The text with which a request says the time that an answer shows; undefined where it does not. */
export function timeAsked(shown: string, request: unknown): string | undefined {
  const time = Date.parse(shown);
  return Object.values(request ?? {}).find(
    (one) => typeof one === 'string' && STARTS.test(one) && timeOf(one) === time,
  );
}

/** A time without an offset is in UTC, where it counts at all. */
function timeOf(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}

/**
 * A time in ISO 8601 that ends as another one does, such as `.000+02:00`: with as many digits of a second, and in that offset. `.###Z` has
 * as many digits at most, and no nought at the end; `[.000]Z` has as many, or none in a whole second; `sent` is as it was `asked` for. A
 * time that was asked for stays that time.
 */
export function timeIn(form: string, text: string, asked?: string): string {
  if (form === 'sent') return asked !== undefined && SHOWN.test(asked) ? asked : text;
  const [, open, fraction = '', offset = ''] = /^(\[)?(?:\.(0+|#+)\]?)?(Z|[+-]\d{2}:\d{2})$/.exec(form) ?? [];
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const ahead = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const shown = new Date(time + ahead).toISOString();
  const digits = /[.,](\d+)/.exec(asked ?? text)?.[1] ?? '';
  const isWhole = open !== undefined && Number(digits) === 0;
  const told = isWhole
    ? ''
    : fraction.startsWith('#')
      ? trimmed(digits, asked === undefined ? FINER : '', fraction.length)
      : digits.padEnd(fraction.length, '0');
  const second = told === '' || fraction === '' ? '' : `.${told.slice(0, fraction.length)}`;
  return `${shown.slice(0, 19)}${second}${offset}`;
}

/** Digits of a second with `more` behind them, without noughts at the end; a whole second has none. */
function trimmed(digits: string, more: string, most: number): string {
  return Number(digits) === 0 ? '' : `${digits}${more}`.slice(0, most).replace(/0+$/, '');
}
