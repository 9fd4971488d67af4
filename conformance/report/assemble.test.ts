import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Rule } from '../../spec/register.ts';
import type { CaseRecord, Outcome } from '../suite/outcome/outcome.ts';
import type { RunInput } from './assemble.ts';
import { findExitCode, formatHeadline } from './report.ts';
import { assembleReport } from './testing.ts';

const rule = (id: string, change: Partial<Rule> = {}) =>
  ({
    id,
    level: 'MUST',
    basis: 'source',
    operation: 'createEmailMessage',
    statement: `Statement of ${id}.`,
    clause: 'Somewhere',
    observe: 'response',
    needs: ['send'],
    ...change,
  }) as Rule;
const ran = (id: string, outcome: Outcome, change: Partial<CaseRecord> = {}) =>
  ({
    title: `case of ${id}`,
    verdicts: [{ rule: id, outcome }],
    mismatches: [],
    durationMs: 3,
    ...change,
  }) as CaseRecord;
/** The report of a run of two rules, passed unless changed. */
const report = (change: Partial<RunInput> = {}) =>
  assembleReport({
    register: [rule('PAGE-1'), rule('PAGE-2')],
    cases: [ran('PAGE-1', 'pass'), ran('PAGE-2', 'pass')],
    ...change,
  });
const came = (first: Outcome, second: Outcome = 'pass') => ({ cases: [ran('PAGE-1', first), ran('PAGE-2', second)] });
const waiver = (id: string, until = '2027-01-01') => ({ rule: id, reason: 'r', owner: 'o', until });
const selection = { rules: ['PAGE-*'], quick: false };

const exits: [label: string, run: Partial<RunInput>, code: number, verdict: string][] = [
  ['every rule passes', {}, 0, 'conformant'],
  ['a rule is a warning', came('warn'), 0, 'conformant'],
  ['a rule is not applicable', came('notApplicable'), 0, 'conformant'],
  ['a rule is out of scope', came('outOfScope'), 0, 'conformant'],
  ['only chosen rules ran', { selection }, 0, 'partial'],
  [
    'a blocked rule is a SHOULD',
    { register: [rule('PAGE-1', { level: 'SHOULD' })], ...came('blocked') },
    0,
    'conformant',
  ],
  ['a rule fails', came('fail', 'blocked'), 1, 'nonConformant'],
  ['a waiver covers the failure', { ...came('fail'), waivers: [waiver('PAGE-1')] }, 0, 'conformant'],
  ['a waiver is not needed', { waivers: [waiver('PAGE-1')] }, 1, 'nonConformant'],
  ['a waiver has ended', { ...came('fail'), waivers: [waiver('PAGE-1', '2026-11-20')] }, 1, 'nonConformant'],
  ['a rule is blocked', came('blocked'), 3, 'incomplete'],
  ['a rule is an error', came('error'), 3, 'incomplete'],
  ['a rule is inconclusive', came('inconclusive'), 3, 'incomplete'],
  ['a rule has no case', { cases: [ran('PAGE-1', 'pass')] }, 3, 'incomplete'],
  ['the target stopped answering', { learned: { stoppedAnsweringAt: '2026-11-21T00:01:00.000Z' } }, 3, 'incomplete'],
  ['a change was not put back', { learned: { notPutBack: 'It is not put back.' } }, 4, 'conformant'],
  [
    'a change was not put back and a rule fails',
    { ...came('fail'), learned: { notPutBack: 'No.' } },
    4,
    'nonConformant',
  ],
  ['the run is interrupted', { ...came('fail'), interrupted: true }, 130, 'interrupted'],
];
for (const [label, run, code, verdict] of exits) {
  test(`the exit code is ${code} and the verdict ${verdict} where ${label}`, () => {
    const made = report(run);
    expect([findExitCode(made), made.verdict]).toEqual([code, verdict]);
  });
}

test('an interrupted run is not compared with a baseline', () => {
  const baseline = { rules: [{ id: 'PAGE-1' as const, outcome: 'pass' as const }] };
  expect(report({ interrupted: true, baseline, ...came('fail') })).not.toHaveProperty('comparison');
});

test('a rule has the worst outcome of its cases', () => {
  const cases = [ran('PAGE-1', 'pass'), ran('PAGE-1', 'fail'), ran('PAGE-1', 'error'), ran('PAGE-2', 'pass')];
  expect(report({ cases }).rules.map(({ outcome, cases: of }) => [outcome, of.length])).toEqual([
    ['fail', 3],
    ['pass', 1],
  ]);
});

