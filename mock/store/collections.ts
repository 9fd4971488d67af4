import { STORED_BYTES } from '../limits.ts';

/** The kinds of entries of a world; `meta` has its clock and settings, `list` the lists that it was filled with. */
export type Kind = 'meta' | 'list' | 'notification' | 'hold' | 'record' | 'waiting' | 'message' | 'mail';

/** Makes a stored entry of JSON. Throws an Error with the reason why it can't. */
export type Revive<Value> = (json: never) => Value;

/** The maps of a world, and the way to the disk where they are stored there. */
export interface Storage {
  /** The entries of a kind in the order of their arrival. Values are JSON, or results of `revive` for their JSON. */
  map<Value>(kind: Kind, revive?: Revive<Value>): Map<string, Value>;
  /** Runs a task once the changes so far are stored. */
  afterwards(task: () => void): void;
  /** Removes every entry. */
  clear(): void;
  /** Later changes are not stored. */
  leave(): void;
}

/** Maps of this process only. */
export function inMemory(): Storage {
  return { map: () => new Map(), afterwards: (task) => task(), clear: () => {}, leave: () => {} };
}

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

/** Values under their ids, the oldest first, with their bytes counted. Beyond `limit` of them the oldest make room. */
export class BoundedMap<Value> {
  private readonly sizes = new Map<string, number>();

  constructor(
    private readonly limit: number,
    private readonly sizeOf: (value: Value) => number,
    private readonly usage: MemoryUsage,
    private readonly entries = new Map<string, Value>(),
  ) {
    for (const [id, value] of entries) this.count(id, value);
    this.dropOldest();
  }

  get size(): number {
    return this.entries.size;
  }

  get(id: string): Value | undefined {
    return this.entries.get(id);
  }

  /** All values, the oldest first. */
  list(): Value[] {
    return [...this.entries.values()];
  }

  [Symbol.iterator](): IterableIterator<[string, Value]> {
    return this.entries[Symbol.iterator]();
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
    this.retain(() => false);
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
