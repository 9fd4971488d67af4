import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document whose one operation takes the schema, or gives it. */
function documentOf(side: 'taken' | 'given', schema: object) {
  const body = side === 'taken' ? { requestBody: { required: true, ...json(schema) } } : {};
  const answer = { description: 'Done.', ...(side === 'given' && json(schema)) };
  const post = { operationId: 'put', ...body, responses: { 200: answer } };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

/** Whether a change breaks those who send the schema, and those who read it; `by trial` when only values that were tried told. */
function breaks(base: object, revision: object): { senders: boolean | 'by trial'; readers: boolean | 'by trial' } {
  const isBroken = (side: 'taken' | 'given') => {
    const { changes } = diffDocuments(documentOf(side, base), documentOf(side, revision));
    const isTried = changes.some(({ rule }) => rule.endsWith('-schema-changed'));
    return isTried ? 'by trial' : changes.some(({ level }) => level === 'breaking');
  };
  return { senders: isBroken('taken'), readers: isBroken('given') };
}

const text = (more: object = {}) => ({ type: 'string', ...more });
const number = (more: object = {}) => ({ type: 'number', ...more });
const range = (more: object = {}) => ({ type: 'integer', ...more });
const list = (more: object) => ({ type: 'array', contains: { type: 'string' }, ...more });
const tuple = (...items: object[]) => ({ type: 'array', prefixItems: items });
const object = (more: object = {}) => ({ type: 'object', ...more });
const pair = (more: object = {}) => object({ properties: { a: text(), b: text() }, ...more });
/** Objects of many forms that each have one of some members, and one of others: too many to look at each pair of them. */
const forms = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => object({ required: [`${letter}${index}`] }));
const manyForms = (others: object[]) => object({ anyOf: forms('a', 9), oneOf: others });
const kinds = Array.from({ length: 24 }, (_, index) => `kind${index}`);
const pairInParts = { allOf: [pair(), object({ properties: { a: { $ref: '#a' } } })] };
const ifNoA = (other: object) => pair({ if: { required: ['a'] }, else: other });
const ofKind = (kind: object) => object({ properties: { kind }, required: ['kind'] });

