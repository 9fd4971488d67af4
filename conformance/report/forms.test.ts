import { expect, test } from 'vitest';
import { loadRegister, type Rule } from '../../spec/register.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { Exchange, Verdict } from '../suite/outcome/verdict.ts';
import { assemble, type RanCase, type RunInput } from './assemble.ts';
import { concernOf } from './groups.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { repeatScript } from './repeat.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';
import { terminalReport } from './terminal.ts';
import { assembled } from './testing.ts';

/** One rule for each way in which a rule can come out, and what else a report may have. */
const rules: [id: string, outcome: Outcome, change?: Partial<Rule>][] = [
  ['PAGE-1', 'pass', { operation: 'all' }],
  ['PAGE-2', 'fail', { operation: ['listDirDocumentTypes', 'listRecentAiMissionRuns'] }],
  ['DIR-1', 'fail', { operation: 'listDirDocumentTypes', statement: 'Both `a` and <b>.' }],
  ['RUN-1', 'error', { operation: 'listRecentAiMissionRuns' }],
  ['RUN-2', 'inconclusive', { operation: 'listRecentAiMissionRuns' }],
  ['EMAIL-ANS-1', 'warn', { basis: 'assumption' }],
  ['EMAIL-ANS-2', 'blocked', { level: 'SHOULD' }],
  ['EMAIL-ANS-3', 'blocked'],
  ['EMAIL-GET-1', 'outOfScope'],
  ['EMAIL-GET-2', 'notApplicable', { observe: 'nobody', reason: 'nobody sees the disk' }],
  ['VER-1', 'warn', { level: 'MAY' }],
  ['RUN-3', 'pass', { operation: 'listRecentAiMissionRuns' }],
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

const asked: Exchange = {
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
const broken: Exchange = {
  sentAt: '2026-11-21T00:00:02.000Z',
  method: 'GET',
  url: 'http://a.example/v2/x',
  requestHeaders: [],
  failure: 'the connection broke',
  headers: [],
  curl: 'curl http://a.example/v2/x',
};
const mail: Exchange = {
  method: 'GET',
  url: 'http://outbox.example/1',
  requestHeaders: [],
  headers: [['Subject', 'Hi']],
  bodyFile: 'bodies/1.txt',
};

const details: Partial<Record<Outcome, Partial<Verdict>>> = {
  fail: {
    expected: 'the status 202',
    actual: '500\nand a line\nand another',
    requestId: 'req-1',
    curl: 'curl -X POST http://a.example/v2/emails',
    exchanges: [asked, broken, mail],
    judged: 0,
  },
  error: { note: 'the connection broke' },
  inconclusive: { note: 'the list moved' },
  warn: { expected: 'a title', actual: 'none', note: 'an assumption' },
  blocked: { note: 'the profile lacks: outbox' },
  outOfScope: { note: 'without outbox: no mail here' },
};

const cases = rules.flatMap(([id, outcome], index): RanCase[] => {
  if (outcome === 'notApplicable' || id === 'RUN-3') return [];
  const verdict = { rule: id, outcome, ...details[outcome] } as Verdict;
  return [{ title: `case of ${id}`, verdicts: [verdict], mismatches: [], durationMs: 10 + index }];
});
const further: RanCase[] = [
  { title: 'a second case', verdicts: [{ rule: 'RUN-3', outcome: 'pass' }], mismatches: [], durationMs: 4 },
  {
    title: 'one that is outside',
    verdicts: [{ rule: 'RUN-3', outcome: 'outOfScope', note: 'without write: none' }],
    mismatches: [],
    durationMs: 5,
    took: { mailMs: 12_000, readMs: 400 },
  },
  // What answers break that other cases met, the same twice.
  ...['/data/0', '/data/7'].map((place): RanCase => {
    const mismatch = { rule: 'PAGE-2', outcome: 'fail', expected: `${place} is a text`, actual: '7' } as Verdict;
    return { title: 'on the way', verdicts: [], mismatches: [mismatch], durationMs: 1, took: { mailMs: 3000 } };
  }),
];

const waiver = (rule: string, until = '2027-01-01') => ({ rule, reason: `why ${rule}`, owner: 'lists', until });

const report: Report = {
  ...assemble({
    register,
    cases: [...cases, ...further],
    selection: { rules: [], quick: false },
    suite: { version: '0.1.0' },
    contract: { version: '2.0.0', sha256: '0123456789abcdef'.repeat(4) },
    target: { name: 'staging', baseUrl: 'http://a.example/v2' },
    runId: 'run0123456',
    scope: { outbox: 'no mail here', write: 'none', send: 'no mail here' },
    seed: 7,
    startedAt: '2026-11-21T00:00:00.000Z',
    durationMs: 61_234.5,
    waivers: [waiver('DIR-1'), waiver('PAGE-1'), waiver('EMAIL-ANS-3'), waiver('PAGE-2', '2026-11-20')],
    baseline: {
      rules: [
        { id: 'PAGE-1', outcome: 'fail' },
        { id: 'PAGE-2', outcome: 'pass' },
        { id: 'DIR-1', outcome: 'pass' },
        { id: 'RUN-1', outcome: 'error', before: { outcome: 'pass', runs: 2 } },
        { id: 'RUN-2', outcome: 'pass' },
        { id: 'EMAIL-ANS-1', outcome: 'warn' },
        { id: 'GONE-1', outcome: 'pass' },
        { id: 'GONE-2', outcome: 'blocked' },
      ],
    },
    learned: {
      clockAheadMs: -90_000,
      dateAheadMs: 3000,
      requestsPerSecond: 1.5,
      disturbances: 3,
      notPutBack: 'The notification is not put back.',
      putBack: 'Another run was killed.',
      stoppedAnsweringAt: '2026-11-21T00:00:59.000Z',
    },
    interrupted: false,
  }),
  deployment: {
    fidelity: { alike: 899, of: 1000 },
    differs: [{ what: 'a title', times: 2 }],
    drift: ['staging.yaml:4:3: holdMinutes was 10, is 30'],
  },
};

/** The same of chosen rules, most of which say the same. */
const chosen = assembled({
  register: Array.from({ length: 25 }, (_, at) => ({ ...(register[1] as Rule), id: `PAGE-${at + 1}` }) as Rule),
  cases: [
    {
      title: 'one',
      verdicts: [{ rule: 'PAGE-1', outcome: 'pass' }],
      mismatches: [{ rule: 'DIR-1', outcome: 'fail', expected: 'a', actual: 'b' }],
      durationMs: 1,
    },
  ],
  selection: { rules: ['PAGE-*'], operation: 'listDirDocumentTypes', quick: false },
  target: { name: 'mock', baseUrl: 'http://127.0.0.1:4010/v2' },
});

const files = ['reports/conformance.json', 'reports/conformance.html'];
const forms: [name: string, (of: Report) => string][] = [
  ['json', (of) => `${JSON.stringify(of, null, 2)}\n`],
  ['txt', (of) => `${terminalReport(of, { color: false, cases: 3, files })}\n`],
  ['md', markdownReport],
  ['junit.xml', junitReport],
  ['html', (of) => htmlReport(of).replace(/<style>[\s\S]*<\/style>/, '')],
];
for (const [name, written] of forms) {
  test(`a report has all that there is to tell: ${name}`, async () => {
    await expect(written(report)).toMatchFileSnapshot(`golden/everything.${name}`);
  });
}

test('text of others comes into the summary as it stands', () => {
  const held = came('PAGE-2', 'blocked', { note: 'held', forNow: 'until <noon>' });
  const { markdown } = reportsOf({
    register: pageRules(2),
    cases: [came('PAGE-1', 'pass'), held],
    baseline: { rules: [{ id: 'PAGE-2', outcome: 'pass' }] },
    waivers: [{ rule: 'PAGE-1', reason: 'none', owner: '@us <b>', until: '2027-01-01' }],
  });
  expect(markdown).toContain('- PAGE-1 (&#64;us &lt;b>): its rule passes: remove it\n');
  expect(markdown).toContain('- PAGE-2: PASS -> BLOCKED (until &lt;noon>)\n');
});

test('each sign that Markdown or HTML knows is itself in the summary, and a text of several lines is one line', () => {
  const seen = { expected: '\\ ` * _ [ ] | # ~ ! @ & < a&b', actual: 'two\n\n\tlines\n' };
  const { markdown } = reportsOf({ register: pageRules(1), cases: [came('PAGE-1', 'fail', seen)] });
  const codes = '&#92; &#96; &#42; &#95; &#91; &#93; &#124; &#35; &#126; &#33; &#64;';
  expect(markdown).toContain(`<br>expected ${codes} &amp; &lt; a&amp;b, got two lines \n`);
});

test('every concern of the register has a name for people', () => {
  const ids = [...loadRegister().keys()];
  expect(new Set(ids.filter((id) => id.startsWith(`${concernOf(id)}-`)))).toEqual(
    new Set(ids.filter((id) => id.startsWith('HTTP-'))),
  );
});

/** What a report says by words of its own; all else comes from a target, a profile or a case. */
const own = new Set([
  'outcome',
  'verdict',
  'level',
  'basis',
  'operation',
  'state',
  'old',
  'new',
  'id',
  'rule',
  'bodyFile',
  'startedAt',
  'sha256',
]);

/** A value with markup in each text of it. */
function marked(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return own.has(key) ? value : `${value}<i>&"`;
  if (Array.isArray(value)) return value.map((item) => marked(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, marked(item, name)]));
}

test.each([
  ['the page', htmlReport],
  ['the results for CI', junitReport],
])('markup in what a report tells is text in %s', (_, form) => {
  const written = form(marked(report) as Report);
  expect(written.split('&lt;i&gt;&amp;').length).toBeGreaterThan(10);
  expect(written.split('\n').filter((line) => /<i>&/.test(line))).toEqual([]);
});

test('rules that were chosen are told as such, long lists of them in short', async () => {
  const [json, text, markdown] = forms.map(([, written]) => written(chosen));
  expect(json).toContain(
    '"selection": {\n    "rules": [\n      "PAGE-*"\n    ],\n    "operation": "listDirDocumentTypes"\n  }',
  );
  expect(json).toContain('"outsideSelection": [\n    "DIR-1"\n  ]');
  await expect(text).toMatchFileSnapshot('golden/chosen.txt');
  await expect(markdown).toMatchFileSnapshot('golden/chosen.md');
  expect(htmlReport(chosen)).toContain('<dt>Selection</dt><dd>PAGE-*, listDirDocumentTypes</dd>');
  const quick = { register: pageRules(1), cases: [], selection: { rules: [], quick: true } };
  expect(reportsOf(quick).html).toContain('<dt>Selection</dt><dd>quick</dd>');
});

test('a script repeats what was asked: under new names, with new ids, together what was under way together', async () => {
  const make: Exchange = {
    ...asked,
    body: '{"data":{"id":"id-of-yesterday"}}',
    requestBody: '{"to":"run0123456@a.example"}',
  };
  const again: Exchange = {
    ...make,
    sentAt: '2026-11-21T00:00:01.255Z',
    body: '{"data":{"id":"id-of-nobody"}}',
    requestBody: '{"to":"RUN0123456"}',
  };
  const read: Exchange = {
    ...broken,
    url: 'http://a.example/v2/emails/id-of-yesterday?of=$URL_PASSWORD',
    requestHeaders: [
      ['Authorization', 'Bearer $OTHER_API_KEY'],
      ['X-Gateway', '$HEADER_X_GATEWAY_2'],
    ],
  };
  const change: Exchange = {
    ...make,
    sentAt: '2026-11-21T00:00:03.000Z',
    method: 'PATCH',
    requestBody: '{"id":"id-of-yesterday"}',
  };
  const [rule] = report.rules.filter(({ id }) => id === 'PAGE-2') as [RuleReport];
  const [one] = rule.cases as [CaseReport];
  const exchanges = [make, again, read, mail, change];
  const repeated = {
    ...rule,
    cases: [
      { ...one, exchanges },
      { ...one, outcome: 'pass' as const, title: 'a pass', exchanges },
    ],
  };
  await expect(repeatScript(report, repeated)).toMatchFileSnapshot('golden/repeat.sh');
  expect(repeatScript(report, { ...rule, cases: [{ ...one, exchanges: [mail] }] })).toBeUndefined();
  const { runId: _runId, ...nameless } = report;
  const script = repeatScript(nameless, {
    ...rule,
    cases: [{ ...one, exchanges: [{ ...change, requestBody: '{}' }] }],
  });
  expect(script).not.toMatch(/RUN=|does not put it back/);
});

/** What a terminal, JUnit, Markdown and a page say of a run of rules that came to this. */
function reportsOf(change: Pick<RunInput, 'register' | 'cases'> & Partial<RunInput>): Record<string, string> {
  const of = assembled(change);
  const terminal = terminalReport(of, { color: false, cases: 0, files: [] });
  return { terminal, junit: junitReport(of), markdown: markdownReport(of), html: htmlReport(of) };
}

const pageRules = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ ...(register[3] as Rule), id: `PAGE-${at + 1}`, statement: 'A sentence.' }) as Rule,
  );
