import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister, type Rule } from '../../../spec/register.ts';
import type { Body, CaseOptions } from '../api/case.ts';
import { CaseLog, mostAttempts } from '../api/case-log.ts';
import { saveNotification } from '../api/notification.ts';
import { seenTogether } from '../api/seen-answers.ts';
import { inTurn, once } from '../api/waiting.ts';
import { added, type Outcome, worst } from '../outcome/outcome.ts';
import type { CaseRecord, Verdict } from '../outcome/verdict.ts';
import { howToUnblock, missingNeeds, outsideScope } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Disturbance } from '../wire/disturbance.ts';
import { createCase } from './create-case.ts';
import type { Harness } from './harness.ts';

/** A declared case. */
export interface DeclaredCase {
  rules: readonly Rule[];
  title: string;
  options: CaseOptions;
  body: Body;
}

/** All rules; read once for each process. */
export const register = loadRegister();
/** The cases of the rules files; `alone` where they are loaded without Playwright and run with `runCase`. */
export const declarations: { readonly cases: DeclaredCase[]; alone: boolean } = { cases: [], alone: false };

/** Declares a case. Throws when it names a rule that the register does not have. */
export function declareCase(ids: readonly RuleId[], title: string, options: CaseOptions, body: Body): DeclaredCase {
  const rules = ids.map((id) => {
    const found = register.get(id);
    if (!found || found.retired) throw new Error(`${id} is no rule of spec/rules.yaml`);
    return found;
  });
  const filed = { rules, title, options, body };
  declarations.cases.push(filed);
  return filed;
}

/** The needs of a case from a target. */
function needsOf({ rules, options }: Pick<DeclaredCase, 'rules' | 'options'>): readonly string[] {
  return options.needs ?? [...new Set(rules.flatMap((one) => one.needs))];
}

/**
 * Runs one case against the harness's target and returns its record, credentials redacted, and the error by which an assertion
 * failed first. A case in which an exchange was disturbed is run anew with fresh data. Never throws.
 */
export async function runCase(
  harness: Harness,
  declared: DeclaredCase,
): Promise<{ record: CaseRecord; failure?: unknown }> {
  const attempts: [CaseLog, ...CaseLog[]] = [await attempt(harness, declared)];
  for (let last = attempts[0]; last.disturbance && attempts.length < mostAttemptsAfter(last.disturbance); ) {
    last = await attempt(harness, declared);
    attempts.push(last);
  }
  const record = harness.target.redactor.deep(await believed(harness, together(declared.title, attempts)));
  return { record, failure: attempts.at(-1)?.failure };
}

/** Every second case with ten sends is disturbed by a gateway that breaks 7 % of them: eight attempts are enough for nearly all. */
function mostAttemptsAfter({ isByChance }: Disturbance): number {
  return isByChance ? 8 : mostAttempts;
}

async function attempt(harness: Harness, { rules, options, body }: DeclaredCase): Promise<CaseLog> {
  const ids = rules.map(({ id }) => id);
  const log = new CaseLog(register, ids, harness.target.assumptions, harness.step, options.isProbe);
  const obstacle = obstacleTo({ rules, options }, harness.target);
  if (obstacle) log.all(...obstacle);
  else await run(harness, log, needsOf({ rules, options }), body);
  return log;
}

/** Why a case is not run at a target, as the outcome that all its rules get; undefined when it can be run. */
function obstacleTo(
  { rules, options }: Pick<DeclaredCase, 'rules' | 'options'>,
  target: Target,
): [outcome: Outcome, note: string] | undefined {
  if (!target.isMock && !options.choice && rules.every(({ statement }) => statement.startsWith('On the mock')))
    return ['notApplicable', 'the rule is about the mock only'];
  const needs = needsOf({ rules, options });
  const outside = outsideScope(needs, target);
  if (outside !== undefined) return ['outOfScope', outside];
  const missing = missingNeeds(needs, target);
  return missing.length > 0 ? ['blocked', howToUnblock(missing, target)] : undefined;
}

