import { execFileSync, fork, spawn } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([spawn, execFileSync, fork])('a test that starts a process is told how to be named: %o', (start) => {
  expect(() => start('node')).toThrow('this test starts a process: it has to be named *.whole.test.ts');
});
