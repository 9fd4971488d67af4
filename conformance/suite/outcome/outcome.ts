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
export function word(outcome: Outcome): string {
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
 * often blocks the other cases of its rule.
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

/** The worst of several outcomes. None at all is no pass: it counts as not applicable. */
export function worst(of: readonly Outcome[]): Outcome {
  return severity.find((outcome) => of.includes(outcome)) ?? 'notApplicable';
}

/** The effect of a broken assumption: a warning, or a failure like any other. */
export type Assumptions = 'warn' | 'strict';

/**
 * The outcome of a broken expectation. A broken MAY is a pass. A MUST of the source document is a failure; an assumption or a SHOULD is a
 * warning, and a failure where assumptions are strict.
 */
export function judge(rule: { level: string; basis: string }, assumptions: Assumptions): Outcome {
  if (rule.level === 'MAY') return 'pass';
  if (assumptions === 'strict') return 'fail';
  return rule.level === 'MUST' && rule.basis === 'source' ? 'fail' : 'warn';
}

/** The sums of counts under their names. */
export function added(counts: readonly Readonly<Record<string, number | undefined>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count = 0] of counts.flatMap((counted) => Object.entries(counted)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
