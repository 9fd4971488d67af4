import { expect, test } from 'vitest';
import { captureOutput } from '../spec/testing/capture-output.ts';
import { main } from './gate.ts';

test('--rules prints each rule of the comparison with direction, level and version', async () => {
  const { value, stdout } = await captureOutput(() => main(['--rules']));
  expect(value).toBe(0);
  expect(stdout).toContain('\nrequest-property-removed | request | breaking | major | ');
  expect(stdout).toContain('\nnot-judged | any | breaking | major | ');
});

test('--help is no error', async () => {
  expect((await captureOutput(() => main(['--help']))).value).toBe(0);
});
