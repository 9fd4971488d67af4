import type { Report } from '../../conformance/report/report.ts';
import type { Outcome } from './run-scenario.ts';
import type { Wanted } from './scenarios.ts';

type Rule = Report['rules'][number];

/** The number of named rules; further rules are counted. */
const shown = 40;

const judged = ['fail', 'warn', 'error', 'inconclusive', 'blocked'] as const;

/** The rules with another outcome than in a run without any conditions, by outcome. */
export function differences(report: Report, calm: Report | undefined): Record<(typeof judged)[number], Rule[]> {
  const before = new Map(calm?.rules.map(({ id, outcome }) => [id, outcome]));
  const rules = (wanted: string) =>
    report.rules.filter(({ id, outcome }) => outcome === wanted && before.get(id) !== outcome);
  return Object.fromEntries(judged.map((outcome) => [outcome, rules(outcome)])) as Record<
    (typeof judged)[number],
    Rule[]
  >;
}

/** The ids of the first rules, and the number of further rules. */
export function names(rules: readonly Rule[]): string {
  const ids = rules.slice(0, shown).map(({ id }) => id);
  return [...ids, ...(rules.length > shown ? [`and ${rules.length - shown} more`] : [])].join(' ');
}

/** The problems of a scenario, a line each. */
export function problemsOf(
  { exitCode, report, printed, seconds, isPutBack, counts }: Outcome,
  wanted: Wanted,
  { calm, followsRulings, isWhole = true }: { calm?: Report | undefined; followsRulings: boolean; isWhole?: boolean },
): string[] {
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const codes = wanted.exitCodes.map((code) => (code === 0 && !isWhole ? 3 : code));
  expect(codes.includes(exitCode ?? -1), `exit code ${exitCode}, wanted ${codes.join(' or ')}`);
  expect(report !== undefined, 'there is no report');
  const isReference = calm === undefined && !followsRulings;
  if (report) {
    const { fail, warn, error, inconclusive, blocked } = differences(report, calm);
    expect(fail.length === 0, `a conforming server FAILS ${names(fail)}`);
    expect(warn.length === 0 || isReference, `WARN ${names(warn)}`);
    expect(error.length <= (wanted.errors ?? 0), `ERROR, ${wanted.errors || 'none'} wanted: ${names(error)}`);
    // An interrupted run judges the cases that it reached.
    if (wanted.isPutBack && !isReference) {
      const missing = [...inconclusive, ...blocked].filter(({ id }) => !wanted.mayBeBlocked?.test(id));
      expect(missing.length === 0, `not judged: ${names(missing)}`);
    }
  }
  if (wanted.says) expect(wanted.says.test(printed), `the run does not say ${wanted.says}`);
  if (wanted.isPutBack) expect(isPutBack, 'the notification is not put back');
  if (wanted.withinSeconds) expect(seconds <= wanted.withinSeconds, `${seconds} s, wanted ${wanted.withinSeconds} s`);
  const lines = printed.split('\n').length;
  // Each warning takes some lines.
  if (wanted.withinLines && followsRulings)
    expect(lines <= wanted.withinLines, `${lines} lines, wanted ${wanted.withinLines}`);
  const repeated = counts['POST without a key sent again'] ?? 0;
  expect(repeated === 0, `${repeated} times a POST without a key was sent again after a gateway's answer`);
  return problems;
}
