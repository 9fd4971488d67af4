import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document whose one operation takes and answers an object with this member, or without any. */
function documentOf(member?: object, isRequired = false) {
  const schema = {
    type: 'object',
    ...(member && { properties: { a: { type: 'string', ...member } } }),
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

test('a read-only member that is gone is missed by who reads, and not taken from who sends', () => {
  const told = (member: object) => {
    const { changes } = diffDocuments(documentOf(member), documentOf());
    return changes.map(({ level, rule }) => `${level} ${rule}`);
  };
  expect(told({ readOnly: true })).toEqual([
    'breaking response-property-removed',
    'safe request-read-only-property-removed',
  ]);
  expect(told({})).toEqual(['breaking request-property-removed', 'breaking response-property-removed']);
});
