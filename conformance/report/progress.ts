import { say, showPassing } from '../../spec/print.ts';
import { isFinding, type Outcome, word, worst } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';

/** How often a terminal is drawn anew, and how often a line is printed elsewhere. */
const drawnMs = 100;
const saidMs = 30_000;
const width = 24;
/** Of fewer cases than this share nobody can tell how long the others take: much of the time went into the start. */
const telling = 0.02;

/** Says how far a run is: a bar on a terminal, a line every half minute elsewhere. */
export class Progress {
  private readonly begun: number;
  private readonly found = new Map<Outcome, number>();
  private done = 0;
  private shownAt: number;

  constructor(
    private readonly total: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.begun = now();
    this.shownAt = this.begun;
  }

  add(record: CaseRecord): void {
    this.done += 1;
    const outcome = worst([...record.verdicts, ...record.mismatches].map((verdict) => verdict.outcome));
    if (isFinding(outcome)) this.found.set(outcome, (this.found.get(outcome) ?? 0) + 1);
    const quiet = this.now() - this.shownAt;
    const isLast = this.done === this.total;
    if (process.stdout.isTTY ? quiet < drawnMs && !isLast : quiet < saidMs) return;
    if (process.stdout.isTTY) showPassing(`${this.bar} ${this.line}`);
    else say(this.line);
    this.shownAt = this.now();
  }

  end(): void {
    if (this.done > 0) showPassing('');
  }

  /** Cases done, how many a second, how long it will go on like that, and what was found so far. */
  get line(): string {
    const seconds = (this.now() - this.begun) / 1000;
    const rate = this.done / Math.max(seconds, 0.001);
    const left = Math.round((this.total - this.done) / Math.max(rate, 0.001));
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`;
    const remaining = this.done < this.total * telling ? '' : `, ${clock}`;
    const found = [...this.found].map(([outcome, count]) => `, ${count} ${word(outcome)}`);
    return `${this.done}/${this.total} cases, ${rate.toFixed(1)} a second${remaining}${found.join('')}`;
  }

  private get bar(): string {
    const full = Math.round((this.done / this.total) * width);
    return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`;
  }
}
