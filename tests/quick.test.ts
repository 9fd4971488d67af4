import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { starting } from '../playwright.config.ts';
import { reachIn } from './mutants/reach.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['spec', 'fixtures', 'mock', 'conformance', 'gate', 'scripts', 'tests', 'bench'];

test('the quick tests are those that start no process and no browser', () => {
  const files = folders
    .flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules/'));
  const { startsSomething } = reachIn(root, files);
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const listed = tests.filter((file) => starting.some((pattern) => pattern.test(`/${file}`)));
  expect(listed).toEqual(tests.filter(startsSomething));
});
