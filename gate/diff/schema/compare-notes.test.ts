import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document with an operation that takes an object with this member. */
function documentOf(member: object) {
  const schema = { type: 'object', properties: { id: { type: 'integer', ...member } } };
  const post = {
    operationId: 'put',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Done.' } },
  };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

test('the default of what clients never send says nothing to them', () => {
  const told = (base: object, revision: object) =>
    diffDocuments(documentOf(base), documentOf(revision)).changes.map(({ rule }) => rule);
  expect(told({ default: 40 }, {})).toEqual(['request-default-changed']);
  expect(told({ readOnly: true, default: 40 }, { readOnly: true })).toEqual([]);
});
