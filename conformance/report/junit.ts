import { escapeHtml } from '../../spec/texts.ts';
import { labels } from '../suite/outcome/outcome.ts';
import { findDecidingCases, formatTerms, formatWaiver, groupByConcern, listDetails, shortenReason } from './outline.ts';
import { isInOrder, listUrgentFacts, type Report, type RuleReport } from './report.ts';

/** JUnit XML for CI systems: a suite for each concern, a test case for each rule and failing drift. Waived failures and warnings pass. */
export function formatJunit(report: Report): string {
  const waivers = report.waivers.filter((waiver) => !isInOrder(waiver));
  const errors = [...listUrgentFacts(report), ...waivers.map((waiver) => `the waiver of ${formatWaiver(waiver)}`)];
  const ofRun = errors.map((text): JunitCase => ({ name: text, durationMs: 0, outcome: 'error', message: text, text }));
  const suites = [...groupByConcern(report.rules)].map(([name, rules]) => [name, rules.map(toJunitCase)] as const);
  const drifts = (report.failOnDrift && report.drift) || [];
  const ofDrift = drifts.map((text): JunitCase => ({ name: text, durationMs: 0, outcome: 'failure', message: text }));
  const more = [['the run', ofRun] as const, ['drift', ofDrift] as const].filter(([, cases]) => cases.length > 0);
  return formatXml(`conformance of ${report.target.name}`, [...more, ...suites], report.startedAt, report.durationMs);
}

function toJunitCase(rule: RuleReport): JunitCase {
  const { id, statement, outcome, level, basis, clause, waived, note, cases } = rule;
  const reason = shortenReason(rule);
  const kinds = { fail: 'failure', error: 'error', pass: undefined, warn: undefined } as const;
  const kind = outcome in kinds ? kinds[outcome as keyof typeof kinds] : 'skipped';
  const text = [
    `${labels[outcome]} (${level}, ${basis}; ${clause})`,
    ...(waived ? [`waived ${formatTerms(waived)}`] : []),
    ...(note ? [note] : []),
    ...findDecidingCases(rule).flatMap((testCase) => [
      testCase.title,
      ...listDetails(testCase).map((detail) => detail.join(': ')),
    ]),
  ].join('\n');
  return {
    name: `${id}: ${statement}`,
    durationMs: cases.reduce((sum, { durationMs }) => sum + durationMs, 0),
    message: labels[outcome] + (reason === undefined ? '' : `: ${reason}`),
    ...(kind && !waived && { outcome: kind }),
    ...(outcome !== 'pass' && { text }),
  };
}

/** One case of a JUnit report. Without an outcome it passed; its text is then shown as its output. */
export interface JunitCase {
  name: string;
  outcome?: 'failure' | 'error' | 'skipped';
  /** A few words on the outcome. */
  message?: string;
  text?: string;
  durationMs: number;
}

/** Cases by the names of their groups. */
type JunitSuites = readonly (readonly [name: string, cases: readonly JunitCase[]])[];

/** JUnit XML as CI systems read it. */
export function formatXml(name: string, suites: JunitSuites, startedAt: string, durationMs: number): string {
  const cases = suites.flatMap(([, cases]) => cases);
  const head = `<testsuites name="${escapeXml(name)}" ${formatTotals(cases)} time="${toSeconds(durationMs)}">`;
  const parts = suites.flatMap(([suite, cases]) => [
    `  <testsuite name="${escapeXml(suite)}" ${formatTotals(cases)} timestamp="${escapeXml(startedAt)}">`,
    ...cases.map((testCase) => formatElement(suite, testCase)),
    '  </testsuite>',
  ]);
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...parts, '</testsuites>', ''].join('\n');
}

function formatElement(suite: string, { name, outcome, message = '', text = '', durationMs }: JunitCase): string {
  const head = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="${toSeconds(durationMs)}"`;
  if (outcome === 'skipped') return `${head}><skipped message="${escapeXml(message || text)}"/></testcase>`;
  if (outcome) return `${head}><${outcome} message="${escapeXml(message)}">${escapeXml(text)}</${outcome}></testcase>`;
  return text ? `${head}><system-out>${escapeXml(text)}</system-out></testcase>` : `${head}/>`;
}

function formatTotals(cases: readonly JunitCase[]): string {
  const count = (outcome: string) => cases.filter((testCase) => testCase.outcome === outcome).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

const toSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Escapes text for XML and replaces the characters that XML does not allow. */
function escapeXml(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?');
  return escapeHtml(allowed).replaceAll('\n', '&#10;');
}
