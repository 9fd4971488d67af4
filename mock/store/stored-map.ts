import { sorted } from '../collections/sorted.ts';

/** A value with its position in the order in which values came. */
export type Ordered<Value> = readonly [order: number, value: Value];

/** A map that notes what is set and deleted; a value that is set again stays where it is in the order, as in any map. */
export class StoredMap<Value> extends Map<string, Value> {
  readonly #orders = new Map<string, number>();
  readonly #note: (id: string, order: Ordered<Value> | undefined) => void;
  #last = 0;

  constructor(note: (id: string, order: Ordered<Value> | undefined) => void) {
    super();
    this.#note = note;
  }

  /** One with what was found, made in steps. */
  static *of<Value>(
    found: readonly (readonly [id: string, Ordered<Value>])[],
    note: (id: string, order: Ordered<Value> | undefined) => void,
  ): Generator<void, StoredMap<Value>> {
    const map = new StoredMap<Value>(note);
    yield* map.#take(found);
    return map;
  }

  /** Makes other values of those that it has, which are noted already. */
  revive(make: (id: string, value: Value) => Value): void {
    for (const [id, value] of this) super.set(id, make(id, value));
  }

  *#take(found: readonly (readonly [id: string, Ordered<Value>])[]): Generator<void, void> {
    for (const [id, [order, value]] of yield* sorted(found, ([, [a]], [, [b]]) => a - b)) {
      this.#orders.set(id, order);
      this.#last = order;
      super.set(id, value);
      yield;
    }
  }

  override set(id: string, value: Value): this {
    const order = this.#orders.get(id) ?? this.#last + 1;
    this.#last = Math.max(this.#last, order);
    this.#orders.set(id, order);
    this.#note(id, [order, value]);
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    if (!super.delete(id)) return false;
    this.#orders.delete(id);
    this.#note(id, undefined);
    return true;
  }

  override clear(): void {
    for (const id of [...this.keys()]) this.delete(id);
  }
}
