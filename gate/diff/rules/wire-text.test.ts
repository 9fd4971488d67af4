import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const documentOf = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: { '/things': { post: { ...operation, responses: { 204: { description: 'Done.' } } } } },
});

const asParameter = (schema: object) => documentOf({ parameters: [{ name: 'q', in: 'query', schema }] });
const asMember = (schema: object) => asParameter({ type: 'object', properties: { q: schema } });
const asMemberOrNull = (schema: object) => asParameter({ type: ['object', 'null'], properties: { q: schema } });
const asForm = (schema: object) =>
  documentOf({
    requestBody: {
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { q: schema } } } },
    },
  });
const within = (make: (schema: object) => object) => (schema: object) =>
  make({ type: 'object', properties: { n: schema } });

const weigh = (make: (schema: object) => object, base: object, revision: object) =>
  diffDocuments(make(base), make(revision)).verdict;

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

test('a text may be what null or a number is written as', () => {
  for (const make of [asParameter, asMember, asMemberOrNull, asForm]) {
    expect(weigh(make, textOrNull, text)).toBe('soft');
    expect(weigh(make, { type: 'integer' }, text)).toBe('soft');
    expect(weigh(make, { type: ['integer', 'null'] }, text)).toBe('soft');
  }
  const { changes } = diffDocuments(asParameter(textOrNull), asParameter(text));
  expect(changes.map(({ message }) => message)).toEqual([
    'Clients that are generated anew send the query parameter `q` as string, not null; it is written alike.',
  ]);
  const others = diffDocuments(asParameter({ type: ['integer', 'boolean'] }), asParameter(text)).changes;
  expect(others.map(({ message }) => message)).toEqual([
    'Clients that are generated anew send the query parameter `q` as string, not boolean or integer; it is written alike.',
  ]);
});

test('what else has to be said is not what null is written as', () => {
  expect(weigh(asParameter, { type: ['integer', 'null'] }, { type: 'integer' })).toBe('breaking');
  const listed = (type: unknown, ...values: unknown[]) => ({ type, enum: ['a', ...values] });
  expect(weigh(asParameter, listed(['string', 'null'], null), listed('string'))).toBe('breaking');
  const filled = { minLength: 1 };
  expect(weigh(asParameter, { ...textOrNull, ...filled }, { ...text, ...filled })).toBe('breaking');
});

test('what is within a member is written with types', () => {
  for (const make of [within(asMember), within(asForm)]) {
    expect(weigh(make, textOrNull, text)).toBe('breaking');
    expect(weigh(make, { type: 'integer' }, text)).toBe('breaking');
  }
});

const integer = { type: 'integer' };
const truth = { type: 'boolean' };
const someOf = (...values: unknown[]) => ({ enum: values });
const listOf = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

const understood: [what: string, base: object, revision: object][] = [
  ['a number as a text of one letter or more', integer, { ...text, minLength: 1 }],
  ['numbers as their texts', someOf(1, 2), someOf('1', '2')],
  ['a truth as a text', truth, text],
  ['a truth as its words', truth, someOf('true', 'false')],
  ['a number or a truth as a text', { anyOf: [integer, truth] }, text],
  ['a number as a list of one', integer, listOf(integer)],
  ['a number as a list of one or more', integer, listOf(integer, { minItems: 1 })],
  ['a number as a list of anything', integer, { type: 'array' }],
  ['a number as a list of texts', integer, listOf(text)],
  ['a text or a number as a list of texts', { type: ['string', 'integer'] }, listOf(text)],
  ['a word as a list of words', someOf('a', 'b'), listOf(someOf('a', 'b'))],
  ['items that are numbers as texts', listOf(integer), listOf(text)],
  [
    'the first item of a list as a text',
    { type: 'array', prefixItems: [integer] },
    { type: 'array', prefixItems: [text] },
  ],
];
for (const [what, base, revision] of understood) {
  test(`in a query ${what} may be understood`, () => {
    expect(weigh(asParameter, base, revision)).toBe('soft');
  });
}

/** One of two objects that are told apart by a member, each with a member of its own schema. */
const eitherWith = (q: object) => ({
  anyOf: [
    { type: 'object', required: ['kind'], properties: { kind: someOf('a'), q: integer } },
    { type: 'object', required: ['kind'], properties: { kind: someOf('b'), q } },
  ],
});

const refused: [what: string, base: object, revision: object][] = [
  ['a number where a text has two letters or more', integer, { ...text, minLength: 2 }],
  ['a number where a text is short', integer, { ...text, maxLength: 3 }],
  ['a number where a text has a pattern', integer, { ...text, pattern: '^[0-9]+$' }],
  ['a number where a text is a date', integer, { ...text, format: 'date' }],
  ['a number where one text is excluded', integer, { ...text, not: { const: '1' } }],
  ['a number where a text is one of some', someOf(1, 2), someOf('1')],
  ['a truth where other words are known', truth, someOf('yes', 'no')],
  ['an object where a text is', { anyOf: [integer, { type: 'object' }] }, text],
  ['a list where a text is', listOf(integer), text],
  ['a list where a text is in the second of two objects', eitherWith(listOf(integer)), eitherWith(text)],
  ['one value where a list has two or more', integer, listOf(integer, { minItems: 2 })],
  ['one value where a list begins with another one', integer, { type: 'array', prefixItems: [integer] }],
  ['one value where a list has to contain another one', integer, { type: 'array', contains: { const: 1 } }],
  ['one value where a list is one of some', integer, someOf([1], [2])],
  ['one value where lists are excluded', integer, listOf(integer, { not: { maxItems: 1 } })],
  ['a fraction where a list has integers', { type: 'number' }, listOf(integer)],
  ['a word that a list does not have', someOf('a', 'b'), listOf(someOf('a'))],
  ['a number that is too large for a list', { ...integer, maximum: 9 }, listOf({ ...integer, maximum: 5 })],
  [
    'an empty text or a number where a list has longer ones',
    { type: ['string', 'integer'] },
    listOf({ ...text, minLength: 1 }),
  ],
  ['one value where a list has lists', integer, listOf(listOf(integer))],
  ['a text where a number is', text, integer],
];
for (const [what, base, revision] of refused) {
  test(`in a query ${what} is refused`, () => {
    expect(weigh(asParameter, base, revision)).toBe('breaking');
  });
}

test('one value where a list is goes by how the list is written', () => {
  const written = (how: object) => (schema: object) => documentOf({ parameters: [{ name: 'q', schema, ...how }] });
  const list = listOf(integer);
  for (const how of [
    { in: 'query' },
    { in: 'cookie' },
    { in: 'header' },
    { in: 'query', style: 'form', explode: true },
  ])
    expect(weigh(written(how), integer, list), JSON.stringify(how)).toBe('soft');
  for (const more of [{ style: 'pipeDelimited' }, { style: 'pipeDelimited', explode: true }, { explode: false }])
    expect(weigh(written({ in: 'query', ...more }), integer, list), JSON.stringify(more)).toBe('breaking');
});

test('what a parameter says in JSON is written with types', () => {
  const asJson = (schema: object) =>
    documentOf({ parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema } } }] });
  expect(weigh(asJson, integer, text)).toBe('breaking');
  expect(weigh(asJson, integer, listOf(integer))).toBe('breaking');
});
