import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { junitReport, sarifReport } from './ci.ts';
import { linksOf, markdownReport } from './markdown.ts';
import type { GateReport } from './report.ts';

/** Writes the reports of a run and returns their paths, relative to the working directory. */
export function writeReports(report: GateReport, directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  const contents: Record<string, string> = {
    'gate.json': json(report),
    'gate.junit.xml': junitReport(report),
    'gate.md': markdownReport(report, linksOf()),
    'gate.sarif': json(sarifReport(report)),
  };
  return Object.entries(contents).map(([name, content]) => {
    const file = join(directory, name);
    writeFileSync(file, content);
    return relative(process.cwd(), file);
  });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