const came = (rule: string, outcome: Outcome, more: Partial<Verdict> = {}, record: Partial<RanCase> = {}): RanCase => {
  const verdict = { rule, outcome, ...more } as Verdict;
  return { title: `${rule} comes to ${outcome}`, verdicts: [verdict], mismatches: [], durationMs: 1, ...record };
};

test('where all is in order no more is told than that', () => {
  const { terminal, junit, markdown, html } = reportsOf({ register: pageRules(1), cases: [came('PAGE-1', 'pass')] });
  expect(terminal).toBe(
    `
Pagination  1 pass

staging conforms: 1 of 1 rules judged.
1 rule: 1 pass.
0 cases in 0.9 s, seed 1.`,
  );
  expect(junit).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance of staging" tests="1" failures="0" errors="0" skipped="0" time="0.900">
  <testsuite name="Pagination" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-21T00:00:00.000Z">
    <testcase classname="Pagination" name="PAGE-1: A sentence." time="0.001"/>
  </testsuite>
</testsuites>
`);
  expect(markdown).toBe(`## staging conforms: 1 of 1 rules judged.

### 1 rule: 1 pass

| operation | judged |
|---|---|
| listRecentAiMissionRuns | 1 of 1 |
`);
  for (const part of [
    '<h1 class="conformant">Conformant</h1>',
    '<div class="bar" aria-hidden="true"><i class="pass" style="flex-grow:1"></i></div>',
    '<ul class="counts"><li class="pass"><b>1</b> pass</li></ul>',
    '<tr><th scope="col">operation</th><th scope="col">pass</th><th scope="col">judged</th></tr>',
  ])
    expect(html).toContain(part);
  const sections = [...(html ?? '').matchAll(/<h2>(.*?)(?: <span|<\/h2>)/g)].map(([, heading]) => heading);
  expect(sections).toEqual(['Rules by operation', 'All rules']);
});

test('of the cases of a rule those are told that came to what it came to', () => {
  const seen = { expected: 'what passes', actual: 'what passes', note: 'what passes' };
  const said = reportsOf({
    register: pageRules(2),
    cases: [
      came('PAGE-1', 'pass', seen),
      came('PAGE-1', 'fail', { expected: 'the status 202', actual: '500', exchanges: [broken] }),
      came('PAGE-1', 'inconclusive', { note: 'what is not known' }),
      came('PAGE-2', 'pass', seen),
      came('PAGE-2', 'blocked', { note: 'the profile lacks: outbox' }),
      came('PAGE-2', 'outOfScope', { note: 'no mail' }),
    ],
  });
  expect(said.markdown).toContain('- **PAGE-2** A sentence.<br>the profile lacks: outbox');
  expect(said.junit).toContain('<skipped message="BLOCKED: the profile lacks: outbox"/>');
  for (const [form, text] of Object.entries(said)) {
    expect(text, form).toContain('the status 202');
    expect(text, form).toContain('the profile lacks: outbox');
    expect(text, form).not.toMatch(/comes to pass|what passes/);
  }
  expect(said.html).toContain('<summary>1 request, in order</summary>');
  expect(said.html).not.toContain('what is not known');
});

test('a rule whose cases did not all run is told with that, in full where one of them found it broken', () => {
  const cut = (rule: string) => came(rule, 'error', {}, { isCutShort: true });
  const { terminal, junit } = reportsOf({
    register: pageRules(2),
    cases: [cut('PAGE-1'), came('PAGE-1', 'pass'), cut('PAGE-2'), came('PAGE-2', 'fail')],
  });
  const note = 'not all of its cases ran, as the target stopped answering';
  expect(terminal).toContain(
    `FAIL PAGE-2 A sentence.\n  clause    Clause of RUN-1\n  ${note}\n  case      PAGE-2 comes to fail\n\nERROR PAGE-1\n  ${note}\n\n`,
  );
  expect(junit).toContain(`FAIL (MUST, source; Clause of RUN-1)&#10;${note}&#10;PAGE-2 comes to fail`);
});

