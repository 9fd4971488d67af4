import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtCommand } from '../built.ts';
import { outputOf, outside, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

const script = fileURLToPath(new URL('../../.ci/nightly', import.meta.url));

test('nights fail on a regression, and on rules that were never judged in the first night only', async ({ deploy }) => {
  let isBroken = false;
  const refusal = { status: 500, body: { errors: [{ code: '10007', title: 'x' }] } };
  const { origin } = await deploy(({ url }) => (isBroken && url.startsWith('/v2/dir/') ? refusal : undefined));
  const nightly = outputOf('project/.ci/nightly');
  mkdirSync(dirname(nightly), { recursive: true });
  copyFileSync(script, nightly);
  // In the place of npm: the package's own command, which needs no copy of the project.
  const npm = written(
    'bin/npm',
    `#!/bin/sh\nshift 4\nexec '${process.execPath}' '${builtCommand('conformance').join("' '")}' "$@"\n`,
  );
  const profile = { baseUrl: `${origin}/v2`, accounts: { primary: { apiKey: 'key_primary' } }, allow: ['read'] };
  const summary = outputOf('summary.md');
  const env = { ...outside(), PATH: `${dirname(npm)}:${process.env.PATH}`, GITHUB_STEP_SUMMARY: summary };
  const args = ['--target', written('staging.yaml', profile), '--rule', 'DIR-1', '--rule', 'SIM-1', '--workers', '1'];
  const night = () =>
    promisify(execFile)(nightly, args, { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  const first = await night();
  expect(first.stdout).toMatch(/There is no baseline yet[\s\S]*SIM-1\b[\s\S]*so this first night fails/);
  expect(first.code).toBe(3);
  expect(existsSync(join(dirname(nightly), '../baseline/conformance.json'))).toBe(true);
  const second = await night();
  expect(second.stdout).toContain('the night is green');
  expect(second.code).toBe(0);
  isBroken = true;
  const broken = await night();
  expect(broken.stdout).toContain('worse (1)\n  DIR-1  PASS -> FAIL');
  expect(broken.code).toBe(1);
  isBroken = false;
  const last = await night();
  expect(last.stdout).toContain('better (1)\n  DIR-1  FAIL -> PASS');
  expect(last.code).toBe(0);
  const said = readFileSync(summary, 'utf8');
  expect(said).toContain('worse (1)\n\n- DIR-1 PASS -> FAIL');
  expect(said).toContain('| listDirDocumentTypes | 1 of 1 |');
  expect(said).toMatch(
    /no baseline yet[\s\S]*## .*\n[\s\S]*so this first night fails[\s\S]*## .*\n[\s\S]*the night is green/,
  );
});
