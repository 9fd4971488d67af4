import type { Acceptance } from '../accepted/read.ts';
import type { JudgedChange, JudgedChanges } from '../changes.ts';
import { type Finding, unusedEntry } from '../finding.ts';
import type { Step, StepResult } from '../step.ts';

/** What clients of the base meet in the revision. */
export const diff: Step = async ({ changes }) => diffResult(changes());

/** Fails when a breaking change is not acknowledged, or an acknowledgement is of nothing in this change. */
function diffResult({ changes, unmatched }: JudgedChanges): StepResult {
  const findings = [
    ...changes.map(findingOf),
    ...unmatched.map((entry) =>
      unusedEntry(`nothing in this change is ${entry.rule} at ${entry.pointer}; ${adviceOn(entry, changes)}`, entry),
    ),
  ];
  const failed = findings.some(({ severity }) => severity === 'error');
  return { outcome: failed ? 'failed' : 'passed', summary: summaryOf(changes, unmatched.length), findings };
}

/** A pointer that goes by list positions would mean another place when the list is put in another order. */
function adviceOn({ rule, pointer }: Acceptance, changes: readonly JudgedChange[]): string {
  const meant = changes.find(
    (change) => change.rule === rule && [change.pointer, change.basePointer].includes(pointer),
  );
  return meant ? `write ${meant.name}` : 'remove the entry or correct it';
}

function findingOf(change: JudgedChange): Finding {
  const { level, accepted, rule, message, place } = change;
  const severities = { breaking: accepted ? 'warning' : 'error', soft: 'warning', safe: 'note' } as const;
  return { severity: severities[level], rule, message, place, change };
}

function summaryOf(changes: readonly JudgedChange[], unmatched: number): string {
  const count = (level: JudgedChange['level']) => changes.filter((change) => change.level === level).length;
  const acknowledged = changes.filter(({ accepted }) => accepted).length;
  const parts = [
    count('breaking') > 0 &&
      `${count('breaking')} breaking${acknowledged > 0 ? ` (${acknowledged} acknowledged)` : ''}`,
    count('soft') > 0 && `${count('soft')} soft`,
    count('safe') > 0 && `${count('safe')} safe`,
    unmatched > 0 && `${unmatched} unused in spec/accepted-changes.yaml`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'nothing changes for clients';
}
