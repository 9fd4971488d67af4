import { ownTurn } from './turns.ts';

/** Where clocks end: times reckoned from one (a hold's end, for instance) must still have a year of four digits. */
export const LATEST = Date.UTC(9999, 0);

/** The longest time that a timer of Node can run. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Calls back with the reason when whoever waits has left; at once, when that has happened. */
export type OnLeft = (leave: (reason: Error) => void) => void;

interface Waiter {
  /** Ends the wait if its time has come, else sets a timer for what is left of it. */
  check: () => void;
  wake: () => void;
}

/** The time of one partition, in milliseconds since the epoch. It runs on; it can be moved forwards only. */
export class Clock {
  private offset: number;
  private readonly waiting = new Set<Waiter>();

  /**
   * `source` gives the real time that this clock is measured from, `start` what it shows first, if not that; `moved` is
   * told how far it is from the real time whenever that changes.
   */
  constructor(
    private readonly source: () => number = Date.now,
    start = source(),
    private readonly moved: (offset: number) => void = () => {},
  ) {
    this.offset = start - source();
  }

  now(): number {
    return this.source() + this.offset;
  }

  /** Moves the clock to a time and wakes whoever waited for one that has come. False when the time lies behind. */
  moveTo(time: number): boolean {
    const step = time - this.now();
    if (step < 0) return false;
    this.offset += step;
    this.moved(this.offset);
    for (const waiter of this.waiting) waiter.check();
    return true;
  }

  /**
   * Ends when this clock has gone on by `duration` milliseconds, by itself or because it was moved; of those whose time comes at once,
   * each has a turn of its own. Rejects when `onLeft` tells that nobody waits for it any more.
   */
  wait(duration: number, onLeft?: OnLeft): Promise<void> {
    if (duration <= 0) return Promise.resolve();
    const due = this.now() + duration;
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        check: () => {
          clearTimeout(timer);
          const left = due - this.now();
          if (left <= 0) waiter.wake();
          else timer = setTimeout(waiter.check, Math.min(left, LONGEST_TIMER));
        },
        wake: () => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve();
        },
      };
      this.waiting.add(waiter);
      waiter.check();
      onLeft?.((reason) => {
        reject(reason);
        waiter.wake();
      });
    }).then(() => ownTurn());
  }

  /** Wakes everybody who waits, whatever the time. */
  wakeAll(): void {
    for (const waiter of this.waiting) waiter.wake();
  }
}
