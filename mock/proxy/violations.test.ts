import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { MAX_VALUES } from '../limits.ts';
import { checkAnswer } from './violations.ts';

const operation = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
const meta = { total_pages: 1, total_results: 1, page_number: 1, page_size: 1 };
const page = (...data: unknown[]) => JSON.stringify({ data, meta });
const passport = { short_name: 'passport', description: 'A passport' };
const json = 'application/json';

for (const [label, status, contentType, text, ...expected] of [
  ['that fits the contract', 200, json, page(passport)],
  ['of two invalid entries', 200, json, page(5, 5), '/data/0 must be an object', '/data/1 must be an object'],
  ['of very many invalid entries', 200, json, page(...Array(2_000).fill(5)), '/data/0 must be an object'],
  ['of a wrong type', 200, 'text/plain', page(5), 'is text/plain, not application/json', '/data/0 must be an object'],
  ['without a type', 200, undefined, page(passport), 'is without a content type, not application/json'],
  ['of another status', 404, json, page(passport), "must have required property 'errors'"],
  ['without a body', 200, json, '', 'is empty'],
  ['that is not modified', 304, json, ''],
  ['without JSON', 200, json, '<p>', "isn't JSON"],
] as [string, number, string | undefined, string, ...string[]][]) {
  test(`a deployment's answer ${label} has the violations: ${expected.join('; ') || 'none'}`, () => {
    const found = checkAnswer(
      validators,
      operation,
      { statusCode: status, headers: { 'content-type': contentType } },
      Buffer.from(text),
    );
    expect(found.map(({ at, message }) => (at ? `${at} ${message}` : message))).toEqual(expected);
  });
}

test('an answer of too many values is reported as unchecked', () => {
  const body = Buffer.from(`[${'1,'.repeat(MAX_VALUES)}1]`);
  const [violation] = checkAnswer(validators, operation, { statusCode: 200, headers: { 'content-type': json } }, body);
  expect(violation?.message).toContain('not checked');
});
