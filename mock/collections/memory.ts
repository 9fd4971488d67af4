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

/** Values under their ids, the oldest first. Beyond `limit` of them the oldest make room. */
export class BoundedMap<Value> {
  private readonly sizes = new Map<string, number>();

  /** @param usage counts the bytes of the values, by `sizeOf` */
  constructor(
    private readonly limit: number,
    private readonly sizeOf: (value: Value) => number,
    private readonly usage: MemoryUsage,
    private readonly entries = new Map<string, Value>(),
  ) {
    for (const [id, value] of entries) this.count(id, value);
    this.dropOldest();
  }

  get(id: string): Value | undefined {
    return this.entries.get(id);
  }

  /** All values, the oldest first. */
  list(): Value[] {
    return [...this.entries.values()];
  }

  /** Puts a value at the end; an older one with its id is removed. */
  put(id: string, value: Value): void {
    this.remove(id);
    this.entries.set(id, value);
    this.count(id, value);
    this.dropOldest();
  }

  /** Stores a value that has changed within; it stays at its place. */
  touch(id: string): void {
    const value = this.entries.get(id);
    if (value !== undefined) this.entries.set(id, value);
  }

  /** Nothing happens when the id is unknown. */
  remove(id: string): void {
    if (!this.entries.delete(id)) return;
    this.usage.add(-(this.sizes.get(id) ?? 0));
    this.sizes.delete(id);
  }

  /** Removes the values that are not admitted. */
  retain(isAdmitted: (value: Value, id: string) => boolean): void {
    for (const [id, value] of this.entries) if (!isAdmitted(value, id)) this.remove(id);
  }

  clear(): void {
    for (const id of [...this.entries.keys()]) this.remove(id);
  }

  private count(id: string, value: Value): void {
    const bytes = this.sizeOf(value);
    this.sizes.set(id, bytes);
    this.usage.add(bytes);
  }

  private dropOldest(): void {
    for (const id of this.entries.keys()) {
      if (this.entries.size <= this.limit) return;
      this.remove(id);
    }
  }
}
