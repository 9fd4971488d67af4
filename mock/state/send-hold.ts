/** Holds back sends with an idempotency key, so that a test can look at a request in progress. */
export class SendHold {
  private isHolding = false;
  private waiting: (() => void)[] = [];

  /** `changed` is told of each send that begins to wait. */
  constructor(private readonly changed?: () => void) {}

  /** Whether sends are held, and how many wait. */
  get state(): { holding: boolean; held: number } {
    return { holding: this.isHolding, held: this.waiting.length };
  }

  /** From now on sends with a key wait. */
  hold(): void {
    this.isHolding = true;
  }

  /** Lets everybody go on, and nobody waits from now on. */
  release(): void {
    this.isHolding = false;
    const waiting = this.waiting;
    this.waiting = [];
    for (const go of waiting) go();
  }

  /** Ends at once when nothing is held, else when it is released. */
  pass(): Promise<void> {
    if (!this.isHolding) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.changed?.();
    });
  }
}
