import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { MAX_VALUES } from '../contract/value-count.ts';
import { answerViolations } from './violations.ts';

const operation = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
const meta = { total_pages: 1, total_results: 1, page_number: 1, page_size: 1 };

/** How an answer with so many wrong document types breaks the contract. */
function found(count: number, status = 200, contentType = 'application/json') {
  const body = Buffer.from(JSON.stringify({ data: Array.from({ length: count }, () => 5), meta }));
  return answerViolations(validators, operation, { status, contentType, body });
}
const wrong = (place: number) => ({ in: 'answer', at: `/data/${place}`, message: 'must be an object' });

test('of an answer all violations are told, of a large one the first', () => {
  expect(found(3)).toEqual([wrong(0), wrong(1), wrong(2)]);
  expect(found(2_000)).toEqual([wrong(0)]);
});

test('an answer is read whatever its type, which is told first', () => {
  const typed = { in: 'answer', message: 'is text/plain, not application/json' };
  expect(found(1, 200, 'text/plain')).toEqual([typed, wrong(0)]);
  expect(found(2_000, 200, 'text/plain')).toEqual([typed, wrong(0)]);
});

test('an answer is held to what the contract says of its status', () => {
  expect(found(1, 404)).toEqual([{ in: 'answer', at: '', message: "must have required property 'errors'" }]);
});

test('an answer without a content type, and one that keeps the contract, are told so', () => {
  const types = Array.from({ length: 600 }, () => ({ short_name: 'passport', description: 'A passport' }));
  const body = Buffer.from(JSON.stringify({ data: types, meta }));
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