async function run(harness: Harness, log: CaseLog, needs: readonly string[], body: Body): Promise<void> {
  const { target } = harness;
  const { t, end } = createCase(harness, log);
  const changesNotification = needs.includes('simNotification') && !target.partitioned;
  const work = async () => {
    try {
      if (changesNotification) await saveNotification(target, t.api, harness.run.owner);
      await log.run(() => body(t));
      log.end();
    } catch (error) {
      log.end(error);
    }
    await end().catch((error: unknown) => log.end(error));
  };
  await (changesNotification ? inTurn(target, work) : work());
}

/**
 * Merges the attempts at one case. An undisturbed last attempt counts. Otherwise each rule has the verdict that some attempt found before
 * its disturbance, or a pass; without either it is an error, or blocked where each disturbance has a remedy. Mismatches of all attempts count.
 */
export function together(title: string, attempts: readonly [CaseLog, ...CaseLog[]]): CaseRecord {
  const last = attempts.at(-1) as CaseLog;
  const record = last.record(title);
  const records = attempts.map((attempt) => attempt.record(title));
  const mismatches = records.flatMap((one) => one.mismatches);
  return {
    ...record,
    verdicts: last.disturbance ? record.verdicts.map((verdict) => best(verdict, attempts)) : record.verdicts,
    shown: added(records.map(({ shown = {} }) => shown)),
    seen: seenTogether(records.flatMap(({ seen = [] }) => seen)),
    mismatches: [...new Map(mismatches.map((one) => [`${one.rule} ${one.expected}`, one])).values()],
  };
}

function best(last: Verdict, attempts: readonly CaseLog[]): Verdict {
  const found = attempts.flatMap((attempt) => attempt.verdictOn(last.rule) ?? []);
  const one = found.find(({ isSure }) => isSure) ?? found.find(({ verdict }) => verdict.outcome === 'pass');
  if (one) return one.verdict;
  const disturbances = attempts.flatMap(({ disturbance }) => disturbance ?? []);
  const note = `disturbed each time: ${[...new Set(disturbances.map(({ message }) => message))].join('; ')}`;
  const { rule, exchanges } = last;
  return { rule, outcome: worst(disturbances.map((one) => one.outcome)), note, ...(exchanges && { exchanges }) };
}

const doubt = 'the target accepts whatever is sent to it, so that accepting this request shows nothing';

/** Blocks the passes of a case at a target that accepts anything, as no case could fail there. A MAY claims nothing. */
export async function believed(harness: Harness, record: CaseRecord): Promise<CaseRecord> {
  const { isMock } = harness.target;
  const claims =
    record.verdicts.some(({ outcome }) => outcome === 'pass') || Object.keys(record.shown ?? {}).length > 0;
  if (isMock || !claims) return record;
  if (!(await once(harness, 'takes anything', () => takesAnything(harness)))) return record;
  const verdicts = record.verdicts.map((verdict) =>
    verdict.outcome === 'pass' && loadRegister().get(verdict.rule)?.level !== 'MAY'
      ? { ...verdict, outcome: 'blocked' as const, note: doubt }
      : verdict,
  );
  return { ...record, verdicts, shown: {} };
}

/** True if the target accepts an unknown path without credentials and bodies that are no JSON. */
async function takesAnything({ transport, target }: Harness): Promise<boolean> {
  const { baseUrl, wire } = target;
  const headers = [['Content-Type', 'application/json']] as const;
  const requests = [
    { method: 'GET', url: `${baseUrl}/conformance/no/such/path`, headers: [] },
    ...['/number_reservations', wire.emailPath].map((path) => ({
      method: 'POST',
      url: baseUrl + path,
      headers: [...headers],
      body: Buffer.from('{"'),
    })),
  ];
  const answers = await Promise.all(requests.map((request) => transport.send(request).catch(() => undefined)));
  return answers.every((answer) => answer !== undefined && answer.status >= 200 && answer.status < 300);
}
