import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadDocument } from '../spec/document.ts';
import { toProjectPath } from '../spec/package.ts';
import { makeFindings } from './finding.ts';
import { readRules } from './steps/rules.ts';

test('each problem is a finding at its place: at a rule, at an operation, at a pointer', () => {
  const { id } = readRules()[1] ?? { id: '' };
  const problems = [
    { file: 'spec/rules.yaml', about: id, message: 'has no case' },
    { file: 'spec/openapi.yaml', about: 'getEmail', message: 'response 200 has no x-rule' },
    { file: 'spec/openapi.yaml', about: '#/info/version', message: 'is odd' },
    { file: 'spec/rules.lock.json', about: id, message: 'is not pinned' },
  ];
  const lines = makeFindings('rules-agree', problems, loadDocument().operations).map(
    ({ severity, rule, message, place }) => {
      const text = readFileSync(toProjectPath(place.file), 'utf8').split('\n')[place.line - 1] ?? '';
      return `${severity} ${rule} ${message} at ${place.file}: ${text.slice(place.column - 1)}`;
    },
  );
  expect(lines).toEqual([
    `error rules-agree ${id}: has no case at spec/rules.yaml: id: ${id}`,
    'error rules-agree getEmail: response 200 has no x-rule at spec/openapi.yaml: get:',
    expect.stringMatching(/^error rules-agree #\/info\/version: is odd at spec\/openapi\.yaml: version: /),
    expect.stringMatching(`^error rules-agree ${id}: is not pinned at spec/rules.lock.json: "${id}": `),
  ]);
});
