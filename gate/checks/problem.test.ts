import { expect, test } from 'vitest';
import { printedBy } from '../../spec/testing/printed.ts';
import { report } from './problem.ts';

test('each problem is a line and fails the check, which else says what it has looked at', async () => {
  const problem = { file: 'spec/rules.yaml', about: 'DIR-1', message: 'nothing proves it' };
  expect(await printedBy(() => report([problem], 'all is well'))).toMatchObject({
    value: 1,
    stdout: '',
    stderr: 'spec/rules.yaml: DIR-1: nothing proves it\n',
  });
  expect(await printedBy(() => report([], 'all is well'))).toMatchObject({
    value: 0,
    stdout: 'all is well\n',
    stderr: '',
  });
});
