import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test as inProject } from '../../gate/testing/project.ts';
import { plainEnvironment } from '../../gate/testing/repository.ts';
import { type MockProcess, startMock } from '../mock/support/process.ts';
import { startDeployment } from './support/deployment.ts';

let mock: MockProcess;
inProject.beforeAll(async () => {
  mock = await startMock();
});
inProject.afterAll(() => mock.end());

/** Runs the nightly script against a deployment, for some rules. */
function night(directory: string, ours: NodeJS.ProcessEnv, ...args: string[]) {
  const env = { ...plainEnvironment(process.env), ...ours };
  return promisify(execFile)(join(directory, '.ci/nightly'), ['--workers', '1', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

inProject('a night fails on a regression until it is gone, and the summary says so', async ({ project }) => {
  let isBroken = false;
  const deployment = await startDeployment(mock.port, ({ url }) =>
    isBroken && url.startsWith('/v2/dir/')
      ? { status: 500, body: { errors: [{ code: '10007', title: 'x' }] } }
      : undefined,
  );
  const summary = join(project.directory, 'summary.md');
  const ours = { BASE_URL: `${deployment.origin}/v2`, API_KEY: 'key_primary', GITHUB_STEP_SUMMARY: summary };
  const judge = () => night(project.directory, ours, '--rule', 'DIR-1', '--rule', 'RUN-1');
  try {
    const first = await judge();
    expect(first.stdout).toContain('There is no baseline yet');
    expect(first.code).toBe(0);
    expect(existsSync(join(project.directory, 'baseline/conformance.json'))).toBe(true);
    isBroken = true;
    for (const _night of [3, 4]) {
      const { code, stdout } = await judge();
      expect(stdout).toContain('worse (1)\n  DIR-1  PASS -> FAIL');
      expect(code).toBe(1);
    }
    isBroken = false;
    const last = await judge();
    expect(last.stdout).toContain('better (1)\n  DIR-1  FAIL -> PASS');
    expect(last.code).toBe(0);
    const said = readFileSync(summary, 'utf8');
    expect(said).toContain('worse (1)\n\n- DIR-1 PASS -> FAIL');
    expect(said).toContain('| listDirDocumentTypes | 1 of 1 |');
  } finally {
    await deployment.close();
  }
});

inProject(
  'a rule that cannot be judged fails the first night only, unless it was judged before',
  async ({ project }) => {
    const deployment = await startDeployment(mock.port);
    const profile = (permissions: string[]) =>
      project.write(
        'staging.yaml',
        JSON.stringify({
          baseUrl: `${deployment.origin}/v2`,
          accounts: { primary: { apiKey: 'key_primary' } },
          allow: permissions,
        }),
      );
    const summary = join(project.directory, 'summary.md');
    const ours = { GITHUB_STEP_SUMMARY: summary };
    const judge = () =>
      night(project.directory, ours, '--target', 'staging.yaml', '--rule', 'DIR-1', '--rule', 'SIM-1');
    try {
      profile(['read', 'write']);
      const first = await judge();
      expect(first.stdout).toMatch(/SIM-1\b[\s\S]*so this first night fails/);
      expect(first.code).toBe(3);
      expect((await judge()).code).toBe(0);
      const said = readFileSync(summary, 'utf8');
      expect(said).toMatch(
        /no baseline yet[\s\S]*## .*\n[\s\S]*so this first night fails[\s\S]*## .*\n[\s\S]*the night is green/,
      );
      profile(['write']);
      const worse = await judge();
      expect(worse.stdout).toContain('worse (1)\n  DIR-1  PASS -> BLOCKED');
      expect(worse.code).toBe(1);
    } finally {
      await deployment.close();
    }
  },
);
