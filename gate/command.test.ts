import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

test('bad input is one line on stderr and exit code 2', () => {
  const script = fileURLToPath(new URL('../scripts/generate.ts', import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, '--fix'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Unknown option '--fix'.*\n$/);
});
