import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { reachIn, started } from './mutants/reach.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['spec', 'fixtures', 'mock', 'conformance', 'gate', 'scripts', 'tests', 'bench'];
const files = folders
  .flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.ts') && !file.includes('node_modules/'));

test('only whole tests start a process or a browser', () => {
  const { startsSomething } = reachIn(root, files);
  const tests = files.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.whole.test.ts'));
  expect(tests.filter(startsSomething)).toEqual([]);
});

for (const [file, others] of Object.entries(started)) {
  test(`${file} is there, and so is what it starts`, () => {
    expect(files).toContain(file);
    expect(files.filter((other) => others.test(other))).not.toEqual([]);
  });
}
