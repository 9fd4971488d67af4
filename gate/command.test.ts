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

test('a script ends with the code that it gives', async () => {
  expect(await left(() => 0)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await left(async () => 1)).toEqual({ code: 1, stdout: '', stderr: '' });
});

test('whatever a script throws is one line on stderr and exit code 2', async () => {
  const told = { code: 2, stdout: '', stderr: 'bad input in two lines\n' };
  expect(await left(() => Promise.reject(new Error('bad input\n  in two lines')))).toEqual(told);
  expect(await left(() => Promise.reject('bad input\n  in two lines'))).toEqual(told);
});

test('a script gets what stands behind its name', async () => {
  const before = process.argv;
  process.argv = ['node', 'script.ts', '--check', 'more'];
  try {
    const given: string[][] = [];
    await left((args) => given.push(args));
    expect(given).toEqual([['--check', 'more']]);
  } finally {
    process.argv = before;
  }
});
