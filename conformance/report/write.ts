import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say, shownPath, usesColor } from '../../spec/print.ts';
import { makeFolder } from '../suite/outcome/outcome.ts';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { exitCodeOf, type Report, reportName } from './report.ts';
import { terminalReport } from './terminal.ts';

/** The directory of bodies that are too large for the report. */
const bodies = 'bodies';
const largestBody = 4000;

const writers: Record<string, (report: Report) => string> = {
  [reportName]: (report) => `${JSON.stringify(report, null, 2)}\n`,
  'conformance.junit.xml': junitReport,
  'conformance.html': htmlReport,
  'conformance.md': markdownReport,
};

/** The output directory, writable and without the report of an earlier run. Throws a ConfigurationError. */
export function emptied(output: string): string {
  const directory = resolve(output);
  makeFolder(directory, (code) => `--output: can't write to ${output} (${code})`);
  for (const name of [...Object.keys(writers), bodies, 'failed'])
    rmSync(join(directory, name), { recursive: true, force: true });
  return directory;
}

/** Writes and prints the report of a run, and returns its exit code. */
export function publish(report: Report, directory: string, cases: number): number {
  const files = writeReports(report, directory);
  say(terminalReport(report, { color: usesColor(process.stdout), cases, files }));
  return exitCodeOf(report);
}

/** Writes the report in every form, with large bodies in files of their own. Returns the paths of the forms as a reader would write them. */
export function writeReports(whole: Report, directory: string): string[] {
  rmSync(join(directory, bodies), { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const report = structuredClone(whole);
  for (const exchange of report.rules.flatMap(({ cases }) => cases).flatMap(({ exchanges = [] }) => exchanges))
    moveBodies(exchange, directory);
  return Object.entries(writers).map(([name, make]) => {
    writeFileSync(join(directory, name), make(report));
    return shownPath(join(directory, name));
  });
}

/** Moves large bodies of an exchange to files, equal ones to the same file. */
function moveBodies(exchange: Exchange, directory: string): void {
  for (const name of ['body', 'requestBody'] as const) {
    const text = exchange[name];
    if (text === undefined || text.length <= largestBody) continue;
    const file = `${bodies}/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`;
    mkdirSync(join(directory, bodies), { recursive: true });
    writeFileSync(join(directory, file), text);
    delete exchange[name];
    exchange[`${name}File`] = file;
  }
}
