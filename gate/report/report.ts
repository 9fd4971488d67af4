import { stringify } from 'yaml';
import { counted } from '../../spec/texts.ts';
import type { JudgedChange, JudgedChanges } from '../changes.ts';
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

/** The sentence that the whole report comes down to. */
export function conclusion({ outcome, steps, verdict }: GateReport): string {
  if (outcome === 'passed') {
    const accepted = changesOf(steps).filter((change) => change.accepted).length;
    if (accepted > 0)
      return `This change may land; ${counted(accepted, 'breaking change')} of it ${accepted === 1 ? 'is' : 'are'} acknowledged.`;
    return verdict === 'soft' ? 'This change may land; read what it says about soft changes.' : 'This change may land.';
  }
  const failed = steps.filter((step) => step.outcome === 'failed').map(({ name }) => name);
  const open = openChanges(steps).length;
  const breaking = open > 0 ? `; ${counted(open, 'breaking change')} not acknowledged` : '';
  return `This change may not land yet: ${failed.join(', ')} failed${breaking}.`;
}

/** The changes of the contract in a report. */
export function changesOf(steps: GateReport['steps']): JudgedChange[] {
  return steps.flatMap(({ findings }) => findings.flatMap(({ change }) => (change ? [change] : [])));
}

/** The breaking changes that nobody has acknowledged. */
export function openChanges(steps: GateReport['steps']): JudgedChange[] {
  return changesOf(steps).filter(({ level, accepted }) => level === 'breaking' && !accepted);
}

/** The operations that a change is about, and which side of them. */
export function sideOf({ operation, operations = [operation], direction }: JudgedChange): string {
  const names = operations.filter(Boolean).join(', ') || 'the whole document';
  return direction === 'client' ? `${names}, generated clients` : `${names}, ${direction}`;
}

/** The entry of `spec/accepted-changes.yaml` that would acknowledge a change. */
export function entryFor({ rule, name }: JudgedChange): string {
  return stringify([{ rule, pointer: name, reason: 'WHY CLIENTS HAVE TO BEAR IT', owner: 'WHO ANSWERS FOR IT' }], {
    lineWidth: 0,
  }).trimEnd();
}
