import { expect, test } from 'vitest';
import type { Rule } from '../../spec/register.ts';
import type { CaseRecord, Exchange, Outcome, Verdict } from '../suite/outcome/outcome.ts';
import { formatHtml } from './html.ts';
import { formatJunit } from './junit.ts';
import type { Report } from './report.ts';
import { formatMarkdown, formatTerminal } from './terminal.ts';
import { assembleReport } from './testing.ts';

const rules: [id: string, outcome: Outcome, change?: Partial<Rule>][] = [
  ['PAGE-1', 'pass', { operation: 'all' }],
  ['PAGE-2', 'fail', { operation: ['listDirDocumentTypes', 'listRecentAiMissionRuns'] }],
  ['DIR-1', 'fail', { operation: 'listDirDocumentTypes', statement: 'Both `a` and <b>.' }],
  ['RUN-1', 'error', { operation: 'listRecentAiMissionRuns' }],
  ['RUN-2', 'inconclusive', { operation: 'listRecentAiMissionRuns' }],
  ['EMAIL-ANS-1', 'warn', { basis: 'assumption' }],
  ['EMAIL-ANS-2', 'blocked'],
  ['EMAIL-GET-1', 'outOfScope'],
  ['EMAIL-GET-2', 'notApplicable'],
];
const register = rules.map(([id, , change]) => ({
  id,
  level: 'MUST',
  basis: 'source',
  operation: 'createEmailMessage',
  statement: `Statement of ${id}.`,
  clause: `Clause of ${id}`,
  observe: 'response',
  needs: ['send'],
  ...change,
})) as Rule[];
const exchange: Exchange = {
  sentAt: '2026-11-21T00:00:01.250Z',
  tookMs: 12,
  method: 'POST',
  url: 'http://a.example/v2/emails',
  requestHeaders: [['Authorization', 'Bearer $API_KEY']],
  requestBody: '{"subject":"<hello>"}',
  status: 500,
  headers: [['X-Request-Id', 'req-1']],
  body: '{"errors":[]}',
  requestId: 'req-1',
  curl: 'curl -X POST http://a.example/v2/emails',
};
const { status: _status, body: _body, ...unanswered } = exchange;
const lost: Exchange = { ...unanswered, failure: 'the connection broke' };
const details: Partial<Record<Outcome, Partial<Verdict>>> = {
  fail: {
    expected: 'the status 202',
    actual: '500\nand a line',
    requestId: 'req-1',
    curl: exchange.curl ?? '',
    exchanges: [exchange, lost],
    judged: 0,
  },
  error: { note: 'the connection broke' },
  inconclusive: { note: 'the list moved' },
  warn: { expected: 'a title', actual: 'none' },
  blocked: { note: 'the profile lacks: outbox' },
  outOfScope: { note: 'without outbox: no mail here' },
};
const cases = rules.map(([id, outcome]): CaseRecord => {
  const verdict = { rule: id, outcome, ...details[outcome] } as Verdict;
  return { title: `case of ${id}`, verdicts: [verdict], mismatches: [], durationMs: 10 };
});
const waiver = (rule: string, until: string) => ({ rule, reason: `why ${rule}`, owner: 'lists', until });
/** A report with a rule for each outcome, waivers, a baseline and facts about the target. */
const report: Report = assembleReport(
  {
    register,
    cases,
    scope: { outbox: 'no mail here' },
    waivers: [waiver('DIR-1', '2027-01-01'), waiver('PAGE-1', '2027-01-01')],
    baseline: {
      rules: [
        { id: 'PAGE-1', outcome: 'fail' },
        { id: 'PAGE-2', outcome: 'pass' },
        { id: 'GONE-1', outcome: 'pass' },
      ],
    },
    learned: { clockAheadMs: -90_000, disturbances: 3, notPutBack: 'The notification is not put back.' },
  },
  'staging',
);
const terminal = (of: Report, color = false) => formatTerminal(of, { color, cases: 3, files: ['reports/a.html'] });

test('the terminal shows every finding, waiver, change and fact', async () => {
  await expect(`${terminal(report)}\n`).toMatchFileSnapshot('golden/everything.txt');
});

