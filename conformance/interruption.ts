/** Ctrl-C: what was begun ends in order, so that what was changed is put back; this process waits for that. */
export class Interruption {
  happened = false;
  private end: (() => void) | undefined;
  private readonly listener = () => {
    if (!this.end) {
      console.error('conformance: interrupted before the first case');
      process.exit(130);
    }
    if (this.happened) return;
    this.happened = true;
    console.error('conformance: interrupted; it ends what runs and puts back what was changed');
    this.end();
  };

  constructor() {
    process.on('SIGINT', this.listener);
    process.on('SIGTERM', this.listener);
  }

  /** From now on there is something to be ended in order, and this does it. */
  endsBy(end: () => void): void {
    this.end = end;
  }

  forget(): void {
    process.removeListener('SIGINT', this.listener);
    process.removeListener('SIGTERM', this.listener);
  }
}
