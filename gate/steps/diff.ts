import { type Acceptance, type Acknowledgements, consumerRule } from '../accepted.ts';
import type { JudgedChange } from '../changes.ts';
import { rules } from '../diff/index.ts';
import { type Finding, unusedEntry } from '../finding.ts';
import type { Step } from '../step.ts';

/** The changes for clients of the base. Fails on a breaking change without acknowledgement, and on one without its change. */
export const diff: Step = async ({ changes: compared, accepted: { landed } }) => {
  const { changes, unmatched } = await compared();
  const retired = landed.filter(({ rule }) => isRetired(rule));
  const findings = [
    ...changes.map(findingOf),
    ...unmatched.map((entry) => unusedEntry(adviceOn(entry, changes), entry)),
    ...retired.map((entry): Finding => ({ ...unusedEntry(adviceOn(entry, changes), entry), severity: 'warning' })),
  ];
  const failed = findings.some(({ severity }) => severity === 'error');
  return { outcome: failed ? 'failed' : 'passed', summary: summaryOf(changes, unmatched), findings };
};

function isRetired(rule: string): boolean {
  return !(rule in rules) && rule !== consumerRule;
}

/** A pointer by list positions would name another place in another order of the list. */
function adviceOn({ rule, pointer }: Acceptance, changes: readonly JudgedChange[]): string {
  if (isRetired(rule)) return `the gate has no rule ${rule} (any more); --rules prints those it has`;
  const meant = changes.find(
    (change) => change.rule === rule && [change.pointer, change.basePointer].includes(pointer),
  );
  const advice = meant ? `write ${meant.name}` : 'remove the entry or correct it';
  return `nothing in this change is ${rule} at ${pointer}; ${advice}`;
}

function findingOf(change: JudgedChange): Finding {
  const { level, accepted, rule, message, place } = change;
  const severities = { breaking: accepted ? 'warning' : 'error', soft: 'warning', safe: 'note' } as const;
  return { severity: severities[level], rule, message, place, change };
}

function summaryOf(changes: readonly JudgedChange[], unmatched: Acknowledgements['fresh']): string {
  const acknowledged = changes.filter(({ accepted }) => accepted).length;
  const parts = (['breaking', 'soft', 'safe'] as const).flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    const suffix = level === 'breaking' && acknowledged > 0 ? ` (${acknowledged} acknowledged)` : '';
    return count > 0 ? [`${count} ${level}${suffix}`] : [];
  });
  if (unmatched.length > 0) parts.push(`${unmatched.length} unused in spec/accepted-changes.yaml`);
  return parts.join(', ') || 'nothing changes for clients';
}
