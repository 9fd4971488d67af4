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

/** Counts the bytes of a part; the whole that it belongs to counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(
    private whole?: MemoryUsage,
    readonly limit = STORED_BYTES,
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

/** The usage of all partitions of a process. */
export const processUsage = new MemoryUsage();

/** Stores a value at its place in the order of arrival; undefined removes it. */
export type Write = (order: number, id: string, value: unknown) => void;

/**
 * Values under their ids in the order of arrival, with their bytes counted and their changes written through. A value that is set again
 * keeps its place and its size. Beyond `limit` values the oldest makes room.
 */
export class Entries<Value> extends Map<string, Value> {
  readonly #places = new Map<string, { order: number; bytes: number }>();
  #last = 0;

  constructor(
    private readonly parts: EntryParts<Value> = {},
    private readonly write?: Write,
  ) {
    super();
  }

  override set(id: string, value: Value): this {
    const order = this.#places.get(id)?.order ?? this.#last + 1;
    this.write?.(order, id, value);
    return this.restore(order, id, value);
  }

  /** Takes over a value as it was stored. */
  restore(order: number, id: string, value: Value): this {
    super.set(id, value);
    if (!this.#places.has(id)) {
      const { limit = Infinity, sizeOf = () => 0, usage } = this.parts;
      const bytes = sizeOf(value);
      this.#last = order;
      this.#places.set(id, { order, bytes });
      usage?.add(bytes);
      const [oldest = id] = this.keys();
      if (this.size > limit) this.delete(oldest);
    }
    return this;
  }

  override delete(id: string): boolean {
    const place = this.#places.get(id);
    if (!place) return false;
    this.#places.delete(id);
    this.parts.usage?.add(-place.bytes);
    this.write?.(place.order, id, undefined);
    return super.delete(id);
  }

  override clear(): void {
    this.retain(() => false);
  }

  /** Sets a value at the end. */
  put(id: string, value: Value): void {
    this.delete(id);
    this.set(id, value);
  }

  retain(isAdmitted: (value: Value, id: string) => boolean): void {
    for (const [id, value] of this) if (!isAdmitted(value, id)) this.delete(id);
  }
}