/** Each pair goes from more values to fewer. */
const narrowed: Record<string, [object, object]> = {
  'an upper bound becomes exclusive': [number({ maximum: 5 }), number({ exclusiveMaximum: 5 })],
  'a lower bound becomes exclusive': [number({ minimum: 5 }), number({ exclusiveMinimum: 5 })],
  'an exclusive bound is put beside an equal one': [
    number({ maximum: 5 }),
    number({ maximum: 5, exclusiveMaximum: 5 }),
  ],
  'an upper bound is lower': [number({ maximum: 5 }), number({ maximum: 4.5 })],
  'a lower bound is higher': [number({ minimum: 5 }), number({ minimum: 5.5 })],
  'a bound becomes exclusive in one part of a whole': [
    { allOf: [number({ maximum: 5 }), number({ maximum: 5 })] },
    { allOf: [number({ maximum: 5 }), number({ exclusiveMaximum: 5 })] },
  ],
  'texts beside a longer one that is listed are shorter': [
    { anyOf: [text({ enum: ['none'] }), text({ maxLength: 3 })] },
    { anyOf: [text({ enum: ['none'] }), text({ maxLength: 2 })] },
  ],
  'fewer items may be of a kind': [list({ maxContains: 3 }), list({ maxContains: 2 })],
  'more items have to be of a kind': [list({ minContains: 1 }), list({ minContains: 2 })],
  'more items of a list that is long anyway have to be of a kind': [
    list({ minItems: 3, minContains: 1 }),
    list({ minItems: 3, minContains: 2 }),
  ],
  'only so many items may be of a kind': [list({}), list({ maxContains: 2 })],
  'only so many items may be of a kind that is wider': [
    list({ contains: text({ minLength: 3 }), minContains: 0, maxContains: 2 }),
    list({ contains: text({ minLength: 2 }), minContains: 0, maxContains: 2 }),
  ],
  'a list that may have some of a kind has to contain a wider one': [
    list({ contains: text({ minLength: 2 }), minContains: 0, maxContains: 5 }),
    list({ contains: text(), minContains: 1, maxContains: 5 }),
  ],
  'a list has to contain a narrower kind, and not more of it than so many': [
    list({}),
    list({ contains: text({ minLength: 2 }), maxContains: 5 }),
  ],
  'the first of a range of integers is not listed': [range({ minimum: 1, maximum: 3 }), range({ enum: [2, 3] })],
  'the last of a range of integers is not listed': [range({ minimum: 1, maximum: 3 }), range({ enum: [1, 2] })],
  'numbers between those of a range are not listed': [number({ minimum: 1, maximum: 2 }), number({ enum: [1, 2] })],
  'integers without an end are listed': [range({ minimum: 0 }), range({ enum: [1, 5] })],
  'a long range of integers is listed': [range({ minimum: 0, maximum: 1000 }), range({ enum: [1, 5] })],
  'a list is no longer among the values': [{ enum: [[1], [2]] }, { enum: [[1]] }],
  'an object is no longer among the values': [{ enum: [{ a: 1 }, { a: 2 }] }, { enum: [{ a: 1 }] }],
  'numbers at both ends of a range are listed': [number({ minimum: 1, maximum: 3.5 }), number({ enum: [1, 3.5] })],
  'a decimal fraction that is a multiple is listed': [number({ multipleOf: 0.1 }), number({ enum: [0.3] })],
  'a number that keeps to two steps is listed': [
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 3 })] },
    number({ enum: [6, 18] }),
  ],
  'texts of the least and the greatest length are listed': [
    text({ minLength: 2, maxLength: 3 }),
    text({ enum: ['aa', 'bbb'] }),
  ],
  'a sign of two code units is listed, which is one character': [text({ maxLength: 1 }), text({ enum: ['😀'] })],
  'a sign of two code units is listed, which is one of a pattern': [text({ pattern: '^.$' }), text({ enum: ['😀'] })],
  'a text is listed where a pattern is none at all': [text({ pattern: '(' }), text({ enum: ['a'] })],
  'a member of a map is limited by the names of two patterns': [
    object({ patternProperties: { '^x': text() } }),
    object({ patternProperties: { '^x': text(), '-id$': text({ minLength: 1 }) } }),
  ],
  'one of two exclusions is another one, and more': [
    { allOf: [text({ not: { const: 'a' } }), text({ not: { const: 'b' } })] },
    { allOf: [text({ not: { const: 'b' } }), text({ not: { enum: ['a', 'c'] } })] },
  ],
  'a text of a pattern is shorter': [text({ pattern: '^a+$', maxLength: 3 }), text({ pattern: '^a+$', maxLength: 2 })],
  'fractions are gone': [number({ maximum: 2 }), range({ maximum: 2 })],
  'a number is a multiple of another step, too': [
    number({ multipleOf: 2 }),
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 3 })] },
  ],
  'a list has to contain something': [{ type: 'array' }, list({})],
  'the first item of a list is limited': [
    { type: 'array', items: range() },
    { ...tuple(range({ minimum: 1 })), items: range() },
  ],
  'a further item of a list is limited': [
    { ...tuple(range()), items: range() },
    { ...tuple(range(), range({ minimum: 1 })), items: range() },
  ],
  'a tuple ends after its items': [tuple(range()), { ...tuple(range()), items: false }],
  'a tuple has no items that were not looked at': [tuple(range()), { ...tuple(range()), unevaluatedItems: false }],
  'a tuple that contains what was not looked at ends after its items': [
    { ...tuple(text()), contains: text(), unevaluatedItems: false },
    { ...tuple(text()), contains: text(), items: false },
  ],
  'a member asks for another one by a schema': [pair(), pair({ dependentSchemas: { a: { required: ['b'] } } })],
  'a member asks for another one by a schema, as of old': [pair(), pair({ dependencies: { a: { required: ['b'] } } })],
  'a member asks for another one, as of old': [pair(), pair({ dependencies: { a: ['b'] } })],
  'a condition is put': [pair(), ifNoA({ required: ['b'] })],
  'a condition asks for something else, too': [
    ifNoA({ required: ['b'] }),
    ifNoA({ required: ['b'], maxProperties: 1 }),
  ],
  'a value is excluded': [text(), text({ not: { const: 'a' } })],
  'a value is excluded from the second of two lists of them': [
    { anyOf: [text({ enum: ['c'] }), text({ enum: ['a', 'b'] })] },
    { anyOf: [text({ enum: ['c'] }), text({ enum: ['a', 'b'], not: { const: 'b' } })] },
  ],
  'members of a map whose names begin alike are limited': [
    object({ additionalProperties: text() }),
    object({ patternProperties: { '^x': text({ minLength: 1 }) }, additionalProperties: text() }),
  ],
  'a member is limited in a further part of a whole': [
    { allOf: [pair(), object()] },
    { allOf: [pair(), object({ properties: { a: text({ minLength: 1 }) } })] },
  ],
  'a member is limited in the second of two parts, behind a reference': [
    { ...pairInParts, $defs: { a: text({ $anchor: 'a' }) } },
    { ...pairInParts, $defs: { a: text({ $anchor: 'a', minLength: 1 }) } },
  ],
  'members that a whole does not speak of are refused': [
    { allOf: [pair()] },
    { allOf: [pair()], unevaluatedProperties: false },
  ],
  'members that an object does not speak of are limited': [pair(), pair({ unevaluatedProperties: text() })],
  'a text is base64': [text(), text({ contentEncoding: 'base64' })],
  'a text of a format that no registry knows is base64': [
    text(),
    text({ format: 'of-our-own', contentEncoding: 'base64' }),
  ],
  'a text is binary': [text(), text({ contentMediaType: 'application/octet-stream' })],
  'a pattern is tied to the start': [text({ pattern: 'a' }), text({ pattern: '^a' })],
  'a pattern that refers back, which is not followed, is put': [text(), text({ pattern: '^(a|b)\\1$' })],
  'a pattern is tied to the end': [text({ pattern: 'a' }), text({ pattern: 'a$' })],
  'a pattern is tied to both ends': [text({ pattern: 'a' }), text({ pattern: '^a$' })],
  'one of two patterns is tied to the start': [text({ pattern: 'a|b' }), text({ pattern: '^a|b' })],
  'a union of texts has a branch less': [
    { oneOf: [text({ maxLength: 2 }), text({ minLength: 5 })] },
    text({ maxLength: 2 }),
  ],
  'a branch of a union with a text needs more': [
    { oneOf: [pair({ required: ['a'] }), text()] },
    { oneOf: [pair({ required: ['a', 'b'] }), text()] },
  ],
  'one of very many forms is gone': [manyForms(forms('b', 10)), manyForms(forms('b', 9))],
  'one of very many forms needs more': [
    manyForms(forms('b', 9)),
    manyForms([...forms('b', 8), object({ required: ['b8', 'c'] })]),
  ],
  'an object has to be of one of very many forms': [object({ anyOf: forms('a', 9) }), manyForms(forms('b', 9))],
  'what a list contains is limited in a member': [
    list({ contains: object({ required: ['a'] }) }),
    list({ contains: object({ required: ['a'], properties: { a: text() } }) }),
  ],
  'a number of any kind is of eight bits': [number({ format: 'double' }), number({ format: 'int8' })],
  'a number is of two formats, one of which anybody reads': [
    number(),
    { allOf: [number({ format: 'int64' }), number({ format: 'int32' })] },
  ],
  'of a kind that is a text or a number one is left': [
    ofKind({ enum: ['x', 'y', 1] }),
    { oneOf: [{ const: 'x' }, { const: 'y' }].map(ofKind) },
  ],
  'one of two objects is of a number of those that were its kind': [
    { oneOf: [{ anyOf: [{ const: 'a' }, range()] }, { const: 'z' }].map(ofKind) },
    { oneOf: [{ const: 5 }, { const: 'z' }].map(ofKind) },
  ],
  'a value of two types has to be of one of them': [
    { minLength: 2, maximum: 5 },
    { minLength: 2, maximum: 5, type: ['string', 'number'] },
  ],
  'nothing is both a text and an integer': [text(), { allOf: [text(), range()] }],
};
for (const [change, [more, fewer]] of Object.entries(narrowed)) {
  test(`${change}: who sends breaks, and the other way who reads`, () => {
    expect(breaks(more, fewer)).toEqual({ senders: true, readers: false });
    expect(breaks(fewer, more)).toEqual({ senders: false, readers: true });
  });
}

