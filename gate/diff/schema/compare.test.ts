import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** A document whose one operation takes the schema, or answers with it. */
function documentOf(side: 'request' | 'response', schema: unknown) {
  const body = side === 'request' ? { requestBody: { required: true, ...json(schema) } } : {};
  const answer = { description: 'Done.', ...(side === 'response' && json(schema)) };
  const post = { operationId: 'put', ...body, responses: { 200: answer } };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

const changesOf = async (side: 'request' | 'response', base: unknown, revision: unknown) =>
  (await diffDocuments(documentOf(side, base), documentOf(side, revision))).changes;

/** The sides that a change breaks: clients that send the schema, and clients that read it. */
async function breaks(base: unknown, revision: unknown): Promise<string[]> {
  const broken: string[] = [];
  for (const side of ['request', 'response'] as const)
    if ((await changesOf(side, base, revision)).some(({ level }) => level === 'breaking')) broken.push(side);
  return broken;
}

const text = (more: object = {}) => ({ type: 'string', ...more });
const number = (more: object = {}) => ({ type: 'number', ...more });
const integer = (more: object = {}) => ({ type: 'integer', ...more });
const list = (more: object = {}) => ({ type: 'array', ...more });
const object = (more: object = {}) => ({ type: 'object', ...more });
const pair = (more: object = {}) => object({ properties: { a: text(), b: text() }, ...more });

/** The second schema of each row allows fewer values than the first. */
const narrower: Record<string, [wide: unknown, narrow: unknown]> = {
  'one type of two': [{ type: ['string', 'integer'] }, text()],
  'no null': [{ type: ['string', 'null'] }, text()],
  'a type at all': [{}, text()],
  'integers among the numbers': [number({ maximum: 2 }), integer({ maximum: 2 })],
  'nothing at all': [true, false],
  'fewer values of an enum': [text({ enum: ['a', 'b'] }), text({ enum: ['a'] })],
  'an enum': [text(), text({ enum: ['a', 'b'] })],
  'a constant': [text(), text({ const: 'a' })],
  'one object of an enum': [{ enum: [{ a: 1 }, { a: 2 }] }, { enum: [{ a: 1 }] }],
  'a lower maximum': [number({ maximum: 5 }), number({ maximum: 4.5 })],
  'a higher minimum': [number({ minimum: 5 }), number({ minimum: 5.5 })],
  'an exclusive maximum': [number({ maximum: 5 }), number({ exclusiveMaximum: 5 })],
  'an exclusive minimum': [number({ minimum: 5 }), number({ exclusiveMinimum: 5 })],
  'a multiple': [integer(), integer({ multipleOf: 2 })],
  'a multiple of a multiple': [number({ multipleOf: 2 }), number({ multipleOf: 4 })],
  'a shorter maximum length': [text({ maxLength: 5 }), text({ maxLength: 4 })],
  'a longer minimum length': [text({ minLength: 1 }), text({ minLength: 2 })],
  'a pattern': [text(), text({ pattern: '^a' })],
  'a format': [text(), text({ format: 'uuid' })],
  'numbers of 32 bits': [integer({ format: 'int64' }), integer({ format: 'int32' })],
  'fewer items': [list({ maxItems: 5 }), list({ maxItems: 4 })],
  'more items': [list({ minItems: 1 }), list({ minItems: 2 })],
  'unique items': [list(), list({ uniqueItems: true })],
  'items of fewer kinds': [list({ items: text() }), list({ items: text({ minLength: 1 }) })],
  'a required member': [pair(), pair({ required: ['a'] })],
  'fewer members': [pair({ maxProperties: 2 }), pair({ maxProperties: 1 })],
  'more members': [pair({ minProperties: 1 }), pair({ minProperties: 2 })],
  'no other members': [pair(), pair({ additionalProperties: false })],
  'other members of one type': [pair(), pair({ additionalProperties: text() })],
  'shorter values of a map': [
    object({ additionalProperties: text() }),
    object({ additionalProperties: text({ maxLength: 3 }) }),
  ],
  'a member with fewer values': [pair(), pair({ properties: { a: text({ maxLength: 1 }), b: text() } })],
  'a member of a member with fewer values': [
    object({ properties: { in: pair() } }),
    object({ properties: { in: pair({ required: ['b'] }) } }),
  ],
  'one branch less': [{ oneOf: [text(), integer()] }, { oneOf: [text()] }],
  'a branch that needs more': [
    { oneOf: [pair({ required: ['a'] }), text()] },
    { oneOf: [pair({ required: ['a', 'b'] }), text()] },
  ],
  'a part that needs more': [
    { allOf: [pair(), object()] },
    { allOf: [pair(), object({ properties: { a: text({ minLength: 1 }) } })] },
  ],
  'nothing that is two types at once': [text(), { allOf: [text(), integer()] }],
};
for (const [what, [wide, narrow]] of Object.entries(narrower)) {
  test(`${what} breaks clients that send, and the way back breaks clients that read`, async () => {
    expect(await breaks(wide, narrow)).toEqual(['request']);
    expect(await breaks(narrow, wide)).toEqual(['response']);
  });
}

/** Each schema of a row allows values that the other one does not. */
const different: Record<string, [unknown, unknown]> = {
  'another type': [text(), integer()],
  'another value of an enum': [text({ enum: ['a', 'b'] }), text({ enum: ['a', 'c'] })],
  'another constant': [text({ const: 'a' }), text({ const: 'b' })],
  'another format': [text({ format: 'uuid' }), text({ format: 'date' })],
  'another pattern': [text({ pattern: '^a+$' }), text({ pattern: '^b+$' })],
  'another multiple': [integer({ multipleOf: 2 }), integer({ multipleOf: 3 })],
  'another range': [integer({ minimum: 1, maximum: 5 }), integer({ minimum: 2, maximum: 6 })],
  'another branch': [{ oneOf: [text(), integer()] }, { oneOf: [text(), { type: 'boolean' }] }],
};
for (const [what, [base, revision]] of Object.entries(different)) {
  test(`${what} breaks clients that send and clients that read`, async () => {
    expect(await breaks(base, revision)).toEqual(['request', 'response']);
    expect(await breaks(revision, base)).toEqual(['request', 'response']);
  });
}

/** Keywords outside the vocabulary. */
for (const more of [
  { not: { const: 'a' } },
  { if: { required: ['a'] }, else: { required: ['b'] } },
  { dependentRequired: { a: ['b'] } },
  { propertyNames: { pattern: '^a' } },
  { patternProperties: { '^x': text() } },
  { unevaluatedProperties: false },
  { prefixItems: [text()] },
  { contentEncoding: 'base64' },
  { nullable: true },
  { exclusiveMinimum: true },
  { noSuchKeyword: 1 },
]) {
  test(`${Object.keys(more)[0]} is not judged`, async () => {
    for (const side of ['request', 'response'] as const) {
      const [base, revision] = [{ type: ['object', 'string'] }, { type: ['object', 'string'], ...more }];
      const expected = [{ rule: 'not-judged', pointer: expect.stringContaining(Object.keys(more)[0] as string) }];
      expect((await changesOf(side, base, revision)).slice(0, 1)).toMatchObject(expected);
      expect((await changesOf(side, revision, base)).slice(0, 1)).toMatchObject(expected);
      expect(await changesOf(side, revision, revision)).toEqual([]);
    }
  });
}

test('a keyword outside the vocabulary is not judged when its reference leads to another schema', async () => {
  const of = (value: object) => ({
    ...documentOf('request', { not: { $ref: '#/components/schemas/Value' } }),
    components: { schemas: { Value: value } },
  });
  expect((await diffDocuments(of(text()), of(integer()))).changes).toMatchObject([{ rule: 'not-judged' }]);
});

test('branches of a request that begin to exclude each other are not judged', async () => {
  const branches = [pair({ required: ['a'] }), pair({ required: ['b'] })];
  expect(await breaks({ anyOf: branches }, { oneOf: branches })).toEqual(['request']);
});

/** Each row has spellings of one schema. */
const spellings: Record<string, [unknown, ...unknown[]]> = {
  'a text or null': [
    { type: ['string', 'null'] },
    { oneOf: [text(), { type: 'null' }] },
    { anyOf: [{ enum: [null] }, text()] },
  ],
  'one value': [
    { const: 'a' },
    { enum: ['a'] },
    text({ enum: ['a', 1] }),
    { allOf: [{ enum: ['a', 'b'] }, { enum: ['a'] }] },
  ],
  'an enum': [text({ enum: ['a', 'b'] }), text({ enum: ['b', 'a'] }), { oneOf: [{ const: 'a' }, { const: 'b' }] }],
  'a range of integers': [integer({ minimum: 1, maximum: 3 }), integer({ exclusiveMinimum: 0, exclusiveMaximum: 4 })],
  'a length': [
    text({ minLength: 2, maxLength: 4 }),
    { allOf: [text({ minLength: 2 }), text({ maxLength: 4, minLength: 1 })] },
  ],
  'a list': [list({ minItems: 0, uniqueItems: false }), list()],
  'an object': [
    pair({ required: ['a', 'b'] }),
    pair({ required: ['b', 'a'] }),
    { allOf: [pair(), { required: ['a'] }, { required: ['b'] }] },
    pair({ required: ['a', 'b'], additionalProperties: true, minProperties: 0 }),
  ],
};
for (const [what, [first, ...others]] of Object.entries(spellings)) {
  test(`${what} may be spelt differently`, async () => {
    for (const spelling of others) {
      expect(await breaks(first, spelling), JSON.stringify(spelling)).toEqual([]);
      expect(await breaks(spelling, first), JSON.stringify(spelling)).toEqual([]);
    }
  });
}

/** The sides of members that only requests or only answers have. */
for (const [what, base, revision, broken] of [
  ['a removed property breaks both sides', pair(), object({ properties: { a: text() } }), ['request', 'response']],
  ['an added property breaks no side', object({ properties: { a: text() } }), pair(), []],
  [
    'a required read-only property breaks no client that sends',
    pair(),
    pair({ properties: { a: text({ readOnly: true }), b: text() }, required: ['a'] }),
    ['request'],
  ],
  [
    'a property can stop being read-only without a break',
    pair({ properties: { a: text({ readOnly: true }) } }),
    pair({ properties: { a: text() } }),
    [],
  ],
  [
    'a write-only property is missed by clients that read',
    pair(),
    pair({ properties: { a: text({ writeOnly: true }), b: text() } }),
    ['response'],
  ],
  ['a default breaks no side', text(), text({ default: 'a' }), []],
  ['a deprecation breaks no side', pair(), pair({ properties: { a: text({ deprecated: true }), b: text() } }), []],
] as const) {
  test(what, async () => expect(await breaks(base, revision)).toEqual(broken));
}

test('a default and a deprecation need a minor version', async () => {
  for (const more of [{ default: 'a' }, { deprecated: true }])
    expect(
      await changesOf('request', object({ properties: { a: text() } }), object({ properties: { a: text(more) } })),
    ).toMatchObject([{ level: 'soft' }]);
});

test('a change of a schema that refers to itself is found', async () => {
  const of = (value: object) => ({
    ...documentOf('response', { $ref: '#/components/schemas/Node' }),
    components: { schemas: { Node: object({ properties: { value, next: { $ref: '#/components/schemas/Node' } } }) } },
  });
  expect((await diffDocuments(of(text()), of(integer()))).changes).toMatchObject([
    { rule: 'response-type-changed', pointer: '/components/schemas/Node/properties/value/type' },
  ]);
});

test('a changed pattern with nested repetitions breaks both sides, and is never tried', async () => {
  const slow = '^((a+)+)+b$';
  for (const more of [{ minLength: 40 }, { enum: ['a'.repeat(40)] }]) {
    expect(await breaks(text({ pattern: '^a+$', ...more }), text({ pattern: slow, ...more }))).toContain('request');
    expect(await breaks(text({ pattern: slow, ...more }), text({ pattern: '^a+$', ...more }))).toContain('response');
  }
});
