import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { test } from './harness.ts';
import { atCallersLine } from './location.ts';
import { labels, worst } from './outcome.ts';
import { type Body, type CaseOptions, declareCase, register, runCase } from './run-case.ts';
import { currentSelection, isSelected } from './selection.ts';
import { type CaseRecord, recordAnnotation } from './verdict.ts';

export type { Answer } from './answer.ts';
export type { Case } from './context.ts';
export { expect } from './expect.ts';
export type { Mail } from './mailbox.ts';
export type { CaseOptions } from './run-case.ts';

const selection = currentSelection();
const takesPlaceInCli = process.env.CONFORMANCE_CLI === '1';
/** Outside Playwright the cases are only declared; whoever loaded them runs them with `runCase`. */
const withPlaywright = process.env.TEST_WORKER_INDEX !== undefined || process.env.PLAYWRIGHT_TEST !== undefined;

/**
 * Declares a case. With one id the whole body is the check of that rule; with several, the body calls `check(id, ...)`
 * for each of them at least once. The title states the expectation as a fact.
 */
export function rule(ids: RuleId | readonly RuleId[], title: string, body: Body): void;
export function rule(ids: RuleId | readonly RuleId[], title: string, options: CaseOptions, body: Body): void;
export function rule(ids: RuleId | readonly RuleId[], title: string, ...rest: [Body] | [CaseOptions, Body]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  const list = typeof ids === 'string' ? [ids] : ids;
  const declared = declareCase(list, title, options, body);
  if (!withPlaywright) return;
  if (!declared.rules.some((one) => isSelected(one, selection)) || (selection.quick && isSlow(options))) return;
  atCallersLine(() =>
    test(`${list.join(', ')}: ${title}`, async ({ harness }, info) => {
      const record = await runCase(harness, declared);
      info.annotations.push({ type: recordAnnotation, description: JSON.stringify(record) });
      showToPlaywright(record, info.skip.bind(info));
    }),
  );
}

/** What `--quick` leaves out. */
function isSlow({ thorough, derived }: CaseOptions): boolean {
  return thorough === true || derived === true;
}

/**
 * Shows the verdicts in Playwright's own terms. Under the command line of the suite only the reporter judges: a failed
 * test would cost a new worker process each time.
 */
function showToPlaywright({ verdicts }: CaseRecord, skip: (condition: boolean, reason: string) => void): void {
  if (takesPlaceInCli) return;
  const outcome = worst(verdicts.map((verdict) => verdict.outcome));
  const telling = verdicts.filter((verdict) => verdict.outcome === outcome);
  const text = telling
    .map(({ rule: id, expected, actual, note, curl }) => {
      const lines = [`${labels[outcome]} ${id}: ${register.get(id)?.statement}`];
      if (expected !== undefined) lines.push(`expected: ${expected}`, `actual:   ${actual}`);
      if (note !== undefined) lines.push(note);
      if (curl !== undefined && outcome !== 'blocked') lines.push(`repeat:   ${curl}`);
      return lines.join('\n');
    })
    .join('\n\n');
  if (outcome === 'fail' || outcome === 'error') {
    const error = new Error(text);
    error.stack = text;
    throw error;
  }
  if (outcome !== 'pass' && outcome !== 'warn') skip(true, text);
}
