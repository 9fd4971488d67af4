import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
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
