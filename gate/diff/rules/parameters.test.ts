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

const param = (where: string, name: string, more: object = {}) => ({
  name,
  in: where,
  schema: { type: 'string' },
  ...more,
});
const list = { type: 'array', items: { type: 'string' } };

const changed: [what: string, base: object, revision: object | undefined, told: string[]][] = [
  [
    'a parameter that is gone, of whose name a header was there before',
    [param('query', 'a'), param('header', 'A')],
    param('header', 'A'),
    ['breaking request-parameter-removed Clients that send the query parameter `a` are ignored.'],
  ],
  [
    'a parameter that is gone',
    param('query', 'a'),
    undefined,
    ['breaking request-parameter-removed Clients that send the query parameter `a` are ignored.'],
  ],
  [
    'a header that became a parameter',
    param('header', 'X-Page'),
    param('query', 'x-page'),
    [
      'breaking request-parameter-removed Clients that send the header `X-Page` are ignored: it is the query parameter `x-page` now.',
      'safe request-parameter-added Clients may send the query parameter `x-page`, which is new.',
    ],
  ],
  [
    'a cookie that is required now',
    param('cookie', 'id'),
    param('cookie', 'id', { required: true }),
    ['breaking request-parameter-became-required Clients that leave the cookie `id` out are refused.'],
  ],
  [
    'a parameter that is deprecated',
    param('query', 'a'),
    param('query', 'a', { deprecated: true }),
    [
      'soft request-parameter-deprecated Clients that send the query parameter `a` have to plan for its end: it is deprecated.',
    ],
  ],
  [
    'a list in one, and no more in each',
    param('query', 'a', { schema: list }),
    param('query', 'a', { schema: list, explode: false }),
    [
      'breaking request-parameter-serialization-changed Clients that write the query parameter `a` as before are not understood: the style was form, exploded and is form.',
    ],
  ],
  [
    'a text where a list was, and no more in each',
    param('query', 'a', { schema: list }),
    param('query', 'a', { explode: false }),
    [
      'breaking request-parameter-serialization-changed Clients that write the query parameter `a` as before are not understood: the style was form, exploded and is form.',
      'breaking request-type-changed Clients that send the query parameter `a` as array are refused: it has to be string now.',
    ],
  ],
  [
    'a text where JSON was',
    { name: 'a', in: 'query', content: { 'application/json': { schema: { type: 'integer' } } } },
    param('query', 'a'),
    [
      'breaking request-parameter-media-type-changed Clients that write the query parameter `a` as application/json are not understood: it is written as plain text.',
      'breaking request-type-changed Clients that send the query parameter `a` as integer are refused: it has to be string now.',
    ],
  ],
  [
    'a list in a header, which is written alike',
    param('header', 'A', { schema: list }),
    param('header', 'A', { schema: list, explode: true }),
    [],
  ],
  ['a text in one, and no more in each', param('query', 'a'), param('query', 'a', { explode: false }), []],
  [
    'a list of another style',
    param('query', 'a', { schema: list, explode: false }),
    param('query', 'a', { schema: list, style: 'pipeDelimited' }),
    [
      'breaking request-parameter-serialization-changed Clients that write the query parameter `a` as before are not understood: the style was form and is pipeDelimited.',
    ],
  ],
  [
    'reserved characters, and no empty value any more',
    param('query', 'a', { allowEmptyValue: true }),
    param('query', 'a', { allowReserved: true }),
    [
      'breaking request-parameter-empty-value-refused Clients that send the query parameter `a` with an empty value are refused.',
      'safe request-parameter-reserved-allowed Clients may send the query parameter `a` with reserved characters.',
    ],
  ],
  [
    'JSON where a text was',
    param('query', 'a'),
    { name: 'a', in: 'query', content: { 'application/json': { schema: { type: 'string' } } } },
    [
      'breaking request-parameter-media-type-changed Clients that write the query parameter `a` as plain text are not understood: it is written as application/json.',
    ],
  ],
  [
    'JSON where a number was, and of another type',
    param('query', 'a', { schema: { type: 'integer' } }),
    { name: 'a', in: 'query', content: { 'application/json': { schema: { type: 'string' } } } },
    [
      'breaking request-parameter-media-type-changed Clients that write the query parameter `a` as plain text are not understood: it is written as application/json.',
      'breaking request-type-changed Clients that send the query parameter `a` as integer are refused: it has to be string now.',
    ],
  ],
  [
    'JSON that has no style, whatever is said of one',
    { name: 'a', in: 'query', style: 'pipeDelimited', content: { 'application/json': { schema: list } } },
    { name: 'a', in: 'query', explode: false, content: { 'application/json': { schema: list } } },
    [],
  ],
  [
    'a list where one text was, in each',
    param('query', 'a'),
    param('query', 'a', { schema: list }),
    [
      'soft request-text-type-changed Clients that are generated anew send the query parameter `a` as array, not string; it is written alike.',
    ],
  ],
];
for (const [what, base, revision, told] of changed) {
  test(`a request that has ${what} is weighed`, () => {
    const documents = [base, revision ?? []].map((all) => documentOf('/things', ...[all].flat()));
    const { changes } = diffDocuments(documents[0], documents[1]);
    expect(changes.map(({ level, rule, message }) => `${level} ${rule} ${message}`)).toEqual(told);
  });
}

test('a parameter of a webhook is told of what clients are sent, and shown to nobody', () => {
  const of = (...parameters: object[]) => {
    const post = { parameters, responses: { 204: { description: 'Done.' } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, webhooks: { made: { post } } };
  };
  const told = (base: object[], revision: object[]) =>
    diffDocuments(of(...base), of(...revision)).changes.map(({ level, rule, example }) => [level, rule, example]);
  const [needed, free] = [param('query', 'a', { required: true }), param('query', 'a')];
  expect(told([], [needed])).toEqual([['safe', 'response-parameter-added', undefined]]);
  expect(told([free], [needed])).toEqual([['safe', 'response-parameter-became-required', undefined]]);
  expect(told([needed], [free])).toEqual([['breaking', 'response-parameter-became-optional', undefined]]);
  expect(told([needed], [])).toEqual([['breaking', 'response-parameter-removed', undefined]]);
});
