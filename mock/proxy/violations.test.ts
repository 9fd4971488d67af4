import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { MAX_VALUES } from '../contract/value-count.ts';
import { answerViolations } from './violations.ts';

const operation = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
const meta = { total_pages: 1, total_results: 1, page_number: 1, page_size: 1 };

/** The places at which an answer with so many wrong document types breaks the contract. */
function placesOf(count: number) {
  const body = Buffer.from(JSON.stringify({ data: Array.from({ length: count }, () => 5), meta }));
  return answerViolations(validators, operation, { status: 200, contentType: 'application/json', body }).map(
    ({ at }) => at,
  );
}

test('of an answer all violations are told, of a large one the first', () => {
  expect(placesOf(3)).toEqual(['/data/0', '/data/1', '/data/2']);
  expect(placesOf(2_000)).toEqual(['/data/0']);
});

test('an answer without a content type, and one that keeps the contract, are told so', () => {
  const body = Buffer.from(JSON.stringify({ data: [], meta }));
  const told = (contentType: string | undefined) =>
    answerViolations(validators, operation, { status: 200, contentType, body });
  expect(told('application/json')).toEqual([]);
  expect(told(undefined)).toEqual([{ in: 'answer', message: 'is without a content type, not application/json' }]);
});

test('an answer that can not be read is told so, beside its type; one that is not modified has nothing to tell', () => {
  const told = (text: string, status = 200) =>
    answerViolations(validators, operation, { status, contentType: 'text/html', body: Buffer.from(text) }).map(
      ({ message }) => message,
    );
  const typed = 'is text/html, not application/json';
  expect(told('', 304)).toEqual([]);
  expect(told('')).toEqual(['is empty']);
  expect(told('<p>')).toEqual([typed, 'is no JSON']);
  expect(told(`[${'1,'.repeat(MAX_VALUES)}1]`)).toEqual([
    typed,
    `has more than ${MAX_VALUES} values, so it was not checked`,
  ]);
});
