import type { Report, RuleReport } from '../../conformance/report/report.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { resultOf, type StepResult } from '../step.ts';

/**
 * What a run of the conformance suite means for the contract. Throws an error when the suite ended with an exit code that none of its rules
 * explains.
 */
export function resultOfSuite(report: Report, code: number, quick: boolean): StepResult {
  const findings = report.rules.flatMap(findingOf);
  if (code !== 0 && !findings.some(({ severity }) => severity === 'error')) {
    throw new Error(`the conformance suite ended with exit code ${code} (${report.verdict})`);
  }
  const judged = report.rules.filter(({ outcome }) => outcome === 'pass').length;
  return resultOf(findings, `${judged} rules hold against the mock${quick ? ' (a subset: --quick)' : ''}`);
}

/** A rule that fails, that warns, or that could not be judged though the mock lets every rule be judged. */
function findingOf(rule: RuleReport): Finding[] {
  const { id, outcome, statement, waived } = rule;
  if (['pass', 'notApplicable'].includes(outcome) || waived) return [];
  const blocking = outcome === 'fail' || outcome === 'error' || (rule.level === 'MUST' && outcome !== 'warn');
  const [finding] = findingsOf('conformance', [{ file: 'spec/rules.yaml', about: id, message: statement }]) as [
    Finding,
  ];
  const details = rule.cases
    .filter((one) => one.outcome === outcome)
    .flatMap(({ title, expected, actual, note, curl }) => [
      `case: ${title}`,
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(actual === undefined ? [] : [`actual: ${actual}`]),
      ...(note === undefined ? [] : [note]),
      ...(curl === undefined ? [] : [`repeat: ${curl}`]),
    ]);
  if (rule.note) details.unshift(rule.note);
  return [{ ...finding, rule: id, severity: blocking ? 'error' : 'warning', details }];
}
