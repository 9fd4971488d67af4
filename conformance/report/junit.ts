import { labels } from '../suite/outcome.ts';
import { concernOf } from './concern.ts';
import type { Report, RuleReport } from './report.ts';

/** JUnit XML for CI systems: a suite for each concern, a test case for each rule. Waived failures and warnings are no failures. */
export function junitReport(report: Report): string {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of report.rules) {
    const concern = concernOf(rule.id);
    groups.set(concern, [...(groups.get(concern) ?? []), rule]);
  }
  const suites = [...groups].map(([concern, rules]) => suiteElement(concern, rules, report.startedAt));
  const counts = totals(report.rules);
  const head = `<testsuites name="conformance of ${escaped(report.target.name)}" ${counts} time="${seconds(report.durationMs)}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
}

function suiteElement(concern: string, rules: RuleReport[], startedAt: string): string {
  const head = `  <testsuite name="${escaped(concern)}" ${totals(rules)} timestamp="${escaped(startedAt)}">`;
  return [head, ...rules.map(ruleElement), '  </testsuite>'].join('\n');
}

function ruleElement(rule: RuleReport): string {
  const time = rule.cases.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const head = `    <testcase classname="${escaped(concernOf(rule.id))}" name="${escaped(`${rule.id}: ${rule.statement}`)}" time="${seconds(time)}"`;
  const details = escaped(detailsOf(rule));
  const kind = kindOf(rule);
  if (kind === 'passed') {
    if (rule.outcome === 'pass') return `${head}/>`;
    return `${head}><system-out>${details}</system-out></testcase>`;
  }
  if (kind === 'skipped') return `${head}><skipped message="${details}"/></testcase>`;
  return `${head}><${kind} message="${escaped(labels[rule.outcome])}">${details}</${kind}></testcase>`;
}

function kindOf({ outcome, waived }: RuleReport): 'passed' | 'failure' | 'error' | 'skipped' {
  if (outcome === 'pass' || outcome === 'warn' || waived) return 'passed';
  if (outcome === 'fail') return 'failure';
  return outcome === 'error' ? 'error' : 'skipped';
}

function detailsOf(rule: RuleReport): string {
  const lines = [`${labels[rule.outcome]} (${rule.level}, ${rule.basis}; ${rule.clause})`];
  if (rule.waived) lines.push(`waived until ${rule.waived.until} by ${rule.waived.owner}: ${rule.waived.reason}`);
  if (rule.note) lines.push(rule.note);
  for (const one of rule.cases.filter(({ outcome }) => outcome === rule.outcome)) {
    lines.push(one.title);
    if (one.expected !== undefined) lines.push(`expected: ${one.expected}`);
    if (one.actual !== undefined) lines.push(`actual: ${one.actual}`);
    if (one.note !== undefined) lines.push(one.note);
    if (one.requestId !== undefined) lines.push(`request id: ${one.requestId}`);
    if (one.curl !== undefined) lines.push(one.curl);
  }
  return lines.join('\n');
}

function totals(rules: readonly RuleReport[]): string {
  const count = (kind: string) => rules.filter((rule) => kindOf(rule) === kind).length;
  return `tests="${rules.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Escapes text for XML and leaves out the characters that XML does not allow. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
