import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownPath } from '../../spec/print.ts';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { type Report, reportName } from './report.ts';

/** The directory of bodies that are too large for the report. */
const bodies = 'bodies';

const writers: Record<string, (report: Report) => string> = {
  [reportName]: (report) => `${JSON.stringify(report, null, 2)}\n`,
  'conformance.junit.xml': junitReport,
  'conformance.html': htmlReport,
  'conformance.md': markdownReport,
};

/** The names of all files and directories of a report. */
export const written: readonly string[] = [...Object.keys(writers), bodies];

const largestBody = 4000;

/**
 * Writes the canonical report, JUnit XML, the HTML page, the summary in Markdown, and the large bodies next to them. Returns the paths
 * of the first four as a reader at the terminal would write them.
 */
export function writeReports(whole: Report, directory: string): string[] {
  const large: Record<string, string> = {};
  const report = withoutLargeBodies(whole, large);
  const contents = Object.fromEntries(Object.entries(writers).map(([name, make]) => [name, make(report)]));
  rmSync(join(directory, bodies), { recursive: true, force: true });
  write(directory, { ...contents, ...large });
  return Object.keys(contents).map((name) => shownPath(join(directory, name)));
}

function write(directory: string, contents: Record<string, string>): void {
  for (const [name, content] of Object.entries(contents)) {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The report with large bodies left out; they are added to `files`, each once, and named in their places. */
function withoutLargeBodies(report: Report, files: Record<string, string>): Report {
  const fileOf = (body: string) => {
    const name = `${bodies}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}.txt`;
    files[name] = body;
    return name;
  };
  const smaller = ({ body, requestBody, ...rest }: Exchange): Exchange => ({
    ...rest,
    ...(requestBody !== undefined &&
      (requestBody.length > largestBody ? { requestBodyFile: fileOf(requestBody) } : { requestBody })),
    ...(body !== undefined && (body.length > largestBody ? { bodyFile: fileOf(body) } : { body })),
  });
  const rules = report.rules.map((rule) => ({
    ...rule,
    cases: rule.cases.map((one) => (one.exchanges ? { ...one, exchanges: one.exchanges.map(smaller) } : one)),
  }));
  return { ...report, rules };
}
