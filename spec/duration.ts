const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** The units of a duration in their order, in milliseconds; a year has 365 days and a month 30. */
const units = [365 * day, 30 * day, 7 * day, day, hour, 60 * second, second];

const pattern = /^P(?=.*\d)(?:#Y)?(?:#M)?(?:#W)?(?:#D)?(?:T(?:#H)?(?:#M)?(?:#S)?)?$/.source;
const number = '(\\d{1,15}(?:[.,]\\d{1,15})?)';
const form = new RegExp(pattern.replaceAll('#', number));

/** Reads an ISO 8601 duration such as `PT30M`, in milliseconds. Undefined for other values and for negative durations. */
export function parseDuration(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? form.exec(value) : null;
  if (!parts) return undefined;
  return units.reduce((sum, unit, at) => sum + unit * Number((parts[at + 1] ?? '0').replace(',', '.')), 0);
}
