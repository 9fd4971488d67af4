import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { outputOf, run, written } from './support/suite.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

test('--list prints rules and what they need, and runs nothing', async () => {
  const { code, stdout } = await run(['--list', '--rule', 'DIR-1', '--rule', 'email-fwd-*']);
  expect(code).toBe(0);
  const ids = stdout.match(/^[A-Z-]+-\d+/gm) ?? [];
  expect(ids[0]).toBe('DIR-1');
  expect(ids.slice(1).every((id) => id.startsWith('EMAIL-FWD-'))).toBe(true);
  expect(stdout).toContain('needs read');
  expect(stdout).toContain('needs send, outbox');
});

test('--list narrows to an operation', async () => {
  const { stdout } = await run(['--list', '--operation', 'listDirDocumentTypes']);
  expect(stdout).toMatch(/^DIR-1 /m);
  expect(stdout).toMatch(/^AUTH-1 /m);
  expect(stdout).not.toMatch(/^RUN-/m);
});

const refused: Record<string, [args: string[], line: RegExp]> = {
  'an unknown option': [['--nope'], /unknown option '--nope'/],
  'an argument that belongs to no option': [['staging.yaml'], /unexpected argument "staging.yaml"/],
  'a glob that no rule matches': [['--rule', 'NOPE-*'], /no rule matches "NOPE-\*"; --list shows them all/],
  'an unknown operation': [['--operation', 'nope'], /there is no operation "nope"; there are createEmail, /],
  'no worker at all': [['--workers', '0'], /It has to be 1 or more/],
  'a seed that is no number': [['--seed', 'x'], /It has to be a whole number/],
  'a shard beyond the last': [['--shard', '3/2'], /It has to be like 1\/3/],
  '--failed without an earlier report': [['--failed', '--output', 'nowhere'], /there is no nowhere\/conformance.json/],
  'an output directory that is none': [['--output', 'package.json/x'], /can't write to package.json\/x \(ENOTDIR\)/],
  'one report to compare': [['--compare', 'a.json'], /--compare needs two reports/],
  'a baseline that is not there': [
    ['--baseline', 'nowhere.json'],
    /nowhere.json: can't be read \(there is no such file\)/,
  ],
  'a report that is none': [['--compare', 'package.json', 'package.json'], /package.json: is no report of this suite/],
  'blob reports that are not there': [['--merge', 'nowhere'], /there is no directory nowhere/],
  'blob reports in a file': [['--merge', 'package.json'], /there is no directory package.json/],
  'a directory without blob reports': [['--merge', 'docs'], /there is no blob report in docs/],
};
for (const [what, [args, line]] of Object.entries(refused)) {
  test(`refused with one line and exit code 2: ${what}`, async () => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(line);
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
  });
}

test('refused with one line and exit code 2: an archive that is no blob report', async () => {
  const junk = written('blob/shard-1-of-1.zip', 'junk');
  written('blob/shard-1-of-1.json', {});
  const { code, stderr } = await run(['--merge', dirname(junk), '--output', outputOf()]);
  expect(stderr).toMatch(/^conformance: --merge: .*\/blob can't be merged \(.+\)\n$/);
  expect(code).toBe(2);
});

test('--compare tells what got better, worse, appeared and vanished', async () => {
  const rule = (id: string, outcome: string) => ({ id, outcome });
  const old = written('old.json', { rules: [rule('A-1', 'fail'), rule('A-2', 'pass'), rule('A-3', 'pass')] });
  const next = written('new.json', { rules: [rule('A-1', 'pass'), rule('A-2', 'blocked'), rule('A-4', 'warn')] });
  const { code, stdout } = await run(['--compare', old, next]);
  expect(code).toBe(1);
  expect(stdout.trim().split('\n\n')).toEqual([
    'better (1)\n  A-1  FAIL -> PASS',
    'worse (1)\n  A-2  PASS -> BLOCKED',
    'appeared (1)\n  A-4  WARN',
    'vanished (1)\n  A-3  PASS',
  ]);
  expect((await run(['--compare', old, old])).code).toBe(0);
});
