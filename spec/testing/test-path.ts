import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

const directories = new WeakMap<object, string>();

/** A path in the running test's own directory, which is removed after the test. */
export function makeTestPath(...names: string[]): string {
  const test = getCurrentTest();
  if (!test) throw new Error('Only a test has a directory of its own');
  const directory = directories.get(test) ?? mkdtempSync(join(tmpdir(), 'test-'));
  if (!directories.has(test)) {
    directories.set(test, directory);
    onTestFinished(() => {
      rmSync(directory, { recursive: true, force: true });
      directories.delete(test);
    });
  }
  return join(directory, ...names);
}
