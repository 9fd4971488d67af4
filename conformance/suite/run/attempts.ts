import type { CaseRecord, Verdict } from '../outcome/verdict.ts';
import type { CaseLog } from './case-log.ts';

/**
 * What the attempts at one case found out together. The last one counts where nothing disturbed it; else each rule has what some
 * attempt found before it was disturbed, or that it held all the same. Answers of the service count whichever attempt met them.
 */
export function together(title: string, attempts: readonly [CaseLog, ...CaseLog[]]): CaseRecord {
  const last = attempts.at(-1) as CaseLog;
  const record = last.record(title);
  const mismatches = attempts.flatMap((attempt) => attempt.record(title).mismatches);
  return {
    ...record,
    verdicts: last.disturbance ? record.verdicts.map((verdict) => best(verdict, attempts)) : record.verdicts,
    mismatches: [...new Map(mismatches.map((one) => [`${one.rule} ${one.expected}`, one])).values()],
  };
}

function best(last: Verdict, attempts: readonly CaseLog[]): Verdict {
  const found = attempts.flatMap((attempt) => attempt.verdictOn(last.rule) ?? []);
  const one = found.find(({ isSure }) => isSure) ?? found.find(({ verdict }) => verdict.outcome === 'pass');
  if (one) return one.verdict;
  const notes = attempts.flatMap(({ disturbance }) => disturbance?.message ?? []);
  return { rule: last.rule, outcome: 'error', note: `disturbed each time: ${[...new Set(notes)].join('; ')}` };
}
