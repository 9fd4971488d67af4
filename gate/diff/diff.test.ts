import { expect, test } from 'vitest';
import { diffDocuments } from './index.ts';
import type { Json } from './source.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { description: 'Done.' };

/** A document with one operation. */
const documentOf = (operation: object, more: object = {}, version = '1.4.2') => ({
  openapi: '3.1.0',
  info: { title: 'T', version },
  paths: { '/things/{id}': { post: { operationId: 'put', responses: { 204: done }, ...operation } } },
  ...more,
});

const verdictOf = async (base: Json, revision: Json) => (await diffDocuments(base, revision)).verdict;

const parameter = (more: object = {}) => ({
  parameters: [{ name: 'a', in: 'query', schema: { type: 'string' }, ...more }],
});
const list = { type: 'array', items: { type: 'string' } };
const responses = (...statuses: string[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { ...done, ...json({ type: 'object' }) }])),
});
const header = (more: object) => ({
  responses: { 204: { ...done, headers: { 'X-A': { schema: { type: 'string' }, ...more } } } },
});

/** Each row has the verdict of a change of an operation, and of the way back. */
for (const [what, base, revision, there, back] of [
  ['an optional parameter is added', {}, parameter(), 'safe', 'breaking'],
  ['a required parameter is added', {}, parameter({ required: true }), 'breaking', 'breaking'],
  ['a parameter becomes required', parameter(), parameter({ required: true }), 'breaking', 'safe'],
  ['a parameter moves into a header', parameter(), parameter({ in: 'header' }), 'breaking', 'breaking'],
  [
    'a parameter has another style',
    parameter({ schema: list, explode: false }),
    parameter({ schema: list, style: 'pipeDelimited', explode: false }),
    'breaking',
    'breaking',
  ],
  [
    'a list is no longer exploded',
    parameter({ schema: list }),
    parameter({ schema: list, explode: false }),
    'breaking',
    'breaking',
  ],
  ['a number is written as any text', parameter({ schema: { type: 'number' } }), parameter(), 'soft', 'breaking'],
  [
    'a parameter is written as JSON',
    parameter(),
    { parameters: [{ name: 'a', in: 'query', ...json({ type: 'string' }) }] },
    'breaking',
    'breaking',
  ],
  ['a body is added', {}, { requestBody: json({}) }, 'safe', 'breaking'],
  ['a required body is added', {}, { requestBody: { required: true, ...json({}) } }, 'breaking', 'breaking'],
  ['a success is added', responses('200'), responses('200', '202'), 'soft', 'breaking'],
  ['an error is added', responses('200'), responses('200', '404'), 'safe', 'breaking'],
  ['a range of errors is added', responses('200'), responses('200', '4XX'), 'safe', 'breaking'],
  [
    'an error that a range has already is added',
    responses('200', '4XX'),
    responses('200', '4XX', '404'),
    'safe',
    'soft',
  ],
  ['an error of another range is added', responses('200', '4XX'), responses('200', '4XX', '500'), 'safe', 'breaking'],
  ['a range is written in small letters', responses('200', '4XX'), responses('200', '4xx'), 'safe', 'safe'],
  ['an optional header of an answer is added', {}, header({}), 'safe', 'breaking'],
  ['a header of an answer is no longer required', header({ required: true }), header({}), 'breaking', 'safe'],
  ['an operation is deprecated', {}, { deprecated: true }, 'soft', 'safe'],
] as const) {
  test(`${what}: ${there}, and ${back} on the way back`, async () => {
    expect(await verdictOf(documentOf(base), documentOf(revision))).toBe(there);
    expect(await verdictOf(documentOf(revision), documentOf(base))).toBe(back);
  });
}

const securitySchemes = {
  a: { type: 'http', scheme: 'bearer' },
  b: { type: 'http', scheme: 'basic' },
  o: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: { read: '', write: '' } } },
  },
};
const security = (...ways: object[]) => documentOf({ security: ways }, { components: { securitySchemes } });
for (const [what, base, revision, there, back] of [
  ['credentials are required', security(), security({ a: [] }), 'breaking', 'soft'],
  ['credentials become optional', security({ a: [] }), security({ a: [] }, {}), 'soft', 'breaking'],
  ['a second scheme is accepted', security({ a: [] }), security({ a: [] }, { b: [] }), 'safe', 'breaking'],
  ['a second scheme is required as well', security({ a: [] }), security({ a: [], b: [] }), 'breaking', 'safe'],
  ['a further scope is required', security({ o: ['read'] }), security({ o: ['read', 'write'] }), 'breaking', 'safe'],
  [
    'scopes are in another order',
    security({ o: ['read', 'write'] }),
    security({ o: ['write', 'read'] }),
    'safe',
    'safe',
  ],
] as const) {
  test(`${what}: ${there}, and ${back} on the way back`, async () => {
    expect(await verdictOf(base, revision)).toBe(there);
    expect(await verdictOf(revision, base)).toBe(back);
  });
}

test('an operation without security has the security of the document', async () => {
  const inherited = (own: object) => documentOf(own, { security: [{ a: [] }], components: { securitySchemes } });
  expect((await diffDocuments(inherited({}), inherited({ security: [{ a: [] }] }))).changes).toEqual([]);
  expect(await verdictOf(inherited({}), inherited({ security: [{ b: [] }] }))).toBe('breaking');
});

