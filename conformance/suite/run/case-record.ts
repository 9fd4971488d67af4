import { grouped } from '../../../spec/grouped.ts';
import type { CaseLog } from '../api/case-log.ts';
import { evidenceOf, exchangeOf } from '../api/evidence.ts';
import { isFinding, worst } from '../outcome/outcome.ts';
import type { CaseRecord, Verdict } from '../outcome/verdict.ts';
import { Answer } from '../wire/answer.ts';
import type { Mismatch } from '../wire/contract.ts';
import { seenIn } from './seen-answers.ts';

/**
 * Folds the attempts at a case into its record. An undisturbed last attempt counts. Otherwise each rule has the verdict that some attempt
 * found before its disturbance, or a pass; without either it is an error, or blocked where each disturbance has a remedy. Mismatches of all
 * attempts count, each once for an operation and a status.
 */
export function recordOf(title: string, attempts: readonly [CaseLog, ...CaseLog[]]): CaseRecord {
  const last = attempts.at(-1) as CaseLog;
  const verdicts = [...summariesOf(last).values()].map(({ verdict }) => verdict);
  const mismatches = attempts.flatMap((attempt) => attempt.mismatches);
  const kindOf = ({ rule, expected, answer }: Mismatch) => `${rule} ${answer.operation} ${answer.status} ${expected}`;
  return {
    title,
    durationMs: Math.round((performance.now() - attempts[0].begunAt) * 10) / 10,
    verdicts: last.disturbance ? verdicts.map((verdict) => best(verdict, attempts)) : verdicts,
    mismatches: [...grouped(mismatches, kindOf).values()].map(([first]) => verdictOn(first as Mismatch, last)),
    shown: shownIn(attempts),
    ...(last.isProbe && { isProbe: true }),
    ...(last.isCutShort && { isCutShort: true }),
    seen: seenIn(attempts),
  };
}

function verdictOn({ rule, expected, actual, answer }: Mismatch, log: CaseLog): Verdict {
  return { rule, outcome: log.outcomeOf(rule), expected, actual, ...evidenceOf(answer) };
}

/** For each rule the worst of its verdicts in an attempt, with the number of equal ones. */
function summariesOf({ findings, observations, entries }: CaseLog) {
  const rules = [...grouped(findings, ({ verdict }) => verdict.rule)].map(([rule, some]) => {
    const verdicts = some.map(({ verdict }) => verdict);
    const outcome = worst(verdicts.map((verdict) => verdict.outcome));
    const equal = verdicts.filter((verdict) => verdict.outcome === outcome);
    const verdict = { ...(equal.find(({ note }) => note) ?? equal[0]) } as Verdict;
    if (equal.length > 1 && outcome !== 'pass')
      verdict.actual = `${verdict.actual ?? ''} (and ${equal.length - 1} more)`;
    const notes = [verdict.note, ...observations].filter((note) => note !== undefined);
    if (notes.length > 0) verdict.note = notes.join('; ');
    if (isFinding(outcome) && entries.length > 0) verdict.exchanges = entries.map(exchangeOf);
    return [rule, { verdict, isSure: some.every(({ isSure }) => isSure) }] as const;
  });
  return new Map(rules);
}

function best(last: Verdict, attempts: readonly CaseLog[]): Verdict {
  const found = attempts.flatMap((attempt) => summariesOf(attempt).get(last.rule) ?? []);
  const sure = found.find(({ isSure }) => isSure) ?? found.find(({ verdict }) => verdict.outcome === 'pass');
  if (sure) return sure.verdict;
  const disturbances = attempts.flatMap(({ disturbance }) => disturbance ?? []);
  const note = `disturbed each time: ${[...new Set(disturbances.map(({ message }) => message))].join('; ')}`;
  const { rule, exchanges } = last;
  return { rule, outcome: worst(disturbances.map(({ outcome }) => outcome)), note, ...(exchanges && { exchanges }) };
}

/** In how many answers each invariant showed. A target that refuses everything shows nothing. */
function shownIn(attempts: readonly CaseLog[]): NonNullable<CaseRecord['shown']> {
  const entries = attempts.flatMap((attempt) => attempt.entries);
  if (!entries.some((entry) => entry instanceof Answer && entry.accepted)) return {};
  const rules = attempts.flatMap((attempt) => attempt.shown);
  return Object.fromEntries([...grouped(rules, (rule) => rule)].map(([rule, times]) => [rule, times.length]));
}
