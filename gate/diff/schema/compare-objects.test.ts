import { expect, test } from '@playwright/test';
import { diffDocuments } from '../index.ts';

/** A document whose one operation takes and answers an object with this member. */
function documentOf(member: object, isRequired: boolean) {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', ...member } },
    ...(isRequired && { required: ['a'] }),
  };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Done.', content } };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    paths: { '/things': { post: { operationId: 'make', requestBody: { required: true, content }, responses } } },
  };
}

/** Whether it is told of request and answer that the member need not be there any more, where it was required before. */
function told(member: object, isRequired: boolean) {
  const { changes } = diffDocuments(documentOf({}, true), documentOf(member, isRequired));
  return ['request', 'response'].map((side) => changes.some(({ rule }) => rule === `${side}-property-optional`));
}

test('a member that need not be there any more is told, on a side that it is not on as gone alone', () => {
  expect(told({}, false)).toEqual([true, true]);
  expect(told({ writeOnly: true }, false)).toEqual([true, false]);
  expect(told({ readOnly: true }, false)).toEqual([false, true]);
  for (const member of [{}, { writeOnly: true }, { readOnly: true }])
    expect(told(member, true)).toEqual([false, false]);
});
