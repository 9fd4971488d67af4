import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document of an edition of OpenAPI whose one operation takes the schema, or gives it. */
function documentOf(side: 'taken' | 'given', schema: object, openapi: string) {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'put',
    ...(side === 'taken' && { requestBody: { required: true, content } }),
    responses: { 200: { description: 'Done.', ...(side === 'given' && { content }) } },
  };
  return { openapi, info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

/** What shows a change of a schema first: who sends it is refused with a value, or who reads it is given one that the base refused. */
function shown(side: 'taken' | 'given', base: object, revision: object, openapi = '3.1.0') {
  const { changes } = diffDocuments(documentOf(side, base, openapi), documentOf(side, revision, openapi));
  const example = changes.find((change) => change.example)?.example;
  if (!example) return undefined;
  return side === 'taken' ? [example.request?.body, example.revision] : [example.answer?.body, example.base];
}

const text = (more: object = {}) => ({ type: 'string', ...more });
const number = (more: object = {}) => ({ type: 'number', ...more });
const range = (more: object = {}) => ({ type: 'integer', ...more });
const list = (more: object = {}) => ({ type: 'array', items: text(), ...more });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** Each goes from more values to fewer; the value that shows it, and what is said to who sends it. */
const rows: Record<string, [more: object, fewer: object, value: unknown, refusal: string]> = {
  'a text has to be longer': [text(), text({ minLength: 6 }), 'text', 'must NOT have fewer than 6 characters'],
  'a text has to be shorter': [text(), text({ maxLength: 2 }), 'text', 'must NOT have more than 2 characters'],
  'a text of a format has to be longer': [
    text({ format: 'uuid' }),
    text({ format: 'uuid', minLength: 40 }),
    'a08ff49b-6f77-4263-8716-c43069c43a8c',
    'must NOT have fewer than 40 characters',
  ],
  'a text of a pattern that shorter ones meet has to be longer': [
    text({ pattern: '^[a-z]+$', minLength: 20 }),
    text({ pattern: '^[a-z]+$', minLength: 30 }),
    'anzzzzzzzzzzzzzzzzzz',
    'must NOT have fewer than 30 characters',
  ],
  'a text that begins with a pattern has to be longer': [
    text({ pattern: '^https?://', minLength: 10 }),
    text({ pattern: '^https?://', minLength: 11 }),
    'http://9Sy',
    'must NOT have fewer than 11 characters',
  ],
  'a text is of fewer letters': [
    text({ pattern: '^[a-z]+$' }),
    text({ pattern: '^[a-f]+$' }),
    'anzz',
    'must match pattern "^[a-f]+$"',
  ],
  'a text that is referred to by its anchor has to be shorter': [
    { $dynamicRef: '#n', $defs: { n: { $dynamicAnchor: 'n', ...text() } } },
    { $dynamicRef: '#n', $defs: { n: { $dynamicAnchor: 'n', ...text({ maxLength: 2 }) } } },
    'text',
    'must NOT have more than 2 characters',
  ],
  'what each form of two has to be besides is limited': [
    { oneOf: [text(), range()], allOf: [{ type: ['string', 'integer'] }] },
    { oneOf: [text(), range()], allOf: [{ type: ['string', 'integer'], maxLength: 2 }] },
    'text',
    'must NOT have more than 2 characters',
  ],
  'a number ends before its bound': [number({ maximum: 5 }), number({ exclusiveMaximum: 5 }), 5, 'must be < 5'],
  'a number begins behind its bound': [number({ minimum: 5 }), number({ exclusiveMinimum: 5 }), 5, 'must be > 5'],
  'a number that ended before a bound ends before another one': [
    number({ exclusiveMaximum: 5 }),
    number({ exclusiveMaximum: 4 }),
    4,
    'must be < 4',
  ],
  'a number that ended before a bound ends at a fraction below it': [
    number({ exclusiveMaximum: 5 }),
    number({ maximum: 4.25 }),
    4.75,
    'must be <= 4.25',
  ],
  'a number that began behind a bound begins at a fraction above it': [
    number({ exclusiveMinimum: 5 }),
    number({ minimum: 5.75 }),
    5.25,
    'must be >= 5.75',
  ],
  'a fraction is greater': [number({ maximum: 5.5 }), number({ maximum: 5.25 }), 5.5, 'must be <= 5.25'],
  'an integer is at least so much': [range({ maximum: -3 }), range({ maximum: -3, minimum: -4 }), -5, 'must be >= -4'],
  'a number is negative': [number(), number({ maximum: -7 }), -6, 'must be <= -7'],
  'a member is limited beside a negative one': [
    object({ a: text(), b: range({ maximum: -20 }) }, { required: ['a', 'b'] }),
    object({ a: text({ minLength: 6 }), b: range({ maximum: -20 }) }, { required: ['a', 'b'] }),
    { a: 'text', b: -20 },
    '/a must NOT have fewer than 6 characters',
  ],
  'fractions are gone': [number({ minimum: 3 }), range({ minimum: 3 }), 3.5, 'must be integer'],
  'fractions of a short range are gone': [
    number({ minimum: 3, maximum: 3.25 }),
    range({ minimum: 3, maximum: 3.25 }),
    3.1,
    'must be integer',
  ],
  'the halves of a range that begins beside them are gone': [
    number({ minimum: 0.3, multipleOf: 0.5 }),
    range({ minimum: 0.3, multipleOf: 0.5 }),
    0.5,
    'must be integer',
  ],
  'fractions below a bound are gone': [number({ maximum: -2 }), range({ maximum: -2 }), -2.5, 'must be integer'],
  'a step is larger': [
    range({ multipleOf: 3, minimum: 4 }),
    range({ multipleOf: 6, minimum: 4 }),
    9,
    'must be multiple of 6',
  ],
  'a step that is no binary fraction is kept to': [
    number({ multipleOf: 0.1, minimum: 0.25 }),
    number({ multipleOf: 0.5, minimum: 0.25 }),
    3 * 0.1,
    'must be multiple of 0.5',
  ],
  'a value is not listed': [{ enum: ['a', 'b', 'c'] }, { enum: ['a', 'c'] }, 'b', 'must be one of "a", "c"'],
  'but two values are not listed': [{ enum: ['a', 'b', 'c'] }, { const: 'b' }, 'a', 'must be "b"'],
  'a text of at least and at most so much has to be longer': [
    text({ minLength: 6, maxLength: 9 }),
    text({ minLength: 10, maxLength: 11 }),
    'textxx',
    'must NOT have fewer than 10 characters',
  ],
  'a text has to be bytes in base64': [
    text({ minLength: 5 }),
    text({ minLength: 5, contentEncoding: 'base64' }),
    'textx',
    'must match format "byte"',
  ],
  'a member by a pattern that is called like a keyword is limited': [
    object({}, { required: ['default'], patternProperties: { default: text(), enum: text() } }),
    object({}, { required: ['default'], patternProperties: { default: text({ maxLength: 2 }), enum: text() } }),
    { default: 'text', another: 'text' },
    '/default must NOT have more than 2 characters',
  ],
  'a member brings two others along': [
    object({ a: range(), b: text(), c: text() }, { required: ['a'], dependentRequired: { a: ['b', 'c'] } }),
    object(
      { a: range({ minimum: 1 }), b: text(), c: text() },
      { required: ['a'], dependentRequired: { a: ['b', 'c'] } },
    ),
    { a: 0, b: 'text', c: 'text' },
    '/a must be >= 1',
  ],
  'an object is not listed': [{ enum: [{ a: 1 }, { a: 2 }] }, { enum: [{ a: 1 }] }, { a: 2 }, 'must be {"a":1}'],
  'a type is gone': [{ type: ['integer', 'boolean'] }, range(), true, 'must be integer'],
  'null is gone': [{ type: ['string', 'null'] }, text(), null, 'must be string'],
  'a member has to be there': [
    object({ a: text(), b: text() }),
    object({ a: text(), b: text() }, { required: ['b'] }),
    {},
    "must have required property 'b'",
  ],
  'a member brings another one along': [
    object({ a: text(), b: text() }),
    object({ a: text(), b: text() }, { dependentRequired: { a: ['b'] } }),
    { a: 'text' },
    'must have property b when property a is present',
  ],
  'a member brings another one along, of which there were at least two': [
    object({ b: text(), a: text(), c: text() }, { minProperties: 2 }),
    object({ b: text(), a: text(), c: text() }, { minProperties: 2, dependentRequired: { a: ['b'] } }),
    { a: 'text', c: 'text' },
    'must have property b when property a is present',
  ],
  'a member is longer that brings another one along': [
    object({ a: text(), b: range() }, { required: ['a'], dependentRequired: { a: ['b'] } }),
    object({ a: text({ minLength: 6 }), b: range() }, { required: ['a'], dependentRequired: { a: ['b'] } }),
    { a: 'text', b: 0 },
    '/a must NOT have fewer than 6 characters',
  ],
  'a member of a map is limited': [
    object({}, { additionalProperties: text() }),
    object({}, { additionalProperties: text({ maxLength: 1 }) }),
    { another: 'text' },
    '/another must NOT have more than 1 characters',
  ],
  'a member of a member is limited': [
    object({ a: object({ b: range() }, { required: ['b', 'c'] }) }),
    object({ a: object({ b: range({ minimum: 1 }) }, { required: ['b', 'c'] }) }),
    { a: { b: 0, c: 'text' } },
    '/a/b must be >= 1',
  ],
  'the names of a map are limited': [
    object({}, { propertyNames: text(), additionalProperties: range() }),
    object({}, { propertyNames: text({ maxLength: 3 }), additionalProperties: range() }),
    { text: 0 },
    'must NOT have more than 3 characters',
  ],
  'a list has to be longer': [
    list({ minItems: 1 }),
    list({ minItems: 3 }),
    ['text'],
    'must NOT have fewer than 3 items',
  ],
  'a list has to be shorter': [
    list(),
    list({ maxItems: 2 }),
    ['text', 'text', 'text'],
    'must NOT have more than 2 items',
  ],
  'a list does not repeat itself': [
    list(),
    list({ uniqueItems: true }),
    ['text', 'text'],
    'must NOT have duplicate items (items ## 1 and 0 are identical)',
  ],
  'a list that does not repeat itself has to be longer': [
    list({ items: range(), uniqueItems: true, minItems: 2 }),
    list({ items: range(), uniqueItems: true, minItems: 3 }),
    [0, 1],
    'must NOT have fewer than 3 items',
  ],
  'a list of listed values that does not repeat itself has to contain one of them': [
    list({ items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 2 }),
    list({ items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 2, contains: { const: 'a' } }),
    ['b', 'c'],
    'must contain at least 1 valid item(s)',
  ],
  'items are limited': [
    list({ minItems: 2 }),
    list({ minItems: 2, items: text({ maxLength: 2 }) }),
    ['text', 'text'],
    '/0 must NOT have more than 2 characters',
  ],
  'the second item is limited': [
    { type: 'array', prefixItems: [text(), range(), text()] },
    { type: 'array', prefixItems: [text(), range({ minimum: 5 }), text()] },
    ['text', 4],
    '/1 must be >= 5',
  ],
  'a member of the second item is limited': [
    { type: 'array', prefixItems: [text(), object({ a: range() }, { required: ['b'] })] },
    { type: 'array', prefixItems: [text(), object({ a: range({ minimum: 1 }) }, { required: ['b'] })] },
    ['text', { a: 0, b: 'text' }],
    '/1/a must be >= 1',
  ],
  'items behind the first are limited': [
    { type: 'array', prefixItems: [text()], items: range() },
    { type: 'array', prefixItems: [text()], items: range({ minimum: 5 }) },
    ['text', 4],
    '/1 must be >= 5',
  ],
  'a list contains more of a kind': [
    { type: 'array', contains: range() },
    { type: 'array', contains: range(), minContains: 2 },
    [0],
    'must contain at least 2 valid item(s)',
  ],
  'a form of two is gone': [
    {
      oneOf: [
        object({ a: text() }, { required: ['a'], additionalProperties: false }),
        object({ b: text() }, { required: ['b'], additionalProperties: false }),
      ],
    },
    { oneOf: [object({ a: text() }, { required: ['a'], additionalProperties: false })] },
    { b: 'text' },
    "must have required property 'a'",
  ],
  'a member of a form of two is limited': [
    {
      oneOf: [
        object({ is: { const: 'x' } }, { required: ['is'] }),
        object({ is: { const: 'y' }, b: text() }, { required: ['is'] }),
      ],
    },
    {
      oneOf: [
        object({ is: { const: 'x' } }, { required: ['is'] }),
        object({ is: { const: 'y' }, b: text({ maxLength: 1 }) }, { required: ['is'] }),
      ],
    },
    { is: 'y', b: 'text' },
    '/is must be "x"',
  ],
  'an object is closed': [
    object({ a: text() }),
    object({ a: text() }, { additionalProperties: false }),
    { another: 'text' },
    'must NOT have additional properties (another)',
  ],
};
for (const [change, [more, fewer, value, refusal]] of Object.entries(rows)) {
  test(`${change}: the smallest value shows it, to who sends and to who reads`, () => {
    expect(shown('taken', more, fewer)).toEqual([value, refusal]);
    expect(shown('given', fewer, more)).toEqual([value, refusal]);
  });
}

test('what OpenAPI 3.0 writes otherwise shows the same', () => {
  const old = (base: object, revision: object) => shown('taken', base, revision, '3.0.3');
  const below = number({ maximum: 5, exclusiveMaximum: true });
  const above = number({ minimum: 5, exclusiveMinimum: true });
  expect(old(number({ maximum: 5, exclusiveMaximum: false }), below)).toEqual([5, 'must be < 5']);
  expect(old(number({ minimum: 5 }), above)).toEqual([5, 'must be > 5']);
  expect(old(above, { ...above, maximum: 7 })).toEqual([8, 'must be <= 7']);
  const referring = (more: object) => {
    const $ref = '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/b';
    return object({ a: { $ref, maxLength: 2 }, b: text(more) }, { required: ['a', 'b'] });
  };
  expect(old(referring({}), referring({ maxLength: 3 }))).toEqual([
    { a: 'text', b: 'text' },
    '/a must NOT have more than 3 characters',
  ]);
  for (const never of [text(), text({ nullable: false })])
    expect(old(text({ nullable: true }), never)).toEqual([null, 'must be string']);
  expect(old(text({ nullable: true, maxLength: 3 }), text({ nullable: true, maxLength: 2 }))?.[0]).toBe('tex');
});

const keywords = [
  '$id',
  '$anchor',
  '$ref',
  'const',
  'constructor',
  'default',
  'discriminator',
  'enum',
  'example',
  'examples',
  'mapping',
  'nullable',
  'oneOf',
  'properties',
  'readOnly',
  'required',
  'writeOnly',
  'x-own',
];
test('members that are called like keywords are members like others', () => {
  for (const keyword of keywords) {
    const of = (member: object) => object({ [keyword]: member }, { required: [keyword] });
    const found = [{ [keyword]: 'text' }, `/${keyword} must NOT have more than 2 characters`];
    expect(shown('taken', of(text()), of(text({ maxLength: 2 }))), keyword).toEqual(found);
    expect(shown('given', of(text({ maxLength: 2 })), of(text())), keyword).toEqual(found);
  }
});

test('what has to hold with a member that is called like a keyword is told as of others', () => {
  for (const keyword of ['a', 'default', 'x-own']) {
    const of = (b: object) =>
      object(
        { [keyword]: text(), b: range() },
        { required: [keyword, 'b'], dependentSchemas: { [keyword]: object({ b }) } },
      );
    expect(shown('taken', of({}), of(range({ minimum: 1 }))), keyword).toEqual([
      { [keyword]: 'text', b: 0 },
      '/b must be >= 1',
    ]);
  }
});

test('a lenient member is not what a request is refused for', () => {
  const of = (type: string, more: object) =>
    object({ loose: { type, 'x-lenient': true }, a: range(more) }, { required: ['loose', 'a'] });
  expect(shown('taken', of('string', {}), of('integer', { minimum: 1 }))).toEqual([
    { loose: 'text', a: 0 },
    '/a must be >= 1',
  ]);
});

test('what a schema shows as an example of a text or a number is what shows a change, where it is allowed', () => {
  for (const told of [{ example: 'Ann' }, { examples: ['An', 'Ann'] }])
    for (const said of [told, { allOf: [told] }])
      expect(shown('taken', text({ minLength: 3, ...said }), text({ maxLength: 2 }))?.[0]).toBe('Ann');
  const several = { examples: ['Ann'], example: 'Bob', allOf: [{ example: 'Cid' }] };
  expect(shown('taken', text(several), text({ maxLength: 2 }))?.[0]).toBe('Ann');
  expect(shown('taken', range({ example: 7 }), range({ multipleOf: 2 }))?.[0]).toBe(7);
  expect(shown('taken', text({ maxLength: 9, example: 'far too long' }), text({ maxLength: 2 }))?.[0]).toBe('text');
});

test('members that the other side alone writes are left out, required or not', () => {
  const of = (more: object) =>
    object(
      { own: text({ readOnly: true }), secret: text({ writeOnly: true }), a: range(more) },
      { required: ['own', 'secret', 'a'] },
    );
  expect(shown('taken', of({}), of({ minimum: 1 }))).toEqual([{ secret: 'text', a: 0 }, '/a must be >= 1']);
  expect(shown('given', of({ minimum: 1 }), of({}))).toEqual([{ own: 'text', a: 0 }, '/a must be >= 1']);
});

test('that a value fits two branches of a union of which it may fit one is told to who sends it alone', () => {
  const branches = [text({ maxLength: 5 }), text({ minLength: 3 })];
  const [any, one] = [{ anyOf: branches }, { oneOf: branches }];
  expect(shown('taken', any, one)).toEqual(['text', 'must match exactly one schema in oneOf']);
  expect(shown('given', one, any)).toBeUndefined();
});

test('what values alone tell is looked for in members and items that need not be there', () => {
  const branches = [text({ maxLength: 5 }), text({ minLength: 3 })];
  const [any, one] = [{ anyOf: branches }, { oneOf: branches }];
  const refused = 'must match exactly one schema in oneOf';
  const none = { type: 'array', items: text(), maxItems: 0 };
  const within = (depth: number, schema: object): object =>
    depth === 0 ? schema : object({ a: within(depth - 1, schema) });
  const cases: [of: (schema: object) => object, value: unknown, at: string][] = [
    [(schema) => object({ b: range(), a: schema, none }), { b: 0, a: 'text', none: [] }, '/a'],
    [(schema) => object({ a: schema, b: range() }, { maxProperties: 1 }), { a: 'text' }, '/a'],
    [(schema) => object({ a: schema, never: list({ items: false }) }), { a: 'text', never: [] }, '/a'],
    [(schema) => list({ items: schema }), ['text'], '/0'],
    [(schema) => object({ a: list({ items: schema }) }), { a: ['text'] }, '/a/0'],
    [(schema) => within(3, list({ items: schema })), { a: { a: { a: ['text'] } } }, '/a/a/a/0'],
    [(schema) => within(4, schema), { a: { a: { a: { a: 'text' } } } }, '/a/a/a/a'],
  ];
  for (const [of, value, at] of cases) expect(shown('taken', of(any), of(one))).toEqual([value, `${at} ${refused}`]);
  for (const [depth, of] of [
    [5, (schema: object) => schema],
    [4, (schema: object) => list({ items: schema })],
  ] as const)
    expect(shown('taken', within(depth, of(any)), within(depth, of(one)))).toBeUndefined();
});

test('that the other side alone wrote a member no more is told, and no value of it', () => {
  const of = (flag: string, is: boolean) => object({ a: { type: 'integer', [flag]: is } }, { required: ['a'] });
  const told = (side: 'taken' | 'given', flag: string) =>
    diffDocuments(documentOf(side, of(flag, true), '3.1.0'), documentOf(side, of(flag, false), '3.1.0')).changes.map(
      ({ rule }) => rule,
    );
  expect(told('taken', 'readOnly')).toEqual(['request-property-required', 'request-no-longer-read-only']);
  expect(told('given', 'writeOnly')).toEqual(['response-no-longer-write-only', 'response-property-required']);
});

test('members lie in one another as deep as twelve to be shown, those that a change leads to any deeper', () => {
  const nested = (depth: number, schema: object): object =>
    depth === 0 ? schema : object({ a: nested(depth - 1, schema) }, { required: ['a'] });
  const beside = (depth: number, more: object) =>
    object({ deep: nested(depth, range()), b: range(more) }, { required: ['deep', 'b'] });
  expect(shown('taken', beside(11, {}), beside(11, { minimum: 1 }))?.[1]).toBe('/b must be >= 1');
  expect(shown('taken', beside(12, {}), beside(12, { minimum: 1 }))).toBeUndefined();
  const at = '/a'.repeat(20);
  expect(shown('taken', nested(20, range()), nested(20, range({ minimum: 1 })))?.[1]).toBe(`${at} must be >= 1`);
});
