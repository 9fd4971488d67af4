import type { Disk } from './disk.ts';

/** The part of the disk that belongs to one partition. */
export class Area {
  private isLeft = false;

  /** `prefix` stands before its keys; `changing` is told before anything in it changes. */
  constructor(
    private readonly disk: Disk,
    private readonly prefix: string,
    private readonly changing: () => void,
  ) {}

  note(key: string, value: unknown): void {
    if (this.isLeft) return;
    this.changing();
    this.disk.note(this.prefix + key, value);
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

  /** Nothing changes in it any more, because it belongs to nobody. */
  leave(): void {
    this.isLeft = true;
  }
}
