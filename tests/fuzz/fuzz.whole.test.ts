import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

test('random and malformed requests end no mock and get the right errors', async () => {
  const args = ['scripts/run.mjs', 'tests/fuzz/cli.ts', '--requests', '5000'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
  expect(stdout).toContain('0 problems');
});
