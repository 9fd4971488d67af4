/** Passes on what was stored at a place of the order of arrival; undefined for an entry that was removed. */
type Write<Value> = (order: number, id: string, value: Value | undefined) => void;

/** A map that writes through. As in any map, a value that is set again keeps its place. */
export class StoredMap<Value> extends Map<string, Value> {
  readonly #orders = new Map<string, number>();
  readonly #write: Write<Value>;
  #last = 0;

  /** @param found entries that are stored already, in their order */
  constructor(write: Write<Value>, found: Iterable<readonly [order: number, id: string, value: Value]> = []) {
    super();
    this.#write = write;
    for (const [order, id, value] of found) {
      this.#orders.set(id, order);
      this.#last = order;
      super.set(id, value);
    }
  }

  override set(id: string, value: Value): this {
    const order = this.#orders.get(id) ?? ++this.#last;
    this.#orders.set(id, order);
    this.#write(order, id, value);
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    const order = this.#orders.get(id);
    if (order === undefined) return false;
    this.#orders.delete(id);
    this.#write(order, id, undefined);
    return super.delete(id);
  }

  override clear(): void {
    for (const id of [...this.keys()]) this.delete(id);
  }
}
