import { labels } from '../suite/outcome/outcome.ts';
import { byConcern } from './concern.ts';
import { factLines, urgentFacts } from './headline.ts';
import { type JunitCase, junitXml } from './junit-xml.ts';
import { decidingCases, detailsOf, shortReason, waivedText, waiverText } from './outline.ts';
import { isInOrder, type Report, type RuleReport } from './report.ts';

/** JUnit XML for CI systems: a suite for each concern, a test case for each rule. Waived failures and warnings are no failures. */
export function junitReport(report: Report): string {
  const waivers = report.waivers.filter((waiver) => !isInOrder(waiver));
  const errors = [...urgentFacts(report), ...waivers.map((waiver) => `the waiver of ${waiverText(waiver)}`)];
  const ofRun: JunitCase[] = [
    ...errors.map((text) => ({ name: text, durationMs: 0, outcome: 'error' as const, message: text, text })),
    ...factLines({ ...report, took: {} }).map((name) => ({ name, durationMs: 0 })),
  ];
  const suites = [...byConcern(report.rules)].map(([name, rules]) => ({ name, cases: rules.map(junitCase) }));
  const run = ofRun.length > 0 ? [{ name: 'the run', cases: ofRun }] : [];
  return junitXml(`conformance of ${report.target.name}`, [...run, ...suites], report.startedAt, report.durationMs);
}

function junitCase(rule: RuleReport): JunitCase {
  const { id, statement, outcome, level, basis, clause, waived, note, cases } = rule;
  const reason = shortReason(rule);
  const kinds = { fail: 'failure', error: 'error', pass: undefined, warn: undefined } as const;
  const kind = waived ? undefined : outcome in kinds ? kinds[outcome as keyof typeof kinds] : 'skipped';
  const text = [
    `${labels[outcome]} (${level}, ${basis}; ${clause})`,
    ...(waived ? [`waived ${waivedText(waived)}`] : []),
    ...(note ? [note] : []),
    ...decidingCases(rule).flatMap((one) => [one.title, ...detailsOf(one).map((detail) => detail.join(': '))]),
  ].join('\n');
  return {
    name: `${id}: ${statement}`,
    durationMs: cases.reduce((sum, { durationMs }) => sum + durationMs, 0),
    message: labels[outcome] + (reason === undefined ? '' : `: ${reason}`),
    ...(kind && { outcome: kind }),
    ...(outcome !== 'pass' && { text }),
  };
}
