import { DateTime, Duration } from 'luxon';

const HAS_OFFSET = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** A time as most answers carry it: ISO 8601 UTC with milliseconds. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** A time as reservations carry it: ISO 8601 UTC with microseconds. */
export function microsecondsTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}

/** Reads an ISO 8601 time with an offset; undefined for anything else, a time without an offset included. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !value.includes('T') || !HAS_OFFSET.test(value)) return undefined;
  const time = DateTime.fromISO(value);
  return time.isValid ? time.toMillis() : undefined;
}

/** Reads an ISO 8601 duration such as `PT30M`, in milliseconds; undefined when it is none or negative. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const duration = Duration.fromISO(value);
  const length = duration.isValid ? duration.toMillis() : Number.NaN;
  return length >= 0 ? length : undefined;
}
