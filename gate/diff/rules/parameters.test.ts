import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document with an operation that has these parameters. */
const documentOf = (path: string, ...parameters: object[]) => ({
  openapi: '3.2.0',
  info: { title: 'T', version: '1.0.0' },
  paths: { [path]: { get: { operationId: 'read', parameters, responses: { 204: { description: 'Done.' } } } } },
});

const inPath = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });

const weigh = (base: object, revision: object) =>
  diffDocuments(base, revision).changes.map(({ level, rule }) => `${level} ${rule}`);

test('what a path has in braces is a text, where nothing describes it', () => {
  const [bare, text, whole] = [
    documentOf('/things/{id}'),
    documentOf('/things/{id}', inPath('id', 'string')),
    documentOf('/things/{id}', inPath('id', 'integer')),
  ];
  expect(weigh(bare, text)).toEqual([]);
  expect(weigh(text, bare)).toEqual([]);
  expect(weigh(whole, bare)).toEqual(['soft request-text-type-changed']);
  const { changes } = diffDocuments(bare, whole);
  expect(changes).toMatchObject([
    { level: 'breaking', rule: 'request-type-changed', example: { request: { url: '/things/text' } } },
  ]);
});

test('a path parameter that the path does not have is not sent', () => {
  const other = documentOf('/things/{id}', inPath('id', 'string'), inPath('key', 'integer'));
  expect(weigh(documentOf('/things/{id}', inPath('id', 'string')), other)).toEqual([]);
});

test('there is but one way to write a deep object', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const deep = (more: object) =>
    documentOf('/things', { name: 'f', in: 'query', style: 'deepObject', schema, ...more });
  expect(weigh(deep({}), deep({ explode: true }))).toEqual([]);
});

test('a query that is described as a whole is shown as one', () => {
  const whole = (type: string) => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type } } };
    return documentOf('/things', {
      name: 'all',
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { schema } },
    });
  };
  const { changes } = diffDocuments(whole('string'), whole('integer'));
  expect(changes).toMatchObject([{ level: 'breaking', example: { request: { url: '/things?a=text' } } }]);
});
