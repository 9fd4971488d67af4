import { Weight } from './weight.ts';

/** Values under their ids, the oldest first. When there are more than `limit`, or they keep more than `bytes`, the oldest make room. */
export class Shelf<Value> {
  private readonly kept = new Map<string, { value: Value; bytes: number }>();
  private readonly weight: Weight;

  constructor(
    private readonly limit: number,
    private readonly bytes = Number.POSITIVE_INFINITY,
    whole?: Weight,
  ) {
    this.weight = new Weight(whole);
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
    for (const oldest of this.kept.keys()) {
      if ((this.kept.size <= this.limit && this.weight.bytes <= this.bytes) || oldest === id) break;
      this.remove(oldest);
    }
  }

  /** Nothing happens when the id is unknown. */
  remove(id: string): void {
    this.weight.add(-(this.kept.get(id)?.bytes ?? 0));
    this.kept.delete(id);
  }

  clear(): void {
    this.weight.add(-this.weight.bytes);
    this.kept.clear();
  }
}
