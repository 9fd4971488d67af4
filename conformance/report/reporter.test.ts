import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '../../spec/document.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { printedBy } from '../../spec/testing/printed.ts';
import type { CaseRecord, Verdict } from '../suite/outcome/verdict.ts';
import { beginRun, makeRunDir, note, type RunOptions } from '../suite/run/run.ts';
import type { Facts } from '../suite/target/target.ts';
import type { Report } from './report.ts';
import ConformanceReporter from './reporter.ts';

type Ran = Partial<Omit<TestResult, 'annotations'>> & { title?: string; record?: CaseRecord; project?: string };

const passed = (rule: string, outcome: Verdict['outcome'] = 'pass'): Ran => ({
  record: { title: 'case', verdicts: [{ rule, outcome } as Verdict], mismatches: [] },
});

beforeEach(() => {
  // Vitest sets one of its own.
  vi.stubEnv('BASE_URL', undefined);
  vi.stubEnv('CONFORMANCE_RUN', undefined);
});

/** Runs the reporter as Playwright does. */
async function reported(
  cases: readonly Ran[],
  given: {
    asked?: RunOptions;
    /** Facts learned while the cases ran. */
    learned?: Parameters<typeof note>[2];
    status?: FullResult['status'];
    errors?: string[];
    facts?: Facts;
  } = {},
) {
  const { asked = { byCommand: true }, learned, status = 'passed', errors = [] } = given;
  const { facts = { isMock: true, clockOffsetMs: 1500.4 } } = given;
  const dir = makeRunDir();
  const output = ownPath('reports');
  const target = { name: 'mock', baseUrl: 'http://a.example' };
  beginRun(
    { selection: { rules: ['DIR-*'], quick: false }, ...asked },
    { dir, pace: '', waivers: [], scope: {}, facts, target },
  );
  if (learned) note(dir, 'pace', learned);
  try {
    const tests = cases.map(({ title = 'DIR-1: a title', project = 'conformance', record, ...result }) => {
      const annotations = record ? [{ type: '_conformance', description: JSON.stringify(record) }] : [];
      const one = { title, annotations: [], parent: { project: () => ({ name: project }) } } as unknown as TestCase;
      return [one, { duration: 12.34, status: 'passed', annotations, ...result } as unknown as TestResult] as const;
    });
    const reporter = new ConformanceReporter({ output });
    const { value, ...printed } = await printedBy(async () => {
      reporter.onBegin({} as FullConfig, { allTests: () => tests.map(([one]) => one) } as Suite);
      for (const [one, result] of tests) reporter.onTestEnd(one, result);
      for (const message of errors) reporter.onError({ message });
      return reporter.onEnd({ status, duration: 99, startTime: new Date() });
    });
    const file = join(output, 'conformance.json');
    return { ended: value, ...printed, report: () => JSON.parse(readFileSync(file, 'utf8')) as Report };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const all = ['DIR-1', 'DIR-2', 'DIR-3', 'DIR-4', 'DIR-5', 'DIR-6', 'DIR-7', 'DIR-8', 'DIR-9'];
const whole = all.map((id) => passed(id));

test('the records of the cases become the report', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.trunc(performance.timeOrigin) + 5000 });
  const { ended, report, stdout } = await reported(whole).finally(() => vi.useRealTimers());
  expect(ended).toBeUndefined();
  const { verdict, rules, durationMs, runId, learned, target } = report();
  expect([verdict, target.name, learned]).toEqual(['partial', 'mock', { clockAheadMs: 1500 }]);
  expect(rules.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(5);
  expect(rules[0]?.cases).toMatchObject([{ title: 'case', durationMs: 12.3 }]);
  expect(runId).toMatch(/^[0-9a-z]{10}$/);
  expect(durationMs).toBe(5000);
  expect(stdout).toMatch(/Written: .*conformance\.json/);
});

test('a rule that fails fails the run of Playwright', async () => {
  expect((await reported([passed('DIR-1', 'fail')])).ended).toEqual({ status: 'failed' });
  expect((await reported([passed('DIR-1', 'blocked')])).ended).toBeUndefined();
});

test('a case without a record is an error of all its rules', async () => {
  const { report } = await reported([
    ...whole,
    { title: 'DIR-1, DIR-2: a: title', status: 'timedOut', error: { message: '\u001b[31mtoo late\u001b[39m' } },
  ]);
  for (const id of ['DIR-1', 'DIR-2']) {
    expect(report().rules.find((rule) => rule.id === id)).toMatchObject({
      outcome: 'error',
      cases: [{}, { title: 'a: title', note: 'the case did not come to its end (timedOut): too late' }],
    });
  }
});

test('interrupted and skipped cases and tests of other projects do not count', async () => {
  const { report } = await reported([
    ...whole,
    { title: 'DIR-1: a title', status: 'interrupted' },
    { title: 'DIR-1: a title', status: 'skipped' },
    { ...passed('DIR-1', 'fail'), project: 'quick' },
  ]);
  expect(report().rules[0]).toMatchObject({ id: 'DIR-1', outcome: 'pass', cases: { length: 1 } });
});

test('an interrupted run has the verdict interrupted', async () => {
  const { report } = await reported([passed('DIR-1')], { status: 'interrupted' });
  expect(report().verdict).toBe('interrupted');
});

test('a rule without a case is no error under Playwright alone', async () => {
  const judged = async (asked: RunOptions) => {
    const { rules } = (await reported([passed('DIR-1')], { asked })).report();
    return rules.filter(({ outcome }) => outcome !== 'notApplicable').length;
  };
  expect(await judged({})).toBe(1);
  expect(await judged({ byCommand: true })).toBeGreaterThan(1);
});

test('a report names its run and contains no credentials', async () => {
  vi.stubEnv('BASE_URL', 'http://a.example/v2');
  vi.stubEnv('API_KEY', 'key_secret');
  const verdict = { rule: 'DIR-1', outcome: 'fail', expected: 'a key', actual: 'key_secret' } as Verdict;
  const { report, stdout, stderr } = await reported(
    [{ record: { title: 'case', verdicts: [verdict], mismatches: [] } }],
    {
      asked: { byCommand: true, seed: 7 },
      errors: ['it broke over key_secret'],
    },
  );
  const { rules, seed, suite, contract, waivers, selection } = report();
  expect(rules.find(({ id }) => id === 'DIR-1')?.cases[0]?.actual).toBe('$API_KEY');
  expect([stdout.includes('key_secret'), stderr]).toEqual([false, 'it broke over $API_KEY\n']);
  expect({ seed, suite, waivers, selection }).toEqual({
    seed: 7,
    suite: { version: packageVersion() },
    waivers: [],
    selection: { rules: ['DIR-*'] },
  });
  const { version, sha256 } = loadDocument();
  expect(contract).toEqual({ version, sha256 });
});

test('a run is compared with its baseline', async () => {
  const baseline = { rules: [{ id: 'DIR-1' as const, outcome: 'pass' as const }] };
  const { ended, report } = await reported([passed('DIR-1', 'warn')], { asked: { byCommand: true, baseline } });
  expect(report()).toMatchObject({ verdict: 'worse', comparison: { worse: [{ rule: 'DIR-1' }] } });
  expect(ended).toEqual({ status: 'failed' });
});

test('each problem of Playwright is printed once', async () => {
  const { stderr } = await reported(whole, {
    errors: ['\u001b[31mit broke\u001b[39m\nin two lines', 'it broke\nin two lines'],
  });
  expect(stderr).toBe('it broke\nin two lines\n');
});
