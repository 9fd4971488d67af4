import type { JudgedChanges } from '../changes.ts';
import type { StepName, StepResult } from '../step.ts';

/** What became of a step, and how long it took. */
export interface StepReport extends StepResult {
  name: StepName;
  durationMs: number;
}

/** The record of a run of the gate; every other report is made from it. */
export interface GateReport {
  outcome: 'passed' | 'failed';
  /** What the comparison says of the change; absent when the step `diff` did not run or broke. */
  verdict?: JudgedChanges['verdict'];
  /** The least version that the changes allow. */
  requiredVersion?: string;
  base: { name: string; reason: string; version: string; commit?: string };
  revision: { name: string; version: string };
  startedAt: string;
  durationMs: number;
  steps: StepReport[];
}
