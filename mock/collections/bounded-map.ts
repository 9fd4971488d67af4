import { Expiry } from './expiry.ts';
import { MemoryUsage } from './memory.ts';

/** A value, and how many bytes it takes. */
export interface Sized<Value> {
  value: Value;
  bytes: number;
}

/** Values under their ids, the oldest first. When there are more than `limit`, or they take more than `bytes`, the oldest make room. */
export class BoundedMap<Value> {
  private readonly usage: MemoryUsage;
  private readonly oldest: Expiry<Sized<Value>>;

  constructor(
    private readonly limit: number,
    private readonly bytes = Number.POSITIVE_INFINITY,
    whole?: MemoryUsage,
    private readonly entries = new Map<string, Sized<Value>>(),
  ) {
    this.usage = new MemoryUsage(whole);
    this.oldest = new Expiry(entries);
    for (const { bytes: found } of entries.values()) this.usage.add(found);
  }

  get size(): number {
    return this.entries.size;
  }

  get(id: string): Value | undefined {
    return this.entries.get(id)?.value;
  }

  /** All values, the oldest first. */
  list(): Value[] {
    return [...this.entries.values()].map(({ value }) => value);
  }

  /** Puts a value at the end; the one that had its id goes. */
  put(id: string, value: Value, bytes: number): void {
    this.remove(id);
    this.entries.set(id, { value, bytes });
    this.usage.add(bytes);
    if (!this.isOverfull()) return;
    this.oldest.drop(
      () => this.isOverfull(),
      (oldest, entry) => this.drop(oldest, entry),
    );
  }

  /** Says that a value has changed within. */
  touch(id: string): void {
    const entry = this.entries.get(id);
    if (entry) this.entries.set(id, entry);
  }

  /** Nothing happens when the id is unknown. */
  remove(id: string): void {
    const entry = this.entries.get(id);
    if (entry) this.drop(id, entry);
  }

  clear(): void {
    this.usage.add(-this.usage.bytes);
    this.entries.clear();
  }

  private drop(id: string, { bytes }: Sized<Value>): void {
    this.usage.add(-bytes);
    this.entries.delete(id);
  }

  private isOverfull(): boolean {
    return this.entries.size > 1 && (this.entries.size > this.limit || this.usage.bytes > this.bytes);
  }
}
