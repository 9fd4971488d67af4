// conformance/suite/run/: selects, prepares and runs cases.
import { groupBy } from '../../../spec/group-by.ts';
import { loadRegister } from '../../../spec/register.ts';
import { Case } from '../api/case.ts';
import { type CaseLog, mostAttempts } from '../api/case-log.ts';
import { describeEvidence, toExchange } from '../api/failure.ts';
import type { Harness } from '../api/harness.ts';
import { saveNotification } from '../api/notification.ts';
import { type CaseRecord, findWorst, isFinding, type Outcome, type Verdict } from '../outcome/outcome.ts';
import { explainNeeds, explainScope, findMissingNeeds } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { Answer } from '../wire/answer.ts';
import type { Mismatch } from '../wire/contract.ts';
import type { Disturbance } from '../wire/disturbance.ts';
import type { DeclaredCase } from './cases.ts';

/** The needs of a case from a target. */
function listNeeds({ rules, options }: Pick<DeclaredCase, 'rules' | 'options'>): readonly string[] {
  return options.needs ?? [...new Set(rules.flatMap((rule) => rule.needs))];
}

/**
 * Runs one case against the harness's target and returns its record, credentials redacted, and the logs of its
 * attempts. A case in which an exchange was disturbed is repeated with fresh data. Never throws.
 */
export async function runCase(
  harness: Harness,
  declared: DeclaredCase,
): Promise<{ record: CaseRecord; attempts: readonly CaseLog[] }> {
  const attempts: [Case, ...Case[]] = [await attempt(harness, declared)];
  for (let last = attempts[0]; last.disturbance && attempts.length < limitAttempts(last.disturbance); ) {
    last = await attempt(harness, declared);
    attempts.push(last);
  }
  const record = harness.target.redactor.redactDeep(await doubtPasses(harness, foldAttempts(declared.title, attempts)));
  return { record, attempts };
}

/** A gateway that breaks 7 % of the answers disturbs every second case with ten sends: eight attempts are enough for nearly all. */
function limitAttempts({ isByChance }: Disturbance): number {
  return isByChance ? 8 : mostAttempts;
}

async function attempt(harness: Harness, declared: DeclaredCase): Promise<Case> {
  const { target, run } = harness;
  const ids = declared.rules.map(({ id }) => id);
  const t = new Case(harness, ids, declared.options.isProbe);
  const obstacle = findObstacle(declared, target);
  if (obstacle) t.judgeAll(...obstacle);
  else if (listNeeds(declared).includes('simNotification'))
    await harness.runInTurn(() =>
      t.run(async () => {
        if (!target.partitioned) await saveNotification(target, t.api, run.owner);
        await declared.body(t);
      }),
    );
  else await t.run(() => declared.body(t));
  return t;
}

/** The outcome of a case that can't be run at a target; undefined for others. */
function findObstacle(declared: DeclaredCase, target: Target): [outcome: Outcome, note: string] | undefined {
  const { rules, options } = declared;
  if (!target.isMock && !options.choice && rules.every(({ statement }) => statement.startsWith('On the mock')))
    return ['notApplicable', 'the rule is about the mock only'];
  const needs = listNeeds(declared);
  const operations = rules.map(({ operation }) => [operation].flat());
  const unoffered = operations.find((names) => names.every((name) => name in target.scope)) ?? [];
  const outside = explainScope([...needs, ...unoffered], target);
  if (outside !== undefined) return ['outOfScope', outside];
  const missing = findMissingNeeds(needs, target);
  return missing.length > 0 ? ['blocked', explainNeeds(missing, target)] : undefined;
}

const doubt = 'the target accepts every request, so accepting this one shows nothing';

/** Blocks the passes of a case at a target that accepts anything, as no case could fail there. A MAY claims nothing. */
export async function doubtPasses(harness: Harness, record: CaseRecord): Promise<CaseRecord> {
  const { verdicts, shown = {} } = record;
  const claims = verdicts.some(({ outcome }) => outcome === 'pass') || Object.keys(shown).length > 0;
  if (harness.target.isMock || !claims) return record;
  if (!(await harness.once('takes anything', () => takesAnything(harness)))) return record;
  const doubted = verdicts.map((verdict) => {
    const isDoubted = verdict.outcome === 'pass' && loadRegister().get(verdict.rule)?.level !== 'MAY';
    return isDoubted ? { ...verdict, outcome: 'blocked' as const, note: doubt } : verdict;
  });
  return { ...record, verdicts: doubted, shown: {} };
}

/** True if the target accepts an unknown path without credentials and bodies that aren't JSON. */
async function takesAnything({ transport, target }: Harness): Promise<boolean> {
  const { baseUrl, wire } = target;
  const requests = [
    { method: 'GET', url: `${baseUrl}/conformance/no/such/path`, headers: [] },
    ...['/number_reservations', wire.emailPath].map((path) => ({
      method: 'POST',
      url: baseUrl + path,
      headers: [['Content-Type', 'application/json'] as const],
      body: Buffer.from('{"'),
    })),
  ];
  const answers = await Promise.all(requests.map((request) => transport.send(request).catch(() => undefined)));
  return answers.every((answer) => answer !== undefined && answer.status >= 200 && answer.status < 300);
}

