import { parseDuration } from '../../../spec/duration.ts';
import { findHeader, type WireAnswer } from '../wire/exchange.ts';

/** Bounds of how far the target's clock is ahead of this machine's, in milliseconds. */
export interface Ahead {
  least: number;
  most: number;
}

/** Smaller differences are taken for none. */
const noticedMs = 1000;
const anything: Ahead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** The bounds by the `Date` of several answers, which has whole seconds, and `Age`, as a cache may have answered. */
export function boundLeadByDates(answers: readonly WireAnswer[]): Ahead {
  return answers.map(boundLeadByDate).reduce(intersect, anything);
}

/** The bounds by a time that the service wrote while it answered; none if its zone is left open. */
export function boundLeadByTime(time: unknown, { sentAt, tookMs }: Pick<WireAnswer, 'sentAt' | 'tookMs'>): Ahead {
  const text = typeof time === 'string' && /(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : '';
  const [written, requestedAt] = [Date.parse(text), Date.parse(sentAt)];
  if (Number.isNaN(written)) return anything;
  const precisionMs = /\.\d/.test(text) ? 1 : 1000;
  return { least: written - requestedAt - tookMs, most: written + precisionMs - requestedAt };
}

/** The difference by the service's own times, as a gateway may write its own `Date`; by `Date` if the service shows no time. */
export function chooseOffset(own: Ahead, date: Ahead): number {
  return estimateOffset(Number.isFinite(own.most - own.least) ? own : date);
}

/** True if the bounds leave open if the difference is large enough to be noticed. */
export function isUnclear({ least, most }: Ahead): boolean {
  const isBetween = (value: number) => least < value && value < most;
  return Number.isFinite(most - least) && (isBetween(noticedMs) || isBetween(-noticedMs));
}

/** The difference to use; 0 for one that is too small, may be none, or is unknown. */
export function estimateOffset({ least, most }: Ahead): number {
  const middle = Math.round((least + most) / 2);
  const mayBeNone = least <= 0 && most >= 0;
  return !mayBeNone && Number.isFinite(middle) && Math.abs(middle) > noticedMs ? middle : 0;
}

function intersect(first: Ahead, second: Ahead): Ahead {
  return { least: Math.max(first.least, second.least), most: Math.min(first.most, second.most) };
}

function boundLeadByDate({ headers, sentAt, tookMs }: WireAnswer): Ahead {
  const requestedAt = Date.parse(sentAt);
  const date = Date.parse(findHeader(headers, 'date') ?? '');
  const age = findHeader(headers, 'age');
  const cachedMs = Number(age ?? 0) * 1000;
  if (Number.isNaN(date + cachedMs)) return anything;
  const then = date + cachedMs;
  return { least: then - requestedAt - tookMs, most: then + (age === undefined ? 1000 : 2000) - requestedAt };
}

/** The target's time: this machine's, the difference of the clocks, and the moves of a case. */
export class TargetTime {
  private offsetMs: number;

  constructor(clockOffsetMs: number) {
    this.offsetMs = clockOffsetMs;
  }

  /** Takes over the time that the target reports. */
  syncTo(iso: string): void {
    this.offsetMs = Date.parse(iso) - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** The target's time at a time of this machine. */
  at(iso: string): Date {
    return new Date(Date.parse(iso) + this.offsetMs);
  }

  /** A time ahead as ISO 8601 in UTC, for instance `in('PT1H')`. */
  in(duration: string): string {
    return new Date(this.now().getTime() + parseMilliseconds(duration)).toISOString();
  }

  /** A time that is over, for instance `ago('PT1H')`. */
  ago(duration: string): string {
    return new Date(this.now().getTime() - parseMilliseconds(duration)).toISOString();
  }
}

function parseMilliseconds(duration: string): number {
  const length = parseDuration(duration);
  if (length === undefined) throw new Error(`"${duration}" isn't an ISO 8601 duration`);
  return length;
}
