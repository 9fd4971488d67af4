import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document whose one operation takes and answers an object with this member, or without any. */
function documentOf(member?: object, isRequired = false) {
  const schema = {
    type: 'object',
    ...(member && { properties: { a: { type: 'string', ...member } } }),
    ...(isRequired && { required: ['a'] }),
  };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Done.', content } };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    paths: { '/things': { post: { operationId: 'make', requestBody: { required: true, content }, responses } } },
  };
}

/** Whether it is told of request and answer that the member need not be there any more, where it was required before. */
function told(member: object, isRequired: boolean) {
  const { changes } = diffDocuments(documentOf({}, true), documentOf(member, isRequired));
  return ['request', 'response'].map((side) => changes.some(({ rule }) => rule === `${side}-property-optional`));
}

test('a member that need not be there any more is told, on a side that it is not on as gone alone', () => {
  expect(told({}, false)).toEqual([true, true]);
  expect(told({ writeOnly: true }, false)).toEqual([true, false]);
  expect(told({ readOnly: true }, false)).toEqual([false, true]);
  for (const member of [{}, { writeOnly: true }, { readOnly: true }])
    expect(told(member, true)).toEqual([false, false]);
});

test('a read-only member that is gone is missed by who reads, and not taken from who sends', () => {
  const told = (member: object) => {
    const { changes } = diffDocuments(documentOf(member), documentOf());
    return changes.map(({ level, rule }) => `${level} ${rule}`);
  };
  expect(told({ readOnly: true })).toEqual([
    'breaking response-property-removed',
    'safe request-read-only-property-removed',
  ]);
  expect(told({})).toEqual(['breaking request-property-removed', 'breaking response-property-removed']);
});

const text = { type: 'string' };
const closed = { additionalProperties: false };
const map = { additionalProperties: text };
const known = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, text])) });

/** An object with a member that the provider alone writes, as a further part of it says. */
const withOwn = { ...known('a', 'own'), allOf: [{ properties: { own: { readOnly: true } } }], required: ['a', 'own'] };

/** A member that the provider alone writes, and one that clients do. */
const ofEachSide = { own: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } };

