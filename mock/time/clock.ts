import { DueQueue } from '../collections/due-queue.ts';

/** Where clocks end: times reckoned from one (a hold's end, for instance) must still have a year of four digits. */
export const LATEST = Date.UTC(9999, 0);

/** The longest time that a timer of Node can run. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Calls back with the reason when the waiting client leaves; at once when it has already left. */
export type OnLeft = (leave: (reason: Error) => void) => void;

interface Waiter {
  end: () => void;
  /** It is due, or its client has left. */
  isOver: boolean;
}

/** The time of one partition, in milliseconds since the epoch. It runs on; it can be moved forwards only. */
export class Clock {
  private readonly waiting = new DueQueue<Waiter>();
  /** How many of them are over: those that have left are forgotten later. */
  private gone = 0;
  /** Until the first of them is due. */
  private timer: NodeJS.Timeout | undefined;

  /**
   * `source` is the real clock, `offset` the difference to it at first. `moved` is called with each new difference.
   */
  constructor(
    private readonly source: () => number = Date.now,
    private offset = 0,
    private readonly moved: (offset: number) => void = () => {},
  ) {}

  now(): number {
    return this.source() + this.offset;
  }

  /** Moves the clock to a time and ends the waits that are due. False for a time in the past. */
  moveTo(time: number): boolean {
    const step = time - this.now();
    if (step < 0) return false;
    this.offset += step;
    this.moved(this.offset);
    this.endDue(this.now());
    return true;
  }

  /**
   * Ends when this clock has advanced by `duration` milliseconds, by itself or because it was moved. Rejects when `onLeft` reports a
   * client that has left.
   */
  wait(duration: number, onLeft?: OnLeft): Promise<void> {
    if (duration <= 0) return Promise.resolve();
    const due = this.now() + duration;
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { end: resolve, isOver: false };
      this.waiting.add(waiter, due);
      this.endDue(this.now());
      onLeft?.((reason) => {
        reject(reason);
        this.leave(waiter);
      });
    });
  }

  /** Wakes everybody who waits, whatever the time. */
  wakeAll(): void {
    this.endDue(Number.POSITIVE_INFINITY);
  }

  /** Ends the waits whose time has come. One timer is for all others: a clock that is moved may have thousands of them. */
  private endDue(now: number): void {
    clearTimeout(this.timer);
    for (const waiter of this.waiting.takeDue(now)) {
      if (waiter.isOver) this.gone -= 1;
      waiter.isOver = true;
      waiter.end();
    }
    const { next } = this.waiting;
    if (next === undefined) return;
    this.timer = setTimeout(() => this.endDue(this.now()), Math.min(next - now, LONGEST_TIMER));
  }

  /** Forgets those that have left, at once only when there are many: to look for each takes time. */
  private leave(waiter: Waiter): void {
    if (waiter.isOver) return;
    waiter.isOver = true;
    this.gone += 1;
    if (this.gone <= this.waiting.size / 2) return;
    this.waiting.retain(({ isOver }) => !isOver);
    this.gone = 0;
    this.endDue(this.now());
  }
}
