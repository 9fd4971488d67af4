import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reachIn, started } from './reach.ts';
import { root } from './scratch.ts';

const folders = ['spec', 'fixtures', 'mock', 'conformance', 'gate', 'scripts', 'tests', 'bench'];
const files = folders
  .flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.ts') && !file.includes('node_modules/'));

for (const [file, others] of Object.entries(started)) {
  test(`${file} is there, and so is what it starts`, () => {
    expect(files).toContain(file);
    expect(files.filter((other) => others.test(other))).not.toEqual([]);
  });
}

test('the test beside a file is the nearest, and others use it by way of other files', () => {
  const some = [
    'tests/random.ts',
    'tests/mutants/sample.ts',
    'tests/mutants/operators.ts',
    'tests/mutants/mutants.test.ts',
  ];
  const { testsOf } = reachIn(root, some);
  expect(testsOf('tests/random.ts')).toEqual(['tests/mutants/mutants.test.ts']);
});
