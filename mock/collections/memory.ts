import { STORED_BYTES } from '../limits.ts';

/** Counts the bytes of a part; the whole that it belongs to counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(private whole?: MemoryUsage) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  /** Takes the part out of the whole. */
  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }
}

/** Bytes that the partitions of a process store, and those of mail on its way to a mail server. */
export class Budget {
  readonly state = new MemoryUsage();
  readonly relay = new MemoryUsage();

  constructor(readonly limit = STORED_BYTES) {}
}

/** The budget of this process, which all mocks in it share. */
export const processBudget = new Budget();
