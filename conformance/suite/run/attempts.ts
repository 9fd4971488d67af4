import { worst } from '../outcome/outcome.ts';
import type { CaseRecord, Verdict } from '../outcome/verdict.ts';
import type { CaseLog } from './case-log.ts';
import { seenTogether } from './seen-answers.ts';

/**
 * What the attempts at one case found out together. The last one counts where nothing disturbed it; else each rule has what some
 * attempt found before it was disturbed, or that it held all the same; what nobody could find out is an error, or blocked where each
 * disturbance has a remedy, with the exchanges of the last one. Answers of the service count whichever attempt met them.
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

/** The sums of counts under their names. */
export function added(counts: readonly Readonly<Record<string, number | undefined>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count = 0] of counts.flatMap((one) => Object.entries(one))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