/** Each list has spellings of the same. */
const alike: Record<string, object[]> = {
  'an exclusive bound': [
    number({ exclusiveMaximum: 5 }),
    number({ maximum: 5, exclusiveMaximum: 5 }),
    number({ maximum: 6, exclusiveMaximum: 5 }),
  ],
  'a range of integers': [
    range({ minimum: 1, maximum: 3 }),
    range({ exclusiveMinimum: 0, exclusiveMaximum: 4 }),
    range({ exclusiveMinimum: 0.5, exclusiveMaximum: 3.5 }),
    range({ minimum: 0.5, maximum: 3.9 }),
    range({ enum: [1, 2, 3] }),
    range({ minimum: 0, maximum: 3, enum: [1, 2, 3, 4] }),
  ],
  'a range of even integers': [range({ minimum: 0, maximum: 4, multipleOf: 2 }), range({ enum: [0, 2, 4] })],
  'an integer': [range(), number({ multipleOf: 1 }), range({ multipleOf: 1 }), { multipleOf: 1 }],
  'an even number': [
    range({ multipleOf: 2 }),
    number({ multipleOf: 2 }),
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 1 })] },
  ],
  'a multiple of six': [
    range({ multipleOf: 6 }),
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 3 })] },
    { allOf: [number({ multipleOf: 3 }), number({ multipleOf: 2 }), number({ multipleOf: 6 })] },
  ],
  'a multiple of a fraction': [
    number({ multipleOf: 0.6 }),
    { allOf: [number({ multipleOf: 0.2 }), number({ multipleOf: 0.3 })] },
  ],
  'an integer that is a multiple of a fraction': [
    range({ multipleOf: 3 }),
    range({ multipleOf: 1.5 }),
    { allOf: [range(), range({ multipleOf: 1.5 }), range({ multipleOf: 0.5 })] },
  ],
  'an object among the values': [
    { enum: [{ a: 1, b: { c: 1, d: 2 } }] },
    { enum: [{ b: { d: 2, c: 1 }, a: 1 }] },
    { const: { a: 1, b: { d: 2, c: 1 } } },
  ],
  'a text of two patterns that look around': [
    { allOf: [text({ pattern: '(?=a)b' }), text({ pattern: '(?<!c)d' })] },
    { allOf: [text({ pattern: '(?<!c)d' }), text({ pattern: '(?=a)b' })] },
  ],
  'a number of any kind': [number(), number({ format: 'double' }), number({ format: 'float' })],
  'a range of 64 integers': [
    range({ minimum: -3, maximum: 60 }),
    range({ enum: Array.from({ length: 64 }, (_, index) => index - 3) }),
  ],
  'exclusions in any order': [
    { allOf: [text({ not: { const: 'a' } }), text({ not: { const: 'b' } })] },
    { allOf: [text({ not: { const: 'b' } }), text({ not: { const: 'a' } })] },
  ],
  'a pattern that says the lengths': [
    text({ pattern: '^[a-z]{2,3}$' }),
    text({ pattern: '^[a-z]{2,3}$', maxLength: 3 }),
    text({ pattern: '^[a-z]{2,3}$', minLength: 2 }),
    text({ pattern: '^[a-z]{2,3}$', minLength: 2, maxLength: 4 }),
    text({ pattern: '^[a-z]+$', minLength: 2, maxLength: 3 }),
  ],
  'a list in parts': [
    { type: 'array', items: text(), minItems: 1, maxItems: 4, uniqueItems: true, contains: { const: 'a' } },
    {
      allOf: [
        { type: 'array', items: text(), minItems: 1, uniqueItems: true },
        { type: 'array', maxItems: 4, contains: { const: 'a' } },
      ],
    },
    {
      allOf: [
        { type: 'array', contains: { const: 'a' }, maxItems: 5, minItems: 1 },
        { type: 'array', items: text(), minItems: 0, maxItems: 4, uniqueItems: true },
      ],
    },
  ],
  'a list that contains two things': [
    { allOf: [list({ contains: { const: 'a' } }), list({ contains: { const: 'b' } })] },
    { allOf: [list({ contains: { const: 'a' } }), { allOf: [list({ contains: { const: 'b' } })] }] },
  ],
  'a tuple in parts': [
    { ...tuple(range({ minimum: 1 }), text()), items: false },
    { allOf: [tuple(range()), { ...tuple(range({ minimum: 1 }), text()), items: false }] },
    { allOf: [{ ...tuple(range(), text()), items: false }, tuple(range({ minimum: 1 }))] },
  ],
  'a tuple and a list': [
    { ...tuple(range({ minimum: 1 })), items: number({ minimum: 1 }) },
    { allOf: [tuple(range()), { type: 'array', items: number({ minimum: 1 }) }] },
    { allOf: [{ type: 'array', items: number({ minimum: 1 }) }, tuple(range())] },
  ],
  'an object in parts': [
    object({
      properties: { a: text({ minLength: 1 }), b: text(), c: range() },
      required: ['a', 'c'],
      minProperties: 3,
      maxProperties: 5,
      propertyNames: { minLength: 1, maxLength: 3 },
      dependentRequired: { b: ['d', 'e'] },
      dependentSchemas: { b: { minProperties: 4, maxProperties: 5 } },
    }),
    ...[(parts: object[]) => ({ allOf: parts }), (parts: object[]) => ({ allOf: parts.toReversed() })].map((whole) =>
      whole([
        pair({
          required: ['a'],
          minProperties: 3,
          propertyNames: { minLength: 1 },
          dependentRequired: { b: ['d'] },
          dependentSchemas: { b: { minProperties: 4 } },
        }),
        object({
          properties: { a: text({ minLength: 1 }), c: range() },
          required: ['c'],
          minProperties: 2,
          maxProperties: 5,
          propertyNames: { maxLength: 3 },
          dependentRequired: { b: ['e'] },
          dependentSchemas: { b: { maxProperties: 5 } },
        }),
      ]),
    ),
  ],
  'a map in parts': [
    object({ patternProperties: { '^x': text({ minLength: 1 }) }, additionalProperties: text({ minLength: 1 }) }),
    {
      allOf: [
        object({ patternProperties: { '^x': text() } }),
        object({ additionalProperties: text({ minLength: 1 }) }),
      ],
    },
    {
      allOf: [
        object({ additionalProperties: text({ minLength: 1 }) }),
        object({ patternProperties: { '^x': text() } }),
      ],
    },
  ],
  'a member that a pattern speaks of, too': [
    object({ properties: { xa: text({ minLength: 1 }) }, patternProperties: { '^x': text({ minLength: 1 }) } }),
    object({ properties: { xa: text() }, patternProperties: { '^x': text({ minLength: 1 }) } }),
  ],
  'a truth': [
    { type: 'boolean' },
    { enum: [true, false] },
    { oneOf: [{ const: true }, { const: false }] },
    { anyOf: [{ enum: [true] }, { enum: [false, true] }] },
  ],
  'one truth': [{ const: true }, { enum: [true, true] }, { anyOf: [{ enum: [true, true] }, { const: true }] }],
  'a text or null': [
    { type: ['string', 'null'] },
    { oneOf: [text(), { type: 'null' }] },
    { oneOf: [text(), { const: null }] },
    { anyOf: [{ enum: [null] }, text()] },
    { ...text(), nullable: true },
    { type: ['string', 'null'], nullable: true },
  ],
  'one value': [
    { const: 'a' },
    { enum: ['a'] },
    { enum: ['a', 'b'], const: 'a' },
    text({ enum: ['a', 1] }),
    { allOf: [{ enum: ['a', 'b'] }, { enum: ['a', 'c'] }] },
  ],
  'what nothing is': [
    { enum: ['a'], const: 'b' },
    { allOf: [{ const: 'a' }, { const: 'b' }] },
    { allOf: [text(), range()] },
  ],
  'a text of some length': [
    text({ minLength: 2, maxLength: 4 }),
    { minLength: 2, maxLength: 4 },
    { minLength: 2, maxLength: 4, examples: ['abc', 5] },
    { allOf: [text({ minLength: 2 }), text({ maxLength: 4, minLength: 1 })] },
  ],
  'a text of any length': [text(), text({ minLength: 0 }), { anyOf: [text({ maxLength: 2 }), text()] }],
  'what begins with a letter': [text({ pattern: '^a' }), text({ pattern: '^a[^]*$' }), text({ pattern: '(?<![^])a' })],
  'a sign of two code units': [text({ pattern: '^😀$' }), text({ pattern: '^😀$', maxLength: 1 })],
  'one of two letters': [text({ pattern: '^(a|b)$' }), text({ pattern: '^a$|^b$' }), text({ pattern: '^[ab](?![^])' })],
  base64: [
    text({ format: 'byte' }),
    text({ contentEncoding: 'base64' }),
    text({ contentEncoding: 'base64', contentMediaType: 'image/png' }),
  ],
  binary: [text({ format: 'binary' }), text({ contentMediaType: 'application/octet-stream' })],
  'an exclusive lower bound': [
    number({ exclusiveMinimum: 5 }),
    number({ minimum: 5, exclusiveMinimum: 5 }),
    number({ minimum: 4, exclusiveMinimum: 5 }),
  ],
  'a bound within an exclusive one': [
    number({ minimum: 6, maximum: 8 }),
    number({ minimum: 6, exclusiveMinimum: 5, maximum: 8, exclusiveMaximum: 9 }),
    { allOf: [number({ exclusiveMinimum: 5, maximum: 8 }), number({ minimum: 6, exclusiveMaximum: 9 })] },
  ],
  'a number': [number(), { type: ['integer', 'number'] }, { anyOf: [range(), number()] }],
  'an object with some members': [
    object({ required: ['a', 'b'] }),
    object({ required: ['a', 'b'], minProperties: 2 }),
    object({ required: ['b', 'a'], minProperties: 0 }),
    { required: ['a', 'b'] },
  ],
  'an object of one of two kinds': [
    object({ properties: { kind: { enum: ['x', 'y'] }, b: text() }, required: ['kind'] }),
    {
      oneOf: ['x', 'y'].map((kind) => object({ properties: { kind: { const: kind }, b: text() }, required: ['kind'] })),
    },
  ],
  'an object of one of as many kinds as are told apart': [
    object({ properties: { kind: { enum: kinds }, b: text() }, required: ['kind'] }),
    { oneOf: kinds.map((kind) => object({ properties: { kind: { const: kind }, b: text() }, required: ['kind'] })) },
  ],
  'a list of any length': [
    { type: 'array' },
    { type: 'array', minItems: 0 },
    { type: 'array', uniqueItems: false },
    { type: 'array', minContains: 2, maxContains: 3 },
  ],
  'an object of which a condition says nothing': [
    pair(),
    pair({ if: { required: ['a'] } }),
    pair({ else: { required: ['b'] } }),
  ],
  'a list that contains anything': [
    { type: 'array' },
    list({ minContains: 0 }),
    { type: 'array', contains: true, minContains: 0 },
  ],
  'a tuple': [
    { ...tuple(range()), items: false },
    { ...tuple(range()), unevaluatedItems: false },
  ],
  'a list with a first item': [
    { ...tuple(range()), items: text() },
    { ...tuple(range()), items: text(), unevaluatedItems: false },
  ],
  'a closed object': [
    pair({ additionalProperties: false }),
    pair({ unevaluatedProperties: false }),
    { allOf: [pair()], unevaluatedProperties: false },
  ],
  'an object of very many forms': [manyForms(forms('b', 9)), manyForms(forms('b', 9).reverse())],
  'an object that takes all others': [
    pair({ additionalProperties: true }),
    pair({ additionalProperties: true, unevaluatedProperties: false }),
  ],
  'a map that a part of it speaks of': [
    pair({ allOf: [{ additionalProperties: text() }] }),
    pair({ allOf: [{ additionalProperties: text() }], unevaluatedProperties: false }),
  ],
  'a map': [
    object({ additionalProperties: text() }),
    object({ additionalProperties: text(), properties: { a: text() } }),
    object({ additionalProperties: text(), patternProperties: { '^a': text() } }),
  ],
  'a member that asks for one that is there anyhow': [
    object({ properties: { a: text(), b: text() }, required: ['b'] }),
    object({ properties: { a: text(), b: text() }, required: ['b'], dependentRequired: { a: ['b'] } }),
  ],
  'a member that asks for another one': [
    pair({ dependentRequired: { a: ['b'] } }),
    pair({ dependencies: { a: ['b'] } }),
  ],
};
for (const [what, [first = {}, ...others]] of Object.entries(alike)) {
  test(`${what} may be spelt otherwise`, () => {
    for (const other of others) {
      expect(breaks(first, other)).toEqual({ senders: false, readers: false });
      expect(breaks(other, first)).toEqual({ senders: false, readers: false });
    }
  });
}

