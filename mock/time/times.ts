import { LONGEST_TIME } from '../../spec/validators.ts';

/** The years of the contract's formats have four digits. */
const BEGINNING_OF_TIME = Date.parse('0000-01-01T00:00:00Z');
const END_OF_TIME = Date.UTC(10_000, 0);

let last = { time: 0, text: new Date(0).toISOString() };

export function isoTime(time: number): string {
  // Several answers have one millisecond, and formatting it is a large part of their cost.
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}

export function microsecondsTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}

/**
 * Reads an ISO 8601 time with an offset, of the years 0 to 9999 in UTC; undefined for anything else.
 *
 * Its date is whole: a calendar, week or ordinal date. Date, time of day and offset are all in the extended format or all in the basic
 * one. The smallest unit may have a fraction. 24:00 is the end of a day, second 60 a leap second at the end of a month in UTC, and the
 * offset of UTC is `Z` or positive.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_TIME) return undefined;
  const time = isoDateTime(value);
  return time !== undefined && time >= BEGINNING_OF_TIME && time < END_OF_TIME ? time : undefined;
}

const [DAY, HOUR, MINUTE, SECOND] = [86_400_000, 3_600_000, 60_000, 1_000];

const EXTENDED = isoFormat('\\d{4}-(?:\\d\\d-\\d\\d|\\d{3}|W\\d\\d-[1-7])', ':');
const BASIC = isoFormat('\\d{4}(?:\\d{4}|\\d{3}|W\\d\\d[1-7])', '');

function isoFormat(date: string, separator: string): RegExp {
  const hour = '[01]\\d|2[0-4]';
  const sixty = `${separator}([0-5]\\d)`;
  const second = `${separator}([0-5]\\d|60)`;
  const offset = `Z|([+-])([01]\\d|2[0-3])(?:${sixty})?`;
  return new RegExp(`^(${date})T(${hour})(?:${sixty}(?:${second})?)?(?:[.,](\\d+))?(?:${offset})$`, 'i');
}

function isoDateTime(value: string): number | undefined {
  const match = EXTENDED.exec(value) ?? BASIC.exec(value);
  if (!match) return undefined;
  const [, date = '', hour, minute, second, fraction = '0', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const unit = second ? SECOND : minute ? MINUTE : HOUR;
  const ofDay = Number(hour) * HOUR + Number(minute ?? 0) * MINUTE + Number(second ?? 0) * SECOND;
  const offset = Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE;
  const midnight = dayOf(date.toUpperCase());
  if (midnight === undefined) return undefined;
  const whole = midnight + ofDay + (sign === '-' ? offset : -offset);
  // Parts of a millisecond are cut off, but no error of a binary fraction.
  const part = Math.floor(Number(`0.${fraction}`) * unit + 1e-7);

  if (ofDay + part > DAY && second !== '60') return undefined;
  if (second === '60' && (whole % DAY !== 0 || new Date(whole).getUTCDate() !== 1)) return undefined;
  if (sign === '-' && offset === 0) return undefined;
  return whole + part;
}

/** Midnight in UTC of a calendar date, an ordinal date (`2030-015`) or a week date (`2030-W03-2`); undefined for a day that the year lacks. */
function dayOf(date: string): number | undefined {
  const digits = date.replaceAll('-', '');
  const year = Number(digits.slice(0, 4));
  const at = (month: number, day: number) => new Date(0).setUTCFullYear(year, month, day);
  const isInYear = (time: number) => new Date(time).getUTCFullYear() === year;
  if (digits.includes('W')) {
    const [week, weekday] = [Number(digits.slice(5, 7)), Number(digits.slice(7))];
    // The first week has January 4; weeks belong to the year of their Thursday.
    const thursday = at(0, 7 * week - ((new Date(at(0, 4)).getUTCDay() + 6) % 7));
    return isInYear(thursday) ? thursday + (weekday - 4) * DAY : undefined;
  }
  if (digits.length === 7) {
    const time = at(0, Number(digits.slice(4)));
    return isInYear(time) ? time : undefined;
  }
  const [month, day] = [Number(digits.slice(4, 6)), Number(digits.slice(6))];
  const time = at(month - 1, day);
  return new Date(time).getUTCMonth() === month - 1 && day > 0 ? time : undefined;
}

export function isoDuration(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}
