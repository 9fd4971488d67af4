import { Expiry } from './expiry.ts';
import { Weight } from './memory.ts';

/** A value, and how many bytes it keeps. */
export interface Shelved<Value> {
  value: Value;
  bytes: number;
}

/** Values under their ids, the oldest first. When there are more than `limit`, or they keep more than `bytes`, the oldest make room. */
export class Shelf<Value> {
  private readonly weight: Weight;
  private readonly oldest: Expiry<Shelved<Value>>;

  constructor(
    private readonly limit: number,
    private readonly bytes = Number.POSITIVE_INFINITY,
    whole?: Weight,
    private readonly kept = new Map<string, Shelved<Value>>(),
  ) {
    this.weight = new Weight(whole);
    this.oldest = new Expiry(kept);
    for (const { bytes: found } of kept.values()) this.weight.add(found);
  }

  get size(): number {
    return this.kept.size;
  }

  get(id: string): Value | undefined {
    return this.kept.get(id)?.value;
  }

  /** All values, the oldest first. */
  list(): Value[] {
    return [...this.kept.values()].map(({ value }) => value);
  }

  /** Puts a value at the end; the one that had its id goes. */
  put(id: string, value: Value, bytes: number): void {
    this.remove(id);
    this.kept.set(id, { value, bytes });
    this.weight.add(bytes);
    if (!this.isOverfull()) return;
    this.oldest.drop(
      () => this.isOverfull(),
      (oldest, shelved) => this.drop(oldest, shelved),
    );
  }

  /** Says that a value has changed within. */
  touch(id: string): void {
    const shelved = this.kept.get(id);
    if (shelved) this.kept.set(id, shelved);
  }

  /** Nothing happens when the id is unknown. */
  remove(id: string): void {
    const shelved = this.kept.get(id);
    if (shelved) this.drop(id, shelved);
  }

  clear(): void {
    this.weight.add(-this.weight.bytes);
    this.kept.clear();
  }

  private drop(id: string, { bytes }: Shelved<Value>): void {
    this.weight.add(-bytes);
    this.kept.delete(id);
  }

  private isOverfull(): boolean {
    return this.kept.size > 1 && (this.kept.size > this.limit || this.weight.bytes > this.bytes);
  }
}
