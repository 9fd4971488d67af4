/** One case of a JUnit report. Without an outcome it passed; its text is then shown as its output. */
export interface JunitCase {
  name: string;
  outcome?: 'failure' | 'error' | 'skipped';
  /** A few words on the outcome. */
  message?: string;
  text?: string;
  durationMs: number;
}

/** A named group of cases. */
interface JunitSuite {
  name: string;
  cases: readonly JunitCase[];
}

/** JUnit XML as CI systems read it. */
export function junitXml(name: string, suites: readonly JunitSuite[], startedAt: string, durationMs: number): string {
  const all = suites.flatMap(({ cases }) => cases);
  const head = `<testsuites name="${escaped(name)}" ${totals(all)} time="${seconds(durationMs)}">`;
  const parts = suites.map((suite) => suiteElement(suite, startedAt));
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...parts, '</testsuites>', ''].join('\n');
}

function suiteElement({ name, cases }: JunitSuite, startedAt: string): string {
  const head = `  <testsuite name="${escaped(name)}" ${totals(cases)} timestamp="${escaped(startedAt)}">`;
  return [head, ...cases.map((one) => caseElement(name, one)), '  </testsuite>'].join('\n');
}

function caseElement(suite: string, { name, outcome, message = '', text = '', durationMs }: JunitCase): string {
  const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds(durationMs)}"`;
  if (outcome === 'skipped') return `${head}><skipped message="${escaped(message || text)}"/></testcase>`;
  if (outcome) return `${head}><${outcome} message="${escaped(message)}">${escaped(text)}</${outcome}></testcase>`;
  return text ? `${head}><system-out>${escaped(text)}</system-out></testcase>` : `${head}/>`;
}

function totals(cases: readonly JunitCase[]): string {
  const count = (outcome: string) => cases.filter((one) => one.outcome === outcome).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
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
