/** A value with its place in the order of arrival, as it is stored. */
export type Ordered<Value> = readonly [order: number, value: Value];

type Write<Value> = (id: string, entry: Ordered<Value> | undefined) => void;

/** A map that writes through: each `set` and `delete` is passed on. As in any map, a value that is set again keeps its place. */
export class StoredMap<Value> extends Map<string, Value> {
  readonly #orders = new Map<string, number>();
  readonly #write: Write<Value>;
  #last = 0;

  /** @param found entries that are stored already */
  constructor(write: Write<Value>, found: readonly (readonly [id: string, entry: Ordered<Value>])[] = []) {
    super();
    this.#write = write;
    for (const [id, [order, value]] of [...found].sort(([, [a]], [, [b]]) => a - b)) {
      this.#orders.set(id, order);
      this.#last = order;
      super.set(id, value);
    }
  }

  override set(id: string, value: Value): this {
    const order = this.#orders.get(id) ?? ++this.#last;
    this.#orders.set(id, order);
    this.#write(id, [order, value]);
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    if (!super.delete(id)) return false;
    this.#orders.delete(id);
    this.#write(id, undefined);
    return true;
  }

  override clear(): void {
    for (const id of [...this.keys()]) this.delete(id);
  }
}
