import { LONGEST_TIME } from '../spec/validators.ts';

/** The end of clocks: derived times, such as the end of a hold, must have a year of four digits. */
export const LATEST = Date.UTC(9999, 0);

const LONGEST_TIMER = 2 ** 31 - 1;

interface Waiter {
  due: number;
  timer?: NodeJS.Timeout;
  end: () => void;
}

/** The time of one partition, in milliseconds since the epoch. It runs on; it can be moved forwards only. */
export class Clock {
  private readonly waiting = new Set<Waiter>();

  /** `offset` is the first difference to the real time; `moved` is called with each new one. */
  constructor(
    private readonly realTime: () => number = Date.now,
    private offset = 0,
    private readonly moved: (offset: number) => void = () => {},
  ) {}

  now(): number {
    return this.realTime() + this.offset;
  }

  moveTo(time: number): boolean {
    const step = time - this.now();
    if (step < 0) return false;
    this.offset += step;
    this.moved(this.offset);
    for (const waiter of this.sortWaiters()) this.endOrWait(waiter);
    return true;
  }

  /** Ends when this clock has advanced by `duration` milliseconds, by itself or by a move. Rejects with the reason of `signal`. */
  wait(duration: number, signal?: AbortSignal): Promise<void> {
    if (duration <= 0) return Promise.resolve();
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise<void>((resolve, reject) => {
      const finish = (settle: () => void) => () => {
        clearTimeout(waiter.timer);
        this.waiting.delete(waiter);
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const leave = finish(() => reject(signal?.reason));
      const waiter: Waiter = { due: this.now() + duration, end: finish(resolve) };
      this.waiting.add(waiter);
      signal?.addEventListener('abort', leave);
      this.endOrWait(waiter);
    });
  }

  wakeAll(): void {
    for (const { end } of this.sortWaiters()) end();
  }

  private sortWaiters(): Waiter[] {
    return [...this.waiting].sort((a, b) => a.due - b.due);
  }

  private endOrWait(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const rest = waiter.due - this.now();
    if (rest <= 0) waiter.end();
    else waiter.timer = setTimeout(() => this.endOrWait(waiter), Math.min(rest, LONGEST_TIMER));
  }
}

/** The years of the contract's formats have four digits. */
const BEGINNING_OF_TIME = Date.parse('0000-01-01T00:00:00Z');
const END_OF_TIME = Date.UTC(10_000, 0);

let last = { time: 0, text: new Date(0).toISOString() };

export function formatTime(time: number): string {
  // Several answers have one millisecond, and formatting it is a large part of their cost.
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}

export function formatMicroseconds(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}

/** Reads an ISO 8601 time with an offset, in the extended or basic format, of the years 0 to 9999; else undefined. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_TIME) return undefined;
  const [, year, month, day, hour, minute, second = 0, fraction = 0, sign, offsetHour = 0, offsetMinute = 0] =
    EXTENDED.exec(value) ?? BASIC.exec(value) ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}`);
  // The engine takes the 30th of February for the 2nd of March.
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE;
  const start = midnight + (Number(hour) * 60 + Number(minute)) * MINUTE + Number(second) * 1_000;
  // Parts of a millisecond are cut off, but no error of a binary fraction.
  const time = start + Math.floor(Number(`0.${fraction}`) * 1_000 + 1e-7) - (sign === '-' ? -offset : offset);
  return time >= BEGINNING_OF_TIME && time < END_OF_TIME ? time : undefined;
}

/** A stored time in milliseconds; 0 for none. */
export function toEpoch(text: string | null | undefined): number {
  return text ? (parseTime(text) ?? Number.NaN) : 0;
}

const MINUTE = 60_000;

const EXTENDED = createIsoPattern('(\\d{4})-(\\d\\d)-(\\d\\d)', ':');
const BASIC = createIsoPattern('(\\d{4})(\\d\\d)(\\d\\d)', '');

function createIsoPattern(date: string, separator: string): RegExp {
  const sixty = `${separator}([0-5]\\d)`;
  const offset = `Z|([+-])([01]\\d|2[0-3])(?:${sixty})?`;
  return new RegExp(`^${date}T([01]\\d|2[0-3])${sixty}(?:${sixty}(?:[.,](\\d+))?)?(?:${offset})$`, 'i');
}

export function formatDuration(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}
