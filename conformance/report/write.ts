import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownPath } from '../../spec/print.ts';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { type Report, reportName } from './report.ts';

/** The directory of bodies that are too large for the report. */
const bodies = 'bodies';
const largestBody = 4000;

const writers: Record<string, (report: Report) => string> = {
  [reportName]: (report) => `${JSON.stringify(report, null, 2)}\n`,
  'conformance.junit.xml': junitReport,
  'conformance.html': htmlReport,
  'conformance.md': markdownReport,
};

/** The names of all files and directories of a report. */
export const written: readonly string[] = [...Object.keys(writers), bodies];

/** Writes the report in every form, with large bodies in files of their own. Returns the paths of the forms as a reader would write them. */
export function writeReports(whole: Report, directory: string): string[] {
  rmSync(join(directory, bodies), { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const rules = whole.rules.map((rule) => {
    const cases = rule.cases.map(({ exchanges, ...one }) => {
      return exchanges ? { ...one, exchanges: exchanges.map((exchange) => smaller(exchange, directory)) } : one;
    });
    return { ...rule, cases };
  });
  return Object.entries(writers).map(([name, make]) => {
    writeFileSync(join(directory, name), make({ ...whole, rules }));
    return shownPath(join(directory, name));
  });
}

function smaller({ body, requestBody, ...rest }: Exchange, directory: string): Exchange {
  const isLarge = (text: string | undefined) => text !== undefined && text.length > largestBody;
  return {
    ...rest,
    ...(requestBody !== undefined && !isLarge(requestBody) && { requestBody }),
    ...(requestBody !== undefined && isLarge(requestBody) && { requestBodyFile: fileOf(requestBody, directory) }),
    ...(body !== undefined && !isLarge(body) && { body }),
    ...(body !== undefined && isLarge(body) && { bodyFile: fileOf(body, directory) }),
  };
}

/** Writes a body, equal ones once, and returns its path below the directory. */
function fileOf(body: string, directory: string): string {
  const name = `${bodies}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}.txt`;
  mkdirSync(join(directory, bodies), { recursive: true });
  writeFileSync(join(directory, name), body);
  return name;
}
