import { expect, test } from 'vitest';
import { type PlainAnswer, plainContract } from './plain-contract.ts';

const broken = plainContract(new URL('../../spec/openapi.yaml', import.meta.url));

const refusal = { errors: [{ code: '10009', title: 'Authentication failed', detail: 'No.' }] };
const answer = (changes: Partial<PlainAnswer> = {}): PlainAnswer => ({
  method: 'GET',
  path: '/dir/document_types?page[size]=1',
  status: 401,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(refusal),
  ...changes,
});

test('an answer that the contract knows is right', () => {
  expect(broken(answer())).toEqual([]);
});

test('what breaks a schema behind a reference is told', () => {
  const [error] = refusal.errors;
  const body = JSON.stringify({ errors: [{ ...error, code: 10009 }] });
  expect(broken(answer({ body }))).toEqual([expect.stringContaining('/errors/0/code')]);
});

test('an answer of another type is told', () => {
  expect(broken(answer({ contentType: 'text/html' }))).toEqual(['401 is text/html']);
});

test('an answer to what is no operation is not judged', () => {
  expect(broken(answer({ path: '/nowhere' }))).toBeUndefined();
  expect(broken(answer({ method: 'DELETE' }))).toBeUndefined();
});
