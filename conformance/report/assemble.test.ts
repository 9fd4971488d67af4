import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Rule } from '../../spec/register.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { RanCase, RunInput } from './assemble.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { exitCodeOf, exitCodes, type Report } from './report.ts';
import { sentence } from './sentence.ts';
import { terminalReport } from './terminal.ts';
import { assembled } from './testing.ts';

const rule = (id: string, change: Partial<Rule> = {}) =>
  ({
    id,
    level: 'MUST',
    basis: 'source',
    operation: 'createEmailMessage',
    statement: `Statement of ${id} with <b> & "quotes".`,
    clause: 'Somewhere',
    observe: 'response',
    needs: ['send'],
    ...change,
  }) as Rule;

const ran = (id: string, outcome: Outcome, change: Partial<RanCase> = {}) =>
  ({ title: `case of ${id}`, verdicts: [{ rule: id, outcome }], mismatches: [], durationMs: 3, ...change }) as RanCase;

function report(change: Partial<RunInput>) {
  return assembled({
    register: [rule('PAGE-1'), rule('PAGE-2')],
    cases: [ran('PAGE-1', 'pass'), ran('PAGE-2', 'pass')],
    target: { name: 't', baseUrl: 'http://a.example/v2' },
    durationMs: 12.5,
    ...change,
  });
}

const withOutcomes = (...outcomes: Outcome[]) =>
  report({
    register: outcomes.map((_, index) => rule(`PAGE-${index + 1}`)),
    cases: outcomes.map((outcome, index) => ran(`PAGE-${index + 1}`, outcome)),
  });

const told = (change: Partial<RunInput>) => sentence(report(change));

const exitCode = ({ verdict }: Report) => exitCodes[verdict];

/** What is said of so many rules that are broken and waived. */
function waivedAway(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => `PAGE-${index + 1}`);
  return told({
    register: ids.map((id) => rule(id)),
    cases: ids.map((id) => ran(id, 'fail')),
    waivers: ids.map((id) => ({ rule: id, reason: 'r', owner: 'o', until: '2026-12-01' })),
  });
}

test('of more than six rules five are named, and how many more there are', () => {
  expect(waivedAway(6)).toContain('6 failures waived (PAGE-1, PAGE-2, PAGE-3, PAGE-4, PAGE-5, PAGE-6)');
  expect(waivedAway(7)).toContain('7 failures waived (PAGE-1, PAGE-2, PAGE-3, PAGE-4, PAGE-5 and 2 more)');
});

test('the exit code follows the rules', () => {
  expect(exitCode(withOutcomes('pass', 'warn', 'notApplicable'))).toBe(0);
  expect(exitCode(withOutcomes('fail', 'blocked', 'error'))).toBe(1);
  for (const open of ['blocked', 'error', 'inconclusive'] as const)
    expect(exitCode(withOutcomes('pass', open))).toBe(3);
  expect(exitCode(report({ interrupted: true }))).toBe(130);
});

test('a run that was interrupted is not compared with any other: what it has not found says nothing', () => {
  const baseline = {
    rules: [
      { id: 'PAGE-1', outcome: 'pass' as const },
      { id: 'GONE-1', outcome: 'pass' as const },
    ],
  };
  const { verdict, comparison } = report({ interrupted: true, baseline, cases: [ran('PAGE-1', 'fail')] });
  expect([verdict, comparison]).toEqual(['interrupted', undefined]);
});

test('a run after which something is to be done by hand ends with a code of its own, whatever its verdict', () => {
  const learned = { notPutBack: 'The notification is not put back.' };
  for (const outcome of ['pass', 'fail', 'blocked'] as const)
    expect(exitCodeOf(report({ cases: [ran('PAGE-1', outcome), ran('PAGE-2', 'pass')], learned }))).toBe(4);
  expect(exitCodeOf(report({ learned: { putBack: 'It was put back.' } }))).toBe(0);
});

test('how many cases of a rule are out of scope is told where others are not, whatever came of those', () => {
  const notes = (...outcomes: Outcome[]) =>
    report({ register: [rule('PAGE-1')], cases: outcomes.map((outcome) => ran('PAGE-1', outcome)) }).rules[0]?.note;
  expect([notes('outOfScope', 'warn', 'blocked', 'outOfScope'), notes('outOfScope'), notes('fail', 'pass')]).toEqual([
    '2 of 4 cases are out of scope',
    undefined,
    undefined,
  ]);
});

