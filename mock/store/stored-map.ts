/** A value with its position in the order in which values came. */
export type Ordered<Value> = readonly [order: number, value: Value];

/** A map that notes what is set and deleted; a value that is set again stays where it is in the order, as in any map. */
export class StoredMap<Value> extends Map<string, Value> {
  readonly #orders = new Map<string, number>();
  readonly #note: (id: string, order: Ordered<Value> | undefined) => void;
  #last = 0;

  constructor(
    found: Iterable<readonly [id: string, Ordered<Value>]>,
    note: (id: string, order: Ordered<Value> | undefined) => void,
  ) {
    super();
    this.#note = note;
    for (const [id, [order, value]] of [...found].sort(([, [a]], [, [b]]) => a - b)) {
      this.#orders.set(id, order);
      this.#last = order;
      super.set(id, value);
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
