import type { NumberRange, Seed } from '../../fixtures/seed.ts';
import { MemoryUsage } from '../collections/memory.ts';
import { compareNumbers, NumberRanges } from './number-ranges.ts';

/** The end of a hold, its owner, and the owner's name for the reservation. */
export interface Hold {
  until: number;
  account?: string;
  reference?: string;
}

/** Bytes of memory of a held number, about. */
const HOLD_BYTES = 400;

/** The phone numbers of one partition: which may be held, and which are held until when. */
export class Numbers {
  /** No hold ends before. */
  private nextEnd = Number.NEGATIVE_INFINITY;

  constructor(
    private inventory: Inventory,
    private readonly holds = new Map<string, Hold>(),
    private readonly usage = new MemoryUsage(),
  ) {
    usage.add(holds.size * HOLD_BYTES);
  }

  /**
   * Why a number can't be held now, in a sentence (source document, Resources: `errors` of a reserved number); undefined when it can.
   */
  obstacle(number: string, now: number): string | undefined {
    const hold = this.holds.get(number);
    if (hold && hold.until > now) return `The number ${number} is already held.`;
    if (this.inventory.held.has(number)) return `The number ${number} is already held.`;
    if (this.inventory.free.has(number)) return undefined;
    return `The number ${number} is not in the inventory.`;
  }

  /** Goes over to another inventory. Holds that are admitted stay. */
  refit(inventory: Inventory, isAdmitted: (number: string, hold: Hold) => boolean): void {
    this.inventory = inventory;
    for (const [number, hold] of this.holds) if (!isAdmitted(number, hold)) this.release(number);
  }

  /** Holds a number. */
  hold(number: string, hold: Hold): void {
    this.release(number);
    this.holds.set(number, hold);
    this.usage.add(HOLD_BYTES);
    this.nextEnd = Math.min(this.nextEnd, hold.until);
  }

  /** The numbers that are held now, each with its hold. */
  held(now: number): ReadonlyMap<string, Hold> {
    if (now < this.nextEnd) return this.holds;
    return new Map([...this.holds].filter(([, { until }]) => until > now));
  }

  /** Forgets the holds that have ended. */
  expire(now: number): void {
    if (now < this.nextEnd) return;
    for (const [number, { until }] of this.holds) if (until <= now) this.release(number);
    this.nextEnd = [...this.holds.values()].reduce(
      (next, { until }) => Math.min(next, until),
      Number.POSITIVE_INFINITY,
    );
  }

  private release(number: string): void {
    if (this.holds.delete(number)) this.usage.add(-HOLD_BYTES);
  }
}

/** Which numbers are free and which are held, to be found quickly. */
export type Inventory = Record<keyof Seed['numbers'], NumberRanges>;

/** Indexes the inventory of the fixtures, once for all partitions. */
export function indexNumbers({ free, held }: Seed['numbers']): Inventory {
  return { free: new NumberRanges(sortedRanges(free)), held: new NumberRanges(sortedRanges(held)) };
}

function sortedRanges(ranges: readonly NumberRange[]): NumberRange[] {
  return [...ranges].sort((one, other) => compareNumbers(one.from, other.from));
}
