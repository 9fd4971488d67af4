import { expect, test } from 'vitest';
import type { CaseReport, Report, RuleReport } from '../../conformance/report/report.ts';
import { judgeReport } from './conformance.ts';

const rule = (outcome: RuleReport['outcome'], change: Partial<RuleReport> = {}) =>
  ({
    id: 'DIR-1',
    level: 'MUST',
    outcome,
    statement: 'Lists are sorted.',
    cases: [],
    ...change,
  }) as unknown as RuleReport;

const judgeRun = (rules: RuleReport[], code = 0, quick = false) =>
  judgeReport({ verdict: 'nonConformant', rules } as unknown as Report, code, quick);

const severity = (outcome: RuleReport['outcome'], change: Partial<RuleReport> = {}) =>
  judgeRun([rule(outcome, change)]).findings.map((finding) => finding.severity);

test('failed and unjudged rules stop a change, warnings do not', () => {
  for (const outcome of ['fail', 'error', 'inconclusive', 'blocked', 'outOfScope'] as const) {
    expect(severity(outcome), outcome).toEqual(['error']);
  }
  expect(severity('warn')).toEqual(['warning']);
  expect(severity('blocked', { level: 'SHOULD' })).toEqual(['warning']);
  expect(severity('fail', { level: 'SHOULD' })).toEqual(['error']);
  expect(severity('error', { level: 'SHOULD' })).toEqual(['error']);
  expect(severity('pass')).toEqual([]);
  expect(severity('notApplicable')).toEqual([]);
  expect(severity('fail', { waived: { reason: 'r', owner: 'o', until: '2999-01-01' } })).toEqual([]);
});

test('the summary counts the rules that hold, and marks a subset', () => {
  const rules = [rule('pass'), rule('pass'), rule('notApplicable')];
  expect(judgeRun(rules)).toEqual({ outcome: 'passed', summary: '2 rules hold against the mock', findings: [] });
  expect(judgeRun(rules, 0, true).summary).toBe('2 rules hold against the mock (a subset: --quick)');
  expect(judgeRun([rule('fail')], 1)).toMatchObject({ outcome: 'failed', summary: '1 problem' });
});

test('a finding has the place of its rule and the details of its cases', () => {
  const failing: CaseReport = {
    title: 'sorted',
    outcome: 'fail',
    durationMs: 1,
    expected: 'a, b',
    actual: 'b, a',
    note: 'seen twice',
  };
  const cases = [failing, { ...failing, title: 'empty', outcome: 'warn' as const }];
  const [finding] = judgeRun([rule('fail', { cases, note: 'met in 2 cases' })], 1).findings;
  expect(finding).toMatchObject({
    rule: 'DIR-1',
    severity: 'error',
    message: 'DIR-1: Lists are sorted.',
    place: { file: 'spec/rules.yaml' },
    details: [
      'met in 2 cases',
      'case: sorted',
      'expected: a, b',
      'actual: b, a',
      'note: seen twice',
      'repeat: npm run conformance -- --rule DIR-1',
    ],
  });
  expect(finding?.place.line).toBeGreaterThan(1);
  const [bare] = judgeRun([rule('warn', { cases: [{ title: 'bare', outcome: 'warn', durationMs: 1 }] })]).findings;
  expect(bare?.details).toEqual(['case: bare', expect.stringContaining('--rule')]);
});

test('an exit code that no rule explains is an error', () => {
  expect(() => judgeRun([rule('pass')], 3)).toThrow('the conformance suite ended with exit code 3 (nonConformant)');
  expect(() => judgeRun([rule('warn')], 1)).toThrow('exit code 1');
  expect(() => judgeRun([rule('fail')], 1)).not.toThrow();
});
