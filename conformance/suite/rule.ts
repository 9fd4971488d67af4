import { test as base } from '@playwright/test';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Body, CaseOptions } from './calls/case.ts';
import { recordAnnotation } from './outcome/verdict.ts';
import { placeIn } from './run/case-log.ts';
import { endWithParent } from './run/end-with-parent.ts';
import { createHarness, type Harness } from './run/harness.ts';
import { RemotePace } from './run/pace-service.ts';
import { currentRun } from './run/run.ts';
import { declarations, declareCase, runCase } from './run/run-case.ts';
import { marks } from './run/selection.ts';
import { showToPlaywright } from './run/show-to-playwright.ts';
import { chooseProfile, resolveTarget } from './target/target.ts';

export type { Case, CaseOptions } from './calls/case.ts';
export { written } from './calls/client.ts';
export { expect } from './calls/expect.ts';
export type { Mail } from './calls/mailbox.ts';
export type { Answer } from './wire/answer.ts';

/** Playwright's `test` with the harness, one for each worker. */
const test = base.extend<object, { harness: Harness }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use, { workerIndex }) => {
      endWithParent();
      const run = currentRun();
      if (!run) throw new Error('no run has begun: start it with `npx playwright test --project=conformance`');
      const target = resolveTarget(chooseProfile(run.profile).profile, run.facts);
      const pace = new RemotePace(run.pace, target.limits.requestsPerSecond !== undefined);
      const harness = createHarness(run, target, workerIndex, pace);
      await use(harness);
      harness.close();
    },
    { scope: 'worker' },
  ],
});

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
  if (declarations.alone) return;
  const tag = marks.filter((mark) => options[mark]).map((mark) => `@${mark}`);
  const declaration = new Error();
  test(`${list.join(', ')}: ${title}`, { tag }, async ({ harness }, info) => {
    const record = await runCase(harness, declared);
    info.annotations.push({ type: recordAnnotation, description: JSON.stringify(record) });
    if (harness.run.byCommand) return;
    // Playwright takes this file for the place of all cases.
    const place = placeIn(declaration);
    info.annotations.push({ type: 'case', description: place });
    showToPlaywright(record, place, info.skip.bind(info));
  });
}
