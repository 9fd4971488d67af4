import { grouped } from '../../spec/grouped.ts';
import { labels } from '../suite/outcome/outcome.ts';
import { type JunitCase, junitXml } from './junit-xml.ts';
import type { Report, RuleReport } from './report.ts';
import { concernOf, detailsOf, factLines, shortReason, urgentFacts, waivedText, wrongWaivers } from './text.ts';

/** JUnit XML for CI systems: a suite for each concern, a test case for each rule. Waived failures and warnings are no failures. */
export function junitReport(report: Report): string {
  const suites = [...grouped(report.rules, concernOf)].map(([name, rules]) => ({ name, cases: rules.map(junitCase) }));
  const errors = [...urgentFacts(report), ...wrongWaivers(report).map((text) => `the waiver of ${text}`)];
  const run: JunitCase[] = [
    ...errors.map((text) => ({ name: text, durationMs: 0, outcome: 'error' as const, message: text, text })),
    ...factLines({ learned: report.learned ?? {} }).map((name) => ({ name, durationMs: 0 })),
  ];
  const all = run.length > 0 ? [{ name: 'the run', cases: run }, ...suites] : suites;
  return junitXml(`conformance of ${report.target.name}`, all, report.startedAt, report.durationMs);
}

function junitCase(rule: RuleReport): JunitCase {
  const outcome = kindOf(rule);
  const reason = shortReason(rule);
  return {
    name: `${rule.id}: ${rule.statement}`,
    durationMs: rule.cases.reduce((sum, { durationMs }) => sum + durationMs, 0),
    message: labels[rule.outcome] + (reason === undefined ? '' : `: ${reason}`),
    ...(outcome && { outcome }),
    ...(rule.outcome !== 'pass' && { text: textOf(rule) }),
  };
}

function kindOf({ outcome, waived }: RuleReport): JunitCase['outcome'] {
  if (outcome === 'pass' || outcome === 'warn' || waived) return undefined;
  if (outcome === 'fail') return 'failure';
  return outcome === 'error' ? 'error' : 'skipped';
}

function textOf({ outcome, level, basis, clause, waived, note, cases }: RuleReport): string {
  const deciding = cases.filter((one) => one.outcome === outcome);
  return [
    `${labels[outcome]} (${level}, ${basis}; ${clause})`,
    ...(waived ? [`waived ${waivedText(waived)}`] : []),
    ...(note ? [note] : []),
    ...deciding.flatMap((one) => [one.title, ...detailsOf(one).map(([name, text]) => `${name}: ${text}`)]),
  ].join('\n');
}
