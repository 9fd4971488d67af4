import { expect, test } from 'vitest';
import type { Json } from '../../spec/json.ts';
import { type NullReadings, withNullsRead } from './nulls.ts';

const json: Json = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    note: { type: ['string', 'null'] },
    size: { type: 'integer' },
    flag: { type: 'boolean' },
    list: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' }, n: { type: 'integer' } } },
    },
    closed: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    map: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true },
  },
};

const entries = [{ text: null, n: 1 }, { text: '', n: null }, null];
const body = {
  id: null,
  name: null,
  note: null,
  size: null,
  flag: null,
  list: entries,
  closed: { text: null },
  map: { a: null, b: null },
  other: null,
};
const kept = { note: null, closed: {}, map: { a: null, b: null }, other: null };

const read = (given: object, readings: NullReadings) => withNullsRead(given, { json, pointer: '' }, readings);

for (const [nulls, shown] of [
  ['refused', body],
  ['absent', { ...kept, list: [{ n: 1 }, { text: '' }, null] }],
  ['absentTexts', { ...kept, id: null, size: null, flag: null, list: [{ n: 1 }, { text: '', n: null }, null] }],
  ['absentOptional', { ...kept, id: null, list: [{ n: 1 }, { text: '' }, null] }],
  ['absentSingle', { ...kept, id: null, flag: null, list: [{ n: 1 }, { text: '' }, null] }],
] as const) {
  test(`where nulls are read as ${nulls}, those that are named for a member and of what nothing is known stay`, () => {
    expect(read(body, { nulls, emptyTexts: 'text' })).toEqual(shown);
  });
}

test('a list that is null stays where lists are not left out', () => {
  expect(read({ list: null }, { nulls: 'absentSingle', emptyTexts: 'text' })).toEqual({ list: null });
  expect(read({ list: null }, { nulls: 'absentOptional', emptyTexts: 'text' })).toEqual({});
});

test('empty texts may be nulls, and are read as these', () => {
  const given = { name: '', note: '', size: '', list: [{ text: '' }], map: { a: '', b: '' } };
  const nulled = { name: null, note: null, size: '', list: [{ text: null }], map: { a: '', b: '' } };
  expect(read(given, { nulls: 'refused', emptyTexts: 'text' })).toEqual(given);
  expect(read(given, { nulls: 'refused', emptyTexts: 'asNull' })).toEqual(nulled);
  expect(read(given, { nulls: 'absent', emptyTexts: 'asNull' })).toEqual({
    note: null,
    size: '',
    list: [{}],
    map: { a: '', b: '' },
  });
});

test('what is named for a member by any of the schemas that judge a body together stays', () => {
  const together: Json = {
    $defs: { named: { properties: { name: { type: 'string' }, note: { type: ['string', 'null'] } } } },
    allOf: [{ $ref: '#/$defs/named' }, { properties: { list: { type: 'array' } } }],
    anyOf: [
      { properties: { size: { type: 'null' } } },
      { properties: { size: { type: 'integer' }, kind: { type: 'string' } } },
    ],
    oneOf: [{ properties: { flag: { type: 'boolean' } }, required: ['flag'] }],
  };
  const given = { name: null, note: null, list: null, size: null, kind: null, flag: null };
  const readAs = (nulls: NullReadings['nulls']) =>
    withNullsRead(given, { json: together, pointer: '' }, { nulls, emptyTexts: 'text' });
  expect(readAs('absent')).toEqual({ note: null, size: null });
  expect(readAs('absentOptional')).toEqual({ note: null, size: null, flag: null });
});
