// conformance/suite/outcome/: the outcomes of cases and rules, and the decisions that a run saw.
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { components } from '../../../spec/generated/report.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';

/** The outcomes of a case or a rule, as written for people. */
export const labels = {
  pass: 'PASS',
  fail: 'FAIL',
  warn: 'WARN',
  notApplicable: 'NOT APPLICABLE',
  outOfScope: 'OUT OF SCOPE',
  blocked: 'BLOCKED',
  error: 'ERROR',
  inconclusive: 'INCONCLUSIVE',
} as const;
export type Outcome = keyof typeof labels;
export const outcomes = Object.keys(labels) as Outcome[];

/** An outcome in running text. */
export function formatOutcome(outcome: Outcome): string {
  return labels[outcome].toLowerCase();
}

/** True if an outcome is about the target. */
export function isJudged(outcome: Outcome): boolean {
  return outcome === 'pass' || outcome === 'fail' || outcome === 'warn';
}

/** True if something went wrong, so that the outcome is not about the target. */
export function isUnsure(outcome: Outcome): boolean {
  return outcome === 'error' || outcome === 'inconclusive';
}

/** True if a reader needs the exchanges of the case, as something is wrong, or went wrong. */
export function isFinding(outcome: Outcome): boolean {
  return outcome === 'fail' || outcome === 'warn' || isUnsure(outcome);
}

/**
 * From worst to best: the outcome of a rule is the worst of its cases. A warning is worse than blocked, as a deviation from an assumption
 * often blocks further cases of its rule.
 */
const severity: readonly Outcome[] = [
  'fail',
  'error',
  'inconclusive',
  'warn',
  'blocked',
  'pass',
  'outOfScope',
  'notApplicable',
];

/** The worst of several outcomes. No outcome at all counts as not applicable. */
export function findWorst(of: readonly Outcome[]): Outcome {
  return severity.find((outcome) => of.includes(outcome)) ?? 'notApplicable';
}

/** The effect of a broken assumption: a warning, or a failure like any other. */
export type Assumptions = 'warn' | 'strict';

/**
 * The outcome of a broken expectation. A broken MAY is a pass. A MUST of the source document is a failure; an assumption or a SHOULD is a
 * warning, and a failure if assumptions are strict.
 */
export function judge(rule: { level: string; basis: string }, assumptions: Assumptions): Outcome {
  if (rule.level === 'MAY') return 'pass';
  if (assumptions === 'strict') return 'fail';
  return rule.level === 'MUST' && rule.basis === 'source' ? 'fail' : 'warn';
}

/** The sums of counts under their names. */
export function sumCounts(counts: readonly Readonly<Record<string, number | undefined>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count = 0] of counts.flatMap((counted) => Object.entries(counted)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Thrown to end a case (or one check of it) with an outcome that is neither a pass nor a failure. */
export class Signal extends Error {
  override name = 'Signal';
  constructor(
    readonly outcome: 'blocked' | 'outOfScope' | 'inconclusive' | 'notApplicable' | 'error',
    reason: string,
  ) {
    super(reason);
  }
}

/** Ends a case, or a check of it. */
export type End = (reason: string) => never;

/** A precondition is missing; the reason names the remedy. */
export const blocked: End = (reason) => {
  throw new Signal('blocked', reason);
};

/** The target moved under the case, or its data does not allow a verdict this time. */
export const inconclusive: End = (reason) => {
  throw new Signal('inconclusive', reason);
};

/** The rule does not apply to this target. */
export const notApplicable: End = (reason) => {
  throw new Signal('notApplicable', reason);
};

/** The network or the harness broke: the outcome is not about the target. */
export const harnessError: End = (reason) => {
  throw new Signal('error', reason);
};

/** A wrong command line or profile, or a target that can't be tested: one line, exit code 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Ends the command for a wrong configuration. */
export function refuse(reason: string): never {
  throw new ConfigurationError(reason);
}

/** Makes a folder for writing. Throws a ConfigurationError if that fails, by the code of the error. */
export function makeFolder(directory: string, refusal: (code: string) => string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError(refusal(String((error as NodeJS.ErrnoException).code)));
  }
}

/** The canonical record of a run, as `report.schema.json` describes it. */
export type WrittenReport = components['schemas']['Report'];
/** Facts that a run learned in addition to the verdicts on rules. */
export type Learned = NonNullable<WrittenReport['learned']>;
/** The longest observed delays of a target. */
export type Took = NonNullable<WrittenReport['took']>;
/** The finding of one case about a rule, with the exchange that it judged. */
export type CaseReport = WrittenReport['rules'][number]['cases'][number];
/** A request with its answer, or the reading of a delivered mail. A large body may be in a file instead. */
export type Exchange = components['schemas']['exchange'];

/** The verdict of a case on a rule, with its evidence. Credentials are redacted already. */
export type Verdict = { rule: RuleId } & Omit<CaseReport, 'title' | 'durationMs'>;

/** The record of one case for the report. */
export interface CaseRecord {
  title: string;
  verdicts: Verdict[];
  durationMs: number;
  /** Answers that broke the contract in a place that another rule may own. */
  mismatches: Verdict[];
  /** In how many answers each invariant showed something to judge. */
  shown?: Partial<Record<RuleId, number>>;
  /** True for a probe: its verdicts count only for rules without others. */
  isProbe?: true;
  /** The target stopped answering before the end of the case, which is the reason of its errors. */
  isCutShort?: true;
}
