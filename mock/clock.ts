interface Waiter {
  due: number;
  wake: () => void;
  timer: NodeJS.Timeout;
}

/** The time of one partition, in milliseconds since the epoch. It runs on; it can be moved forwards only. */
export class Clock {
  private offset = 0;
  private readonly waiting = new Set<Waiter>();

  /** `source` gives the real time that this clock is measured from. */
  constructor(private readonly source: () => number = Date.now) {}

  now(): number {
    return this.source() + this.offset;
  }

  /** Moves the clock to a time and wakes whoever waited for one that has come. False when the time lies behind. */
  moveTo(time: number): boolean {
    const step = time - this.now();
    if (step < 0) return false;
    this.offset += step;
    for (const waiter of this.waiting) if (waiter.due <= this.now()) waiter.wake();
    return true;
  }

  /** Ends when this clock has gone on by `duration` milliseconds, by itself or because it was moved. */
  wait(duration: number): Promise<void> {
    if (duration <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        due: this.now() + duration,
        wake: () => {
          clearTimeout(waiter.timer);
          this.waiting.delete(waiter);
          resolve();
        },
        timer: setTimeout(() => waiter.wake(), duration),
      };
      this.waiting.add(waiter);
    });
  }

  /** Wakes everybody who waits, whatever the time. */
  wakeAll(): void {
    for (const waiter of this.waiting) waiter.wake();
  }
}
