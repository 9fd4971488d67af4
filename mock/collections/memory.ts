import { getHeapStatistics } from 'node:v8';

/** How many bytes all partitions together may take: a quarter of the memory that Node allows itself. */
export const MEMORY = getHeapStatistics().heap_size_limit / 4;

/** How many bytes something takes; whatever it is a part of counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(private whole?: MemoryUsage) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  /** It is no part of the whole any more, whatever is still added to it. */
  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }

  /** It is a part of a whole. */
  join(whole: MemoryUsage): void {
    this.leave();
    this.whole = whole;
    whole.add(this.bytes);
  }
}

/** What a value weighs, about: a byte for a character of its JSON, which would take longer to write than to add up. */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += 5 + jsonSize(item);
  else for (const name in value) bytes += name.length + 4 + jsonSize((value as Record<string, unknown>)[name]);
  return bytes;
}
