import type { OnLeft } from '../time/clock.ts';

/** Holds back sends with an idempotency key, so that a test can look at a request in progress. */
export class SendHold {
  private isHolding = false;
  private waiting = new Set<() => void>();

  /** @param changed called for each send that begins to wait, or is given up */
  constructor(private readonly changed?: () => void) {}

  /** Whether sends are held, and how many wait. */
  get state(): { holding: boolean; held: number } {
    return { holding: this.isHolding, held: this.waiting.size };
  }

  /** From now on sends with a key wait. */
  hold(): SendHold['state'] {
    this.isHolding = true;
    return this.state;
  }

  /** Lets every send continue; later ones do not wait. */
  release(): SendHold['state'] {
    this.isHolding = false;
    const waiting = this.waiting;
    this.waiting = new Set();
    for (const go of waiting) go();
    return this.state;
  }

  /** Ends at once when nothing is held, else when released. Rejects when the client leaves. */
  pass(onLeft?: OnLeft): Promise<void> {
    if (!this.isHolding) return Promise.resolve();
    return new Promise<void>((resolve, reject) => {
      this.waiting.add(resolve);
      this.changed?.();
      onLeft?.((reason) => {
        reject(reason);
        if (this.waiting.delete(resolve)) this.changed?.();
      });
    });
  }
}
