import { type Paint, say, showPassing } from '../../spec/print.ts';
import type { Listener } from '../gate.ts';
import type { StepName } from '../step.ts';
import type { StepReport } from './report.ts';
import { stepLine } from './terminal.ts';

/** Says how far the steps are: a line for each that has ended, and on a terminal one that changes with what still runs. */
export class Progress implements Listener {
  private readonly running = new Map<StepName, string>();

  constructor(private readonly paint: Paint) {}

  started(name: StepName): void {
    this.running.set(name, '');
    this.show();
  }

  said(name: StepName, progress: string): void {
    this.running.set(name, ` ${progress}`);
    this.show();
  }

  ended(step: StepReport): void {
    this.running.delete(step.name);
    showPassing('');
    say(stepLine(step, this.paint));
    this.show();
  }

  private show(): void {
    const running = [...this.running].map(([name, progress]) => name + progress);
    showPassing(running.length === 0 ? '' : `running: ${running.join(', ')}`);
  }
}
