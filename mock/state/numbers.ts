import type { NumberRange, Seed } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import { Entries } from '../store/store.ts';

export type Hold = ControlSchema<'HeldNumber'>;

const parseEnd = ({ until }: Hold) => Date.parse(until);

export const HOLD_BYTES = 400;

export class Numbers {
  /** No hold ends before. */
  private nextEnd = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly inventory: Inventory,
    private readonly holds = new Entries<Hold>(),
  ) {}

  findObstacle(number: string, now: number): string | undefined {
    const hold = this.holds.get(number);
    if ((hold && parseEnd(hold) > now) || this.inventory.held(number)) return `The number ${number} is already held.`;
    return this.inventory.free(number) ? undefined : `The number ${number} is not in the inventory.`;
  }

  hold(hold: Hold): void {
    this.holds.put(hold.number, hold);
    this.nextEnd = Math.min(this.nextEnd, parseEnd(hold));
  }

  listHolds(now: number): Hold[] {
    return this.holds.values().filter((hold) => parseEnd(hold) > now);
  }

  expire(now: number): void {
    if (now < this.nextEnd) return;
    this.holds.retain((hold) => parseEnd(hold) > now);
    this.nextEnd = this.holds.values().reduce((next, hold) => Math.min(next, parseEnd(hold)), Infinity);
  }

  get size(): number {
    return this.holds.size;
  }
}

export type Inventory = Record<keyof Seed['numbers'], (number: string) => boolean>;

export function indexNumbers({ free, held }: Seed['numbers']): Inventory {
  return { free: createRangeTest(free), held: createRangeTest(held) };
}

/** At most 15 digits, and none in front is zero (E.164): they compare as numbers. */
function createRangeTest(texts: readonly NumberRange[]): (number: string) => boolean {
  const ranges = texts.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
  return (number) => ranges.some(({ from, to }) => from <= Number(number) && Number(number) <= to);
}
