import TinyQueue from 'tinyqueue';

interface Waiting<Value> {
  due: number;
  /** Counts what was added. */
  order: number;
  value: Value;
}

/** Values that wait for their time; of the same time, the one that came first is first. However many wait, each costs little. */
export class DueQueue<Value> {
  private waiting = new TinyQueue<Waiting<Value>>([], inOrder);
  private added = 0;

  get size(): number {
    return this.waiting.length;
  }

  /** When the first of them is due; undefined when nothing waits. */
  get next(): number | undefined {
    return this.waiting.peek()?.due;
  }

  add(value: Value, due: number): void {
    this.waiting.push({ due, order: this.added++, value });
  }

  /** Takes the values whose time has come, in the order of their times; of those that still wait, `limit` at most. */
  takeDue(now: number, limit = Number.POSITIVE_INFINITY, waits = (_value: Value) => true): Value[] {
    const taken: Value[] = [];
    while (taken.length < limit) {
      const first = this.waiting.peek();
      if (!first || first.due > now) break;
      if (waits(first.value)) taken.push(first.value);
      this.waiting.pop();
    }
    return taken;
  }

  /** Forgets the values that do not wait any more. */
  retain(waits: (value: Value) => boolean): void {
    this.waiting = new TinyQueue(
      this.waiting.data.filter(({ value }) => waits(value)),
      inOrder,
    );
  }
}

function inOrder(one: Waiting<unknown>, other: Waiting<unknown>): number {
  return one.due - other.due || one.order - other.order;
}
