import { join } from 'node:path';
import { claim } from './lock.ts';
import { blocked } from './signals.ts';
import type { Target } from './target.ts';

/** The phone numbers of the profile, each given out once in a run, or once for each copy of the mock's state. */
export class Numbers {
  private readonly target: Target;
  private readonly runDir: string;
  private readonly partition: () => string;
  private readonly positions = new Map<string, number>();

  constructor(target: Target, runDir: string, partition: () => string) {
    this.target = target;
    this.runDir = runDir;
    this.partition = partition;
  }

  /** The next number that this run has not used. It may still be held from an earlier run: see `reserve` of the case. */
  next(): string {
    const { phoneNumbers, partitioned } = this.target;
    const space = partitioned ? this.partition() : 'shared';
    for (let position = this.positions.get(space) ?? 0; position < phoneNumbers.length; position++) {
      this.positions.set(space, position + 1);
      const number = phoneNumbers[position];
      if (number && (partitioned || claim(join(this.runDir, `number-${position}`)))) return number;
    }
    return blocked(`all ${phoneNumbers.length} numbers are used: reservation: { phoneNumbers: [more of them] }`);
  }

  /** Several numbers at once. */
  take(count: number): string[] {
    return Array.from({ length: count }, () => this.next());
  }
}
