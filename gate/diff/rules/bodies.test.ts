import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document with an operation that takes and answers a sequence of items. */
const documentOf = (itemSchema?: object) => {
  const content = { 'application/jsonl': itemSchema === undefined ? {} : { itemSchema } };
  const post = {
    operationId: 'follow',
    requestBody: { content },
    responses: { 200: { description: 'Done.', content } },
  };
  return { openapi: '3.2.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
};

test('the items of a sequence are compared like bodies', () => {
  const of = (type: string) => documentOf({ type: 'object', properties: { id: { type } } });
  expect(diffDocuments(of('string'), of('string')).changes).toEqual([]);
  const { changes } = diffDocuments(of('string'), of('integer'));
  expect(changes.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'request-type-changed: Clients that send `id` in an item of the body as string are refused: it has to be integer now.',
    'response-type-changed: Clients that read `id` in an item of the answer 200 as string are given integer.',
  ]);
  const rules = (base: object, revision: object) => diffDocuments(base, revision).changes.map(({ rule }) => rule);
  expect(rules(of('string'), documentOf())).toContain('response-property-removed');
  expect(rules(documentOf(), of('string'))).toContain('request-type-narrowed');
});

test('a range of media types that becomes some of its types is narrower, not gone', () => {
  const json = { schema: { type: 'object', properties: { id: { type: 'string' } } } };
  const of = (taken: object, given: object) => {
    const post = { requestBody: { content: taken }, responses: { 200: { description: 'Done.', content: given } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
  };
  const told = (base: object, revision: object) =>
    diffDocuments(base, revision).changes.map(({ level, message }) => `${level}: ${message}`);
  const [any, one] = [{ '*/*': json }, { 'application/json': json }];
  expect(told(of(one, any), of(one, one))).toEqual([
    'soft: Clients that ask for the answer 200 as any other of */* than application/json do not get it.',
  ]);
  expect(told(of(any, one), of(one, one))).toEqual([
    'breaking: Clients that send the body as any other of */* than application/json are refused.',
  ]);
  // Nobody sends a range.
  expect(diffDocuments(of(any, one), of(one, one)).changes[0]).not.toHaveProperty('example');
  expect(told(of(any, one), of({ 'text/csv': json, ...one }, one))).toEqual([
    'breaking: Clients that send the body as any other of */* than text/csv, application/json are refused.',
  ]);
  expect(told(of(one, one), of(any, any))).toEqual([]);
  const other = { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } };
  expect(told(of(one, any), of(one, other))).toContainEqual(expect.stringMatching(/^breaking: .+`id` in the answer/));
  expect(told(of(one, { ...any, ...one }), of(one, one))).toEqual(told(of(one, any), of(one, one)));
});

test('a body is compared with the narrowest of the types that stand for its own', () => {
  const of = (content: object) => {
    const post = { requestBody: { content }, responses: { 200: { description: 'Done.', content } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
  };
  const [text, whole] = [{ schema: { type: 'string' } }, { schema: { type: 'integer' } }];
  const told = (base: object, revision: object) =>
    diffDocuments(of(base), of(revision)).changes.map(({ rule }) => rule);
  const one = { 'application/json;version=2': text };
  for (const type of ['application/json; version="2"', 'application/json', 'Application/*', '*/*'])
    expect(told(one, { [type]: text }), type).toEqual([]);
  expect(told(one, { 'application/json': text, 'application/*': whole, '*/*': whole })).toEqual([]);
  expect(told(one, { 'application/*': text, '*/*': whole })).toEqual([]);
  expect(told(one, { 'application/*': whole, '*/*': text })).toEqual(['request-type-changed', 'response-type-changed']);
  expect(told({ '*/*': whole, ...one }, one)).toEqual(['request-media-type-narrowed', 'response-media-type-narrowed']);
  expect(told(one, { 'application/json;version=3': text })).toContain('response-media-type-removed');
});

test('a form writes a number as a text does, unless its encoding says otherwise', () => {
  const of = (type: string, encoding?: object, form = 'application/x-www-form-urlencoded') => {
    const schema = { type: 'object', properties: { size: { type }, sizes: { type: 'array', items: { type } } } };
    const content = { [form]: { schema, ...(encoding && { encoding: { size: encoding } }) } };
    const post = { operationId: 'put', requestBody: { content }, responses: { 204: { description: 'Done.' } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
  };
  const told = (...more: [object?, string?]) =>
    diffDocuments(of('integer', ...more), of('string', ...more)).changes.map(
      ({ rule, message }) => `${rule} ${message}`,
    );
  const soft =
    'request-text-type-changed Clients that are generated anew send `size` in the body as string, not integer; it is written alike.';
  const hard =
    'request-type-changed Clients that send `size` in the body as integer are refused: it has to be string now.';
  expect(told()).toContain(soft);
  expect(told(undefined, 'Application/X-WWW-Form-URLEncoded; charset=utf-8')).toContain(soft);
  const json = { contentType: 'application/json' };
  expect(told(json)).toContain(hard);
  expect(told(undefined, 'application/json')).toContain(hard);
  const [before, now] = [of('integer', json), of('string', json)];
  for (const changes of [diffDocuments(of('integer'), now).changes, diffDocuments(before, of('string')).changes])
    expect(changes.map(({ rule, message }) => `${rule} ${message}`)).toContain(hard);
  const [one, several] = [of('string'), of('string')];
  const member = (document: typeof one) => document.paths['/things'].post.requestBody.content;
  for (const media of Object.values(member(one))) Object.assign(media.schema.properties, { sizes: { type: 'string' } });
  expect(diffDocuments(one, several).changes.map(({ level, rule }) => `${level} ${rule}`)).toEqual([
    'soft request-text-type-changed',
  ]);
});

const body = (required: boolean, type = 'application/json') => ({
  required,
  content: { [type]: { schema: { type: 'string' } } },
});
const wholes: [what: string, base: object | undefined, revision: object | undefined, told: unknown[][]][] = [
  [
    'has to be there now',
    body(false),
    body(true),
    [['breaking request-body-became-required', '/required', undefined, 'a body is required']],
  ],
  ['may be left out now', body(true), body(false), [['safe request-body-became-optional', '/required']]],
  ['is gone', body(true), undefined, [['breaking request-body-removed', '', 'text', 'there is no body']]],
  ['is new', undefined, body(false), [['safe request-body-added', '']]],
  [
    'is new and has to be there',
    undefined,
    body(true),
    [['breaking request-body-required-added', '', undefined, 'a body is required']],
  ],
  [
    'is of another media type',
    body(true),
    body(true, 'text/csv'),
    [
      [
        'breaking request-media-type-removed',
        '/content/application~1json',
        'text',
        'a body is not taken as application/json',
      ],
      ['safe request-media-type-added', '/content/text~1csv'],
    ],
  ],
];
const [numbers, both] = [{ 'application/json': { schema: { type: 'integer' } } }, body(true, 'text/csv').content];
wholes.push([
  'has lost the second of two media types',
  { required: true, content: { ...numbers, ...both } },
  { required: true, content: numbers },
  [['breaking request-media-type-removed', '/content/text~1csv', 'text', 'a body is not taken as text/csv']],
]);
for (const [what, base, revision, told] of wholes) {
  test(`a body that ${what} is told, and shown to who sends it`, () => {
    const of = (requestBody?: object) => {
      const post = { ...(requestBody && { requestBody }), responses: { 204: { description: 'Done.' } } };
      return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
    };
    const found = diffDocuments(of(base), of(revision)).changes.map(({ level, rule, pointer, example }) => [
      `${level} ${rule}`,
      pointer.replace('/paths/~1things/post/requestBody', ''),
      ...(example ? [example.request?.body, example.revision] : []),
    ]);
    expect(found).toEqual(told);
  });
}

test('a body that clients are sent is told of what they are sent, and shown to nobody', () => {
  const of = (requestBody?: object) => {
    const post = { ...(requestBody && { requestBody }), responses: { 204: { description: 'Done.' } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, webhooks: { made: { post } } };
  };
  const told = (base?: object, revision?: object) =>
    diffDocuments(of(base), of(revision)).changes.map(({ level, rule, example }) => [level, rule, example]);
  expect(told(body(true), body(true, 'text/csv'))).toEqual([
    ['breaking', 'response-media-type-removed', undefined],
    ['breaking', 'response-sent-media-type-added', undefined],
  ]);
  expect(told(undefined, body(true))).toEqual([['safe', 'response-body-added', undefined]]);
  expect(told(body(false), body(true))).toEqual([['safe', 'response-body-became-required', undefined]]);
  expect(told(body(true), body(false))).toEqual([['breaking', 'response-body-became-optional', undefined]]);
  expect(told(body(true))).toEqual([['breaking', 'response-body-removed', undefined]]);
});
