// conformance/suite/: the parts that cases use and run in. `rule.ts` declares a case.
import { test as base, type TestInfo } from '@playwright/test';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../spec/register.ts';
import type { Body, Case, CaseOptions } from './api/case.ts';
import { type AssumedName, checkAssuming } from './api/email-members.ts';
import { expect } from './api/expect.ts';
import { createPace, Harness } from './api/harness.ts';
import { type CaseRecord, findWorst, labels } from './outcome/outcome.ts';
import { declarations, declareCase, marks } from './run/cases.ts';
import { readSharedRun } from './run/prepare.ts';
import { runCase } from './run/run-case.ts';
import { chooseProfile, resolveTarget } from './target/target.ts';
import type { Answer } from './wire/answer.ts';

export type { Case, CaseOptions } from './api/case.ts';
export { written } from './api/client.ts';
export { expect } from './api/expect.ts';
export type { Mail } from './api/mailbox.ts';
export type { Answer } from './wire/answer.ts';

const inPlaywright = base.extend<object, { harness: Harness }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use, { workerIndex }) => {
      const { run, profile } = readSharedRun();
      const target = resolveTarget(chooseProfile(profile).profile, run.facts);
      const harness = new Harness({ ...run, id: `${run.id}-${workerIndex}` }, target, createPace(target));
      harness.step = base.step;
      await use(harness);
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
 * Returns the arguments of Playwright's `test` for a case, whose sentence states a fact. With one id the whole body is
 * the check of that rule. With several ids, the body calls `t.check(id, ...)` at least once for each.
 */
export function rule(
  ids: RuleId | readonly RuleId[],
  sentence: string,
  ...rest: [body: Body] | [options: CaseOptions, body: Body]
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

/** One change of a valid request: the members that differ. */
export type Change = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, Change>> | readonly Change[];
/** Requests by name, or as a list in which each is its own name. */
type Requests = Changes | ((t: Case, twin: Change) => Changes | Promise<Changes>);

/** The rules of a refusal, first the rule of the refusal itself; a rule of the exact answer has its status, its code or both. */
type Rules = Partial<Record<RuleId, readonly [status?: number | undefined, code?: string]>>;

interface Row extends CaseOptions {
  /** The refused requests. */
  changes?: Requests;
  /** Accepted requests, by the first of the rules. */
  accepted?: Requests;
  /** The assumed names that the accepted requests rest on: if the target doesn't know a name, the case is blocked. */
  assumes?: readonly AssumedName[];
  /** Members of the valid twin, which lacks only the violation. */
  twin?: (t: Case) => Change | Promise<Change>;
}

/** An operation with a table of refusals. */
interface Refusing {
  /** Sends the plainest valid request with a change. */
  send: (t: Case, change: Change) => Promise<Answer>;
  /** A state that refused requests do not change. */
  state?: (t: Case) => Promise<unknown>;
}

/**
 * Makes the rows of a table, each the arguments of Playwright's `test`. The valid twin has to be accepted, else the
 * case is blocked; then each change is accepted or refused.
 */
export function refusals({ send, state }: Refusing) {
  return (
    rules: Rules,
    sentence: string,
    { changes = [], accepted = [], assumes = [], twin: ownTwin, ...options }: Row,
  ) =>
    rule(Object.keys(rules) as RuleId[], sentence, options, async (t) => {
      const [owner] = Object.keys(rules) as [RuleId];
      const twin = (await ownTwin?.(t)) ?? {};
      const sendTwin = () => t.again(() => t.mustSucceed(t.eventually(() => send(t, twin))));
      await sendTwin();
      const entriesOf = async (requests: Requests): Promise<Record<string, Change>> => {
        const found = typeof requests === 'function' ? await requests(t, twin) : requests;
        return Array.isArray(found)
          ? Object.fromEntries(found.map((change) => [JSON.stringify(change), change]))
          : (found as Record<string, Change>);
      };
      await t.each(await entriesOf(accepted), async (change) => {
        const answer = await t.eventually(() => send(t, change));
        await t.check(owner, () => checkAssuming(t, assumes, () => expect(answer).toAccept()));
      });
      // Accepted requests may have changed the state.
      if (state) await sendTwin();
      const before = await state?.(t);
      let areRefused = true;
      let mayBeLate = ownTwin !== undefined;
      await t.each(await entriesOf(changes), async (change) => {
        // A replica may lag behind the data of the twin; a 404 after the whole wait is the service's refusal.
        const answer = await (mayBeLate ? t.eventually(() => send(t, change)) : send(t, change));
        mayBeLate &&= answer.status !== 404;
        areRefused &&= answer.refused;
        for (const [id, exact] of Object.entries(rules) as [RuleId, [number?, string?]][])
          t.check(id, () => {
            // An accepted request breaks only the rule of the refusal.
            if (answer.accepted && id !== owner) t.blocked(`it was accepted, see ${owner}`);
            expect(answer).toRefuse(...exact);
          });
      });
      if (!state || !areRefused) return;
      await t.settle();
      const after = await state(t);
      t.check(owner, () => expect(after, 'the state after refused requests').toEqual(before));
    });
}

/** Shows the verdicts in Playwright's own terms; `cause` is the error that the case ended with. */
export function showToPlaywright(
  { verdicts }: CaseRecord,
  cause: unknown,
  skip: (condition: boolean, reason: string) => void,
): void {
  const outcome = findWorst(verdicts.map((verdict) => verdict.outcome));
  const shown = verdicts.filter((verdict) => verdict.outcome === outcome);
  const text = shown
    .map(({ rule: id, expected, actual, note, curl }) => {
      const lines = [`${labels[outcome]} ${id}: ${loadRegister().get(id)?.statement}`];
      if (expected !== undefined) lines.push(`expected: ${expected}`, `actual:   ${actual}`);
      if (note !== undefined) lines.push(note);
      if (curl !== undefined && outcome !== 'blocked') lines.push(`repeat:   ${curl}`);
      return lines.join('\n');
    })
    .join('\n\n');
  if (outcome === 'fail' || outcome === 'error') throw new Error(text, { cause });
  if (outcome !== 'pass' && outcome !== 'warn') skip(true, text);
}