test('rules that somebody can unblock are all named, and of those outside the scope the first twelve', () => {
  const ids = pageRules(13).map(({ id }) => id);
  const said = (outcome: Outcome, note: string) =>
    reportsOf({ register: pageRules(13), cases: ids.map((id) => came(id, outcome, { note })) }).terminal;
  expect(said('blocked', 'an outbox')).toContain(`BLOCKED ${ids.join(', ')}\n  an outbox\n`);
  expect(said('outOfScope', 'no mail')).toContain(
    `OUT OF SCOPE ${ids.slice(0, 12).join(', ')}, and 1 more\n  no mail\n`,
  );
});

test('of twenty rules each is told in the summary, and nothing of more or of what was expected', () => {
  const register = pageRules(20);
  const { markdown, junit } = reportsOf({ register, cases: register.map(({ id }) => came(id, 'fail')) });
  expect(markdown?.match(/^- .*$/gm)).toEqual(register.map(({ id }) => `- **${id}** A sentence.`));
  expect(junit?.match(/<failure message="FAIL">/g)).toHaveLength(20);
});

test('words of a sentence between backticks are code on a page', () => {
  const [rule] = pageRules(1).map((one) => ({ ...one, statement: 'It is `page[size]`, or `a`.' })) as [Rule];
  const { html } = reportsOf({ register: [rule], cases: [came('PAGE-1', 'fail')] });
  expect(html).toContain('It is <code>page[size]</code>, or <code>a</code>.</h3>');
});

