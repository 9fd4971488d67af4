import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { complain } from '../spec/print.ts';
import { exitCodeOf, exitCodes, type Report, reportName } from './report/report.ts';
import { written } from './report/write.ts';
import { makeFolder } from './suite/api/lock.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';

/** The output directory, writable and without the report of an earlier run. */
export function emptied(output: string): string {
  const directory = resolve(output);
  const code = makeFolder(directory);
  if (code) throw new ConfigurationError(`--output: can't write to ${output} (${code})`);
  for (const name of [...written, 'failed']) rmSync(join(directory, name), { recursive: true, force: true });
  return directory;
}

/** The exit code of a run, which its canonical report decides; `code` is that of Playwright. */
export function exitCode(directory: string, code: number, isInterrupted = false): number {
  const file = join(directory, reportName);
  if (existsSync(file)) return exitCodeOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (isInterrupted) return exitCodes.interrupted;
  complain(`conformance: the run ended without a report (Playwright's exit code: ${code})`);
  return exitCodes.incomplete;
}