test('a blocked SHOULD leaves the verdict complete', () => {
  const one = report({ register: [rule('PAGE-1', { level: 'SHOULD' })], cases: [ran('PAGE-1', 'blocked')] });
  expect(exitCode(one)).toBe(0);
});

test('an assumption that is settled otherwise passes; one that was not judged does not, nor a broken sentence of the source, whatever a file settles', () => {
  const outcomes: Outcome[] = ['fail', 'warn', 'pass', 'blocked', 'fail', 'warn'];
  const ids = outcomes.map((_, at) => `PAGE-${at + 1}` as RuleId);
  const { rules } = report({
    register: ids.map((id, at) => rule(id, at === 4 ? {} : { basis: 'assumption' })),
    cases: ids.map((id, at) => ran(id, outcomes[at] as Outcome)),
    settled: ids.slice(0, 5),
  });
  const otherwise = 'decided otherwise, as the deployment file says';
  expect(rules.map(({ outcome, note }) => [outcome, note])).toEqual([
    ['pass', otherwise],
    ['pass', otherwise],
    ['pass', undefined],
    ['blocked', undefined],
    ['fail', undefined],
    ['warn', undefined],
  ]);
});

test('a run whose target stopped answering is incomplete, whatever its rules', () => {
  expect(exitCode(report({ learned: { stoppedAnsweringAt: '2026-11-21T00:01:00.000Z' } }))).toBe(3);
});

test('a rule without a case is an error, one that nobody can observe is not applicable, one that is retired is left out', () => {
  const unseen = rule('PAGE-2', { observe: 'nobody', reason: 'why' });
  const one = report({ register: [rule('PAGE-1'), unseen, rule('PAGE-3', { retired: true })], cases: [] });
  expect(one.rules).toMatchObject([
    { id: 'PAGE-1', outcome: 'error', note: 'no case of this rule ran' },
    { id: 'PAGE-2', outcome: 'notApplicable', note: 'why' },
  ]);
  expect(exitCode(one)).toBe(3);
});

test('a report has no more than there is to tell', () => {
  const one = report({
    register: [rule('PAGE-1')],
    cases: [ran('PAGE-1', 'pass')],
    scope: {},
    learned: {},
    durationMs: 12.6,
  });
  const { suite, contract, target } = one;
  const { id, level, basis, operation, statement, clause } = rule('PAGE-1');
  const cases = [{ title: 'case of PAGE-1', outcome: 'pass', durationMs: 3 }];
  expect(one).toStrictEqual({
    ...{ suite, contract, target },
    seed: 1,
    startedAt: '2026-11-21T00:00:00.000Z',
    durationMs: 13,
    verdict: 'conformant',
    summary: { fail: 0, error: 0, inconclusive: 0, blocked: 0, warn: 0, pass: 1, notApplicable: 0, outOfScope: 0 },
    coverage: { judged: 1, of: 1, byOperation: { createEmailMessage: { judged: 1, of: 1 } } },
    rules: [{ id, level, basis, operation, statement, clause, outcome: 'pass', cases }],
    waivers: [],
  });
});

test('a mismatch belongs to its rule and is told once; outside the selection it does not count', () => {
  const mismatch = { rule: 'PAGE-2', outcome: 'fail', expected: 'x', actual: 'y' } as RanCase['mismatches'][number];
  const cases = [ran('PAGE-1', 'pass', { mismatches: [mismatch] }), ran('PAGE-1', 'pass', { mismatches: [mismatch] })];
  const whole = report({ cases });
  expect(whole.rules.map(({ outcome, cases: of }) => [outcome, of.length])).toEqual([
    ['pass', 2],
    ['fail', 1],
  ]);
  const selected = report({ cases, selection: { rules: ['PAGE-1'], quick: false } });
  expect(selected).toMatchObject({ verdict: 'partial', outsideSelection: ['PAGE-2'] });
});

test('what is broken outside the selection is named once, in order; a warning and what was selected are not', () => {
  const met = (...found: [id: string, outcome: Outcome][]) =>
    ran('PAGE-1', 'pass', {
      mismatches: found.map(([id, outcome]) => ({ rule: id, outcome }) as RanCase['mismatches'][number]),
    });
  const one = report({
    register: ['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4'].map((id) => rule(id)),
    cases: [
      met(['PAGE-4', 'fail'], ['PAGE-3', 'warn'], ['PAGE-1', 'fail']),
      met(['PAGE-2', 'fail'], ['PAGE-4', 'fail']),
    ],
    selection: { rules: ['PAGE-1'], quick: false },
  });
  expect(one).toMatchObject({ verdict: 'nonConformant', outsideSelection: ['PAGE-2', 'PAGE-4'] });
});

