/** Where clocks end: times derived from one (a hold's end, for instance) must still have a year of four digits. */
export const LATEST = Date.UTC(9999, 0);

const LONGEST_TIMER = 2 ** 31 - 1;

interface Waiter {
  due: number;
  timer?: NodeJS.Timeout;
  end: () => void;
}

/** The time of one partition, in milliseconds since the epoch. It runs on; it can be moved forwards only. */
export class Clock {
  private readonly waiting = new Set<Waiter>();

  /** `offset` is the first difference to the real time; `moved` is called with each new one. */
  constructor(
    private readonly realTime: () => number = Date.now,
    private offset = 0,
    private readonly moved: (offset: number) => void = () => {},
  ) {}

  now(): number {
    return this.realTime() + this.offset;
  }

  moveTo(time: number): boolean {
    const step = time - this.now();
    if (step < 0) return false;
    this.offset += step;
    this.moved(this.offset);
    for (const waiter of this.inOrder()) this.endOrWait(waiter);
    return true;
  }

  /** Ends when this clock has advanced by `duration` milliseconds, by itself or by a move. Rejects with the reason of `left`. */
  wait(duration: number, left?: AbortSignal): Promise<void> {
    if (duration <= 0) return Promise.resolve();
    if (left?.aborted) return Promise.reject(left.reason);
    return new Promise<void>((resolve, reject) => {
      const over = (settle: () => void) => () => {
        clearTimeout(waiter.timer);
        this.waiting.delete(waiter);
        left?.removeEventListener('abort', leave);
        settle();
      };
      const leave = over(() => reject(left?.reason));
      const waiter: Waiter = { due: this.now() + duration, end: over(resolve) };
      this.waiting.add(waiter);
      left?.addEventListener('abort', leave);
      this.endOrWait(waiter);
    });
  }

  wakeAll(): void {
    for (const { end } of this.inOrder()) end();
  }

  private inOrder(): Waiter[] {
    return [...this.waiting].sort((a, b) => a.due - b.due);
  }

  private endOrWait(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const rest = waiter.due - this.now();
    if (rest <= 0) waiter.end();
    else waiter.timer = setTimeout(() => this.endOrWait(waiter), Math.min(rest, LONGEST_TIMER));
  }
}
