import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../spec/document.ts';
import { isReport } from './report/compare.ts';
import { type Report, reportName } from './report/report.ts';
import { ConfigurationError, isUnsure, type Outcome } from './suite/outcome/outcome.ts';

/** The directory of the n-th `--failed` after a run, whose own record stays as it is. */
const placeOf = (output: string, times: number) => join(output, 'failed', String(times));

/**
 * The rules of the last run in an output directory that still fail or are not judged, and where the reports of looking at them again go.
 */
export function failedLastTime(output: string): { rules: ReadonlySet<string>; output: string } {
  const file = join(output, reportName);
  if (!existsSync(file)) {
    throw new ConfigurationError(`--failed needs a report of an earlier run, and there is no ${file}`);
  }
  const outcomes = outcomesIn(file);
  let times = 1;
  for (; existsSync(join(placeOf(output, times), reportName)); times++) {
    for (const [id, outcome] of outcomesIn(join(placeOf(output, times), reportName))) outcomes.set(id, outcome);
  }
  const again = [...outcomes].filter(([, outcome]) => outcome === 'fail' || isUnsure(outcome));
  return { rules: new Set(again.map(([id]) => id)), output: placeOf(output, times) };
}

function outcomesIn(file: string): Map<string, Outcome> {
  return new Map(readReport(file).rules.map(({ id, outcome }) => [id, outcome]));
}

/** Reads a report. Throws an error of one line when it can't be read, or is none. */
export function readReport(file: string): Report {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(`${file}: is no report (${(error as Error).message})`);
  }
  if (!isReport(value)) throw new ConfigurationError(`${file}: is no report of this suite`);
  return value;
}
