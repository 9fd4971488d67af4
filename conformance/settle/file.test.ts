import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensureWritable } from './file.ts';

test('the folder of a file that is to be written is made', () => {
  const file = test.info().outputPath('deployments', 'of', 'staging.yaml');
  ensureWritable(file);
  expect(existsSync(dirname(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('a file that can not be written is told of in a line', () => {
  const directory = test.info().outputPath('.');
  expect(() => ensureWritable(directory)).toThrow(`--settle: can't write to ${directory} (EISDIR)`);
});