/** Each pair has values that the other one has not. */
const changed: Record<string, [object, object]> = {
  'a value is too long for the text that is taken': [text({ enum: ['a', 'bbb'] }), text({ maxLength: 2 })],
  'a value is too short': [text({ enum: ['a', 'bbb'] }), text({ minLength: 2 })],
  'a value does not fit the pattern': [text({ enum: ['a', 'b'] }), text({ pattern: '^a' })],
  'a value is too large for the number that is taken': [number({ enum: [1, 9] }), number({ maximum: 5 })],
  'a value is too small': [number({ enum: [1, 9] }), number({ minimum: 5 })],
  'a value is no integer': [number({ enum: [1, 1.5] }), range()],
  'a value is no multiple': [number({ enum: [1, 2] }), number({ multipleOf: 2 })],
  'a value is a multiple of one of two steps': [
    number({ enum: [2, 6] }),
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 3 })] },
  ],
  'a value is the end of a range that begins beyond it': [number({ enum: [1, 2] }), number({ exclusiveMinimum: 1 })],
  'a value is the end of a range that ends before it': [number({ enum: [1, 2] }), number({ exclusiveMaximum: 2 })],
  'a value does not fit a pattern that is none by the letter': [
    text({ enum: ['-a', 'b'] }),
    text({ pattern: '^\\-a$' }),
  ],
  'a value fits one of two patterns': [
    text({ enum: ['ab', 'b'] }),
    { allOf: [text({ pattern: '^a' }), text({ pattern: 'b$' })] },
  ],
  'a number has another step': [number({ multipleOf: 2 }), number({ multipleOf: 3 })],
  'one to two items may be of a kind that is wider': [
    list({ contains: text({ minLength: 3 }), maxContains: 2 }),
    list({ contains: text({ minLength: 2 }), maxContains: 2 }),
  ],
  'one of very many forms is another one': [manyForms(forms('b', 9)), manyForms([...forms('b', 8), ...forms('c', 1)])],
  'what was excluded is what decides': [
    pair({ not: { required: ['a'] } }),
    pair({ if: { required: ['a'] }, else: { required: ['b'] } }),
  ],
  'a text has another pattern': [text({ pattern: '^a$' }), text({ pattern: '^b' })],
  'a text has another format': [text({ format: 'uuid' }), text({ format: 'date' })],
  'a text has another format than one that is called as what all objects have': [
    { allOf: [text({ format: 'constructor' }), text({ format: 'uuid' })] },
    text({ format: 'date' }),
  ],
  'a text of two formats has one that lies within the first of them': [
    { allOf: [text({ format: 'uri-reference' }), text({ format: 'date' })] },
    text({ format: 'uri' }),
  ],
  'a pattern looks behind for some letters, which is not followed': [
    text({ pattern: '(?<![a-z])b' }),
    text({ pattern: '^b' }),
  ],
  'a pattern looks ahead, which is not followed': [text({ pattern: 'a(?!b)' }), text({ pattern: 'a(?!bc)' })],
};
for (const [change, [base, revision]] of Object.entries(changed)) {
  test(`${change}: who sends breaks, and who reads`, () => {
    expect(breaks(base, revision)).toEqual({ senders: true, readers: true });
    expect(breaks(revision, base)).toEqual({ senders: true, readers: true });
  });
}

