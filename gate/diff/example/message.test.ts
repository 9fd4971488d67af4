import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const text = { type: 'string' };
const number = { type: 'integer' };

const documentOf = (paths: object) => ({ openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths });
const inIt = (where: string, name: string, schema: object = text, required = true) => ({
  in: where,
  name,
  schema,
  required,
});

/** What shows that an operation with such a body is gone. */
function shownWith(requestBody: object | undefined, ...parameters: object[]) {
  const put = { ...(requestBody && { requestBody }), parameters, responses: { 204: { description: 'Done.' } } };
  const { changes } = diffDocuments(documentOf({ '/shops/{shop}/things/{id}': { put } }), documentOf({}));
  return changes.map(({ example }) => example?.request);
}

const method = 'PUT';
const url = '/shops/text/things/text';

test('a request has every parameter that it needs, each where it belongs, and no other', () => {
  const each = ['query', 'cookie', 'header'].flatMap((where) => [
    inIt(where, `${where}-a`),
    inIt(where, `${where}-b`, number),
    inIt(where, `${where}-c`, text, false),
  ]);
  each.push(inIt('header', 'header-d', { const: 'é / %' }));
  const headers = { 'header-a': 'text', 'header-b': '0', 'header-d': 'é / %', Cookie: 'cookie-a=text; cookie-b=0' };
  expect(shownWith(undefined, ...each, inIt('path', 'id', number))).toEqual([
    { method, url: '/shops/text/things/0?query-a=text&query-b=0', headers },
  ]);
});

const body = { type: 'object', required: ['a'], properties: { a: text } };
const asType = (type: string, required = true) => ({ required, content: { [type]: { schema: body } } });
const bodies: [what: string, requestBody: object, request: object][] = [
  ['JSON', asType('application/json'), { body: { a: 'text' } }],
  [
    'a patch in JSON',
    asType('application/merge-patch+json'),
    { headers: { 'Content-Type': 'application/merge-patch+json' }, body: { a: 'text' } },
  ],
  ['one that may be left out', asType('application/json', false), {}],
  [
    'the first of two types',
    { required: true, content: { ...asType('text/csv').content, ...asType('application/json').content } },
    { headers: { 'Content-Type': 'text/csv' }, body: { a: 'text' } },
  ],
];
for (const [what, requestBody, request] of bodies) {
  test(`a request whose body is ${what} is as small as it may be`, () => {
    expect(shownWith(requestBody)).toEqual([{ method, url, ...request }]);
  });
}

test('nothing shows that an operation is gone which nobody could call', () => {
  const json = (schema: unknown) => ({ required: true, content: { 'application/json': { schema } } });
  for (const schema of [false, { type: 'array', contains: false }])
    expect(shownWith(json(schema)), JSON.stringify(schema)).toEqual([undefined]);
  expect(shownWith(undefined, inIt('query', 'a', { not: {}, enum: [] }))).toEqual([undefined]);
});

test('an answer with another header has its status, the headers that it needs, and no body', () => {
  const answering = (schema: object) => {
    const named = { 'X-A': { const: 'é / %' }, 'X-B': schema, 'X-C': text };
    const headers = Object.fromEntries(
      Object.entries(named).map(([name, of]) => [name, { schema: of, required: name === 'X-A' }]),
    );
    const content = { 'application/json': { schema: body } };
    return documentOf({ '/things': { get: { responses: { 200: { description: 'Done.', headers, content } } } } });
  };
  const { changes } = diffDocuments(answering({ ...number, maximum: 3 }), answering(number));
  expect(changes.map(({ example }) => example)).toEqual([
    { answer: { status: '200', headers: { 'X-A': 'é / %', 'X-B': '4' } }, base: 'must be <= 3', revision: 'valid' },
  ]);
});
