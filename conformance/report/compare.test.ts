import { expect, test } from 'vitest';
import type { Rule } from '../../spec/register.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { RanCase, RunInput } from './assemble.ts';
import { compareReports, comparisonText, isReport } from './compare.ts';
import { exitCodes, type Report } from './report.ts';
import { sentence } from './sentence.ts';
import { assembled } from './testing.ts';

/** A run in which these rules had these outcomes, compared with an earlier one when there is one. */
function night(outcomes: Record<string, Outcome>, baseline?: Report, change: Partial<RunInput> = {}): Report {
  const rule = (id: string) => ({ id, level: 'MUST', basis: 'source', operation: 'all', needs: [] }) as unknown as Rule;
  const ran = ([id, outcome]: [string, Outcome]) =>
    ({ title: id, verdicts: [{ rule: id, outcome }], mismatches: [], durationMs: 1 }) as unknown as RanCase;
  return assembled({
    register: Object.keys(outcomes).map(rule),
    cases: Object.entries(outcomes).map(ran),
    target: { name: 't', baseUrl: 'http://a.example/v2' },
    durationMs: 1,
    ...(baseline && { baseline }),
    ...change,
  });
}

/** The exit codes of nights on which a rule had these outcomes, each compared with the one before; beside it stands one that passes. */
function exitCodesOf(...outcomes: Outcome[]): number[] {
  let last: Report | undefined;
  return outcomes.map((outcome) => {
    last = night({ 'A-1': outcome, 'A-2': 'pass' }, last);
    return exitCodes[last.verdict];
  });
}

test('two reports are compared rule by rule', () => {
  const old = night({ 'A-1': 'fail', 'A-2': 'pass', 'A-3': 'pass' });
  const comparison = compareReports(old, night({ 'A-1': 'pass', 'A-2': 'fail', 'A-4': 'warn' }));
  expect(comparison).toEqual({
    better: [{ rule: 'A-1', old: 'fail', new: 'pass' }],
    worse: [{ rule: 'A-2', old: 'pass', new: 'fail' }],
    unsure: [],
    waived: [],
    appeared: [{ rule: 'A-4', new: 'warn' }],
    vanished: [{ rule: 'A-3', old: 'pass' }],
  });
  expect(comparisonText(comparison)).toContain('worse (1)\n  A-2  PASS -> FAIL');
  expect(comparisonText(compareReports(old, old))).toBe('No rule fared differently.');
});

test('a rule that was judged and is not any more fails every night until it is judged again', () => {
  for (const lost of ['blocked', 'outOfScope', 'warn'] as const) {
    expect(exitCodesOf('pass', lost, lost, lost, 'pass')).toEqual([0, 1, 1, 1, 0]);
  }
});

test('ERROR and INCONCLUSIVE leave a night incomplete, and three in a row fail', () => {
  for (const unsure of ['error', 'inconclusive'] as const) {
    expect(exitCodesOf('pass', unsure, unsure, 'pass', unsure, unsure, unsure, 'pass')).toEqual([
      0, 3, 3, 0, 3, 3, 1, 0,
    ]);
    expect(exitCodesOf(unsure, unsure, unsure)).toEqual([3, 3, 1]);
  }
  expect(exitCodesOf('pass', 'error', 'inconclusive', 'error')).toEqual([0, 3, 3, 1]);
});

test('a rule whose cases met nothing to judge is waited for as long, and the nights are complete', () => {
  expect(exitCodesOf('pass', 'notApplicable', 'notApplicable', 'pass')).toEqual([0, 0, 0, 0]);
  expect(exitCodesOf('pass', 'notApplicable', 'notApplicable', 'notApplicable')).toEqual([0, 0, 0, 1]);
  expect(exitCodesOf('notApplicable', 'notApplicable', 'notApplicable')).toEqual([0, 0, 0]);
});

