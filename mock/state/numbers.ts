import type { NumberRange, Seed } from '../../fixtures/seed.ts';
import { BoundedMap, MemoryUsage } from '../store/collections.ts';

/** The end of a hold, its owner, and the owner's name for the reservation. */
export interface Hold {
  until: number;
  account?: string;
  reference?: string;
}

/** Bytes of memory of a held number, about. */
const HOLD_BYTES = 400;

/** The phone numbers of one partition: the inventory, and the numbers that are held. */
export class Numbers {
  private readonly holds: BoundedMap<Hold>;
  /** No hold ends before. */
  private nextEnd = Number.NEGATIVE_INFINITY;

  constructor(
    private inventory: Inventory,
    stored = new Map<string, Hold>(),
    usage = new MemoryUsage(),
  ) {
    this.holds = new BoundedMap(Infinity, () => HOLD_BYTES, usage, stored);
  }

  /** The reason why a number can't be held now, in a sentence (source document, Resources: `errors` of a reserved number). */
  obstacle(number: string, now: number): string | undefined {
    const hold = this.holds.get(number);
    if ((hold && hold.until > now) || this.inventory.held.has(number)) return `The number ${number} is already held.`;
    return this.inventory.free.has(number) ? undefined : `The number ${number} is not in the inventory.`;
  }

  /** Replaces the inventory. Holds that are admitted stay. */
  refit(inventory: Inventory, isAdmitted: (hold: Hold, number: string) => boolean): void {
    this.inventory = inventory;
    this.holds.retain(isAdmitted);
  }

  hold(number: string, hold: Hold): void {
    this.holds.put(number, hold);
    this.nextEnd = Math.min(this.nextEnd, hold.until);
  }

  /** The numbers that are held now, each with its hold. */
  held(now: number): ReadonlyMap<string, Hold> {
    return new Map([...this.holds].filter(([, { until }]) => until > now));
  }

  /** Removes the holds that have ended. */
  expire(now: number): void {
    if (now < this.nextEnd) return;
    this.holds.retain(({ until }) => until > now);
    this.nextEnd = this.holds.list().reduce((next, { until }) => Math.min(next, until), Number.POSITIVE_INFINITY);
  }

  /** The number of holds, all of them current after `expire`. */
  get size(): number {
    return this.holds.size;
  }
}

/** The free and the held numbers of the fixtures. */
export type Inventory = Record<keyof Seed['numbers'], NumberRanges>;

/** Indexes the inventory of the fixtures, once for all partitions. */
export function indexNumbers({ free, held }: Seed['numbers']): Inventory {
  return { free: new NumberRanges(free), held: new NumberRanges(held) };
}

/** Ranges of phone numbers in which a number is found by halving. */
class NumberRanges {
  /** In the order of their beginnings; ranges that overlap are one. */
  private readonly ranges: NumberRange[] = [];

  constructor(ranges: readonly NumberRange[]) {
    for (const range of ranges.toSorted((a, b) => compareNumbers(a.from, b.from))) {
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

/** Shorter numbers come first, so that a range has numbers of one length. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || Number(a > b) - Number(a < b);
}
