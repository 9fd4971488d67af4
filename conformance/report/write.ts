import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasColor, printLine, shortenPath } from '../../spec/print.ts';
import { type Exchange, makeFolder } from '../suite/outcome/outcome.ts';
import { bodiesFolder, longestInCurl, nameBodyFile } from '../suite/wire/curl.ts';
import { formatHtml } from './html.ts';
import { formatJunit, formatXml } from './junit.ts';
import { findExitCode, type Report, reportName } from './report.ts';
import { escapeMarkdown, formatMarkdown, formatTerminal } from './terminal.ts';

/** Characters of a body in the report; more for the judged exchange. */
const largestBody = 4000;
const largestJudged = 64_000;

const writers: Record<string, (report: Report) => string> = {
  [reportName]: (report) => `${JSON.stringify(report, null, 2)}\n`,
  'conformance.junit.xml': formatJunit,
  'conformance.html': formatHtml,
  'conformance.md': formatMarkdown,
};

/** The output directory, writable and without the report of an earlier run. Throws a ConfigurationError. */
export function emptyFolder(output: string): string {
  const directory = resolve(output);
  makeFolder(directory, (code) => `--output: can't write to ${output} (${code === 'EEXIST' ? 'it is a file' : code})`);
  for (const name of [...Object.keys(writers), bodiesFolder, 'failed'])
    rmSync(join(directory, name), { recursive: true, force: true });
  return directory;
}

/** Writes and prints the report of a run, and returns its exit code. */
export function publish(report: Report, directory: string, cases: number): number {
  const files = writeReports(report, directory);
  printLine(formatTerminal(report, { color: hasColor(process.stdout), cases, files }));
  return findExitCode(report);
}

/** Writes the report in every form, with large bodies in separate files. Returns the paths of the forms as a reader would write them. */
export function writeReports(whole: Report, directory: string): string[] {
  rmSync(join(directory, bodiesFolder), { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const report = structuredClone(whole);
  for (const { exchanges = [], judged } of report.rules.flatMap(({ cases }) => cases))
    for (const [index, exchange] of exchanges.entries())
      moveBodies(exchange, index === judged ? largestJudged : largestBody, directory);
  return Object.entries(writers).map(([name, make]) => {
    writeFileSync(join(directory, name), make(report));
    return shortenPath(join(directory, name));
  });
}

/** Moves bodies larger than a limit to files, equal ones to the same file. A curl line reads long bodies of requests from there. */
function moveBodies(exchange: Exchange, limit: number, directory: string): void {
  for (const name of ['body', 'requestBody'] as const) {
    const text = exchange[name] ?? '';
    const isInCurl = name === 'body' || text.length <= longestInCurl;
    if (isInCurl && text.length <= limit) continue;
    const file = nameBodyFile(text);
    mkdirSync(join(directory, bodiesFolder), { recursive: true });
    writeFileSync(join(directory, file), text);
    if (text.length > limit) delete exchange[name];
    exchange[`${name}File`] = file;
  }
}

/** Writes the summary and the JUnit report of a run that could not begin, if no report of a run is in the directory. */
export function writeRefusal(reason: string, directory: string): void {
  if (existsSync(join(directory, reportName))) return;
  const refused = { name: reason, outcome: 'error' as const, message: reason, text: reason, durationMs: 0 };
  const junit = formatXml('conformance', [['the run', [refused]]], new Date().toISOString(), 0);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'conformance.md'), `## The run could not begin\n\n${escapeMarkdown(reason)}\n`);
    writeFileSync(join(directory, 'conformance.junit.xml'), junit);
  } catch {
    // The directory may be the reason.
  }
}
