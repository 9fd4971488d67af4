import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { blocked } from '../outcome/signals.ts';
import type { Target } from '../target/target.ts';
import { claim } from './lock.ts';

/** Whether an entry of a reservation says that its number could not be held; which status it has then is an assumption. */
export function couldNotBeHeld({ expired_at, errors, status }: Record<string, unknown>): boolean {
  return !isFilled(expired_at) && (isFilled(errors) || status === 'failure');
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** A number that differs from text to text. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

/** The phone numbers of the profile, each given out once in a run, or once for each copy of the mock's state. */
export class Numbers {
  private readonly target: Target;
  private readonly runDir: string;
  private readonly partition: () => string;

  constructor(target: Target, runDir: string, partition: () => string) {
    this.target = target;
    this.runDir = runDir;
    this.partition = partition;
  }

  /** The next number that this run has not used. It may still be held from an earlier run: see `reserve` of the case. */
  next(): string {
    const { phoneNumbers, partitioned } = this.target;
    const space = partitioned ? `${this.partition()}-` : '';
    // What an earlier run has used may still be held, so each run begins at another place.
    const start = partitioned ? 0 : numberOf(this.runDir);
    const positions = phoneNumbers.map((_, index) => (start + index) % phoneNumbers.length);
    const free = positions.find((position) => claim(join(this.runDir, `number-${space}${position}`)));
    return (
      phoneNumbers[free ?? -1] ??
      blocked(`all ${phoneNumbers.length} numbers are used: reservation: { phoneNumbers: [more of them] }`)
    );
  }

  /** Several numbers at once. */
  take(count: number): string[] {
    return Array.from({ length: count }, () => this.next());
  }
}