/**
 * Folds the attempts at a case into its record. An undisturbed last attempt counts. Otherwise a rule gets its verdict
 * from before a disturbance, or a pass; else ERROR, or BLOCKED if each disturbance has a remedy. Mismatches of all
 * attempts count, each once for an operation and a status.
 */
export function foldAttempts(title: string, attempts: readonly [CaseLog, ...CaseLog[]]): CaseRecord {
  const last = attempts.at(-1) as CaseLog;
  const verdicts = [...summarizeFindings(last).values()].map(({ verdict }) => verdict);
  const mismatches = attempts.flatMap((attempt) => attempt.mismatches);
  const kindOf = ({ rule, expected, answer }: Mismatch) => `${rule} ${answer.operation} ${answer.status} ${expected}`;
  return {
    title,
    durationMs: Math.round((performance.now() - attempts[0].begunAt) * 10) / 10,
    verdicts: last.disturbance ? verdicts.map((verdict) => chooseVerdict(verdict, attempts)) : verdicts,
    mismatches: [...groupBy(mismatches, kindOf).values()].map(([first]) => judgeMismatch(first as Mismatch, last)),
    shown: countShown(attempts),
    ...(last.isProbe && { isProbe: true }),
    ...(last.isCutShort && { isCutShort: true }),
  };
}

function judgeMismatch({ rule, expected, actual, answer }: Mismatch, log: CaseLog): Verdict {
  return { rule, outcome: log.judgeBrokenRule(rule), expected, actual, ...describeEvidence(answer) };
}

/** For each rule the worst of its verdicts in an attempt, with the number of equal ones. */
function summarizeFindings({ findings, observations, entries }: CaseLog) {
  const rules = [...groupBy(findings, ({ verdict }) => verdict.rule)].map(([rule, some]) => {
    const verdicts = some.map(({ verdict }) => verdict);
    const outcome = findWorst(verdicts.map((verdict) => verdict.outcome));
    const equal = verdicts.filter((verdict) => verdict.outcome === outcome);
    const verdict = { ...(equal.find(({ note }) => note) ?? equal[0]) } as Verdict;
    if (equal.length > 1 && outcome !== 'pass')
      verdict.actual = `${verdict.actual ?? ''} (and ${equal.length - 1} more)`;
    const notes = [verdict.note, ...observations].filter((note) => note !== undefined);
    if (notes.length > 0) verdict.note = notes.join('; ');
    if (isFinding(outcome) && entries.length > 0) Object.assign(verdict, pickExchanges(verdict.judged, entries));
    return [rule, { verdict, isSure: some.every(({ isSure }) => isSure) }] as const;
  });
  return new Map(rules);
}

/** The most exchanges before and after the judged one: a case may have hundreds, and findings on many rules. */
const nearby = 10;

function pickExchanges(judged = -1, entries: CaseLog['entries']): Partial<Verdict> {
  const middle = judged < 0 ? entries.length : judged;
  const first = Math.max(0, middle - nearby);
  const exchanges = entries.slice(first, middle + nearby + 1).map(toExchange);
  const further = entries.length - exchanges.length;
  return { exchanges, ...(judged >= 0 && { judged: judged - first }), ...(further > 0 && { further }) };
}

function chooseVerdict(last: Verdict, attempts: readonly CaseLog[]): Verdict {
  const found = attempts.flatMap((attempt) => summarizeFindings(attempt).get(last.rule) ?? []);
  const sure = found.find(({ isSure }) => isSure) ?? found.find(({ verdict }) => verdict.outcome === 'pass');
  if (sure) return sure.verdict;
  const disturbances = attempts.flatMap(({ disturbance }) => disturbance ?? []);
  const note = `disturbed each time: ${[...new Set(disturbances.map(({ message }) => message))].join('; ')}`;
  const { rule, exchanges, further } = last;
  return {
    rule,
    outcome: findWorst(disturbances.map(({ outcome }) => outcome)),
    note,
    ...(exchanges && { exchanges }),
    ...(further && { further }),
  };
}

/** Counts of answers by invariant. A target that refuses everything shows nothing. */
function countShown(attempts: readonly CaseLog[]): NonNullable<CaseRecord['shown']> {
  const entries = attempts.flatMap((attempt) => attempt.entries);
  if (!entries.some((entry) => entry instanceof Answer && entry.accepted)) return {};
  const rules = attempts.flatMap((attempt) => attempt.shown);
  return Object.fromEntries([...groupBy(rules, (rule) => rule)].map(([rule, times]) => [rule, times.length]));
}
