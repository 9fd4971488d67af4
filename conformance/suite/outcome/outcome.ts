/** What can come of a case or a rule, as it is written for people. */
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

/** Whether something was learned about the target. */
export function isJudged(outcome: Outcome): boolean {
  return outcome === 'pass' || outcome === 'fail' || outcome === 'warn';
}

/** Whether nothing was learned about the target, as something went wrong. */
export function isUnsure(outcome: Outcome): boolean {
  return outcome === 'error' || outcome === 'inconclusive';
}

/** Whether something is wrong, or went wrong, so that a reader has to be able to follow how the outcome came about. */
export function isFinding(outcome: Outcome): boolean {
  return outcome === 'fail' || outcome === 'warn' || isUnsure(outcome);
}

/**
 * From worst to best: the outcome of a rule is the worst of its cases, and those outside the scope don't count next to others. What a target
 * does otherwise than is assumed often blocks the rest of the rule, which is no gap then.
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

/** How much a broken assumption counts: as a warning, or as a failure like any other. */
export type Assumptions = 'warn' | 'strict';

/**
 * What a broken expectation means for the rule that it belongs to. A MAY is never judged. What the source document
 * demands (MUST) is a failure; an assumption or a SHOULD is a warning, and a failure where the target is held to strictness.
 */
export function judge(rule: { level: string; basis: string }, assumptions: Assumptions): Outcome {
  if (rule.level === 'MAY') return 'pass';
  if (assumptions === 'strict') return 'fail';
  return rule.level === 'MUST' && rule.basis === 'source' ? 'fail' : 'warn';
}

/** The sums of counts under their names. */
export function added(counts: readonly Readonly<Record<string, number | undefined>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count = 0] of counts.flatMap((one) => Object.entries(one))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
