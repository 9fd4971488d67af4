/**
 * Finds what is over in a map whose entries stand in the order in which they end. It goes on from where it was: begun anew, it
 * would walk over all that was dropped before.
 */
export class Expiry<Value> {
  private entries: MapIterator<[string, Value]>;
  private next: [id: string, value: Value] | undefined;

  constructor(private readonly map: ReadonlyMap<string, Value>) {
    this.entries = map.entries();
  }

  /** Drops entries from the front as long as they are over; `forget` takes one out of the map. */
  drop(isOver: (value: Value) => boolean, forget: (id: string, value: Value) => void): void {
    for (let first = this.first(); first && isOver(first[1]); first = this.next) {
      forget(...first);
      this.next = this.following();
    }
  }

  private first(): [id: string, value: Value] | undefined {
    // One that is gone, or was set anew and stands further behind, is not the first any more.
    if (!this.next || this.map.get(this.next[0]) !== this.next[1]) this.next = this.following();
    return this.next;
  }

  private following(): [id: string, value: Value] | undefined {
    const { value, done } = this.entries.next();
    if (!done) return value;
    this.entries = this.map.entries();
    return this.entries.next().value;
  }
}
