import { expect, test } from 'vitest';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';
import { Progress } from './progress.ts';

const record = (outcome: Outcome): CaseRecord => ({
  title: 't',
  verdicts: [{ rule: 'PAGE-1', outcome }],
  mismatches: [],
});

test('progress tells cases done, rate, time left, and findings', () => {
  let now = 0;
  const progress = new Progress(300, () => now);
  for (const outcome of ['pass', 'fail', 'fail', 'error', 'blocked', 'pass'] as const) progress.add(record(outcome));
  now = 3000;
  expect(progress.line).toBe('6/300 cases, 2.0 a second, 2:27 left, 2 fail, 1 error');
});

test('how long it takes is not guessed from the very first cases', () => {
  let now = 0;
  const progress = new Progress(380, () => now);
  progress.add(record('pass'));
  now = 30_000;
  expect(progress.line).toBe('1/380 cases, 0.0 a second');
});
