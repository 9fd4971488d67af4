import { test as base, type TestInfo } from '@playwright/test';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Body, CaseOptions } from './api/case.ts';
import { recordAnnotation } from './outcome/verdict.ts';
import { createHarness, type Harness } from './run/harness.ts';
import { RemotePace } from './run/pace-service.ts';
import { currentRun, endWithParent } from './run/run.ts';
import { declarations, declareCase, runCase } from './run/run-case.ts';
import { marks } from './run/selection.ts';
import { showToPlaywright } from './run/show-to-playwright.ts';
import { chooseProfile, resolveTarget } from './target/target.ts';

export type { Case, CaseOptions } from './api/case.ts';
export { written } from './api/client.ts';
export { expect } from './api/expect.ts';
export type { Mail } from './api/mailbox.ts';
export type { Answer } from './wire/answer.ts';

const inPlaywright = base.extend<object, { harness: Harness }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use, { workerIndex }) => {
      endWithParent();
      const run = currentRun();
      if (!run) throw new Error('no run has begun: start it with `npx playwright test --project=conformance`');
      const target = resolveTarget(chooseProfile(run.profile).profile, run.facts);
      const pace = new RemotePace(run.pace, target.limits.requestsPerSecond !== undefined);
      const harness = createHarness(run, target, workerIndex, pace);
      // Under the command nobody sees Playwright's steps.
      await use(run.byCommand ? harness : { ...harness, step: base.step });
      harness.close();
    },
    { scope: 'worker' },
  ],
});

/** Playwright's `test` with a harness for each worker. Where cases are loaded without Playwright, it declares nothing. */
export const test = declarations.alone ? (((..._: TestArguments) => {}) as typeof inPlaywright) : inPlaywright;

type TestArguments = [
  title: string,
  details: { tag: string[] },
  body: (fixtures: { harness: Harness }, info: TestInfo) => Promise<void>,
];

/**
 * Declares a case and returns the arguments of Playwright's `test` for it. With one id the whole body is the check of that rule;
 * with several, the body calls `t.check(id, ...)` for each of them at least once. The sentence states the expectation as a fact.
 */
export function rule(ids: RuleId | readonly RuleId[], sentence: string, body: Body): TestArguments;
export function rule(
  ids: RuleId | readonly RuleId[],
  sentence: string,
  options: CaseOptions,
  body: Body,
): TestArguments;
export function rule(
  ids: RuleId | readonly RuleId[],
  sentence: string,
  ...rest: [Body] | [CaseOptions, Body]
): TestArguments {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  const list = typeof ids === 'string' ? [ids] : ids;
  const declared = declareCase(list, sentence, options, body);
  const tag = marks.filter((mark) => options[mark]).map((mark) => `@${mark}`);
  return [
    `${list.join(', ')}: ${sentence}`,
    { tag },
    async ({ harness }, info) => {
      const { record, failure } = await runCase(harness, declared);
      info.annotations.push({ type: recordAnnotation, description: JSON.stringify(record) });
      if (!harness.run.byCommand) showToPlaywright(record, failure, info.skip.bind(info));
    },
  ];
}
