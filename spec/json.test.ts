import { expect, test } from 'vitest';
import { escapeStep, findNode, parsePointer, readPointer, spellOut, toFragment, traceSchema } from './json.ts';

test('an escaped step of a pointer reads back', () => {
  for (const step of ['a', 'a/b', 'a~b', '~1', '', 'a b', '#'])
    expect(parsePointer(`/${escapeStep(step)}`), step).toEqual([step]);
  expect(escapeStep(7)).toBe('7');
});

test('the steps of a reference begin after #', () => {
  expect(parsePointer('openapi#/a/b')).toEqual(['a', 'b']);
  expect(parsePointer('#/a#b')).toEqual(['a#b']);
  expect(parsePointer('/a#/b')).toEqual(['a#', 'b']);
  expect(parsePointer('')).toEqual([]);
  expect(() => parsePointer('a/b')).toThrow();
});

test('a pointer finds its value, or undefined', () => {
  const value = { a: [{ b: null }, 'x'], '': 0 };
  expect(['', '/a/0', '/a/1', '/'].map((pointer) => readPointer(value, pointer))).toEqual([value, { b: null }, 'x', 0]);
  expect(['/b', '/b/c', '/a/0/b/c', '/a/2'].map((pointer) => readPointer(value, pointer))).toEqual(
    Array(4).fill(undefined),
  );
});

test('a pointer behind the name of a document is fit for a URI', () => {
  expect(toFragment('/a b/ü~1/c')).toBe('#/a%20b/%C3%BC~1/c');
});

const shared = { type: 'string' };
const schema = {
  properties: { a: { $ref: '#/one' }, b: { oneOf: [{ type: 'null' }, shared] } },
  items: { allOf: [{ minLength: 1 }], anyOf: [{}, { minLength: 3 }] },
  additionalProperties: { maxLength: 2 },
};
const json = { one: { $ref: '#/two' }, two: { $ref: '#/a~1b' }, 'a/b': { properties: { c: { enum: ['x'] } } }, schema };

test('a way through references has a step for each of them', () => {
  const spelled = '/schema/properties/a/$ref/$ref/$ref/properties/c/enum';
  expect(spellOut(json, '/schema/properties/a/properties/c/enum')).toBe(spelled);
  expect(spellOut(json, spelled)).toBe(spelled);
  expect(findNode(json, spelled)).toEqual(['x']);
  expect(spellOut(json, '/one')).toBe('/one');
  expect(spellOut(json, '/a~1b/properties')).toBe('/a~1b/properties');
  expect(findNode(json, '/schema/properties/none/$ref/x')).toBeUndefined();
});

for (const [value, target, way] of [
  ['', schema, ''],
  ['/a', json['a/b'], '/properties/a/$ref/$ref/$ref'],
  ['/a/c', json['a/b'].properties.c, '/properties/a/$ref/$ref/$ref/properties/c'],
  ['/b', shared, '/properties/b/oneOf/1'],
  ['/0', schema.items, '/items'],
  ['/0', schema.items.allOf[0], '/items/allOf/0'],
  ['/0', schema.items.anyOf[1], '/items/anyOf/1'],
  ['/z', schema.additionalProperties, '/additionalProperties'],
  ['/b/z', shared, undefined],
  ['', shared, undefined],
  ['/b', schema, undefined],
] as const) {
  test(`the schema that judges a value is found: ${value} by ${way ?? 'none'}`, () => {
    expect(traceSchema(json, schema, value, target)).toBe(way);
  });
}