test('a run that fares as its baseline says so in every report', () => {
  const baseline = { rules: [{ id: 'PAGE-1', outcome: 'pass' as const }] };
  const said = reportsOf({ register: pageRules(1), cases: [came('PAGE-1', 'pass')], baseline });
  const { junit: _, ...others } = said;
  for (const [form, text] of Object.entries(others)) expect(text, form).toContain('No rule fared differently.');
});

test('colours tell outcomes apart at a terminal, and add nothing else', () => {
  const colored = terminalReport(report, { color: true, cases: 3, files });
  expect(colored).toContain('\u001b[31mFAIL\u001b[39m');
  expect(colored).toContain('\u001b[33mWARN\u001b[39m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what colours are made of
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(terminalReport(report, { color: false, cases: 3, files }));
});

test('the verdict is green where all is in order, red where something is broken, and yellow where that is not known', () => {
  const colorOf = (outcome: Outcome) => {
    const of = assembled({ register: pageRules(1), cases: [came('PAGE-1', outcome)] });
    const text = terminalReport(of, { color: true, cases: 1, files: [] });
    return text
      .split('\n')
      .find((line) => line.includes('staging'))
      ?.slice(0, 9);
  };
  expect((['pass', 'fail', 'blocked'] as const).map(colorOf)).toEqual(
    [32, 31, 33].map((color) => `\u001b[1m\u001b[${color}m`),
  );
});
