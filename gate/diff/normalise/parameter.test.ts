import { expect, test } from 'vitest';
import { openDocument } from '../source.ts';
import { headersOf, parametersOf } from './parameter.ts';

const text = { type: 'string' };

/** The parameters of an operation, by their key, and of each what it is by default or by what is said. */
function read(path: string, operation: object[], ofPath: object[] = [], components: object = {}) {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, components };
  const places = [ofPath, operation].map((parameters, index) => ({
    node: { parameters },
    at: ['/path', '/operation'][index] ?? '',
  }));
  const [above, own] = places as [(typeof places)[0], (typeof places)[0]];
  return parametersOf(openDocument(document, 'document'), above, own, path);
}

const plain = { required: false, deprecated: false, explode: false, allowReserved: false, allowEmptyValue: false };

test('what a parameter does not say is what OpenAPI says for its place', () => {
  const found = read(
    '/things/{id}',
    ['query', 'cookie', 'header', 'path'].map((where) => ({ name: 'id', in: where, schema: text })),
  );
  const schemaAt = (index: number) => [{ node: text, at: `/operation/parameters/${index}/schema` }];
  const of = (index: number, where: string, more: object) => ({
    ...plain,
    key: where === 'path' ? 'path:0' : `${where}:id`,
    name: 'id',
    in: where,
    schema: schemaAt(index),
    mediaType: undefined,
    at: `/operation/parameters/${index}`,
    node: { name: 'id', in: where, schema: text },
    ...more,
  });
  expect([...found.values()]).toEqual([
    of(3, 'path', { style: 'simple', required: true }),
    of(0, 'query', { style: 'form', explode: true }),
    of(1, 'cookie', { style: 'form', explode: true }),
    of(2, 'header', { style: 'simple' }),
  ]);
});

test('what a parameter says counts', () => {
  const said = { required: true, deprecated: true, explode: true, allowReserved: true, allowEmptyValue: true };
  const styled = (more: object) =>
    [...read('/things', [{ name: 'a', in: 'query', schema: text, ...more }]).values()][0];
  expect(styled({ ...said, style: 'pipeDelimited' })).toMatchObject({ ...said, style: 'pipeDelimited' });
  expect(styled({ style: 'pipeDelimited' })).toMatchObject({ ...plain, style: 'pipeDelimited' });
  expect(styled({ explode: false })).toMatchObject({ ...plain, style: 'form' });
  for (const explode of [true, false, undefined])
    expect(styled({ style: 'deepObject', explode })).toMatchObject({ style: 'deepObject', explode: true });
  const content = { 'Application/JSON': { schema: text } };
  expect(styled({ schema: undefined, content })).toMatchObject({
    mediaType: 'application/json',
    schema: [{ node: text, at: '/operation/parameters/0/content/Application~1JSON/schema' }],
  });
});

test('a parameter of an operation wins over that of its path, and each is known by its place and name', () => {
  const components = { parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } } };
  const found = read(
    '/a/{x}/b/{y}/c/{$z}',
    [
      { name: 'x-tenant', in: 'header', schema: text },
      { $ref: '#/components/parameters/Limit' },
      { name: 'Limit', in: 'query', schema: text },
      { name: 'y', in: 'path', schema: { type: 'integer' } },
      { name: 'w', in: 'path', schema: text },
      { name: 'Content-Type', in: 'header', schema: text },
      { name: 'Content-Type', in: 'query', schema: text },
    ],
    [
      { name: 'X-Tenant', in: 'header', schema: text },
      { name: 'limit', in: 'query', schema: text },
    ],
    components,
  );
  expect([...found].map(([key, { name, at }]) => [key, name, at])).toEqual([
    ['path:0', 'x', '/path'],
    ['path:1', 'y', '/operation/parameters/3'],
    ['header:x-tenant', 'x-tenant', '/operation/parameters/0'],
    ['query:limit', 'limit', '/components/parameters/Limit'],
    ['query:Limit', 'Limit', '/operation/parameters/2'],
    ['query:Content-Type', 'Content-Type', '/operation/parameters/6'],
  ]);
  const ofHook = ['x', 'y'].map((name) => ({ name, in: 'path', schema: text }));
  expect([...read('{$request.body#/url}', ofHook).keys()]).toEqual(['path:x', 'path:y']);
});

test('the headers of an answer are known by their names in small letters, its media type left out', () => {
  const source = openDocument(
    { openapi: '3.1.0', info: {}, components: { headers: { Page: { required: true } } } },
    'document',
  );
  const headers = {
    'X-Page': { $ref: '#/components/headers/Page' },
    'Content-Type': { schema: text },
    Authorization: { name: 'other', in: 'query', schema: text },
  };
  const found = headersOf(source, { node: { headers }, at: '/answer' });
  expect(
    [...found].map(([key, { name, in: where, required, style, at }]) => [key, name, where, required, style, at]),
  ).toEqual([
    ['header:x-page', 'X-Page', 'header', true, 'simple', '/components/headers/Page'],
    ['header:authorization', 'Authorization', 'header', false, 'simple', '/answer/headers/Authorization'],
  ]);
});
