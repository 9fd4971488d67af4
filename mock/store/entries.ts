import { STORED_BYTES } from '../limits.ts';

/** The kinds of entries of a world; `meta` has its clock and settings, `list` the lists that it was filled with. */
export type Kind = 'meta' | 'list' | 'notification' | 'hold' | 'record' | 'waiting' | 'message' | 'mail';

/** Bounds of entries, and the way from stored JSON to a value, which throws an Error with the reason why it can't be read. */
export interface EntryParts<Value> {
  limit?: number;
  sizeOf?: (value: Value) => number;
  usage?: MemoryUsage | undefined;
  revive?: (json: never) => Value;
}

export interface Storage {
  /** The entries of a kind in the order of their arrival. Values are JSON, or results of `revive` for their JSON. */
  entries<Value>(kind: Kind, parts?: EntryParts<Value>): Entries<Value>;
  afterwards(task: () => void): void;
  clear(): void;
  /** Later changes are not stored. */
  leave(): void;
}

export function inMemory(): Storage {
  return { entries: (_kind, parts) => new Entries(parts), afterwards: (task) => task(), clear() {}, leave() {} };
}

/** Counts the bytes of a part; the whole that it belongs to counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(private whole?: MemoryUsage) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }
}

export class Budget {
  readonly state = new MemoryUsage();
  readonly relay = new MemoryUsage();

  constructor(readonly limit = STORED_BYTES) {}
}

export const processBudget = new Budget();

/** Stores a value at its place in the order of arrival; undefined removes it. */
export type Write = (order: number, id: string, value: unknown) => void;

/**
 * Values under their ids in the order of arrival, with their bytes counted and their changes written through. A value that is set again
 * keeps its place and its size. Beyond `limit` values the oldest make room.
 */
export class Entries<Value> extends Map<string, Value> {
  readonly #places = new Map<string, { order: number; bytes: number }>();
  readonly #parts: EntryParts<Value>;
  readonly #write: Write | undefined;
  #last = 0;

  constructor(
    parts: EntryParts<Value> = {},
    write?: Write,
    found: readonly { order: number; id: string; value: Value }[] = [],
  ) {
    super();
    this.#parts = parts;
    this.#write = write;
    for (const { order, id, value } of found) {
      this.#place(id, value, order);
      super.set(id, value);
    }
    this.#dropOldest();
  }

  override set(id: string, value: Value): this {
    const { order } = this.#places.get(id) ?? this.#place(id, value, this.#last + 1);
    this.#write?.(order, id, value);
    super.set(id, value);
    this.#dropOldest();
    return this;
  }

  override delete(id: string): boolean {
    const place = this.#places.get(id);
    if (!place) return false;
    this.#places.delete(id);
    this.#parts.usage?.add(-place.bytes);
    this.#write?.(place.order, id, undefined);
    return super.delete(id);
  }

  override clear(): void {
    for (const id of this.keys()) this.delete(id);
  }

  /** Sets a value at the end. */
  put(id: string, value: Value): void {
    this.delete(id);
    this.set(id, value);
  }

  retain(isAdmitted: (value: Value, id: string) => boolean): void {
    for (const [id, value] of this) if (!isAdmitted(value, id)) this.delete(id);
  }

  #place(id: string, value: Value, order: number): { order: number; bytes: number } {
    const { sizeOf = () => 0, usage } = this.#parts;
    const place = { order, bytes: sizeOf(value) };
    this.#last = order;
    this.#places.set(id, place);
    usage?.add(place.bytes);
    return place;
  }

  #dropOldest(): void {
    const { limit = Infinity } = this.#parts;
    for (const id of this.keys()) {
      if (this.size <= limit) return;
      this.delete(id);
    }
  }
}
