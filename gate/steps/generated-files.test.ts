import { expect, test } from 'vitest';
import { resultOfGenerated } from './generated-files.ts';

const differs = 'differs from what it is made of; run `npm run generate`';

test('each generated file that is out of date is a finding at it, whatever its name and wherever it lies', () => {
  const files = ['spec/generated/api.ts', 'spec/generated/rule-ids.ts', 'spec/generated/choices.ts'];
  const stderr = ['(node:1) Warning: some', ...files.map((file) => `${file}: ${differs}`), ''].join('\n');
  const { outcome, summary, findings } = resultOfGenerated({ code: 1, stdout: '', stderr });
  expect([outcome, summary]).toEqual(['failed', '3 problems']);
  expect(findings).toEqual(
    files.map((file) => ({
      severity: 'error',
      rule: 'generated-file-current',
      message: differs,
      place: { file, line: 1, column: 1 },
    })),
  );
});

test('files that are up to date pass with what was said of them', () => {
  expect(resultOfGenerated({ code: 0, stdout: '5 generated files are up to date\n', stderr: '' })).toEqual({
    outcome: 'passed',
    summary: '5 generated files are up to date',
    findings: [],
  });
});

test('a check that ended for another reason is no finding but an error that tells it', () => {
  const stderr = 'a warning\nspec/rules.yaml:7:3: no rule\n';
  expect(() => resultOfGenerated({ code: 1, stdout: '', stderr })).toThrow(/^spec\/rules\.yaml:7:3: no rule$/);
  expect(() => resultOfGenerated({ code: 7, stdout: '', stderr: '' })).toThrow('generate --check ended with code 7');
});
