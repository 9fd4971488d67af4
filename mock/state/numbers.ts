import type { NumberRange, Seed } from '../../fixtures/seed.ts';
import { DueQueue } from '../collections/due-queue.ts';
import { MemoryUsage } from '../collections/memory.ts';
import { sorted } from '../collections/sorted.ts';
import { compareNumbers, NumberRanges } from './number-ranges.ts';

/** Until when a number is held, for whom, and what they call the reservation. */
export interface Hold {
  until: number;
  account?: string;
  reference?: string;
}

/** What a held number takes in memory, about. */
const HOLD_BYTES = 400;

/** The phone numbers of one partition: which may be held, and which are held until when. */
export class Numbers {
  /** The held numbers by the time until which they are. */
  private readonly ends = new DueQueue<string>();
  private readonly usage: MemoryUsage;

  constructor(
    private inventory: Inventory,
    private readonly holds = new Map<string, Hold>(),
    whole?: MemoryUsage,
  ) {
    this.usage = new MemoryUsage(whole);
    for (const [number, { until }] of holds) this.ends.add(number, until);
    this.weigh();
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

  /** Goes over to another inventory; what is held and admitted stays held. */
  *refit(inventory: Inventory, isAdmitted: (number: string, hold: Hold) => boolean): Generator<void, void> {
    this.inventory = inventory;
    for (const [number, hold] of this.holds) {
      if (!isAdmitted(number, hold)) this.holds.delete(number);
      yield;
    }
    this.weigh();
  }

  /** Holds a number. */
  hold(number: string, hold: Hold): void {
    this.holds.delete(number);
    this.holds.set(number, hold);
    this.ends.add(number, hold.until);
    this.weigh();
  }

  /** The numbers that are held now, each with its hold. */
  held(now: number): ReadonlyMap<string, Hold> {
    if ((this.ends.next ?? now + 1) > now) return this.holds;
    return new Map([...this.holds].filter(([, { until }]) => until > now));
  }

  /** Forgets the holds that have ended. */
  expire(now: number): void {
    for (const number of this.ends.takeDue(now))
      if ((this.holds.get(number)?.until ?? now) <= now) this.holds.delete(number);
    this.weigh();
  }

  private weigh(): void {
    this.usage.add(this.holds.size * HOLD_BYTES - this.usage.bytes);
  }
}

/** Which numbers are free and which are held, to be found quickly. */
export type Inventory = Record<keyof Seed['numbers'], NumberRanges>;

/** Indexes the inventory of the fixtures in steps, once for all partitions. */
export function* indexNumbers({ free, held }: Seed['numbers']): Generator<void, Inventory> {
  const byBeginning = (one: NumberRange, other: NumberRange) => compareNumbers(one.from, other.from);
  return {
    free: new NumberRanges(yield* sorted(free, byBeginning)),
    held: new NumberRanges(yield* sorted(held, byBeginning)),
  };
}