test('mismatches of a rule are told as one where they differ in places of lists alone, with how many cases met them', () => {
  const met = (expected: string) =>
    ran('PAGE-1', 'pass', {
      mismatches: [{ rule: 'PAGE-2', outcome: 'warn', expected, actual: '7' }] as RanCase['mismatches'],
    });
  const places = [
    '/data/0/to/1 is a text',
    '/data/12/to/30 is a text',
    '/data/3/cc/1 is a text',
    '/data/4/to/2 is a text',
  ];
  const [, one] = report({ cases: places.map(met) }).rules;
  const shared = {
    title: 'every answer met is compared with the contract',
    outcome: 'warn',
    actual: '7',
    durationMs: 0,
  };
  expect(one).toMatchObject({ outcome: 'warn' });
  expect(one?.cases).toEqual([
    { ...shared, expected: places[0], note: 'met in 3 cases' },
    { ...shared, expected: places[2] },
  ]);
});

test('what a deployment file settles is not broken outside the selection either', () => {
  const mismatch = { rule: 'PAGE-2', outcome: 'fail', expected: 'x', actual: 'y' } as RanCase['mismatches'][number];
  const one = {
    register: [rule('PAGE-1'), rule('PAGE-2', { basis: 'assumption' })],
    cases: [ran('PAGE-1', 'pass', { mismatches: [mismatch] })],
    selection: { rules: ['PAGE-1'], quick: false },
  };
  expect(report({ ...one, settled: ['PAGE-2'] })).not.toHaveProperty('outsideSelection');
});

test('a waiver takes a failure out of the verdict; one that is not needed fails the run', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2026-11-21' };
  const failing = { cases: [ran('PAGE-1', 'fail'), ran('PAGE-2', 'pass')] };
  expect(report({ ...failing, waivers: [waiver] })).toMatchObject({
    verdict: 'conformant',
    summary: { fail: 1, pass: 1 },
    rules: [{ outcome: 'fail', waived: { owner: 'o' } }, { outcome: 'pass' }],
  });
  const states = [
    report({ ...failing, waivers: [{ ...waiver, until: '2026-11-20' }] }),
    report({ waivers: [waiver] }),
    report({ register: [rule('PAGE-1', { observe: 'nobody' })], cases: [], waivers: [waiver] }),
  ].map((one) => [one.waivers[0]?.state, exitCode(one)]);
  expect(states).toEqual([
    ['expired', 1],
    ['passing', 1],
    ['unused', 1],
  ]);
});

test('where only some of the cases ran a waiver is not said to be needless', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o' };
  const state = (outcome: Outcome, partial: boolean, until = '2026-11-21') =>
    report({ partial, cases: [ran('PAGE-1', outcome), ran('PAGE-2', 'pass')], waivers: [{ ...waiver, until }] })
      .waivers[0]?.state;
  expect([state('pass', true), state('pass', false)]).toEqual(['notJudged', 'passing']);
  expect([state('fail', true), state('notApplicable', true)]).toEqual(['applied', 'unused']);
  expect(state('pass', true, '2026-11-20')).toBe('expired');
});

test('a rule one of whose cases was cut short is an error, unless another one has found it broken', () => {
  const cut = ran('PAGE-1', 'error', { isCutShort: true });
  const cases = (other: Outcome) => [cut, ran('PAGE-1', other), ran('PAGE-2', 'fail', { isCutShort: true })];
  const [passed, failed] = (['pass', 'fail'] as const).map((other) => report({ cases: cases(other) }).rules);
  const note = 'not all of its cases ran, as the target stopped answering';
  expect(passed).toMatchObject([{ outcome: 'error', note, cases: [{ outcome: 'pass' }] }, { outcome: 'fail' }]);
  expect(failed).toMatchObject([{ outcome: 'fail', note, cases: [{ outcome: 'fail' }] }, { outcome: 'fail' }]);
  expect(passed?.[1]).not.toHaveProperty('note');
  const verdicts = [...cut.verdicts, ...ran('PAGE-2', 'fail').verdicts];
  const both = report({ cases: [ran('PAGE-1', 'error', { isCutShort: true, verdicts })] }).rules;
  expect(both).toMatchObject([{ outcome: 'error', note, cases: [] }, { outcome: 'fail' }]);
});

