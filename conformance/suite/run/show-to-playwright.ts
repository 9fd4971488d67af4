import { labels, worst } from '../outcome/outcome.ts';
import type { CaseRecord } from '../outcome/verdict.ts';
import { register } from './run-case.ts';

/** Shows the verdicts in Playwright's own terms; `cause` is the error that the case ended with. */
export function showToPlaywright(
  { verdicts }: CaseRecord,
  cause: unknown,
  skip: (condition: boolean, reason: string) => void,
): void {
  const outcome = worst(verdicts.map((verdict) => verdict.outcome));
  const shown = verdicts.filter((verdict) => verdict.outcome === outcome);
  const text = shown
    .map(({ rule: id, expected, actual, note, curl }) => {
      const lines = [`${labels[outcome]} ${id}: ${register.get(id)?.statement}`];
      if (expected !== undefined) lines.push(`expected: ${expected}`, `actual:   ${actual}`);
      if (note !== undefined) lines.push(note);
      if (curl !== undefined && outcome !== 'blocked') lines.push(`repeat:   ${curl}`);
      return lines.join('\n');
    })
    .join('\n\n');
  if (outcome === 'fail' || outcome === 'error') throw new Error(text, { cause });
  if (outcome !== 'pass' && outcome !== 'warn') skip(true, text);
}
