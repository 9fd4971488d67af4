interface Waiting<Value> {
  due: number;
  /** Counts what was added. */
  order: number;
  value: Value;
}

/** Values that wait for their time; of the same time, the one that came first is first. However many wait, each costs little. */
export class DueQueue<Value> {
  /** A heap: each is due no later than the two that follow it, at twice its place and one or two. */
  private heap: Waiting<Value>[] = [];
  private added = 0;

  get size(): number {
    return this.heap.length;
  }

  add(value: Value, due: number): void {
    const { heap } = this;
    const one = { due, order: this.added++, value };
    let place = heap.push(one) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (isFirst(heap[above] as Waiting<Value>, one)) break;
      heap[place] = heap[above] as Waiting<Value>;
      place = above;
    }
    heap[place] = one;
  }

  /** Takes the values whose time has come, in the order of their times. */
  takeDue(now: number): Value[] {
    const taken: Value[] = [];
    for (let first = this.heap[0]; first && first.due <= now; first = this.heap[0]) {
      taken.push(first.value);
      this.dropFirst();
    }
    return taken;
  }

  /** Forgets the values that do not wait any more. */
  retain(waits: (value: Value) => boolean): void {
    // What is sorted is a heap.
    this.heap = this.heap.filter(({ value }) => waits(value)).sort((one, other) => (isFirst(one, other) ? -1 : 1));
  }

  private dropFirst(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
      if (left === undefined) break;
      const next = right && isFirst(right, left) ? right : left;
      if (isFirst(last, next)) break;
      heap[place] = next;
      place = next === left ? 2 * place + 1 : 2 * place + 2;
    }
    heap[place] = last;
  }
}

function isFirst(one: Waiting<unknown>, other: Waiting<unknown>): boolean {
  return one.due < other.due || (one.due === other.due && one.order < other.order);
}
