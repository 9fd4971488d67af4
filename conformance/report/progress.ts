import { say, showPassing } from '../../spec/print.ts';
import { worst } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';

const quietMs = 5000;

/** Says how far a run is: one line that changes on a terminal, now and then a line elsewhere. */
export class Progress {
  private readonly total: number;
  private done = 0;
  private failed = 0;
  private saidAt = Date.now();

  constructor(total: number) {
    this.total = total;
  }

  add(record: CaseRecord): void {
    this.done += 1;
    if (worst(record.verdicts.map(({ outcome }) => outcome)) === 'fail') this.failed += 1;
    const { stdout } = process;
    const line = `${this.done}/${this.total} cases${this.failed > 0 ? `, ${this.failed} failed` : ''}`;
    if (stdout.isTTY) {
      if (Date.now() - this.saidAt > 50 || this.done === this.total) {
        showPassing(line);
        this.saidAt = Date.now();
      }
    } else if (Date.now() - this.saidAt > quietMs) {
      say(line);
      this.saidAt = Date.now();
    }
  }

  end(): void {
    if (this.done > 0) showPassing('');
  }
}
