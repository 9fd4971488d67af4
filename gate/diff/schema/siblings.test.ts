import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document of an edition of OpenAPI whose operation takes and answers a name, with something beside the reference to it. */
function documentOf(openapi: string, beside: object) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Name', ...beside } } };
  const post = { operationId: 'put', requestBody: { content }, responses: { 200: { description: 'Done.', content } } };
  return {
    openapi,
    info: { title: 'T', version: '1.0.0' },
    paths: { '/things': { post } },
    components: { schemas: { Name: { type: 'string' } } },
  };
}

const told = (base: object, revision: object) =>
  diffDocuments(base, revision).changes.map(({ level, rule }) => `${level} ${rule}`);

const beside = { maxLength: 5, default: 'a', deprecated: true };
const counts = [
  'breaking request-max-length-tightened',
  'soft request-deprecated',
  'soft request-default-changed',
  'soft response-deprecated',
  'safe response-max-length-tightened',
];

test('what stands beside a reference counts from OpenAPI 3.1 on', () => {
  const all = { ...beside, readOnly: true, writeOnly: true, nullable: true, allOf: [{ type: 'integer' }] };
  expect(told(documentOf('3.0.3', {}), documentOf('3.0.3', all))).toEqual([]);
  for (const openapi of ['3.1.0', '3.2.0'])
    expect(told(documentOf(openapi, {}), documentOf(openapi, beside))).toEqual(counts);
});

test('a document that is said to be of OpenAPI 3.1 changes where something stood beside a reference', () => {
  expect(told(documentOf('3.0.3', beside), documentOf('3.1.0', beside))).toEqual(counts);
  expect(told(documentOf('3.0.3', {}), documentOf('3.1.0', {}))).toEqual([]);
  expect(told(documentOf('3.1.0', beside), documentOf('3.1.1', beside))).toEqual([]);
});
