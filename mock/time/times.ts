import { DateTime, Duration } from 'luxon';
import { LONGEST_TIME } from '../../spec/validators.ts';

/** Later times need more than four digits for the year, and the contract's formats have no room for them. */
const END_OF_TIME = Date.UTC(10_000, 0);

/** Nor have they room for times before the year 0. */
const BEGINNING_OF_TIME = Date.parse('0000-01-01T00:00:00Z');

const HAS_OFFSET = /(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/i;

let last = { time: 0, text: new Date(0).toISOString() };

/** A time as most answers carry it: ISO 8601 UTC with milliseconds. */
export function isoTime(time: number): string {
  // Several answers are given in one millisecond, and writing it costs more than most of what they say.
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}

/** A time as reservations carry it: ISO 8601 UTC with microseconds. */
export function microsecondsTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}

/** Reads an ISO 8601 time with an offset, of the years 0 to 9999 in UTC; undefined for anything else. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_TIME) return undefined;
  if (!value.includes('T') || !HAS_OFFSET.test(value)) return undefined;
  const time = plainTime(value) ?? DateTime.fromISO(value).toMillis();
  return time >= BEGINNING_OF_TIME && time < END_OF_TIME ? time : undefined;
}

/** A time as it is written most often, read without the library, which takes twenty times as long; undefined for others. */
function plainTime(value: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value)) return undefined;
  const time = Date.parse(value);
  // What is no day of the calendar would be read as a later one.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 19));
  return isDay ? time : undefined;
}

/** A length of time in milliseconds as an ISO 8601 duration in seconds. */
export function isoDuration(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}

/** Reads an ISO 8601 duration such as `PT30M`, in milliseconds; undefined when it is none or negative. */
export function parseDuration(value: unknown): number | undefined {
  // The library reads a duration without any part as nothing.
  if (typeof value !== 'string' || !/\d/.test(value)) return undefined;
  // Not a number where it is none.
  const length = Duration.fromISO(value).toMillis();
  return length >= 0 ? length : undefined;
}
