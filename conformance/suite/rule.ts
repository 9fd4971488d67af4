import { test as base, type TestInfo } from '@playwright/test';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Body, CaseOptions } from './api/case.ts';
import { createHarness, type Harness, paceFor } from './api/harness.ts';
import { sharedRun } from './run/run.ts';
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
      const { run, profile } = sharedRun();
      const target = resolveTarget(chooseProfile(profile).profile, run.facts);
      const harness = createHarness({ ...run, id: `${run.id}-${workerIndex}` }, target, paceFor(target));
      await use({ ...harness, step: base.step });
      harness.close();
    },
    { scope: 'worker' },
  ],
});

/** Playwright's `test` with a harness for its worker. Where cases are loaded without Playwright, it declares nothing. */
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
      const { record, attempts } = await runCase(harness, declared);
      showToPlaywright(record, attempts.at(-1)?.failure, info.skip.bind(info));
    },
  ];
}