test('what a listed list or object lacks is found by trial', () => {
  const found = { senders: 'by trial', readers: true };
  expect(breaks(object({ enum: [{ a: 1 }, { b: 1 }] }), object({ required: ['a'] }))).toEqual(found);
  expect(breaks({ type: 'array', enum: [[1], [1, 2]] }, { type: 'array', minItems: 2 })).toEqual(found);
});

test('what members may be called is told where it is said, or would be', () => {
  const schema = '/paths/~1things/post/requestBody/content/application~1json/schema';
  const map = (propertyNames?: object) => object({ properties: { in: object(propertyNames && { propertyNames }) } });
  const placesOf = (base: object, revision: object) =>
    diffDocuments(documentOf('taken', base), documentOf('taken', revision)).changes.map((change) => [
      change.pointer,
      change.basePointer,
    ]);
  const [free, limited] = [map(), map({ pattern: '^a' })];
  const at = `${schema}/properties/in`;
  expect(placesOf(free, limited)).toEqual([[`${at}/propertyNames/pattern`, at]]);
  expect(placesOf(limited, free)).toEqual([[`${at}/propertyNames/pattern`, `${at}/propertyNames/pattern`]]);
  expect(placesOf(map({ enum: ['a'] }), free)).toEqual([[`${at}/propertyNames`, `${at}/propertyNames/enum`]]);
});

