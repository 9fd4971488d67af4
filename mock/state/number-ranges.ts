import type { NumberRange } from '../../fixtures/seed.ts';

/** Ranges of phone numbers of the same length, in which a number is found quickly however many there are. */
export class NumberRanges {
  /** In the order of their beginnings; ranges that overlap are one. */
  private readonly ranges: NumberRange[] = [];

  /** Takes them in the order of their beginnings. */
  constructor(ranges: readonly NumberRange[]) {
    for (const range of ranges) {
      const last = this.ranges.at(-1);
      if (!last || compareNumbers(range.from, last.to) > 0) this.ranges.push(range);
      else if (compareNumbers(range.to, last.to) > 0) this.ranges.splice(-1, 1, { from: last.from, to: range.to });
    }
  }

  has(number: string): boolean {
    let [low, high] = [0, this.ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareNumbers((this.ranges[middle] as NumberRange).to, number) < 0) low = middle + 1;
      else high = middle;
    }
    const range = this.ranges[low];
    return range !== undefined && compareNumbers(range.from, number) <= 0;
  }
}

/** Shorter numbers come first, so that those of one length stand together. */
export function compareNumbers(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