test('a waived failure is shown with who answers for it, and so is a waiver that has to go', () => {
  const waiver = { reason: 'fixed in 12', owner: 'lists team', until: '2999-01-01' };
  const waivers = ['PAGE-1', 'PAGE-2'].map((id) => ({ rule: id, ...waiver }));
  const one = report({ cases: [ran('PAGE-1', 'fail'), ran('PAGE-2', 'pass')], waivers });
  const shown = terminalReport(one, { color: false, cases: 2, files: [] });
  expect(shown).toMatch(/FAIL PAGE-1 .*\(waived until 2999-01-01 by lists team: fixed in 12\)/);
  expect(shown).toContain('WAIVER PAGE-2 (lists team): its rule passes: remove it');
});

test('a waiver that fails the run is an error for CI', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2999-01-01' };
  const junit = junitReport(report({ cases: [ran('PAGE-1', 'pass'), ran('PAGE-2', 'pass')], waivers: [waiver] }));
  expect(junit).toMatch(/<error message="the waiver of PAGE-1 \(o\): its rule passes: remove it"/);
});

test('a waiver that fails the run is told in the summary', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2026-11-20' };
  const text = markdownReport(report({ cases: [ran('PAGE-1', 'fail'), ran('PAGE-2', 'pass')], waivers: [waiver] }));
  expect(text).toContain('### Waivers (1)\n\n- PAGE-1 (o): it ended on 2026-11-20: remove it, or renew it');
});

test('what a run learned, and how long mail took, is told in every report for people', () => {
  const mailed = ran('PAGE-1', 'pass', { took: { mailMs: 12_000, readMs: 400 } });
  const one = report({ cases: [mailed, ran('PAGE-2', 'pass')], learned: { clockAheadMs: 90_000, disturbances: 3 } });
  const reports = [terminalReport(one, { color: false, cases: 2, files: [] }), htmlReport(one), markdownReport(one)];
  for (const text of reports) {
    expect(text).toMatch(/clock is 90 s ahead of/);
    expect(text).toMatch(/not judged: 3 of the exchanges/);
    expect(text).toMatch(/Mail took up to 12(\.0)? s\./);
    expect(text).toMatch(/was read up to 0\.4 s later/);
  }
});

test('how long a target took is the longest of all cases, and only what took some time is told', () => {
  const took = (...each: RanCase['took'][]) =>
    report({ cases: each.map((one) => ran('PAGE-1', 'pass', one && { took: one })) }).took;
  expect([
    took({ readMs: 7 }, { readMs: 12 }, { readMs: 9 }, undefined),
    took({ mailMs: 9, readMs: 0 }, { mailMs: 12 }, {}),
    took({}, undefined),
  ]).toEqual([{ readMs: 12 }, { mailMs: 12 }, undefined]);
});

test('a waiver of a rule that could not be judged is kept, and does not take the place of a verdict', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2027-01-01' };
  for (const open of ['blocked', 'error', 'inconclusive'] as const) {
    const one = report({ cases: [ran('PAGE-1', open), ran('PAGE-2', 'pass')], waivers: [waiver] });
    expect(one).toMatchObject({ verdict: 'incomplete', waivers: [{ state: 'notJudged' }] });
    const shown = terminalReport(one, { color: false, cases: 2, files: [] });
    expect(shown).toContain('WAIVER PAGE-1 (o): its rule was not judged this time, so it stays');
  }
});

test('a rule outside the scope is counted and leaves the verdict complete; cases outside leave the others their word', () => {
  const outside = [
    ran('PAGE-1', 'outOfScope'),
    ran('PAGE-2', 'outOfScope'),
    ran('PAGE-2', 'pass'),
    ran('PAGE-2', 'pass'),
  ];
  expect(report({ cases: outside, scope: { outbox: 'why' } })).toMatchObject({
    verdict: 'conformant',
    scope: { outbox: 'why' },
    summary: { pass: 1, outOfScope: 1 },
    coverage: { judged: 1, of: 2, byOperation: { createEmailMessage: { judged: 1, of: 2 } } },
    rules: [{ outcome: 'outOfScope' }, { outcome: 'pass', note: '1 of 3 cases are out of scope' }],
  });
});

