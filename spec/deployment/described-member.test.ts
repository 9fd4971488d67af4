import { expect, test } from 'vitest';
import type { ContractDocument, OperationSpec } from '../document.ts';
import { below, isMap, memberNames, partsOf, placesOf, successOf } from './described-member.ts';

const text = { type: 'string' };
const json = {
  schemas: {
    Thing: {
      properties: { own: text },
      allOf: [{ $ref: '#/schemas/Base' }],
      anyOf: [{ properties: { some: text } }],
      oneOf: [
        { properties: { either: text } },
        { properties: { 'a/b': { type: 'array', items: { $ref: '#/schemas/Base' } } } },
      ],
    },
    Base: { properties: { id: text, own: text } },
    Map: { type: 'object', additionalProperties: text },
  },
};
const thing = '/schemas/Thing';
const document = { json } as unknown as ContractDocument;
const operation = {
  responses: new Map([
    ['404', '/schemas/Map'],
    ['202', thing],
  ]),
} as unknown as OperationSpec;

test('a schema is made of its parts and branches, and of what they refer to', () => {
  expect(partsOf(json, thing)).toEqual([
    thing,
    '/schemas/Base',
    `${thing}/anyOf/0`,
    `${thing}/oneOf/0`,
    `${thing}/oneOf/1`,
  ]);
  expect(partsOf(json, '/schemas/None')).toEqual([]);
  expect(memberNames(json, thing)).toEqual(['own', 'id', 'some', 'either', 'a/b']);
});

test('the success of an operation is its first 2xx, else its default', () => {
  expect(successOf(operation)).toBe('202');
  expect(successOf({ responses: new Map([['400', '']]) } as unknown as OperationSpec)).toBe('default');
});

test('a schema knows the members that it names, and any entry of a list', () => {
  expect(below(json, `${thing}/oneOf/1`, 'a/b')).toEqual([`${thing}/oneOf/1/properties/a~1b`]);
  expect(below(json, `${thing}/oneOf/1/properties/a~1b`, '*')).toEqual([`${thing}/oneOf/1/properties/a~1b/items`]);
  for (const none of ['id', '*', 'constructor']) expect(below(json, thing, none)).toEqual([]);
});

test('what names no members may have any', () => {
  expect(['/schemas/Map', '/schemas/Base', `${thing}/anyOf/0`].map((at) => isMap(json, at))).toEqual([
    true,
    false,
    false,
  ]);
});

for (const [what, path, places] of [
  ['it', '/either', [{ parent: `${thing}/oneOf/0`, name: 'either', isKnown: true }]],
  [
    'it twice',
    '/own',
    [
      { parent: thing, name: 'own', isKnown: true },
      { parent: '/schemas/Base', name: 'own', isKnown: true },
    ],
  ],
  ['each entry of a list', '/a~1b/*', [{ parent: `${thing}/oneOf/1/properties/a~1b`, name: '*', isKnown: true }]],
  ['a member of each entry', '/a~1b/*/id', [{ parent: '/schemas/Base', name: 'id', isKnown: true }]],
  ['no such member', '/none', [{ parent: thing, name: 'none', isKnown: false }]],
  ['no such member of an entry', '/a~1b/*/none', [{ parent: '/schemas/Base', name: 'none', isKnown: false }]],
  ['nothing below a text', '/own/none', []],
] as const) {
  test(`places of a member of a success that describes ${what}`, () => {
    expect(placesOf(document, operation, path)).toEqual(places);
  });
}
