import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { type Report, reportName } from './report.ts';

/** Writes the canonical report, JUnit XML and the HTML page; gives their paths as a reader at the terminal would write them. */
export function writeReports(report: Report, directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  const contents: Record<string, string> = {
    [reportName]: `${JSON.stringify(report, null, 2)}\n`,
    'conformance.junit.xml': junitReport(report),
    'conformance.html': htmlReport(report),
  };
  return Object.entries(contents).map(([name, content]) => {
    const file = join(directory, name);
    writeFileSync(file, content);
    const nearby = relative(process.cwd(), file);
    return nearby.startsWith('..') ? file : nearby;
  });
}