test('who conforms is never said without scope and waivers, and not at all of rules that were chosen', () => {
  const waivers = [{ rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2027-01-01' }];
  const failing = { cases: [ran('PAGE-1', 'fail'), ran('PAGE-2', 'pass')], waivers };
  const warning = { cases: [ran('PAGE-1', 'warn'), ran('PAGE-2', 'warn')], waivers };
  const outside = { cases: [ran('PAGE-1', 'outOfScope'), ran('PAGE-2', 'warn')], scope: { outbox: 'why' } };
  const chosen = { selection: { rules: ['PAGE-2'], quick: false } };
  expect(
    [{}, failing, warning, outside, chosen, { ...outside, selection: { rules: ['PAGE-1'], quick: false } }].map(told),
  ).toEqual([
    't conforms: 2 of 2 rules judged.',
    't conforms: 2 of 2 rules judged, 1 failure waived (PAGE-1).',
    't conforms: 2 of 2 rules judged, with 1 warning, 1 warning waived (PAGE-1).',
    't conforms within its scope: 1 of 2 rules judged, with 1 warning.',
    't does not break the one rule judged here.',
    'None of the rules chosen was judged.',
  ]);
});

const some = { reason: 'r', owner: 'o', until: '2027-01-01' };
const came = (one: Outcome, other: Outcome) => ({ cases: [ran('PAGE-1', one), ran('PAGE-2', other)] });
const waived = { waivers: [{ rule: 'PAGE-1', ...some }] };
const selection = { rules: ['PAGE-*'], quick: false };
const three = [rule('PAGE-1'), rule('PAGE-2'), rule('PAGE-3')];
const headlines: [change: Partial<RunInput>, headline: string][] = [
  [came('fail', 'pass'), 't does not conform: 1 rule is broken.'],
  [came('fail', 'fail'), 't does not conform: 2 rules are broken.'],
  [{ ...came('fail', 'fail'), ...waived }, 't does not conform: 1 rule is broken, 1 failure waived (PAGE-1).'],
  [
    { ...came('pass', 'fail'), waivers: [...waived.waivers, { rule: 'PAGE-2', ...some }] },
    't has 1 waiver that should be removed (PAGE-1), 1 failure waived (PAGE-2).',
  ],
  [came('pass', 'blocked'), 't broke no rule, but not every rule that it must keep could be judged: 1 of 2.'],
  [
    { ...came('fail', 'blocked'), ...waived },
    't broke no rule that is not waived, but not every rule that it must keep could be judged: 1 of 2, 1 failure waived (PAGE-1).',
  ],
  [
    {
      register: three,
      cases: [ran('PAGE-1', 'pass'), ran('PAGE-2', 'blocked'), ran('PAGE-3', 'outOfScope')],
      scope: { outbox: 'why' },
    },
    't broke no rule, but not every rule that it must keep could be judged: 1 of 2 in its scope.',
  ],
  [{ ...came('pass', 'pass'), selection }, 't breaks none of the 2 rules judged here.'],
  [
    { ...came('fail', 'pass'), ...waived, selection },
    't breaks no rule that is not waived: 2 rules judged here, 1 failure waived (PAGE-1).',
  ],
  [
    { ...came('warn', 'pass'), ...waived, selection },
    't breaks none of the 2 rules judged here, 1 warning waived (PAGE-1).',
  ],
  [
    { ...came('fail', 'pass'), interrupted: true },
    'The run was interrupted; what is shown is what it had found by then.',
  ],
];
for (const [change, headline] of headlines) {
  test(`the headline says what came of it: ${headline}`, () => {
    expect(told(change)).toBe(headline);
  });
}

test('a waiver of a rule that the run left out is no matter of this run', () => {
  const waiver = { rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2027-01-01' };
  const none = { cases: [ran('PAGE-2', 'pass')], waivers: [waiver] };
  for (const one of [
    report({ ...none, selection: { rules: ['PAGE-2'], quick: false } }),
    report({ ...none, selection: { rules: [], quick: true } }),
    report({ ...none, partial: true }),
  ]) {
    expect(one).toMatchObject({ verdict: 'partial', waivers: [] });
  }
});

test('the report meets its schema', () => {
  const file = new URL('./report.schema.json', import.meta.url);
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(file, 'utf8')));
  const one = report({
    cases: [
      ran('PAGE-1', 'fail', { verdicts: [{ rule: 'PAGE-1', outcome: 'fail', expected: 'a', actual: 'b', curl: 'c' }] }),
    ],
    waivers: [{ rule: 'PAGE-1', reason: 'r', owner: 'o', until: '2027-01-01' }],
    scope: { outbox: 'why' },
    selection: { rules: ['PAGE-*'], operation: 'createEmailMessage', quick: true },
  });
  expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
});

test('JUnit and HTML escape what they show', () => {
  const verdict = {
    rule: 'PAGE-1',
    outcome: 'fail',
    expected: '<script>',
    actual: '\u0000\uFFFE\u001B"&ü😀\t',
  } as const;
  const one = report({ cases: [ran('PAGE-1', 'fail', { verdicts: [verdict] }), ran('PAGE-2', 'blocked')] });
  const junit = junitReport(one);
  expect(junit).toContain('<failure message="FAIL: expected &lt;script&gt;, got ???&quot;&amp;ü😀\t">');
  expect(junit).toContain('tests="2" failures="1" errors="0" skipped="1"');
  expect(junit).toContain('expected: &lt;script&gt;');
  expect(junit).not.toContain('\u0000');
  const html = htmlReport(one);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/(?:src|href)="(?!#)/);
});

test('the terminal report tells every failure and how to unblock', () => {
  const failing = { rule: 'PAGE-1', outcome: 'fail', expected: 'e', actual: 'a', curl: 'curl x', requestId: 'r-1' };
  const blockedCase = { rule: 'PAGE-2', outcome: 'blocked', note: 'the profile lacks: outbox' };
  const one = report({
    cases: [
      ran('PAGE-1', 'fail', { verdicts: [failing] as RanCase['verdicts'] }),
      ran('PAGE-2', 'blocked', { verdicts: [blockedCase] as RanCase['verdicts'] }),
    ],
  });
  const text = terminalReport(one, { color: false, cases: 2, files: [] });
  for (const part of [
    'Statement of PAGE-1',
    'Somewhere',
    'r-1',
    'curl x',
    'the profile lacks: outbox',
    't does not conform',
  ]) {
    expect(text).toContain(part);
  }
});

describe('a target that conforms and has drifted', () => {
  const drift = ['staging.yaml:4:3: choices.<holdMinutes> was 10, is 30: RSV-9'];
  const drifted = { ...report({}), deployment: { fidelity: { alike: 9, of: 10 }, differs: [], drift } };

  test('is no conformant page', () => {
    const page = htmlReport(drifted);
    expect(page).toContain('<h1 class="worse">Drifted</h1>');
    expect(page).toContain('choices.&lt;holdMinutes&gt; was 10, is 30: RSV-9');
    expect(page).toContain('90 % (9 of 10 answers)');
    const unlike = { fidelity: { alike: 0, of: 10 }, differs: [], drift };
    expect(htmlReport({ ...drifted, deployment: unlike })).toContain('0 % (0 of 10 answers)');
    expect(htmlReport({ ...drifted, verdict: 'partial' })).toContain('<h1 class="worse">Drifted</h1>');
    expect(htmlReport({ ...drifted, verdict: 'incomplete' })).toContain('<h1 class="incomplete">Incomplete</h1>');
  });

  test('is one again when nothing drifts, and has no fidelity where nothing was compared', () => {
    const page = htmlReport({ ...drifted, deployment: { fidelity: { alike: 0, of: 0 }, differs: [], drift: [] } });
    expect(page).toContain('<h1 class="conformant">Conformant</h1>');
    expect(page).not.toContain('Fidelity');
  });

  test('is told in the summary', () => {
    const text = markdownReport(drifted);
    expect(text).toContain('## t is no longer as it was settled: 1 choice drifted. t conforms');
    expect(text).toContain('### Drift (1)\n\n- staging.yaml:4:3: choices.&lt;holdMinutes> was 10, is 30: RSV-9');
  });

  test('fails a test of JUnit for each choice', () => {
    const xml = junitReport(drifted);
    expect(xml).toContain('<testsuite name="drift" tests="1" failures="1"');
    expect(xml).toContain('<failure message="staging.yaml:4:3: choices.&lt;holdMinutes&gt; was 10');
  });
});
