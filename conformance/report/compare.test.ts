import { expect, test } from 'vitest';
import type { Rule } from '../../spec/register.ts';
import type { CaseRecord, Outcome } from '../suite/outcome/outcome.ts';
import { compareReports, isReport, type RunInput } from './assemble.ts';
import { exitCodes, type Report } from './report.ts';
import { formatComparison } from './terminal.ts';
import { assembleReport } from './testing.ts';

/** A run with these outcomes, compared with an earlier run if there is one. */
function night(outcomes: Record<string, Outcome>, baseline?: Report, change: Partial<RunInput> = {}): Report {
  const rule = (id: string) => ({ id, level: 'MUST', basis: 'source', operation: 'all', needs: [] }) as unknown as Rule;
  const ran = ([id, outcome]: [string, Outcome]) =>
    ({ title: id, verdicts: [{ rule: id, outcome }], mismatches: [], durationMs: 1 }) as unknown as CaseRecord;
  return assembleReport({
    register: Object.keys(outcomes).map(rule),
    cases: Object.entries(outcomes).map(ran),
    ...(baseline && { baseline }),
    ...change,
  });
}

/** Exit codes of consecutive nights, from one outcome of a rule each. */
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
    worse: [{ rule: 'A-2', old: 'pass', new: 'fail', runs: 1 }],
    unsure: [],
    waived: [],
    appeared: [{ rule: 'A-4', new: 'warn' }],
    vanished: [{ rule: 'A-3', old: 'pass' }],
  });
  expect(formatComparison(comparison)).toContain('worse (1)\n  A-2  PASS -> FAIL');
  expect(formatComparison(compareReports(old, old))).toBe('No rule differs.');
});

test('a rule without its former verdict fails every night until it is judged again', () => {
  for (const lost of ['blocked', 'outOfScope', 'warn'] as const) {
    expect(exitCodesOf('pass', lost, lost, lost, 'pass')).toEqual([0, 1, 1, 1, 0]);
  }
});

test('a night with ERROR or INCONCLUSIVE is incomplete, the third fails', () => {
  for (const unsure of ['error', 'inconclusive'] as const) {
    expect(exitCodesOf('pass', unsure, unsure, 'pass', unsure, unsure, unsure, 'pass')).toEqual([
      0, 3, 3, 0, 3, 3, 1, 0,
    ]);
    expect(exitCodesOf(unsure, unsure, unsure)).toEqual([3, 3, 1]);
  }
  expect(exitCodesOf('pass', 'error', 'inconclusive', 'error')).toEqual([0, 3, 3, 1]);
});

test('a rule without a judging case fails in the third night in a row', () => {
  expect(exitCodesOf('pass', 'notApplicable', 'notApplicable', 'pass')).toEqual([0, 0, 0, 0]);
  expect(exitCodesOf('pass', 'notApplicable', 'notApplicable', 'notApplicable')).toEqual([0, 0, 0, 1]);
  expect(exitCodesOf('notApplicable', 'notApplicable', 'notApplicable')).toEqual([0, 0, 0]);
});

test('a rule that was never judged does not fail', () => {
  expect(exitCodesOf('outOfScope', 'outOfScope')).toEqual([0, 0]);
  expect(exitCodesOf('blocked', 'blocked')).toEqual([3, 3]);
  expect(exitCodesOf('blocked', 'outOfScope', 'pass')).toEqual([3, 0, 0]);
});

test('a blocked rule is worse only when it fails', () => {
  const before = night({ 'A-1': 'blocked', 'A-2': 'blocked', 'A-3': 'blocked' });
  const { worse, better } = compareReports(before, night({ 'A-1': 'fail', 'A-2': 'warn', 'A-3': 'pass' }));
  expect([worse, better].map((changes) => changes.map(({ rule }) => rule))).toEqual([['A-1'], ['A-3']]);
});

test('a vanished rule fails every night, unless the run selects others', () => {
  const before = night({ 'A-1': 'pass', 'A-2': 'pass' });
  const after = night({ 'A-2': 'pass' }, before);
  expect(after).toMatchObject({ verdict: 'worse', comparison: { vanished: [{ rule: 'A-1', old: 'pass' }] } });
  expect(night({ 'A-2': 'pass' }, after).verdict).toBe('worse');
  expect(night({ 'A-2': 'pass' }, before, { selection: { rules: ['A-2'], quick: false } }).verdict).toBe('partial');
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

test('an expired waiver leaves its rule in the comparison', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2026-11-20' }];
  const { comparison } = night({ 'A-1': 'fail' }, night({ 'A-1': 'pass' }), { waivers });
  expect(comparison).toMatchObject({ worse: [{ rule: 'A-1' }], waived: [] });
});

test('the next night is compared with the waived outcome', () => {
  const waivers = [{ rule: 'A-1', reason: 'r', owner: 'o', until: '2027-01-01' }];
  const waived = night({ 'A-1': 'fail' }, night({ 'A-1': 'pass' }), { waivers });
  expect(night({ 'A-1': 'fail' }, waived)).toMatchObject({ verdict: 'nonConformant', comparison: { worse: [] } });
});

test.each([
  ['null', null, false],
  ['an object without rules', {}, false],
  ['a rule without an id', { rules: [{ outcome: 'pass' }] }, false],
  ['a rule of an unknown outcome', { rules: [{ id: 'A-1', outcome: 'passed' }] }, false],
  ['rules with outcomes', { rules: [{ id: 'A-1', outcome: 'pass' }] }, true],
])('a file with rules and outcomes is a report: %s', (_, value, isOne) => {
  expect(isReport(value)).toBe(isOne);
});
