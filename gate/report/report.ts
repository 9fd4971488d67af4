import { stringify } from 'yaml';
import { placeText } from '../../spec/locator.ts';
import type { Paint } from '../../spec/print.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { placeholders } from '../accepted.ts';
import type { JudgedChange, JudgedChanges } from '../changes.ts';
import type { Finding, StepResult } from '../finding.ts';

export interface StepReport extends StepResult {
  name: string;
  durationMs: number;
}

/** The record of a run of the gate; every other report is made from it. */
export interface GateReport {
  outcome: 'passed' | 'failed';
  /** False if some steps were not to run. */
  isWhole: boolean;
  /** The verdict on the changes and the least version that they allow; absent when the step `diff` did not run. */
  verdict?: JudgedChanges['verdict'];
  requiredVersion?: string;
  base: { name: string; reason: string; version: string; commit?: string };
  revision: { name: string; version: string };
  startedAt: string;
  durationMs: number;
  steps: StepReport[];
}

export function conclusion({ outcome, isWhole, steps, verdict }: GateReport): string {
  if (outcome === 'passed') {
    if (!isWhole) return 'These steps object to nothing; the others did not run.';
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
  return stringify([{ rule, pointer: name, ...placeholders }], { lineWidth: 0 }).trimEnd();
}

export function labelOf({ severity, change }: Finding): string {
  return change?.accepted ? 'acknowledged' : (change?.level ?? severity);
}

const sides = { request: 'requests of', response: 'answers of', client: 'generated clients of', any: 'in' } as const;

/** The lines below the message of a finding. */
function detailsOf({ details = [], change }: Finding): string[] {
  if (!change) return details;
  const { name, operation, operations = [operation], direction, basePlace, accepted, landed } = change;
  const names = operations.filter(Boolean).join(', ') || 'the whole document';
  const lines = [...details, `${sides[direction]} ${names}: ${name}`];
  if (basePlace) lines.push(`at the base: ${placeText(basePlace)}`);
  if (accepted) lines.push(`acknowledged by ${accepted.owner}: ${accepted.reason}`);
  if (landed)
    lines.push(`the entry of ${landed.owner} in spec/accepted-changes.yaml acknowledged an earlier change; renew it`);
  if (change.example) lines.push(`example: ${JSON.stringify(change.example)}`);
  else if (change.level === 'breaking') lines.push('no example could be made');
  return lines;
}

/** The name of a finding, which does not depend on the order of the document. */
export function nameOf({ change, message, place }: Finding): string {
  return change?.name ?? `${place.file} ${message}`;
}

/** A finding as text: its weight, rule and place, then its lines. */
export function textOf(finding: Finding): string {
  const head = `${labelOf(finding).toUpperCase()} ${finding.rule} ${placeText(finding.place)}`;
  return [head, finding.message, ...detailsOf(finding)].join('\n');
}

const outcomeStyles = { passed: 'green', failed: 'red', unchanged: 'gray', skipped: 'gray' } as const;
const styles = { error: 'red', warning: 'yellow', note: 'gray' } as const;

export function stepLine({ name, outcome, summary, durationMs }: StepReport, paint: Paint): string {
  const word = paint(outcomeStyles[outcome], outcome.padEnd(9));
  return `${word} ${name.padEnd(11)} ${seconds(durationMs).padStart(7)}  ${summary}`;
}

/** All findings in full, the entries that would acknowledge them, and the conclusion. */
export function terminalReport(report: GateReport, paint: Paint, files: readonly string[]): string {
  const { steps, outcome, durationMs } = report;
  const open = openChanges(steps).map(entryFor).join('\n').replaceAll(/^/gm, '  ');
  const summary = [
    paint(['bold', outcome === 'passed' ? 'green' : 'red'], conclusion(report)),
    `${seconds(durationMs)}, side by side. Written: ${files.join(', ')}`,
  ];
  const blocks = [
    ...steps.flatMap(({ name, findings }) => findings.map((finding) => findingText(name, finding, paint))),
    ...(open.trim()
      ? [`If a breaking change is wanted, add to \`changes\` in spec/accepted-changes.yaml:\n${open}`]
      : []),
    summary.join('\n'),
  ];
  return `\n${blocks.join('\n\n')}`;
}

function findingText(step: string, finding: Finding, paint: Paint): string {
  const [label, { rule, severity }] = [labelOf(finding).toUpperCase(), finding];
  const head = `${paint(styles[severity], label)} ${paint('bold', rule)} (${step})`;
  const text = textOf(finding).replace(`${label} ${rule}`, () => head);
  return text.replaceAll(/\n */g, '\n  ');
}