test('a rule that is blocked for now only is waited for as long, with its reason, and one that something else blocks as well is not', () => {
  const forNow = 'numbers are held until 2026-11-21T00:30:00Z';
  const passed = {
    title: 'p',
    verdicts: [{ rule: 'A-1', outcome: 'pass' }],
    mismatches: [],
    durationMs: 1,
  } as unknown as RanCase;
  const ran = (...reasons: (string | undefined)[]) => {
    const verdicts = reasons.map((reason) => ({ rule: 'A-1', outcome: 'blocked', ...(reason && { forNow: reason }) }));
    const cases = verdicts.map((verdict, index) => ({ title: `${index}`, verdicts: [verdict], mismatches: [] }));
    return { cases: cases.map((one) => ({ ...one, durationMs: 1 }) as unknown as RanCase) };
  };
  const blocked = (last: Report) => night({ 'A-1': 'blocked' }, last, ran(forNow, forNow));
  const first = blocked(night({ 'A-1': 'pass' }));
  expect(comparisonText(first.comparison as never)).toBe(
    `not judged this time (1)\n  A-1  PASS -> BLOCKED (${forNow})`,
  );
  const second = blocked(first);
  expect(comparisonText(second.comparison as never)).toContain(`A-1  PASS -> BLOCKED (${forNow}; 2 runs in a row)`);
  expect([first, second, blocked(second)].map(({ verdict }) => verdict)).toEqual(['incomplete', 'incomplete', 'worse']);
  expect(night({ 'A-1': 'blocked' }, night({ 'A-1': 'pass' }), ran(forNow, undefined)).verdict).toBe('worse');
  const beside = { cases: [...ran(forNow).cases, passed] };
  expect(night({ 'A-1': 'blocked' }, night({ 'A-1': 'pass' }), beside).verdict).toBe('incomplete');
});

test('how often a rule was not judged in a row is told, and that it is judged again', () => {
  const first = night({ 'A-0': 'warn', 'A-1': 'pass' });
  const second = night({ 'A-0': 'warn', 'A-1': 'error' }, night({ 'A-0': 'warn', 'A-1': 'error' }, first));
  expect(second.rules.map(({ before }) => before)).toEqual([undefined, { outcome: 'pass', runs: 2 }]);
  expect(comparisonText(second.comparison as never)).toBe(
    'not judged this time (1)\n  A-1  PASS -> ERROR (2 runs in a row)',
  );
  const third = night({ 'A-0': 'warn', 'A-1': 'pass' }, second);
  expect(third.rules.map(({ before }) => before)).toEqual([undefined, undefined]);
  expect(comparisonText(third.comparison as never)).toBe('better (1)\n  A-1  ERROR -> PASS');
});

test('what could not be judged before is no loss when it still can not be', () => {
  expect(exitCodesOf('outOfScope', 'outOfScope')).toEqual([0, 0]);
  expect(exitCodesOf('blocked', 'blocked')).toEqual([3, 3]);
  expect(exitCodesOf('blocked', 'outOfScope', 'pass')).toEqual([3, 0, 0]);
});

test('of what could not be judged before, only a failure is worse', () => {
  const before = night({ 'A-1': 'blocked', 'A-2': 'blocked', 'A-3': 'blocked' });
  const { worse, better } = compareReports(before, night({ 'A-1': 'fail', 'A-2': 'warn', 'A-3': 'pass' }));
  expect([worse, better].map((changes) => changes.map(({ rule }) => rule))).toEqual([['A-1'], ['A-2', 'A-3']]);
});

test('a vanished rule fails every night, unless the run was about other rules', () => {
  const before = night({ 'A-1': 'pass', 'A-2': 'pass' });
  const after = night({ 'A-2': 'pass' }, before);
  expect(after).toMatchObject({ verdict: 'worse', comparison: { vanished: [{ rule: 'A-1', old: 'pass' }] } });
  expect(night({ 'A-2': 'pass' }, after).verdict).toBe('worse');
  expect(night({ 'A-2': 'pass' }, before, { selection: { rules: ['A-2'], quick: false } }).verdict).toBe('partial');
});

test('a vanished rule that was not judged is no loss', () => {
  const before = night({ 'A-1': 'outOfScope', 'A-2': 'notApplicable', 'A-3': 'pass' });
  expect(night({ 'A-3': 'pass' }, before)).toMatchObject({ verdict: 'conformant', comparison: { vanished: [] } });
});

test('a waiver takes a rule out of the comparison', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2027-01-01' }];
  for (const [outcome, verdict] of [
    ['fail', 'conformant'],
    ['warn', 'conformant'],
    ['blocked', 'incomplete'],
  ] as const) {
    const waived = night({ 'A-1': outcome }, night({ 'A-1': 'pass' }), { waivers });
    expect(waived).toMatchObject({ verdict, comparison: { worse: [], waived: [{ rule: 'A-1' }] } });
  }
});

test('a waiver that has ended takes no rule out of the comparison', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2026-11-20' }];
  const { comparison } = night({ 'A-1': 'fail' }, night({ 'A-1': 'pass' }), { waivers });
  expect(comparison).toMatchObject({ worse: [{ rule: 'A-1' }], waived: [] });
});

test('what a waived rule is measured by stays while it is not judged', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2027-01-01' }];
  const waived = night({ 'A-1': 'blocked' }, night({ 'A-1': 'pass' }), { waivers });
  expect(compareReports(waived, night({ 'A-1': 'blocked' })).worse).toEqual([
    { rule: 'A-1', old: 'pass', new: 'blocked' },
  ]);
});

