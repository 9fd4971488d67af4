import type { Listener } from '../gate.ts';
import type { StepName } from '../step.ts';
import type { Paint } from './paint.ts';
import type { StepReport } from './report.ts';
import { stepLine } from './terminal.ts';

/** Says how far the steps are: a line for each that has ended, and on a terminal one that changes with what still runs. */
export class Progress implements Listener {
  private readonly running = new Map<StepName, string>();

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly paint: Paint,
  ) {}

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
    this.clear();
    this.stream.write(`${stepLine(step, this.paint)}\n`);
    this.show();
  }

  private show(): void {
    if (!this.stream.isTTY || this.running.size === 0) return;
    this.clear();
    const text = `running: ${[...this.running].map(([name, progress]) => name + progress).join(', ')}`;
    this.stream.write(text.slice(0, (this.stream.columns || 80) - 1));
  }

  private clear(): void {
    if (this.stream.isTTY) this.stream.write('\r\u001b[K');
  }
}
