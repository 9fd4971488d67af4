import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadRegister } from '../spec/register.ts';
import { captureOutput } from '../spec/testing/capture-output.ts';
import { makeTestPath } from '../spec/testing/test-path.ts';
import { main, type Options, readOptions, toRun } from './command-line.ts';

/** Performs a command line that runs nothing. */
async function run(...args: string[]) {
  const { value: code, stdout, stderr } = await captureOutput(() => main(args));
  return { code, stdout, stderr };
}

/** The run of a command line. */
const runBy = (...args: string[]) => toRun(readOptions(args) as Options);

/** A JSON file of the running test. */
function written(name: string, value: unknown): string {
  const file = makeTestPath(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return file;
}

const rule = (id: string, outcome: string) => ({ id, outcome });

test('without options the whole suite is run', () => {
  expect(runBy()).toEqual({ seed: 1, output: 'reports', selection: { rules: [], quick: false } });
});

test('every option reaches the run, files as absolute paths', () => {
  const run = runBy(
    ...['--target', 'staging.yaml', '--rule', 'DIR-*', '--rule', 'RUN-1', '--operation', 'listDirDocumentTypes'],
    ...['--quick', '--seed', '70', '--output', 'elsewhere', '--workers', '1'],
  );
  expect(run).toEqual({
    profile: resolve('staging.yaml'),
    seed: 70,
    output: 'elsewhere',
    workers: 1,
    selection: { rules: ['DIR-*', 'RUN-1'], operation: 'listDirDocumentTypes', quick: true },
  });
});

test('the compared parts of a baseline are read before the run', () => {
  const rules = [rule('DIR-1', 'blocked'), rule('DIR-2', 'pass')];
  const comparison = { unsure: [{ rule: 'DIR-1', old: 'pass', runs: 2 }], vanished: [{ rule: 'DIR-3', old: 'pass' }] };
  const report = { rules: rules.map((rule) => ({ ...rule, statement: 'left out' })), comparison };
  expect(runBy('--baseline', written('old.json', report))).toMatchObject({ baseline: { rules, comparison } });
});

test('--failed repeats failed and unjudged rules, and does not replace the first record', () => {
  const output = makeTestPath('reports');
  const outcomes = { 'DIR-1': 'fail', 'DIR-2': 'pass', 'DIR-4': 'inconclusive', 'RUN-1': 'error', 'RUN-3': 'blocked' };
  const rules = Object.entries(outcomes).map(([id, outcome]) => rule(id, outcome));
  written('reports/conformance.json', { rules });
  const again = (...more: string[]) => runBy('--failed', '--output', output, ...more);
  expect(again()).toMatchObject({
    output: resolve(output, 'failed/1'),
    selection: { rules: ['DIR-1', 'DIR-4', 'RUN-1'] },
  });
  written('reports/failed/1/conformance.json', { rules: [rule('DIR-1', 'pass'), rule('RUN-1', 'fail')] });
  expect(again()).toMatchObject({ output: resolve(output, 'failed/2'), selection: { rules: ['DIR-4', 'RUN-1'] } });
  expect(again('--rule', 'DIR-*')).toMatchObject({ selection: { rules: ['DIR-4'] } });
  expect(again('--rule', 'PAGE-*')).toBeUndefined();
});

test('--list prints rules and needs, and runs nothing', async () => {
  const { code, stdout } = await run('--list', '--rule', 'DIR-1', '--rule', 'email-fwd-*');
  expect(code).toBe(0);
  const ids = stdout.match(/^[A-Z-]+-\d+/gm) ?? [];
  expect(ids[0]).toBe('DIR-1');
  expect(ids.slice(1).every((id) => id.startsWith('EMAIL-FWD-'))).toBe(true);
  expect(stdout).toMatch(/^DIR-1 +MUST +source +\S.*\n +needs read\n/);
  expect(stdout).toContain('needs send, outbox');
});

test('--list shows no retired rule, and marks rules that cannot be observed', async () => {
  const { stdout } = await run('--list');
  expect(stdout).toContain('not observable');
  expect(stdout).not.toContain('needs undefined');
  const known = [...loadRegister().values()].filter(({ retired }) => !retired).map(({ id }) => id);
  expect(stdout.match(/^[A-Z0-9-]+-\d+(?= )/gm)).toEqual(known);
});

test('--list narrows to an operation, with the rules about all of them', async () => {
  const { stdout } = await run('--list', '--operation', 'listDirDocumentTypes');
  expect(stdout).toMatch(/^DIR-1 /m);
  expect(stdout).toMatch(/^AUTH-1 /m);
  expect(stdout).not.toMatch(/^RUN-/m);
});

test('--compare reports better, worse, new and vanished rules', async () => {
  const old = written('old.json', { rules: [rule('A-1', 'fail'), rule('A-2', 'pass'), rule('A-3', 'pass')] });
  const next = written('new.json', { rules: [rule('A-1', 'pass'), rule('A-2', 'blocked'), rule('A-4', 'warn')] });
  const { code, stdout } = await run('--compare', old, next);
  expect(code).toBe(1);
  expect(stdout.trim().split('\n\n')).toEqual([
    'better (1)\n  A-1  FAIL -> PASS',
    'worse (1)\n  A-2  PASS -> BLOCKED',
    'appeared (1)\n  A-4  WARN',
    'vanished (1)\n  A-3  PASS',
  ]);
  const lacking = written('lacking.json', { rules: [rule('A-1', 'fail'), rule('A-2', 'pass')] });
  expect(await run('--compare', old, lacking)).toMatchObject({ code: 1, stdout: 'vanished (1)\n  A-3  PASS\n' });
  expect(await run('--compare', old, old)).toMatchObject({ code: 0, stdout: 'No rule differs.\n' });
});

test('help lists the options and is no error', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  for (const text of ['--target', '--compare', 'Exit codes: 0 conformant']) {
    expect(stdout).toContain(text);
  }
});

