import { IN_FLIGHT_BYTES, STORED_BYTES } from './limits.ts';

/** Counts the bytes of a part; the whole that it belongs to counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(
    private whole?: MemoryUsage,
    readonly limit = Number.POSITIVE_INFINITY,
  ) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }
}

/** The bytes that all mocks of this process store. */
export const stored = new MemoryUsage(undefined, STORED_BYTES);

/** The bytes of large bodies and answers in flight. */
export const inFlight = new MemoryUsage(undefined, IN_FLIGHT_BYTES);
