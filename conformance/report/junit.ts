import { labels } from '../suite/outcome/outcome.ts';
import { byConcern } from './groups.ts';
import { type JunitCase, junitXml } from './junit-xml.ts';
import { learnedLines } from './learned.ts';
import { detailsOf, type Report, type RuleReport, saidOf } from './report.ts';
import { waivedText, wrongWaivers } from './waivers.ts';

/** JUnit XML for CI systems: a suite for each concern, a test case for each rule. Waived failures and warnings are no failures. */
export function junitReport(report: Report): string {
  const groups = byConcern(report.rules);
  const suites = [...groups].map(([name, rules]) => ({ name, cases: rules.map(junitCase) }));
  const own = [{ name: 'the run', cases: runCases(report) }].filter(({ cases }) => cases.length > 0);
  return junitXml(`conformance of ${report.target.name}`, [...own, ...suites], report.startedAt, report.durationMs);
}

/** What a run learned, and the waivers that fail it: what nobody may overlook is an error. */
function runCases(report: Report): JunitCase[] {
  const { headline, others } = learnedLines(report);
  const waivers = wrongWaivers(report).map((text) => `the waiver of ${text}`);
  const errors = [...headline, ...waivers].map((text) => wrongCase('error', text));
  return [...errors, ...others.map((text) => ({ name: text, durationMs: 0, message: labels.pass }))];
}

function wrongCase(outcome: 'error' | 'failure', text: string): JunitCase {
  return { name: text, durationMs: 0, outcome, message: text, text };
}

function junitCase(rule: RuleReport): JunitCase {
  const kind = kindOf(rule);
  return {
    name: `${rule.id}: ${rule.statement}`,
    durationMs: rule.cases.reduce((sum, { durationMs }) => sum + durationMs, 0),
    message: messageOf(rule),
    ...(kind !== 'passed' && { outcome: kind }),
    ...(rule.outcome !== 'pass' && { text: textOf(rule) }),
  };
}

function kindOf({ outcome, waived }: RuleReport): 'passed' | 'failure' | 'error' | 'skipped' {
  if (outcome === 'pass' || outcome === 'warn' || waived) return 'passed';
  if (outcome === 'fail') return 'failure';
  return outcome === 'error' ? 'error' : 'skipped';
}

/** What a list of failures shows: of a failure what was expected and what was seen, else why nothing was judged. */
function messageOf(rule: RuleReport): string {
  const said = saidOf(rule);
  return labels[rule.outcome] + (said === undefined ? '' : `: ${said}`);
}

function textOf(rule: RuleReport): string {
  const lines = [`${labels[rule.outcome]} (${rule.level}, ${rule.basis}; ${rule.clause})`];
  if (rule.waived) lines.push(`waived ${waivedText(rule.waived)}`);
  if (rule.note) lines.push(rule.note);
  for (const one of rule.cases.filter(({ outcome }) => outcome === rule.outcome)) {
    lines.push(one.title, ...detailsOf(one).map(([name, text]) => `${name}: ${text}`));
  }
  return lines.join('\n');
}