const refused: Record<string, [args: string[], line: RegExp]> = {
  'an unknown option': [['--nope'], /unknown option '--nope'/],
  'an argument that belongs to no option': [['staging.yaml'], /unexpected argument "staging.yaml"/],
  'a glob that no rule matches': [['--rule', 'NOPE-*'], /no rule matches "NOPE-\*"; --list shows them all/],
  'one glob of several that no rule matches': [['--rule', 'DIR-1', '--rule', 'NOPE'], /no rule matches "NOPE"/],
  'an unknown operation': [['--operation', 'nope'], /unknown operation "nope"; the operations are createEmail, /],
  'a selection without rules': [
    ['--rule', 'DIR-1', '--operation', 'createNumberReservation'],
    /no rule of \w+ matches /,
  ],
  'no worker at all': [['--workers', '0'], /It has to be a whole number, 1 or more/],
  'a seed other than a number': [['--seed', '1x'], /It has to be a whole number/],
  'a seed below none': [['--seed=-1'], /It has to be a whole number/],
  '--failed without an earlier report': [
    ['--failed', '--output', 'reports/nowhere'],
    /there is no reports\/nowhere\/conformance.json/,
  ],
  'one operation to settle': [
    ['--settle', 'a.yaml', '--operation', 'createEmail'],
    /--settle <file>' cannot be used with option '--operation/,
  ],
  'a drift from no file': [['--fail-on-drift'], /--fail-on-drift needs --deployment FILE/],
  'the fidelity of no file': [['--fidelity'], /--fidelity needs --settle FILE or --deployment FILE/],
  'a file that can not be written': [['--settle', 'package.json/a.yaml'], /can't write to .*a.yaml \(E\w+\)/],
  'a deployment file that is not there': [['--deployment', 'absent.yaml'], /absent.yaml: can't be read/],
  'one report to compare': [['--compare', 'a.json'], /--compare needs two reports/],
  'three reports to compare': [['--compare', 'a.json', 'b.json', 'c.json'], /--compare needs two reports/],
  'a missing baseline': [['--baseline', 'nowhere.json'], /nowhere.json: can't be read \(there is no such file\)/],
  'a foreign file': [['--compare', 'package.json', 'package.json'], /package.json: isn.t a report of this suite/],
  'a report other than JSON': [['--compare', 'README.md', 'README.md'], /README.md: isn.t a report \(/],
};
for (const [label, [args, line]] of Object.entries(refused)) {
  test(`refused with one line and exit code 2: ${label}`, async () => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^conformance: .+\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
}
