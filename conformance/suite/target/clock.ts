import { headerOf, type WireAnswer } from '../wire/exchange.ts';

/** Between which two values the target's clock is ahead of this machine's, in milliseconds. */
export interface Ahead {
  least: number;
  most: number;
}

/** Smaller differences are taken for none. */
const noticedMs = 1000;
const anything: Ahead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** What several answers say together, by their Date, which has whole seconds, and Age, as a cache may have answered. */
export function clockAhead(answers: readonly WireAnswer[]): Ahead {
  return answers
    .map(aheadBy)
    .reduce(
      (one, other) => ({ least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) }),
      anything,
    );
}

/** Whether it can't be told yet on which side of the smallest difference that is noticed the clock is. */
export function isUnclear({ least, most }: Ahead): boolean {
  const isBetween = (value: number) => least < value && value < most;
  return Number.isFinite(most - least) && (isBetween(noticedMs) || isBetween(-noticedMs));
}

/** The difference to reckon with; 0 for one that is not noticed, or where no answer has a date. */
export function offsetIn({ least, most }: Ahead): number {
  const middle = Math.round((least + most) / 2);
  return Number.isFinite(middle) && Math.abs(middle) > noticedMs ? middle : 0;
}

function aheadBy({ headers, sentAt, tookMs }: WireAnswer): Ahead {
  const askedAt = Date.parse(sentAt);
  const date = Date.parse(headerOf(headers, 'date') ?? '');
  const age = headerOf(headers, 'age');
  const cachedMs = Number(age ?? 0) * 1000;
  if (Number.isNaN(date + cachedMs)) return anything;
  const then = date + cachedMs;
  return { least: then - askedAt - tookMs, most: then + (age === undefined ? 1000 : 2000) - askedAt };
}
