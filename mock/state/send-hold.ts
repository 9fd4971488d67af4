/** Holds keyed sends back while it is shut, so that a test can look at a request in progress. */
export class Gate {
  private shut = false;
  private waiting: (() => void)[] = [];

  /** `changed` is told of each send that begins to wait. */
  constructor(private readonly changed?: () => void) {}

  /** Whether it is shut, and how many sends wait. */
  get state(): { holding: boolean; held: number } {
    return { holding: this.shut, held: this.waiting.length };
  }

  /** From now on keyed sends wait. */
  hold(): void {
    this.shut = true;
  }

  /** Lets everybody go on, and nobody waits from now on. */
  release(): void {
    this.shut = false;
    const waiting = this.waiting;
    this.waiting = [];
    for (const go of waiting) go();
  }

  /** Ends at once while the gate is open, else when it is released. */
  pass(): Promise<void> {
    if (!this.shut) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.changed?.();
    });
  }
}
