import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister, type Rule } from '../../../spec/register.ts';
import type { Body, CaseOptions } from '../calls/case.ts';
import { takeLock } from '../calls/lock.ts';
import { saveNotification } from '../calls/notification.ts';
import type { CaseRecord } from '../outcome/verdict.ts';
import { howToUnblock, missingNeeds, outsideScope } from '../target/needs.ts';
import { CaseLog } from './case-log.ts';
import { createCase } from './create-case.ts';
import type { Harness } from './harness.ts';
import { believed } from './takes-anything.ts';

/** A case as it was declared. */
export interface DeclaredCase {
  rules: readonly Rule[];
  title: string;
  options: CaseOptions;
  body: Body;
}

/** All rules; read once for each process. */
export const register = loadRegister();
const declared: DeclaredCase[] = [];
let alone = false;

/** Files a case. Throws when it names a rule that the register does not have. */
export function declareCase(ids: readonly RuleId[], title: string, options: CaseOptions, body: Body): DeclaredCase {
  const rules = ids.map((id) => {
    const found = register.get(id);
    if (!found || found.retired) throw new Error(`${id} is no rule of spec/rules.yaml`);
    return found;
  });
  const filed = { rules, title, options, body };
  declared.push(filed);
  return filed;
}

/** From now on cases are declared only, and whoever loads them runs them with `runCase`: Playwright has no part in it. */
export function loadAlone(): void {
  alone = true;
}

export function isLoadedAlone(): boolean {
  return alone;
}

/** All cases declared so far by the rules files that were loaded, in their order. */
export function declaredCases(): readonly DeclaredCase[] {
  return declared;
}

/** Runs one case against the harness's target and gives what it found out, credentials redacted. Never throws. */
export async function runCase(harness: Harness, { rules, title, options, body }: DeclaredCase): Promise<CaseRecord> {
  const log = new CaseLog(
    register,
    rules.map(({ id }) => id),
    harness.target.assumptions,
  );
  await run(harness, log, rules, options, body);
  return harness.target.redactor.deep(await believed(harness, log.record(title)));
}

async function run(
  harness: Harness,
  log: CaseLog,
  rules: readonly Rule[],
  options: CaseOptions,
  body: Body,
): Promise<void> {
  const { target } = harness;
  if (!target.isMock && rules.every(({ statement }) => statement.startsWith('On the mock'))) {
    log.all('notApplicable', 'the rule is about the mock only');
    return;
  }
  const needs = options.needs ?? [...new Set(rules.flatMap((one) => one.needs))];
  const outside = outsideScope(needs, target);
  if (outside !== undefined) {
    log.all('outOfScope', outside);
    return;
  }
  const missing = missingNeeds(needs, target);
  if (missing.length > 0) {
    log.all('blocked', howToUnblock(missing));
    return;
  }
  const { given, end } = createCase(harness, log);
  let release: (() => void) | undefined;
  try {
    if (needs.includes('simNotification') && !target.partitioned) {
      release = await takeLock(harness.run.dir, 'notification');
      await saveNotification(target, given.api, harness.run.dir);
    }
    await body(given);
    log.end();
  } catch (error) {
    log.end(error);
  } finally {
    await end().catch((error: unknown) => log.end(error));
    release?.();
  }
}
