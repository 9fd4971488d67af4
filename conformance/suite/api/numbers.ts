import { createHash } from 'node:crypto';
import { blocked, inconclusive } from '../outcome/outcome.ts';
import type { TargetTime } from '../target/clock.ts';
import type { Target } from '../target/target.ts';
import { type Answer, readMembers } from '../wire/answer.ts';
import type { Client } from './client.ts';

/** The numbers of a reservation and its answer. */
export interface Reserved {
  answer: Answer;
  numbers: string[];
}

const maxAttempts = 5;
/** The number of held numbers that can't be a coincidence if `comparisons` others were free. */
export const suspicions = 3;
const comparisons = 4;
/** The time of a hold that no answer shows. */
const longestHold = 'PT30M';

/**
 * True if an entry of a reservation is not held: it has a reason, or (an assumption) such a status. The end of another
 * hold may be shown as well; only a number that is held gives no reason.
 */
export function isNotHeld({ expired_at, errors, status }: Record<string, unknown>): boolean {
  const isSaidToBeHeld = (status === 'pending' || status === 'success') && isFilled(expired_at);
  return status === 'failure' || (isFilled(errors) && !isSaidToBeHeld);
}

/** The entries of a reservation in an answer. */
export function listEntries(answer: Answer): Record<string, unknown>[] {
  const { phone_numbers } = answer.shown;
  return Array.isArray(phone_numbers) ? phone_numbers.map(readMembers) : [];
}

/**
 * True if the only number of a success is not held as sent: it was unavailable, or the service normalized it to E.164.
 */
export function wasNotTaken(answer: Answer): boolean {
  const entries = answer.accepted ? listEntries(answer) : [];
  const isOther = (entry: Record<string, unknown>) =>
    isNotHeld(entry) || /^\+[1-9]\d{1,14}$/.test(String(entry.phone_number));
  return entries.length > 0 && entries.every(isOther);
}

/** True if a member is a text that is not blank. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The body of a reservation of these values. */
export function makeNumbersBody<Value>(...numbers: Value[]): { phone_numbers: { phone_number: Value }[] } {
  return { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
}

/** A number that differs from text to text. */
function hashText(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

/** The phone numbers of the profile, each used once in a run, or once in each copy of the mock's state. */
export class Numbers {
  private readonly unused: string[];
  /** Counts of free and held numbers at their first use, and the end of holds. */
  private free = 0;
  private held = 0;
  private until = '';

  constructor(
    private readonly target: Target,
    runId: string,
    private readonly time: TargetTime,
  ) {
    const { phoneNumbers, partitioned } = target;
    const order = (number: string) => (partitioned ? 0 : hashText(`${runId} ${number}`));
    // Numbers of an earlier run may still be held, so each run has another order.
    this.unused = phoneNumbers.toReversed().sort((first, second) => order(first) - order(second));
  }

  /** The next number that this run has not used. It may still be held from an earlier run: see `reserve`. */
  next(): string {
    return this.unused.pop() ?? this.endForNumbers();
  }

  /**
   * Reserves a count of numbers and returns the answer, a refusal included. Numbers that an earlier run holds are replaced;
   * a service may refuse a request that has one, but not each attempt. Blocks the case where numbers stay held.
   */
  async reserve(api: Client, count: number, reference?: string): Promise<Reserved> {
    for (let attempt = 1; ; attempt++) {
      const numbers = Array.from({ length: count }, () => this.next());
      const answer = await api.createReservation({ customer_reference: reference, ...makeNumbersBody(...numbers) });
      this.countHolds(answer);
      const mayBeHeld = answer.refused
        ? answer.status === 409 || attempt < maxAttempts
        : listEntries(answer).some(isNotHeld);
      if (!mayBeHeld) return { answer, numbers };
      if (attempt === maxAttempts) this.endForNumbers(true);
    }
  }

  /**
   * True if refused requests hold their numbers. An earlier run may hold a number, so several are tried. Blocks the case
   * if that stays open.
   */
  async areHeldBy(api: Client, refuse: (number: string) => Promise<unknown>): Promise<boolean> {
    for (let count = 0; count < suspicions; count++) {
      const number = this.next();
      await refuse(number);
      const answer = await api.createReservation({ phone_numbers: [{ phone_number: number }] });
      const isHeld = answer.status === 409 || listEntries(answer).some(isNotHeld);
      if (!answer.accepted && !isHeld) blocked(`a reservation of a number of the profile was refused: ${answer}`);
      if (!isHeld) return false;
    }
    await this.needFree(api);
    return true;
  }

  /** Blocks the case where an earlier run may hold numbers: a pattern of several is evidence only if none is held. */
  async needFree(api: Client): Promise<void> {
    if (this.free < comparisons) await this.reserve(api, comparisons - this.free);
    if (this.held > 0) this.endForNumbers();
  }

  /** Ends the case for lack of numbers; the reason names the time when they are free. */
  endForNumbers(areHeld = this.held > 0): never {
    const { until } = this;
    const end = `${(until > this.time.now().toISOString() ? until : this.time.in(longestHold)).slice(0, 19)}Z`;
    const reason = `the ${this.target.phoneNumbers.length} numbers of the profile are used by this run or still held from an earlier one; all are free again at ${end}; a run takes 8, with --settle or --deployment 12: reservation: { phoneNumbers: [...] }`;
    // Too few for one run are too few each time.
    if (!areHeld) blocked(reason);
    inconclusive(reason);
  }

  /** Notes if numbers were free at their first use. */
  private countHolds(answer: Answer): void {
    for (const entry of listEntries(answer)) {
      const end = Date.parse(String(entry.expired_at));
      const until = Number.isNaN(end) ? '' : new Date(end).toISOString();
      if (until > this.until) this.until = until;
      this[isNotHeld(entry) ? 'held' : 'free'] += 1;
    }
  }
}