test('what a waiver has accepted is what the next night is measured by', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2027-01-01' }];
  const waived = night({ 'A-1': 'fail' }, night({ 'A-1': 'pass' }), { waivers });
  expect(waived.rules[0]).not.toHaveProperty('before');
  expect(night({ 'A-1': 'fail' }, waived)).toMatchObject({ verdict: 'nonConformant', comparison: { worse: [] } });
});

test('a night that was interrupted is compared with nothing', () => {
  const interrupted = night({ 'A-1': 'fail' }, night({ 'A-1': 'pass', 'A-2': 'pass' }), { interrupted: true });
  expect(interrupted.verdict).toBe('interrupted');
  expect(interrupted).not.toHaveProperty('comparison');
});

test('a failure goes before what is worse, in the verdict', () => {
  const worse = night({ 'A-1': 'fail', 'A-2': 'blocked' }, night({ 'A-1': 'pass', 'A-2': 'pass' }));
  expect(worse).toMatchObject({ verdict: 'nonConformant', comparison: { worse: [{ rule: 'A-1' }, { rule: 'A-2' }] } });
});

test('a rule that vanished is missed until it is back', () => {
  const missing = night({ 'A-2': 'pass' }, night({ 'A-1': 'pass', 'A-2': 'pass' }));
  const back = night({ 'A-1': 'pass', 'A-2': 'pass' }, missing);
  expect(back).toMatchObject({
    verdict: 'conformant',
    comparison: { vanished: [], appeared: [{ rule: 'A-1', new: 'pass' }] },
  });
});

test('the headline names what is worse', () => {
  const worse = night({ 'A-1': 'blocked', 'A-2': 'pass' }, night({ 'A-1': 'pass', 'A-2': 'pass', 'A-3': 'pass' }));
  expect(sentence(worse)).toBe(
    't fares worse than in the baseline: 1 rule (A-1); 1 rule of it the suite no longer has (A-3).',
  );
  const lower = night({ 'A-1': 'blocked', 'A-2': 'warn' }, night({ 'A-1': 'pass', 'A-2': 'pass' }));
  expect(sentence(lower)).toBe('t fares worse than in the baseline: 2 rules (A-1, A-2), with 1 warning.');
  const without = night({ 'A-2': 'pass' }, night({ 'A-1': 'pass', 'A-2': 'pass' }));
  expect(sentence(without)).toBe('t fares no worse than in the baseline; 1 rule of it the suite no longer has (A-1).');
});

test('what a quick run leaves out is no matter of it', () => {
  const quick = { selection: { rules: [], quick: true } };
  const old = night({ 'A-1': 'pass', 'A-2': 'pass' });
  const { worse, unsure, appeared, vanished } = compareReports(
    old,
    night({ 'A-1': 'notApplicable', 'A-2': 'fail' }, undefined, quick),
  );
  expect({ worse, unsure, appeared, vanished }).toEqual({
    worse: [{ rule: 'A-2', old: 'pass', new: 'fail' }],
    unsure: [],
    appeared: [],
    vanished: [],
  });
  const whole = compareReports(old, night({ 'A-1': 'notApplicable', 'A-2': 'pass' }));
  expect(whole.unsure).toMatchObject([{ rule: 'A-1', old: 'pass', new: 'notApplicable' }]);
});

test('a rule that vanishes after a night in which it was not judged is missed as what it was before', () => {
  const first = night({ 'A-1': 'warn', 'A-2': 'pass' });
  const second = night({ 'A-1': 'error', 'A-2': 'pass' }, first);
  expect(compareReports(second, night({ 'A-2': 'pass' })).vanished).toEqual([{ rule: 'A-1', old: 'warn' }]);
});

const values: [what: string, value: unknown, isOne: boolean][] = [
  ['null', null, false],
  ['a list', [{ id: 'A-1', outcome: 'pass' }], false],
  ['an object without rules', {}, false],
  ['rules that are no list', { rules: { id: 'A-1', outcome: 'pass' } }, false],
  ['a rule that is null', { rules: [null] }, false],
  ['a rule without an id', { rules: [{ outcome: 'pass' }] }, false],
  ['a rule of an unknown outcome', { rules: [{ id: 'A-1', outcome: 'passed' }] }, false],
  ['one such rule of two', { rules: [{ id: 'A-1', outcome: 'pass' }, { id: 'A-2' }] }, false],
  ['rules with outcomes', { rules: [{ id: 'A-1', outcome: 'pass' }] }, true],
  ['no rules', { rules: [] }, true],
];
for (const [what, value, isOne] of values) {
  test(`a file that has ${what} is ${isOne ? 'a' : 'no'} report`, () => {
    expect(isReport(value)).toBe(isOne);
  });
}
