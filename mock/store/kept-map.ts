/** A value with its place in the order in which values came. */
export type Place<Value> = readonly [place: number, value: Value];

/** A map that notes what is set and deleted; a value that is set again keeps its place, as in any map. */
export class KeptMap<Value> extends Map<string, Value> {
  readonly #places = new Map<string, number>();
  readonly #note: (id: string, place: Place<Value> | undefined) => void;
  #last = 0;

  constructor(
    found: Iterable<readonly [id: string, Place<Value>]>,
    note: (id: string, place: Place<Value> | undefined) => void,
  ) {
    super();
    this.#note = note;
    for (const [id, [place, value]] of [...found].sort(([, [a]], [, [b]]) => a - b)) {
      this.#places.set(id, place);
      this.#last = place;
      super.set(id, value);
    }
  }

  override set(id: string, value: Value): this {
    const place = this.#places.get(id) ?? this.#last + 1;
    this.#last = Math.max(this.#last, place);
    this.#places.set(id, place);
    this.#note(id, [place, value]);
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    if (!super.delete(id)) return false;
    this.#places.delete(id);
    this.#note(id, undefined);
    return true;
  }

  override clear(): void {
    for (const id of [...this.keys()]) this.delete(id);
  }
}
