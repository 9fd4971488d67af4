import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

// Hundreds of runs of single rules: on a slow machine they take an hour.
test.setTimeout(7_200_000);

test('each injected fault is found by the rule that owns it', async () => {
  // Playwright's own variables would turn the cases into its tests.
  const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, ...env } = process.env;
  const args = ['scripts/run.mjs', 'tests/faults/cli.ts', '--fast'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toContain(' 0 problems');
});
