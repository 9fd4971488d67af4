import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readFlags } from './command.ts';
import { InputError } from './diff/index.ts';

test('flags are taken as given, and an unknown one is refused', () => {
  expect([...readFlags(['--check'], ['--check'])]).toEqual(['--check']);
  expect(() => readFlags(['--fix'], ['--check'])).toThrow(new InputError('unknown argument --fix; it takes --check'));
  expect(() => readFlags(['--fix'], [])).toThrow('it takes none');
});

test('bad input is one line on stderr and exit code 2', () => {
  const script = fileURLToPath(new URL('../scripts/generate.ts', import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, '--fix'], {
    encoding: 'utf8',
  });
  expect([status, stderr, stdout]).toEqual([2, 'unknown argument --fix; it takes --check\n', '']);
});