test('a member that is forbidden breaks who sends it, and nobody when it is free again', () => {
  const [free, forbidden] = [object(), object({ properties: { a: false } })];
  expect(breaks(free, forbidden)).toEqual({ senders: true, readers: false });
  expect(breaks(forbidden, free)).toEqual({ senders: false, readers: false });
});

test('a member of a map that is written out breaks who sends it when it is limited', () => {
  const map = { additionalProperties: text() };
  const limited = object({ ...map, properties: { a: text({ minLength: 1 }) } });
  expect(breaks(object(map), limited)).toEqual({ senders: true, readers: false });
  expect(breaks(object(map), object({ ...map, properties: { a: range() } }))).toEqual({ senders: true, readers: true });
});

/** Which of some properties break clients that send them, when the format of each becomes another one. */
function brokenBy(type: 'string' | 'number', formats: readonly (readonly [string | undefined, string])[]): string[] {
  const of = (at: 0 | 1) =>
    documentOf('taken', {
      type: 'object',
      properties: Object.fromEntries(formats.map((pair) => [String(pair), { type, format: pair[at] }])),
    });
  const broken = diffDocuments(of(0), of(1)).changes.filter(({ level }) => level === 'breaking');
  return broken.map(({ pointer }) => /\/properties\/([^/]+)/.exec(pointer)?.[1] ?? '');
}

const words = (list: string) => list.split(' ');
const formatsOf = {
  texts: words(
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri ' +
      'iri-reference uuid json-pointer relative-json-pointer regex byte binary base64url',
  ),
  numbers: words('int8 int16 int32 uint8 uint16 uint32 uint64'),
  numbersThatAnybodyReads: words('int64 float double'),
  both: words(
    'date-time-local time-local http-date unixtime decimal decimal128 media-range commonmark html double-int char ' +
      'sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token',
  ),
};

test('a registered format that is put breaks who sends what it is about: texts, numbers or both', () => {
  const all = [...Object.values(formatsOf).flat(), 'password', 'of-our-own'].map(
    (format) => [undefined, format] as const,
  );
  const added = (formats: readonly string[]) => formats.map((format) => `,${format}`).sort();
  expect(brokenBy('string', all).sort()).toEqual(added([...formatsOf.texts, ...formatsOf.both]));
  expect(brokenBy('number', all).sort()).toEqual(added([...formatsOf.numbers, ...formatsOf.both]));
});