test('colours add nothing to the text of the terminal', () => {
  const colored = terminal(report, true);
  expect(colored).toContain('\u001b[31mFAIL\u001b[39m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(terminal(report));
});

test('JUnit has a suite for each concern, a test case for each rule, and errors for the run', async () => {
  await expect(formatJunit(report)).toMatchFileSnapshot('golden/everything.junit.xml');
});

test('JUnit counts failures and errors as failed, waived failures and warnings as passed', () => {
  const junit = formatJunit(report);
  const outcomeOf = (id: string) => new RegExp(`name="${id}: [^>]*>\\s*<(\\w+)`).exec(junit)?.[1];
  expect(['PAGE-2', 'RUN-1', 'RUN-2', 'EMAIL-ANS-2'].map(outcomeOf)).toEqual([
    'failure',
    'error',
    'skipped',
    'skipped',
  ]);
  for (const id of ['DIR-1', 'EMAIL-ANS-1']) expect(outcomeOf(id), id).not.toMatch(/failure|error/);
});

const page = formatHtml(report);
const facts: [label: string, text: string][] = [
  ['the verdict', '<h1 class="nonConformant">non-conformant</h1>'],
  ['the counts', '<b>2</b> fail'],
  ['a failure', '<pre>the status 202</pre>'],
  ['its exchange', '{&quot;subject&quot;:&quot;&lt;hello&gt;&quot;}'],
  ['its command', 'curl -X POST http://a.example/v2/emails'],
  ['code in a statement', 'Both <code>a</code> and &lt;b&gt;.'],
  ['a waiver', 'waived until 2027-01-01 by lists: why DIR-1'],
  ['a line to unblock', 'the profile lacks: outbox'],
  ['a reason of the scope', 'without outbox: no mail here'],
  ['a change to the baseline', 'PAGE-2  PASS -&gt; FAIL'],
  ['a manual step', 'The notification is not put back.'],
];
for (const [label, text] of facts) {
  test(`the page shows ${label}`, () => {
    expect(page).toContain(text);
  });
}

test('the page loads nothing and runs no script', () => {
  expect(page).not.toMatch(/<script|(?:src|href)="(?!#)/);
});

test('the summary shows each finding in one line', () => {
  const lines = formatMarkdown(report).split('\n');
  expect(lines[0]).toMatch(/^## .*does not conform/);
  const failure = lines.find((line) => line.startsWith('- PAGE-2 Statement'));
  expect(failure).toContain('expected the status 202, got 500 and a line');
});

test('the summary shows Markdown and HTML of a target as text', () => {
  const verdict = { rule: 'PAGE-1', outcome: 'fail', expected: '` * _ [ | # @ <', actual: 'x' } as Verdict;
  const made = assembleReport({
    register,
    cases: [{ title: 't', verdicts: [verdict], mismatches: [], durationMs: 1 }],
  });
  expect(formatMarkdown(made)).toContain('`` expected ` * _ [ | # @ <, got x ``');
});

/** The report with markup in every text of a target, a profile or a case. */
function addMarkup(value: unknown, key = ''): unknown {
  const ours = /^(outcome|verdict|level|basis|operation|state|old|new|id|rule|startedAt|sha256)$/;
  if (typeof value === 'string') return ours.test(key) ? value : `${value}<i>&"`;
  if (Array.isArray(value)) return value.map((item) => addMarkup(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, addMarkup(item, name)]));
}
test.each([
  ['the page', formatHtml],
  ['JUnit', formatJunit],
])('markup of a target is text in %s', (_, form) => {
  const text = form(addMarkup(report) as Report);
  expect(text).toContain('&lt;i&gt;&amp;');
  expect(text).not.toContain('<i>&');
});

test('JUnit has no characters that XML forbids', () => {
  const verdict = { rule: 'PAGE-1', outcome: 'fail', expected: 'e', actual: '\u0000\uFFFE\u001Bü' } as Verdict;
  const made = assembleReport({
    register,
    cases: [{ title: 't', verdicts: [verdict], mismatches: [], durationMs: 1 }],
  });
  expect(formatJunit(made)).toContain('got ???ü');
});
