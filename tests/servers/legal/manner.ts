/** The decisions of a legal server where the source leaves them open. */
export interface Manner {
  /** Requests are read as strictly as the source allows, or as leniently. */
  reading: 'strict' | 'lax';
  /** Extra content of answers and mails: a few additions, all kinds, or none. */
  showing: 'some' | 'much' | 'little';
  /** The way between a client and the server: direct, or with all that HTTP and mail allow. */
  road: 'smooth' | 'rough';
}

/** Milliseconds, two hours east of Greenwich: `2026-01-02T05:04:05.678+02:00`. */
export const eastern = (ms: number) => new Date(ms + 7_200_000).toISOString().replace('Z', '+02:00');

/** Whole seconds in UTC, written without `Z`: `2026-01-02T03:04:05+00:00`. */
export const seconds = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+00:00');

/** Microseconds and `Z`: `2026-01-02T03:04:05.678321Z`. */
export const micros = (ms: number) => new Date(ms).toISOString().replace('Z', '321Z');

/** A time in ISO 8601, in milliseconds; one without an offset is taken as UTC. Anything else is undefined. */
export function parseTime(value: unknown): number | undefined {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(String(value));
  if (typeof value !== 'string' || !form) return undefined;
  const ms = Date.parse(form[3] ? value : `${value}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
