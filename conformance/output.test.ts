import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { emptied, exitCode } from './output.ts';
import type { Report } from './report/report.ts';

test('the output directory is made, and loses the reports of an earlier run and nothing else', () => {
  const output = ownPath('some/reports');
  expect(emptied(output)).toBe(output);
  const earlier = ['json', 'junit.xml', 'html', 'md'].map((ending) => `conformance.${ending}`);
  for (const name of [...earlier, 'mine.txt']) writeFileSync(join(output, name), '');
  for (const name of ['bodies', 'failed', 'results']) mkdirSync(join(output, name, 'within'), { recursive: true });
  emptied(output);
  expect(readdirSync(output).sort()).toEqual(['mine.txt', 'results']);
});

test('an output directory that can not be one is refused with a line', () => {
  const file = ownPath('file');
  writeFileSync(file, '');
  expect(() => emptied(join(file, 'below'))).toThrow(/^--output: can't write to .*file\/below \(ENOTDIR\)$/);
  expect(existsSync(join(file, 'below'))).toBe(false);
});

/** The exit code of a run that leaves this report, and what is complained about it. */
async function ended(report: Pick<Report, 'verdict' | 'learned'> | undefined, code: number, isInterrupted = false) {
  const output = emptied(ownPath('reports'));
  if (report) writeFileSync(join(output, 'conformance.json'), JSON.stringify(report));
  const { value, stderr } = await printedBy(() => exitCode(output, code, isInterrupted));
  return [value, stderr];
}

test('the report decides the exit code, whatever Playwright says', async () => {
  const codes = {
    conformant: 0,
    partial: 0,
    worse: 1,
    nonConformant: 1,
    incomplete: 3,
    interrupted: 130,
  } as const;
  for (const [verdict, code] of Object.entries(codes)) {
    expect(await ended({ verdict } as Report, 1, true), verdict).toEqual([code, '']);
  }
});

test('what could not be put back goes before the verdict', async () => {
  const learned = { notPutBack: 'The notification is not put back.' };
  expect(await ended({ verdict: 'conformant', learned }, 0)).toEqual([4, '']);
  expect(await ended({ verdict: 'nonConformant', learned }, 0)).toEqual([4, '']);
  expect(await ended({ verdict: 'nonConformant', learned: { putBack: 'It is.' } }, 0)).toEqual([1, '']);
});

test('a run without a report is interrupted, or incomplete and says so', async () => {
  expect(await ended(undefined, 0, true)).toEqual([130, '']);
  expect(await ended(undefined, 7)).toEqual([
    3,
    "conformance: the run ended without a report (Playwright's exit code: 7)\n",
  ]);
});
