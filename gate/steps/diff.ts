import difference from 'semver/functions/diff.js';
import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import { Locator } from '../../spec/yaml.ts';
import { type Acknowledgement, type Acknowledgements, consumerRule, type JudgedChange } from '../changes.ts';
import type { Context } from '../context.ts';
import { rules } from '../diff/index.ts';
import { type Finding, makeEntryFinding, type Step, toResult } from '../finding.ts';

/** Reports the changes for clients. Fails on a breaking change without acknowledgement, and on an acknowledgement without change. */
export const diff: Step = async ({ changes: compared, accepted: { landed } }) => {
  const { changes, unmatched } = await compared();
  const retired = landed.filter(({ rule }) => isRetired(rule));
  const findings = [
    ...changes.map(makeFinding),
    ...unmatched.map((entry) => makeEntryFinding(adviseOn(entry, changes), entry)),
    ...retired.map((entry): Finding => ({ ...makeEntryFinding(adviseOn(entry, changes), entry), severity: 'warning' })),
  ];
  const failed = findings.some(({ severity }) => severity === 'error');
  return { outcome: failed ? 'failed' : 'passed', summary: summarizeChanges(changes, unmatched), findings };
};

function isRetired(rule: string): boolean {
  return !(rule in rules) && rule !== consumerRule;
}

/** A pointer with list positions would name another place when the list is reordered. */
function adviseOn({ rule, pointer }: Acknowledgement, changes: readonly JudgedChange[]): string {
  if (isRetired(rule)) return `the gate has no rule ${rule} (any more); --rules prints those it has`;
  const meant = changes.find(
    (change) => change.rule === rule && [change.pointer, change.basePointer].includes(pointer),
  );
  const advice = meant ? `write ${meant.name}` : 'remove the entry or correct it';
  return `nothing in this change is ${rule} at ${pointer}; ${advice}`;
}

function makeFinding(change: JudgedChange): Finding {
  const { level, accepted, rule, message, place } = change;
  const severities = { breaking: accepted ? 'warning' : 'error', soft: 'warning', safe: 'note' } as const;
  return { severity: severities[level], rule, message, place, change };
}

function summarizeChanges(changes: readonly JudgedChange[], unmatched: Acknowledgements['fresh']): string {
  const acknowledged = changes.filter(({ accepted }) => accepted).length;
  const parts = (['breaking', 'soft', 'safe'] as const).flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    const suffix = level === 'breaking' && acknowledged > 0 ? ` (${acknowledged} acknowledged)` : '';
    return count > 0 ? [`${count} ${level}${suffix}`] : [];
  });
  if (unmatched.length > 0) parts.push(`${unmatched.length} unused in spec/accepted-changes.yaml`);
  return parts.join(', ') || 'nothing changes for clients';
}

/** Fails when `info.version` rises less than the changes require. */
export const version: Step = async (context) => {
  const { base, revision } = context;
  const problem = await findProblem(context);
  if (problem) {
    const place = new Locator(revision.file, revision.text).at('/info/version');
    return toResult([{ severity: 'error', rule: 'version-raised', message: problem, place }], '');
  }
  const isSame = base.version === revision.version;
  return toResult([], isSame ? `stays ${revision.version}` : `${base.version} to ${revision.version}`);
};

async function findProblem({ base, revision, changes }: Context): Promise<string | undefined> {
  if (!valid(revision.version)) return `info.version is "${revision.version}", which is no version like 1.2.3`;
  if (!valid(base.version)) return undefined;
  if (lt(revision.version, base.version)) {
    return `info.version falls from ${base.version} to ${revision.version}`;
  }
  const { verdict, requiredVersion: required } = await changes();
  if (gte(revision.version, required)) return undefined;
  return `${verdict} changes need a ${difference(base.version, required)} version: raise ${revision.version} to ${required}`;
}
