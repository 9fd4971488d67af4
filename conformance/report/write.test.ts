import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Rule } from '../../spec/register.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { type Exchange, outcomes } from '../suite/outcome/outcome.ts';
import type { Report } from './report.ts';
import { assembleReport } from './testing.ts';
import { emptyFolder, writeReports } from './write.ts';

const exchange = (body: string, requestBody = body): Exchange => ({
  method: 'POST',
  url: 'http://a.example/v2/emails',
  requestHeaders: [],
  requestBody,
  status: 200,
  headers: [],
  body,
  curl: 'curl',
});

/** A report with a rule for each outcome, its cases with these exchanges. */
const reportWith = (...exchanges: Exchange[]) =>
  assembleReport({
    register: outcomes.map(
      (_, at) =>
        ({
          id: `PAGE-${at + 1}`,
          level: 'MUST',
          basis: 'source',
          operation: 'all',
          statement: 'Some.',
          clause: 'Some',
          observe: 'response',
          needs: [],
        }) as unknown as Rule,
    ),
    cases: outcomes.map((outcome, at) => ({
      title: outcome,
      verdicts: [{ rule: `PAGE-${at + 1}` as 'PAGE-1', outcome, exchanges }],
      mismatches: [],
      durationMs: 1,
    })),
  });

const names = ['conformance.json', 'conformance.junit.xml', 'conformance.html', 'conformance.md'];

afterEach(() => void vi.restoreAllMocks());

test('every form of the report is written', () => {
  const output = makeTestPath('new/reports');
  vi.spyOn(process, 'cwd').mockReturnValue(makeTestPath());
  const written = writeReports(reportWith(exchange('short')), output);
  expect(written).toEqual(names.map((name) => join('new/reports', name)));
  expect(readdirSync(output).sort()).toEqual([...names].sort());
  const [json, junit, html, markdown] = names.map((name) => readFileSync(join(output, name), 'utf8')) as string[];
  expect(JSON.parse(json as string)).toMatchObject({ target: { name: 't' }, rules: { length: outcomes.length } });
  expect(junit).toContain('<testsuites name="conformance of t"');
  expect(html).toMatch(/^<!doctype html>/);
  expect(markdown).toMatch(/^## t /);
});

test('a large body has a separate file, next to the record', () => {
  const output = makeTestPath('reports');
  const [large, fits] = ['x'.repeat(4001), 'ü'.repeat(2000)];
  writeReports(reportWith(exchange(large, fits), exchange(fits, large)), output);
  const files = readdirSync(join(output, 'bodies'));
  expect(files).toHaveLength(1);
  expect(readFileSync(join(output, 'bodies', files[0] as string), 'utf8')).toBe(large);
  const { rules } = JSON.parse(readFileSync(join(output, 'conformance.json'), 'utf8')) as Report;
  const [first, second] = rules[0]?.cases[0]?.exchanges ?? [];
  expect([first?.bodyFile, first?.requestBody]).toEqual([`bodies/${files[0]}`, fits]);
  expect([second?.requestBodyFile, second?.body]).toEqual([`bodies/${files[0]}`, fits]);
  expect([first?.body, second?.requestBody]).toEqual([undefined, undefined]);
});

test('bodies of an earlier report are removed', () => {
  const output = makeTestPath('reports');
  mkdirSync(join(output, 'bodies'), { recursive: true });
  writeReports(reportWith(exchange('short')), output);
  expect(existsSync(join(output, 'bodies'))).toBe(false);
});

test('the output directory is made, and loses the reports of an earlier run and nothing else', () => {
  const output = makeTestPath('some/reports');
  expect(emptyFolder(output)).toBe(output);
  const earlier = ['json', 'junit.xml', 'html', 'md'].map((ending) => `conformance.${ending}`);
  for (const name of [...earlier, 'mine.txt']) writeFileSync(join(output, name), '');
  for (const name of ['bodies', 'failed', 'results']) mkdirSync(join(output, name, 'within'), { recursive: true });
  emptyFolder(output);
  expect(readdirSync(output).sort()).toEqual(['mine.txt', 'results']);
});

test('a file in the path of the output directory is refused with a line', () => {
  const file = makeTestPath('file');
  writeFileSync(file, '');
  expect(() => emptyFolder(join(file, 'below'))).toThrow(/^--output: can't write to .*file\/below \(ENOTDIR\)$/);
  expect(existsSync(join(file, 'below'))).toBe(false);
});
