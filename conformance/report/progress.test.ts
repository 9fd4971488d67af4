import { expect, test } from 'vitest';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';
import { Progress } from './progress.ts';

const record = (outcome: Outcome): CaseRecord => ({
  title: 't',
  verdicts: [{ rule: 'PAGE-1', outcome }],
  mismatches: [],
});

test('progress shows cases, their rate, the time left and findings', () => {
  let now = 5000;
  const progress = new Progress(300, () => now);
  for (const outcome of ['pass', 'fail', 'fail', 'error', 'blocked', 'pass'] as const) progress.add(record(outcome));
  now = 8000;
  expect(progress.line).toBe('6/300 cases, 2.0 a second, 2:27 left, 2 fail, 1 error');
});

test('a mismatch is a finding of a case that passes', () => {
  const progress = new Progress(2, () => 3000);
  progress.add({ ...record('pass'), mismatches: [{ rule: 'HTTP-1', outcome: 'fail' }] });
  expect(progress.line).toMatch(/^1\/2 cases, .*, 1 fail$/);
});

test('no time is estimated before 2 % of the cases have run', () => {
  let now = 0;
  const progress = new Progress(380, () => now);
  progress.add(record('pass'));
  now = 30_000;
  expect(progress.line).toBe('1/380 cases, 0.0 a second');
});