test('a parameter of an operation overrides that of its path', async () => {
  const of = (required: boolean, own: object) => {
    const document = documentOf(own);
    Object.assign(document.paths['/things/{id}'], parameter({ required }));
    return document;
  };
  expect((await diffDocuments(of(true, parameter()), of(false, parameter()))).changes).toEqual([]);
  expect(await verdictOf(of(false, {}), of(true, {}))).toBe('breaking');
});

for (const [from, versions] of [
  ['1.4.2', ['2.0.0', '1.5.0', '1.5.0', '1.4.3', '1.4.2']],
  ['0.4.2', ['0.5.0', '0.5.0', '0.5.0', '0.4.3', '0.4.2']],
] as const) {
  test(`the gravest change decides the step from version ${from}`, async () => {
    const base = documentOf({ ...parameter(), deprecated: true }, {}, from);
    const step = async (operation: object) => {
      const revision = documentOf({ ...parameter(), deprecated: true, ...operation }, {}, from);
      return (await diffDocuments(base, revision)).requiredVersion;
    };
    const steps = [
      step(parameter({ required: true })),
      step({ operationId: 'send' }),
      step({ parameters: [...parameter().parameters, { name: 'b', in: 'query', schema: {} }] }),
      step({ deprecated: false }),
      step({ description: 'In other words.' }),
    ];
    expect(await Promise.all(steps)).toEqual(versions);
  });
}

test('a breaking change of a request has its places, its operation and a request that shows it', async () => {
  const of = (currencies: string[]) =>
    documentOf({
      requestBody: json({ type: 'object', required: ['currency'], properties: { currency: { enum: currencies } } }),
    });
  const schema = '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema/properties/currency/enum';
  expect((await diffDocuments(of(['EUR', 'USD']), of(['EUR']))).changes).toEqual([
    {
      level: 'breaking',
      rule: 'request-enum-value-removed',
      operation: 'put',
      direction: 'request',
      pointer: `${schema}/USD`,
      basePointer: `${schema}/1`,
      message: expect.stringContaining('"USD"'),
      example: {
        request: { method: 'POST', url: expect.stringMatching(/^\/things\/[^{]+$/), body: { currency: 'USD' } },
        base: 'valid',
        revision: expect.stringContaining('/currency'),
      },
    },
  ]);
});

test('a breaking change of an answer has an answer that shows it', async () => {
  const of = (type: string | string[]) =>
    documentOf({
      responses: { 200: { ...done, ...json({ type: 'object', required: ['ok'], properties: { ok: { type } } }) } },
    });
  expect((await diffDocuments(of('boolean'), of(['boolean', 'null']))).changes).toMatchObject([
    {
      rule: 'response-null-added',
      example: { answer: { status: '200', body: { ok: null } }, base: '/ok must be boolean', revision: 'valid' },
    },
  ]);
});

test('an example of a list that may hold fewer items has items of its schema', async () => {
  const of = (maxItems: number) =>
    documentOf({ requestBody: json({ type: 'array', maxItems, items: { type: 'object' } }) });
  const [change] = (await diffDocuments(of(3), of(2))).changes;
  expect(change?.example?.request?.body).toEqual([{}, {}, {}]);
});

test('a change of a component is reported once, with every operation that uses it', async () => {
  const of = (type: string) => {
    const use = { responses: { 200: { ...done, ...json({ $ref: '#/components/schemas/A' }) } } };
    const document = documentOf(use, { components: { schemas: { A: { type } } } });
    Object.assign(document.paths['/things/{id}'], { get: { operationId: 'read', ...use } });
    return document;
  };
  const { changes } = await diffDocuments(of('string'), of('integer'));
  expect(changes).toHaveLength(1);
  expect(new Set(changes[0]?.operations)).toEqual(new Set(['put', 'read']));
});

test('a new operation is reported under its id', async () => {
  const revision = documentOf({});
  Object.assign(revision.paths['/things/{id}'], { get: { operationId: 'read', responses: { 200: done } } });
  const { changes } = await diffDocuments(documentOf({}), revision);
  expect(changes).toMatchObject([{ rule: 'operation-added', operation: 'read' }]);
});

const nest = (depth: number) => {
  let value: Json = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
};

for (const [what, document, message] of [
  ['another format', { swagger: '2.0' }, 'revision: is no OpenAPI document'],
  ['another version', { ...documentOf({}), openapi: '3.0.3' }, 'revision: is an OpenAPI 3.0.3 document'],
  ['paths that are a list', { ...documentOf({}), paths: [] }, 'revision: #/paths is no map'],
  [
    'a reference to nothing',
    documentOf({ parameters: [{ $ref: '#/components/schemas/A' }] }),
    'revision: #/paths/~1things~1{id}/post/parameters/0: ',
  ],
  [
    'too many levels',
    { ...documentOf({}), unknown: nest(20_000) },
    'the documents are nested too deeply to be compared',
  ],
] as const) {
  test(`a document with ${what} is refused in one line`, async () => {
    await expect(diffDocuments(documentOf({}), document)).rejects.toThrow(message);
  });
}
