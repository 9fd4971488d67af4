/** Values that wait for their time; of the same time, the one that came first is first. */
export class DueQueue<Value> {
  /** The one that is due last at the front, so that what is due is taken from the end. */
  private waiting: { due: number; value: Value }[] = [];

  get size(): number {
    return this.waiting.length;
  }

  add(value: Value, due: number): void {
    let from = 0;
    let to = this.waiting.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.waiting[middle] as { due: number }).due > due) from = middle + 1;
      else to = middle;
    }
    this.waiting.splice(from, 0, { due, value });
  }

  /** Takes the values whose time has come, in the order of their times. */
  takeDue(now: number): Value[] {
    const taken: Value[] = [];
    for (let next = this.waiting.at(-1); next && next.due <= now; next = this.waiting.at(-1)) {
      taken.push(next.value);
      this.waiting.pop();
    }
    return taken;
  }

  /** Forgets the values that do not wait any more. */
  retain(waits: (value: Value) => boolean): void {
    this.waiting = this.waiting.filter(({ value }) => waits(value));
  }
}
