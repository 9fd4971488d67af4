import { stringify } from 'yaml';
import { placeText } from '../../spec/locator.ts';
import { counted } from '../../spec/texts.ts';
import type { JudgedChange, JudgedChanges } from '../changes.ts';
import type { Finding } from '../finding.ts';
import type { StepName, StepResult } from '../step.ts';

export interface StepReport extends StepResult {
  name: StepName;
  durationMs: number;
}

/** The record of a run of the gate; every other report is made from it. */
export interface GateReport {
  outcome: 'passed' | 'failed';
  /** The verdict on the changes and the least version that they allow; absent when the step `diff` did not run. */
  verdict?: JudgedChanges['verdict'];
  requiredVersion?: string;
  base: { name: string; reason: string; version: string; commit?: string };
  revision: { name: string; version: string };
  startedAt: string;
  durationMs: number;
  steps: StepReport[];
}

export function conclusion({ outcome, steps, verdict }: GateReport): string {
  if (outcome === 'passed') {
    const accepted = changesOf(steps).filter((change) => change.accepted).length;
    if (accepted > 0) return `This change may land; ${counted(accepted, 'breaking change')} acknowledged.`;
    return verdict === 'soft' ? 'This change may land; clients may notice the soft changes.' : 'This change may land.';
  }
  const failed = steps.filter((step) => step.outcome === 'failed').map(({ name }) => name);
  const open = openChanges(steps).length;
  const breaking = open > 0 ? `; ${counted(open, 'breaking change')} not acknowledged` : '';
  return `This change may not land yet: ${failed.join(', ')} failed${breaking}.`;
}

function changesOf(steps: readonly StepReport[]): JudgedChange[] {
  return steps.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
}

export function openChanges(steps: readonly StepReport[]): JudgedChange[] {
  return changesOf(steps).filter(({ level, accepted }) => level === 'breaking' && !accepted);
}

/** The entry of `spec/accepted-changes.yaml` that would acknowledge a change. */
export function entryFor({ rule, name }: JudgedChange): string {
  const entry = { rule, pointer: name, reason: 'WHY CLIENTS HAVE TO BEAR IT', owner: 'WHO ANSWERS FOR IT' };
  return stringify([entry], { lineWidth: 0 }).trimEnd();
}

export function labelOf({ severity, change }: Finding): string {
  return change?.accepted ? 'acknowledged' : (change?.level ?? severity);
}

/** The lines below the message of a finding, without its example. */
function detailsOf({ details = [], change }: Finding): string[] {
  if (!change) return details;
  const { name, operation, operations = [operation], direction, basePlace, accepted, landed } = change;
  const names = operations.filter(Boolean).join(', ') || 'the whole document';
  const lines = [...details, `in ${names}, ${direction === 'client' ? 'generated clients' : direction}: ${name}`];
  if (basePlace) lines.push(`at the base: ${placeText(basePlace)}`);
  if (accepted) lines.push(`acknowledged by ${accepted.owner}: ${accepted.reason}`);
  if (landed)
    lines.push(`the entry of ${landed.owner} in spec/accepted-changes.yaml acknowledged an earlier change; renew it`);
  if (!change.example && change.level === 'breaking') lines.push('no example could be made');
  return lines;
}

/** A finding as plain text: message, details, and the example on one line. */
function linesOf(finding: Finding): string[] {
  const { example } = finding.change ?? {};
  return [finding.message, ...detailsOf(finding), ...(example ? [`example: ${JSON.stringify(example)}`] : [])];
}

/** A finding as text: its weight, rule and place, then its lines. */
export function textOf(finding: Finding): string {
  const head = `${labelOf(finding).toUpperCase()} ${finding.rule} ${placeText(finding.place)}`;
  return [head, ...linesOf(finding)].join('\n');
}