const wider: Record<'string' | 'number', [narrow: string, wide: string][]> = {
  string: [
    ['email', 'idn-email'],
    ['hostname', 'idn-hostname'],
    ['uri', 'uri-reference'],
    ['uri', 'iri'],
    ['uri', 'iri-reference'],
    ['uri-reference', 'iri-reference'],
    ['iri', 'iri-reference'],
  ],
  number: [['int32', 'int64']],
};
test('a format whose values all have another format as well may become that one, and not the other way', () => {
  for (const type of ['string', 'number'] as const) {
    expect(brokenBy(type, wider[type])).toEqual([]);
    const back = wider[type].map(([narrow, wide]) => [wide, narrow] as const);
    expect(brokenBy(type, back).sort()).toEqual(back.map(String).sort());
  }
  expect(brokenBy('string', [['date', 'date-time']])).toEqual(['date,date-time']);
});

test('a bound that a format says already breaks nobody', () => {
  const int32 = { type: 'integer', format: 'int32' };
  const spelt = { ...int32, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
  expect(breaks(int32, spelt)).toEqual({ senders: false, readers: false });
  expect(breaks(spelt, int32)).toEqual({ senders: false, readers: false });
  expect(breaks(int32, { ...int32, minimum: 0 })).toEqual({ senders: true, readers: false });
});

test('that nothing is allowed, or of all types only some, is told once', () => {
  const listOf = (items: unknown) => ({ type: 'array', items });
  const told = (side: 'taken' | 'given', base: unknown, revision: unknown) =>
    diffDocuments(documentOf(side, listOf(base)), documentOf(side, listOf(revision))).changes.map(
      ({ message }) => message,
    );
  expect(told('taken', true, false)).toEqual([
    'Clients that send `[]` in the body as anything are refused: nothing is allowed there now.',
  ]);
  expect(told('given', true, false)).toEqual(['Clients never find anything as `[]` in the answer 200 any more.']);
  expect(told('given', false, true)).toHaveLength(1);
  for (const side of ['taken', 'given'] as const) expect(told(side, true, { type: 'object' })).toHaveLength(1);
  expect(told('taken', { type: ['object', 'null'] }, { type: 'string' })).toHaveLength(2);
});

test('a component that names no type is of the one that its limits are about', () => {
  const of = (schema: object) => ({
    ...documentOf('taken', schema),
    components: { schemas: { Word: { minLength: 2, example: 'word' } } },
  });
  const Word = { $ref: '#/components/schemas/Word' };
  for (const spelt of [{ minLength: 2 }, text({ minLength: 2 }), { allOf: [Word, { title: 'A word' }] }]) {
    expect(diffDocuments(of(Word), of(spelt)).changes).toEqual([]);
    expect(diffDocuments(of(spelt), of(Word)).changes).toEqual([]);
  }
});

test('a schema that is referred to by a dynamic anchor counts as one that is referred to otherwise', () => {
  const of = (keyword: string, Name: object) => {
    const Alias = { [keyword]: '#name' };
    const properties = { a: { [keyword]: '#name' }, b: { $ref: '#/components/schemas/Alias' } };
    const components = { schemas: { Alias, Name: { $dynamicAnchor: 'name', ...Name } } };
    return { ...documentOf('taken', object({ properties })), components };
  };
  for (const now of [range(), text({ readOnly: true }), text({ default: 'a' })]) {
    const told = (keyword: string) => diffDocuments(of(keyword, text()), of(keyword, now)).changes;
    expect(told('$ref')).not.toEqual([]);
    expect(told('$dynamicRef')).toEqual(told('$ref'));
  }
});

test('what several schemas became alike is told of each of them', () => {
  const members = (a: object, b: object) => object({ properties: { a, b } });
  const documents = ['B', 'A'].map((second) => ({
    ...documentOf('taken', members({ $ref: '#/components/schemas/A' }, { $ref: `#/components/schemas/${second}` })),
    components: { schemas: { A: text({ maxLength: second === 'A' ? 3 : 5 }), B: text({ maxLength: 5 }) } },
  }));
  const { changes } = diffDocuments(documents[0], documents[1]);
  expect(
    changes.map(({ pointer, basePointer, message }) => [pointer, basePointer, message.match(/`\w`/)?.[0]]),
  ).toEqual([
    ['/components/schemas/A/maxLength', '/components/schemas/A/maxLength', '`a`'],
    ['/components/schemas/A/maxLength', '/components/schemas/B/maxLength', '`b`'],
  ]);
});

/** What is told to who sends a schema that changes. */
const toldOf = (base: object, revision: object) =>
  diffDocuments(documentOf('taken', base), documentOf('taken', revision)).changes.map(({ rule }) =>
    rule.replace('request-', ''),
  );

/** A branch without a name, of a kind of this value, that may be of these sizes and tones. */
const branch = (kind: string, size: number[] = [1], tone: string[] = ['x']) =>
  object({ properties: { kind: { const: kind }, size: { enum: size }, tone: { enum: tone } }, required: ['kind'] });
const said = { x: text({ maxLength: 9 }), y: text({ maxLength: 9 }), z: text({ maxLength: 9 }) };
const shorter = text({ maxLength: 8 });
const old = text({ maxLength: 9, deprecated: true });
const titled = (title: string, properties: object) => object({ title, properties: { ...said, ...properties } });
const branches: [what: string, base: object, revision: object, told: string[]][] = [
  [
    'that is of another kind is another one',
    { oneOf: [branch('a'), branch('b')] },
    { oneOf: [branch('c'), branch('b')] },
    ['branch-removed', 'branch-added'],
  ],
  [
    'of which one member has fewer values and another one more is still that one',
    { oneOf: [branch('a', [1, 2]), branch('b')] },
    { oneOf: [branch('a', [1], ['x', 'y']), branch('b')] },
    ['enum-value-removed', 'enum-value-added'],
  ],
  [
    'that has the same name is still that one, however much of it changed',
    { oneOf: [titled('A', {})] },
    { oneOf: [titled('C', { x: shorter, y: shorter }), titled('A', { x: shorter, y: shorter, z: shorter })] },
    ['max-length-tightened', 'max-length-tightened', 'max-length-tightened'],
  ],
  [
    'of which something is said anew is nearer than one that is limited',
    { oneOf: [object({ properties: said })] },
    { oneOf: [object({ properties: { ...said, z: shorter } }), object({ properties: { ...said, x: old, y: old } })] },
    ['deprecated', 'deprecated'],
  ],
];
for (const [what, base, revision, rules] of branches) {
  test(`a branch ${what}`, () => expect(toldOf(base, revision)).toEqual(rules));
}

const changes: [what: string, base: object, revision: object, told: string[]][] = [
  [
    'a text of the same pattern is shorter',
    text({ pattern: '^a', maxLength: 5 }),
    text({ pattern: '^a', maxLength: 4 }),
    ['max-length-tightened'],
  ],
  ['a text has a wider pattern', text({ pattern: '^ab' }), text({ pattern: '^a' }), ['pattern-relaxed']],
  ['a text has a narrower pattern', text({ pattern: '^a' }), text({ pattern: '^ab' }), ['pattern-tightened']],
  ['a text has a pattern', text(), text({ pattern: '^a' }), ['pattern-added']],
  ['a text has no pattern any more', text({ pattern: '^a' }), text(), ['pattern-removed']],
  [
    'a text has no pattern any more, and a length',
    text({ pattern: '^a' }),
    text({ maxLength: 4 }),
    ['pattern-changed'],
  ],
  [
    'a text has a pattern, and no length any more',
    text({ maxLength: 4 }),
    text({ pattern: '^a' }),
    ['pattern-changed'],
  ],
  [
    'large decimal fractions that are multiples are listed',
    number({ multipleOf: 0.1 }),
    number({ enum: [98765432.3, -98765432.1] }),
    ['enum-added'],
  ],
  [
    'a step is put in the place of another one and of one that is none',
    { allOf: [number({ multipleOf: 2 }), number({ multipleOf: 0 })] },
    number({ multipleOf: 4 }),
    ['multiple-changed'],
  ],
  ['a text is encoded otherwise', text(), text({ contentEncoding: 'gzip' }), ['unregistered-format-added']],
  ['a number is encoded as texts are', number(), number({ contentEncoding: 'gzip' }), []],
  ['as many forms as are told apart are put', object(), object({ anyOf: forms('a', 64) }), ['property-required']],
  ['more forms than are told apart are put', object(), object({ anyOf: forms('a', 65) }), ['union-added']],
  ['there are no forms any more', object({ anyOf: forms('a', 65) }), object(), ['union-removed']],
  [
    'a longer range of integers than is listed is listed',
    range({ minimum: 0, maximum: 64 }),
    range({ enum: Array.from({ length: 65 }, (_, index) => index) }),
    ['enum-added'],
  ],
];
for (const [what, base, revision, rules] of changes) {
  test(`what is told when ${what}`, () => expect(toldOf(base, revision)).toEqual(rules));
}

/** Of each change of a schema the place in the revision and in the base, within the schema. */
const places: Record<string, [base: object, revision: object, told: string[]]> = {
  'a value of a long list is gone': [
    { enum: [...Array(10).keys(), 'ten', 'eleven'] },
    { enum: [...Array(10).keys(), 'ten'] },
    ['enum-value-removed /enum/eleven <- /enum/11'],
  ],
  'a list of values is a length': [
    text({ enum: ['a', 'bbb'] }),
    text({ maxLength: 2 }),
    ['enum-value-removed /enum/bbb <- /enum/1', 'enum-dropped  <- /enum'],
  ],
  'a length is a list of values': [
    text({ maxLength: 2 }),
    text({ enum: ['a', 'bbb'] }),
    ['enum-added /enum <- ', 'enum-value-added /enum/1 <- '],
  ],
  'a value is a type': [{ const: 'a' }, range(), ['type-changed /type <- /const']],
  'a listed text is a number': [text({ enum: ['a'] }), range(), ['type-changed /type <- /type']],
  'a type is a value': [range(), { const: 'a' }, ['type-changed /const <- /type']],
  'a branch is a type': [{ anyOf: [text(), range()] }, text(), ['type-narrowed /type <- /anyOf']],
  'one of two formats is gone': [
    { allOf: [text({ format: 'date' }), text({ format: 'uri' })] },
    text({ format: 'date' }),
    ['format-relaxed /format <- /allOf/1/format'],
  ],
};
for (const [what, [base, revision, told]] of Object.entries(places)) {
  test(`where it is told that ${what}`, () => {
    const at = '/paths/~1things/post/requestBody/content/application~1json/schema';
    const { changes } = diffDocuments(documentOf('taken', base), documentOf('taken', revision));
    const found = changes.map(({ rule, pointer, basePointer }) => `${rule} ${pointer} <- ${basePointer}`);
    expect(found).toEqual(told.map((one) => `request-${one.replace(' ', ` ${at}`).replace('<- ', `<- ${at}`)}`));
  });
}
