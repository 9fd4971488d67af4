import { expect, test, vi } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { Verdict } from '../outcome/verdict.ts';
import { showToPlaywright } from './show-to-playwright.ts';

const place = 'conformance/rules/pagination.spec.ts:12:3';
const said = (id: Verdict['rule']) => loadRegister().get(id)?.statement;

/** How Playwright is shown a case with these verdicts: the error that it ends with, and whether it is skipped. */
function shown(...verdicts: Verdict[]): { error: Error | undefined; skipped: unknown[][] } {
  const skip = vi.fn();
  try {
    showToPlaywright({ title: 't', verdicts, mismatches: [] }, place, skip);
  } catch (error) {
    return { error: error as Error, skipped: skip.mock.calls };
  }
  return { error: undefined, skipped: skip.mock.calls };
}

const details = { expected: '2', actual: '1', note: 'on page 2', curl: 'curl http://a.example' };

for (const [outcome, word] of [
  ['fail', 'FAIL'],
  ['error', 'ERROR'],
] as const) {
  test(`a case fails with what came to its worst outcome, where it is declared: ${outcome}`, () => {
    const { error, skipped } = shown(
      { rule: 'PAGE-1', outcome: 'pass' },
      { rule: 'PAGE-2', outcome, ...details },
      { rule: 'PAGE-3', outcome: 'warn', ...details },
      { rule: 'PAGE-4', outcome },
    );
    const message = [
      `${word} PAGE-2: ${said('PAGE-2')}`,
      'expected: 2',
      'actual:   1',
      'on page 2',
      'repeat:   curl http://a.example',
      '',
      `${word} PAGE-4: ${said('PAGE-4')}`,
    ].join('\n');
    expect([error?.message, error?.stack, skipped]).toEqual([message, `${message}\n    at ${place}`, []]);
  });
}

const others: [outcome: Outcome, text: string | undefined][] = [
  ['pass', undefined],
  ['warn', undefined],
  ['blocked', `BLOCKED PAGE-1: ${said('PAGE-1')}\nno outbox`],
  ['outOfScope', `OUT OF SCOPE PAGE-1: ${said('PAGE-1')}\nno outbox\nrepeat:   curl`],
  ['notApplicable', `NOT APPLICABLE PAGE-1: ${said('PAGE-1')}\nno outbox\nrepeat:   curl`],
  ['inconclusive', `INCONCLUSIVE PAGE-1: ${said('PAGE-1')}\nno outbox\nrepeat:   curl`],
];
for (const [outcome, text] of others) {
  test(`a case is ${text ? 'skipped, with the reason' : 'no failure'}: ${outcome}`, () => {
    const { error, skipped } = shown({ rule: 'PAGE-1', outcome, note: 'no outbox', curl: 'curl' });
    expect([error, skipped]).toEqual([undefined, text ? [[true, text]] : []]);
  });
}
