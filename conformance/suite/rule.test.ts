import { expect, test, vi } from 'vitest';
import type { Outcome } from './outcome/outcome.ts';
import { showToPlaywright } from './rule.ts';

const shownAs: [outcome: Outcome, how: 'failed' | 'skipped' | 'passed'][] = [
  ['fail', 'failed'],
  ['error', 'failed'],
  ['blocked', 'skipped'],
  ['outOfScope', 'skipped'],
  ['notApplicable', 'skipped'],
  ['inconclusive', 'skipped'],
  ['warn', 'passed'],
  ['pass', 'passed'],
];
for (const [outcome, how] of shownAs) {
  test(`in Playwright's runner a case is ${how} with ${outcome}`, () => {
    const verdicts = [{ rule: 'PAGE-2' as const, outcome, expected: '2', actual: '1' }];
    const skip = vi.fn();
    const show = () =>
      showToPlaywright({ title: 't', durationMs: 1, verdicts, mismatches: [] }, new Error('it failed'), skip);
    if (how === 'failed') expect(show).toThrow(/PAGE-2: .*\nexpected: 2\nactual: +1/);
    else show();
    expect(skip).toHaveBeenCalledTimes(how === 'skipped' ? 1 : 0);
  });
}
