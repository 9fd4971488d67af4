import { expect, test } from 'vitest';
import type { JudgedChanges } from '../changes.ts';
import type { Context } from '../context.ts';
import { version } from './diff.ts';

/** Judges a version against the base's version and the version that the changes require. */
async function judge(
  now: string,
  requiredVersion: string,
  verdict: JudgedChanges['verdict'] = 'breaking',
  before = '2.1.0',
) {
  const text = `openapi: 3.1.0\ninfo:\n  title: Things\n  version: ${now}\n`;
  const context = {
    base: { version: before },
    revision: { version: now, text, file: 'spec/openapi.yaml' },
    changes: async () => ({ verdict, requiredVersion }),
  } as unknown as Context;
  const { outcome, summary, findings } = await version(context);
  return outcome === 'passed' ? summary : findings.map(({ message, place }) => `${place.line}: ${message}`).join();
}

test('a version that rises far enough passes, and so does one that need not rise', async () => {
  expect(await judge('3.0.0', '3.0.0')).toBe('2.1.0 to 3.0.0');
  expect(await judge('3.1.0', '2.2.0', 'soft')).toBe('2.1.0 to 3.1.0');
  expect(await judge('2.1.0', '2.1.0', 'safe')).toBe('stays 2.1.0');
  expect(await judge('2.10.0', '2.9.1', 'safe', '2.9.0')).toBe('2.9.0 to 2.10.0');
});

test('a version that does not rise far enough fails with the version required', async () => {
  expect(await judge('2.2.0', '3.0.0')).toBe('4: breaking changes need a major version: raise 2.2.0 to 3.0.0');
});

test('a version that falls or is none is refused', async () => {
  expect(await judge('2.0.9', '2.1.0', 'safe')).toBe('4: info.version falls from 2.1.0 to 2.0.9');
  expect(await judge('three', '2.1.0', 'safe')).toBe('4: info.version is "three", which is no version like 1.2.3');
});

test('an invalid version allows any next one', async () => {
  expect(await judge('0.1.0', '2024-05', 'breaking', '2024-05')).toBe('2024-05 to 0.1.0');
});
