import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeArguments } from '../../spec/form.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { root } from '../contract.ts';
import { type Ended, type runNode, TimedOut } from '../run-node.ts';
import { stepNames } from '../step.ts';
import { someContext, someEdition } from '../testing/context.ts';
import { conformanceWith } from './conformance.ts';
import { loadStep } from './index.ts';
import { lintWith } from './lint.ts';

type Started = [args: readonly string[], options: NonNullable<Parameters<typeof runNode>[1]>];

/** Takes the place of a process: it ends so, after it did something; what was started is noted. */
function ending(ended: Partial<Ended>, does: (options: Started[1]) => void = () => {}) {
  const started: Started[] = [];
  const run: typeof runNode = async (args, options = {}) => {
    started.push([args, options]);
    does(options);
    return { code: 0, stdout: '', stderr: '', ...ended };
  };
  return { run, started };
}

test('each name of a step loads that step', async () => {
  expect(await Promise.all(stepNames.map(async (name) => (await loadStep(name)).name))).toEqual([...stepNames]);
});

test('the linter is run on the file that is judged, and what it finds stands at the name of that', async () => {
  const problem = { ruleId: 'struct', severity: 'error', message: 'No.', location: [{ start: { line: 7, col: 3 } }] };
  const { run, started } = ending({ code: 1, stdout: JSON.stringify({ problems: [problem] }) });
  const revision = { ...someEdition('2.0.0'), path: 'other/openapi.yaml', isWorkingTree: true };
  expect(await lintWith(run, revision)).toEqual({
    outcome: 'failed',
    summary: '1 problem',
    findings: [
      { severity: 'error', rule: 'struct', message: 'No.', place: { file: 'spec/openapi.yaml', line: 7, column: 3 } },
    ],
  });
  const options = ['--config', join(root, 'spec/lint.yaml'), '--format', 'json', '--max-problems', '1000'];
  expect(started).toEqual([
    [
      [expect.stringMatching(/@redocly\/cli\/bin\/cli\.js$/), 'lint', ...options, resolve('other/openapi.yaml')],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        seconds: 600,
      },
    ],
  ]);
});

test('a linter without problems passes, and one that takes too long is refused with its file', async () => {
  const { revision } = someContext();
  expect(await lintWith(ending({ stdout: '{"problems":[]}' }).run, revision)).toEqual({
    outcome: 'passed',
    summary: 'the linter has nothing to say',
    findings: [],
  });
  const failing = (error: Error) => lintWith(() => Promise.reject(error), revision);
  await expect(failing(new TimedOut(120))).rejects.toThrow(/^spec\/openapi\.yaml: the linter takes more than 120 s$/);
  await expect(failing(new Error('no room'))).rejects.toThrow(/^no room$/);
});

const report = (verdict: string) => JSON.stringify({ verdict, rules: [{ id: 'DIR-1', outcome: 'pass' }] });

test('the suite is run against the mock of the working tree, whatever target the environment names', async () => {
  vi.stubEnv('BASE_URL', 'http://elsewhere.example');
  vi.stubEnv('API_KEY', 'key');
  vi.stubEnv('KEPT', 'as it is');
  const output = ownPath('reports');
  const directory = join(output, 'conformance');
  mkdirSync(directory, { recursive: true });
  const said: string[] = [];
  const { run, started } = ending({}, ({ heard }) => {
    for (const line of ['starting', '3/7 cases, 1 failed', '7/7 cases', 'all 7/7 cases']) heard?.(line);
    writeFileSync(join(directory, 'conformance.json'), report('conformant'));
  });
  const judged = (quick: boolean) =>
    conformanceWith(run, someContext({ unchanged: false, quick, output }), (line) => said.push(line));
  expect(await judged(false)).toEqual({ outcome: 'passed', summary: '1 rules hold against the mock', findings: [] });
  expect(said).toEqual(['3/7 cases, 1 failed', '7/7 cases']);
  expect((await judged(true)).summary).toBe('1 rules hold against the mock (a subset: --quick)');
  const args = [...nodeArguments, 'conformance/cli.ts', '--output', directory];
  expect(started.map(([given]) => given)).toEqual([args, [...args, '--quick']]);
  const { BASE_URL: _url, API_KEY: _key, ...others } = process.env;
  expect(started[0]?.[1].env).toEqual(others);
});

test('a report of an earlier run does not count, and a suite without a report ends with its last line', async () => {
  const output = ownPath('reports');
  const file = join(output, 'conformance', 'conformance.json');
  mkdirSync(join(output, 'conformance'), { recursive: true });
  writeFileSync(file, report('conformant'));
  const { run } = ending({ code: 2, stderr: 'a notice\nno such option\n' }, () => expect(existsSync(file)).toBe(false));
  const context = someContext({ unchanged: undefined, output });
  await expect(conformanceWith(run, context, () => {})).rejects.toThrow(
    /^the conformance suite gave no report \(exit code 2\): no such option$/,
  );
  const { run: fails } = ending({ code: 3 }, () => writeFileSync(file, report('inconclusive')));
  await expect(conformanceWith(fails, context, () => {})).rejects.toThrow('ended with exit code 3 (inconclusive)');
});

test('where neither contract nor fixtures changed, no suite is run', async () => {
  const { run, started } = ending({});
  expect(await conformanceWith(run, someContext({ unchanged: true }), () => {})).toEqual({
    outcome: 'unchanged',
    summary: 'neither spec/ nor fixtures/ changed',
    findings: [],
  });
  expect(started).toEqual([]);
});
