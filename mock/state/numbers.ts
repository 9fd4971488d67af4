import type { NumberRange, Seed } from '../../fixtures/seed.ts';
import { Entries } from '../store/store.ts';

export interface Hold {
  until: number;
  account?: string;
  reference?: string;
}

export const HOLD_BYTES = 400;

export class Numbers {
  /** No hold ends before. */
  private nextEnd = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly inventory: Inventory,
    private readonly holds = new Entries<Hold>(),
  ) {}

  obstacle(number: string, now: number): string | undefined {
    const hold = this.holds.get(number);
    if ((hold && hold.until > now) || this.inventory.held(number)) return `The number ${number} is already held.`;
    return this.inventory.free(number) ? undefined : `The number ${number} is not in the inventory.`;
  }

  hold(number: string, hold: Hold): void {
    this.holds.put(number, hold);
    this.nextEnd = Math.min(this.nextEnd, hold.until);
  }

  held(now: number): ReadonlyMap<string, Hold> {
    return new Map([...this.holds].filter(([, { until }]) => until > now));
  }

  expire(now: number): void {
    if (now < this.nextEnd) return;
    this.holds.retain(({ until }) => until > now);
    this.nextEnd = [...this.holds.values()].reduce(
      (next, { until }) => Math.min(next, until),
      Number.POSITIVE_INFINITY,
    );
  }

  get size(): number {
    return this.holds.size;
  }
}

export type Inventory = Record<keyof Seed['numbers'], (number: string) => boolean>;

export function indexNumbers({ free, held }: Seed['numbers']): Inventory {
  return { free: within(free), held: within(held) };
}

/** At most 15 digits, and none in front is zero (E.164): they compare as numbers. */
function within(texts: readonly NumberRange[]): (number: string) => boolean {
  const ranges = texts.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
  return (number) => ranges.some(({ from, to }) => from <= Number(number) && Number(number) <= to);
}
