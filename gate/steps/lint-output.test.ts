import { expect, test } from 'vitest';
import { problemsIn } from './lint-output.ts';

const ended = (stdout: string, stderr = '') => ({ code: 1, stdout, stderr });

test('each problem of the linter is one finding with its place and severity', () => {
  const problems = [
    {
      ruleId: 'struct',
      severity: 'error',
      message: 'Property `x`\n  is not expected. \n',
      location: [{ start: { line: 7, col: 3 } }, { start: { line: 9, col: 1 } }],
    },
    { ruleId: 'tags', severity: 'warn', message: 'No tags.', location: [{}] },
    { ruleId: 'info', severity: 'warn', message: 'No info.', location: [] },
  ];
  const start = { file: 'a.yaml', line: 1, column: 1 };
  expect(problemsIn(ended(JSON.stringify({ problems }), 'a notice'), 'a.yaml')).toEqual([
    {
      severity: 'error',
      rule: 'struct',
      message: 'Property `x` is not expected.',
      place: { file: 'a.yaml', line: 7, column: 3 },
    },
    { severity: 'warning', rule: 'tags', message: 'No tags.', place: start },
    { severity: 'warning', rule: 'info', message: 'No info.', place: start },
  ]);
});

test('a linter that gave no result ends the step with what it said last', () => {
  expect(() => problemsIn(ended('', 'a notice\nno such option\n'), 'a.yaml')).toThrow(
    /^redocly lint gave no result: no such option$/,
  );
});
