import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './contract.ts';
import { findingOfError } from './finding.ts';

const start = { line: 1, column: 1 };
const errors: [thrown: unknown, message: string, place: object][] = [
  [new Error('spec/a.yaml:7:3: no'), 'no', { file: 'spec/a.yaml', line: 7, column: 3 }],
  [new Error('spec/a.yml:7: no'), 'no', { file: 'spec/a.yml', line: 7, column: 1 }],
  [new Error('spec/a.json: no: b.json:3:4: really'), 'no: b.json:3:4: really', { file: 'spec/a.json', ...start }],
  [new Error('a.ndjson:12:1: no'), 'no', { file: 'a.ndjson', line: 12, column: 1 }],
  [new Error(`${join(root, 'spec/a.yaml')}: no`), 'no', { file: 'spec/a.yaml', ...start }],
  [new Error('a.ts:7:3: no\n  at all \n here'), 'a.ts:7:3: no at all here', { file: 'spec', ...start }],
  ['no room', 'no room', { file: 'spec', ...start }],
];
for (const [thrown, message, place] of errors) {
  test(`an error is a finding where its message says: ${String(thrown).split('\n')[0]?.replace(root, '')}`, () => {
    expect(findingOfError('some-rule', thrown, 'spec')).toEqual({
      severity: 'error',
      rule: 'some-rule',
      message,
      place,
    });
  });
}