/** What is told of each change of an object. */
const changes: Record<string, [base: object, revision: object, told: string[]]> = {
  'a closed object loses a member': [
    { ...closed, ...known('a', 'b') },
    { ...closed, ...known('a') },
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a closed object loses a member that only the provider writes': [
    { ...closed, properties: { a: text, b: { ...text, readOnly: true } } },
    { ...closed, ...known('a') },
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a closed object loses a member that was forbidden anyhow': [{ ...closed, properties: { b: false } }, closed, []],
  'a closed object has a member more': [
    { ...closed, ...known('a') },
    { ...closed, ...known('a', 'b') },
    ['soft response-unknown-property-added', 'safe request-property-added'],
  ],
  'a closed object has a member more, always': [
    { ...closed, ...known('a') },
    { ...closed, ...known('a', 'b'), required: ['b'] },
    ['breaking request-required-property-added', 'soft response-unknown-property-added'],
  ],
  'an open object has a member more': [
    known('a'),
    known('a', 'b'),
    ['safe request-property-added', 'safe response-property-added'],
  ],
  'an open object has a member more, always': [
    known('a'),
    { ...known('a', 'b'), required: ['b'] },
    ['breaking request-required-property-added', 'safe response-property-added'],
  ],
  'a member that nothing describes is always there': [
    known('a'),
    { ...known('a'), required: ['b'] },
    ['breaking request-property-required', 'safe response-property-required'],
  ],
  'a member that nothing describes need not be there': [
    { ...known('a'), required: ['b'] },
    known('a'),
    ['breaking response-property-optional', 'safe request-property-optional'],
  ],
  'a member that always was there is gone': [
    { ...known('a', 'b'), required: ['b'] },
    known('a'),
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a closed object leaves a member to a pattern': [
    { ...closed, properties: { xa: text }, patternProperties: { '^x': text } },
    { ...closed, patternProperties: { '^x': text } },
    [],
  ],
  'a closed object leaves a member to a pattern that limits it': [
    { ...closed, properties: { xa: text } },
    { ...closed, patternProperties: { '^x': { ...text, minLength: 1 } } },
    [
      'breaking request-property-removed',
      'breaking response-property-removed',
      'breaking response-type-widened',
      'safe request-type-widened',
    ],
  ],
  'a map names a member': [
    map,
    { ...map, ...known('a') },
    ['safe request-property-added', 'safe response-property-added'],
  ],
  'a map names a member no longer': [{ ...map, ...known('a') }, map, []],
  'a map names a member of another kind no longer': [
    { ...map, properties: { a: { type: 'integer' } } },
    map,
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a map is closed but for its members': [
    { ...map, ...known('a') },
    { ...closed, ...known('a') },
    ['breaking request-additional-properties-closed', 'safe response-additional-properties-closed'],
  ],
  'the members of a pattern in a closed object are limited': [
    { ...closed, patternProperties: { '^x': text } },
    { ...closed, patternProperties: { '^x': { ...text, minLength: 1 } } },
    ['breaking request-min-length-tightened', 'safe response-min-length-tightened'],
  ],
  'a closed object may have members of a pattern': [
    closed,
    { ...closed, patternProperties: { '^x': text } },
    ['breaking response-type-widened', 'safe request-type-widened'],
  ],
  'a member brings along another one more': [
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['b', 'c'] } },
    ['breaking request-dependent-required-added', 'safe response-dependent-required-added'],
  ],
  'a member brings along another one instead': [
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['c'] } },
    [
      'breaking request-dependent-required-added',
      'breaking response-dependent-required-removed',
      'safe request-dependent-required-removed',
      'safe response-dependent-required-added',
    ],
  ],
  'what a member brings along is always there': [
    { dependentRequired: { a: ['b'] } },
    { required: ['b'] },
    ['breaking request-property-required', 'safe response-property-required'],
  ],
  'what a member brings along by a schema is new': [
    {},
    { dependentSchemas: { a: { maxProperties: 2 } } },
    ['breaking request-dependent-schema-tightened', 'safe response-dependent-schema-tightened'],
  ],
  'an object of which nothing is said but that it is open loses a member that may be anything': [
    { additionalProperties: {}, properties: { a: {} } },
    { additionalProperties: {} },
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a least number of members that those of one side alone do not make up is gone': [
    { ...withOwn, minProperties: 2 },
    withOwn,
    ['safe request-min-properties-relaxed'],
  ],
  'another part says which members of each side alone are required': [
    { properties: ofEachSide, required: ['own', 'secret'] },
    { allOf: [{ properties: ofEachSide }, { anyOf: [{ required: ['own', 'secret'] }, false] }] },
    [],
  ],
  'another part says which member of one side alone is required, and that it is of that': [
    { properties: { own: ofEachSide.own }, required: ['own'] },
    {
      allOf: [{ allOf: [{ properties: { own: text } }, { required: ['own'] }] }],
      properties: { own: { readOnly: true } },
    },
    [],
  ],
  'an object that is said to be open loses a member that may be anything': [
    { additionalProperties: true, properties: { a: true } },
    { additionalProperties: true },
    ['breaking request-property-removed', 'breaking response-property-removed'],
  ],
  'a member that both sides write is forbidden': [
    {},
    { properties: { b: false } },
    ['breaking request-property-forbidden'],
  ],
};
/** What is told when an object of the one schema becomes one of the other. */
function toldOf(base: object, revision: object) {
  const of = (schema: object) => {
    const document = documentOf();
    const content = { 'application/json': { schema: { type: 'object', ...schema } } };
    const operation = { ...document.paths['/things'].post, requestBody: { required: true, content } };
    const responses = { 200: { description: 'Done.', content } };
    return { ...document, paths: { '/things': { post: { ...operation, responses } } } };
  };
  return diffDocuments(of(base), of(revision)).changes.map(({ level, rule }) => `${level} ${rule}`);
}
for (const [change, [base, revision, expected]] of Object.entries(changes)) {
  test(`what is told when ${change}`, () => expect(toldOf(base, revision)).toEqual(expected));
}

test('of very many members that change each is told', () => {
  const members = (maxLength: number) => {
    let nested: object = { ...text, maxLength };
    for (let depth = 0; depth < 5; depth++) nested = { type: 'array', items: nested };
    return { properties: Object.fromEntries([...Array(100)].map((_, at) => [`a${at}`, nested])) };
  };
  expect(toldOf(members(5), members(4))).toHaveLength(200);
});

test('of more changes than are kept those that refuse a value are', () => {
  const inner = (type: string) => ({ a: { type: 'object', properties: { b: { type } } } });
  const further = Object.keys([...Array(401)]).map((key) => [`new${key}`, text]);
  const told = toldOf(
    { properties: inner('string') },
    { properties: { ...inner('integer'), ...Object.fromEntries(further) } },
  );
  expect(told).toHaveLength(800);
  expect(told.filter((one) => one.startsWith('breaking'))).toEqual([
    'breaking request-type-changed',
    'breaking response-type-changed',
  ]);
});
