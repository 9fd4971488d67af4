import { expect, test } from 'vitest';
import { printedBy } from '../spec/testing/printed.ts';
import { runScript } from './command.ts';

/** The exit code that a script leaves, and what it prints. */
async function left(main: Parameters<typeof runScript>[0]) {
  const before = process.exitCode;
  try {
    const { stdout, stderr } = await printedBy(() => runScript(main));
    return { code: process.exitCode, stdout, stderr };
  } finally {
    process.exitCode = before;
  }
}

test('a script ends with the exit code that it returns', async () => {
  expect(await left(() => 0)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await left(async () => 1)).toEqual({ code: 1, stdout: '', stderr: '' });
});

test('an error of a script is one line on stderr and exit code 2', async () => {
  const refused = { code: 2, stdout: '', stderr: 'bad input in two lines\n' };
  expect(await left(() => Promise.reject(new Error('bad input\n  in two lines')))).toEqual(refused);
  expect(await left(() => Promise.reject('bad input\n  in two lines'))).toEqual(refused);
});