test('a rule that cannot be observed is not applicable, and a retired one is left out', () => {
  const register = [rule('PAGE-1', { observe: 'nobody', reason: 'why' }), rule('PAGE-2', { retired: true })];
  expect(report({ register, cases: [] }).rules).toMatchObject([
    { id: 'PAGE-1', outcome: 'notApplicable', note: 'why' },
  ]);
});

test('a rule outside the scope counts as not judged', () => {
  expect(report({ ...came('outOfScope'), scope: { outbox: 'why' } })).toMatchObject({
    summary: { pass: 1, outOfScope: 1 },
    coverage: { judged: 1, of: 2, byOperation: { createEmailMessage: { judged: 1, of: 2 } } },
  });
});

const mismatch = (id: RuleId, expected: string, outcome: Outcome = 'fail') => ({
  rule: id,
  outcome,
  expected,
  actual: '7',
});
const meeting = (...mismatches: CaseRecord['mismatches']) => ran('PAGE-1', 'pass', { mismatches });

test('a mismatch fails its own rule once, with the number of cases', () => {
  const places = [['/data/0/to', '/data/1/to'], ['/data/12/to'], ['/data/3/cc']];
  const cases = places.map((seen) => meeting(...seen.map((place) => mismatch('PAGE-2', place))));
  const [first, second] = report({ cases }).rules;
  expect([first?.outcome, second?.outcome]).toEqual(['pass', 'fail']);
  expect(second?.cases.map(({ expected, note }) => [expected, note])).toEqual([
    ['/data/0/to', 'seen in 2 cases'],
    ['/data/3/cc', undefined],
  ]);
});

test('failures outside the selection are named and do not count', () => {
  const cases = [meeting(mismatch('PAGE-2', 'a'), mismatch('PAGE-3', 'b', 'warn'))];
  const register = ['PAGE-1', 'PAGE-2', 'PAGE-3'].map((id) => rule(id));
  const made = report({ register, cases, selection: { rules: ['PAGE-1'], quick: false } });
  expect(made).toMatchObject({ verdict: 'partial', outsideSelection: ['PAGE-2'] });
});

const states: [label: string, run: Partial<RunInput>, state: string | undefined][] = [
  ['fails', came('fail'), 'applied'],
  ['is a warning', came('warn'), 'applied'],
  ['passes', {}, 'passing'],
  ['is not applicable', came('notApplicable'), 'unused'],
  ['is blocked', came('blocked'), 'notJudged'],
  ['passes in a run of some cases', { partial: true }, 'notJudged'],
  ['is outside the selection', { selection: { rules: ['PAGE-2'], quick: false } }, undefined],
];
for (const [label, run, state] of states) {
  test(`a waiver is ${state ?? 'left out'} where its rule ${label}`, () => {
    expect(report({ ...run, waivers: [waiver('PAGE-1', '2026-11-21')] }).waivers[0]?.state).toBe(state);
  });
}

test('a rule is an error where one of its cases was cut short, unless another found it broken', () => {
  const outcomeWith = (whole: Outcome) =>
    report({ cases: [ran('PAGE-1', 'error', { isCutShort: true }), ran('PAGE-1', whole)] }).rules[0]?.outcome;
  expect([outcomeWith('pass'), outcomeWith('fail')]).toEqual(['error', 'fail']);
});

const headlines: [run: Partial<RunInput>, headline: string][] = [
  [{}, 't conforms: 2 of 2 rules judged.'],
  [came('fail'), 't does not conform: 1 rule is broken.'],
  [{ ...came('fail'), waivers: [waiver('PAGE-1')] }, 't conforms: 2 of 2 rules judged, 1 failure waived (PAGE-1).'],
  [
    { ...came('outOfScope', 'warn'), scope: { a: 'b' } },
    't conforms within its scope: 1 of 2 rules judged, with 1 warning.',
  ],
  [came('pass', 'blocked'), 't broke no rule, but not every required rule was judged: 1 of 2.'],
  [{ selection }, 't breaks no rule: 2 rules judged here.'],
];
for (const [run, line] of headlines) {
  test(`the headline never claims more than was judged: ${line}`, () => {
    expect(formatHeadline(report(run))).toBe(line);
  });
}

test('a report meets its schema', () => {
  const file = new URL('./report.schema.json', import.meta.url);
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(file, 'utf8')));
  const verdict = { rule: 'PAGE-1' as const, outcome: 'fail' as const, expected: 'a', actual: 'b', curl: 'c' };
  const made = report({
    cases: [ran('PAGE-1', 'fail', { verdicts: [verdict] })],
    waivers: [waiver('PAGE-1')],
    scope: { outbox: 'why' },
    selection: { rules: ['PAGE-*'], operation: 'createEmailMessage', quick: true },
  });
  expect(validate(made), JSON.stringify(validate.errors)).toBe(true);
});
