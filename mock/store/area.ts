import type { Disk } from './disk.ts';

const nothing = Promise.resolve();

/** The part of the disk that belongs to one partition. */
export class Area {
  private isLeft = false;
  /** Ends when the latest change is written. */
  private latest: Promise<void> | undefined;

  /**
   * `prefix` stands before its keys; `changing` is told before anything in it changes. One that is filled `aside` is nobody's until it is
   * adopted.
   */
  constructor(
    private readonly disk: Disk,
    private readonly prefix: string,
    private readonly changing: () => void,
    private isAside: boolean,
  ) {}

  note(key: string, value: unknown): void {
    if (this.isLeft) return;
    if (!this.isAside) this.changing();
    this.disk.note(this.prefix + key, value);
    const written = this.disk.commit();
    if (written === this.latest) return;
    this.latest = written;
    // Then it goes with the next attempt.
    written.catch(() => {
      if (this.latest === written) this.latest = undefined;
    });
  }

  /** Ends when all that has changed in it is written, whatever has changed elsewhere. Rejects when that failed. */
  commit(): Promise<void> {
    return this.disk.isBehind ? this.disk.commit() : (this.latest ?? nothing);
  }

  get(key: string): unknown {
    return this.disk.get(this.prefix + key);
  }

  read(prefix: string, last?: number): AsyncGenerator<[key: string, value: unknown]> {
    return this.disk.read(this.prefix + prefix, last);
  }

  afterwards(task: () => void): void {
    this.disk.afterwards(task);
  }

  /** From now on it belongs to the partition. */
  adopt(): void {
    this.isAside = false;
    this.changing();
  }

  /** Nothing changes in it any more, because it belongs to nobody. */
  leave(): void {
    if (this.isAside && !this.isLeft) this.disk.afterwards(() => this.disk.clear(this.prefix));
    this.isLeft = true;
  }
}
