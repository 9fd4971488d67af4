import { parseDuration } from '../../../spec/duration.ts';

/** The target's time: this machine's, the difference of the clocks, and the moves of a case. */
export class TargetTime {
  private offsetMs: number;

  constructor(clockOffsetMs: number) {
    this.offsetMs = clockOffsetMs;
  }

  /** Sets the target's clock. */
  isNow(iso: string): void {
    this.offsetMs = Date.parse(iso) - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** The target's time at a time of this machine. */
  at(iso: string): Date {
    return new Date(Date.parse(iso) + this.offsetMs);
  }

  /** A time ahead as ISO 8601 in UTC, for instance `in('PT1H')`. */
  in(duration: string): string {
    return new Date(this.now().getTime() + milliseconds(duration)).toISOString();
  }

  /** A time that is over, for instance `ago('PT1H')`. */
  ago(duration: string): string {
    return new Date(this.now().getTime() - milliseconds(duration)).toISOString();
  }
}

function milliseconds(duration: string): number {
  const length = parseDuration(duration);
  if (length === undefined) throw new Error(`"${duration}" is no ISO 8601 duration`);
  return length;
}
