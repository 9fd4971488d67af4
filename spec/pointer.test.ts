import { expect, test } from 'vitest';
import { atPointer, Locator, nodeAt, pointerFragment, pointerStep, pointerSteps, spellOut, trace } from './pointer.ts';

test('an escaped step of a pointer reads back', () => {
  for (const step of ['a', 'a/b', 'a~b', '~1', '', 'a b', '#'])
    expect(pointerSteps(`/${pointerStep(step)}`), step).toEqual([step]);
  expect(pointerStep(7)).toBe('7');
});

test('the steps of a reference begin after #', () => {
  expect(pointerSteps('openapi#/a/b')).toEqual(['a', 'b']);
  expect(pointerSteps('#/a#b')).toEqual(['a#b']);
  expect(pointerSteps('/a#/b')).toEqual(['a#', 'b']);
  expect(pointerSteps('')).toEqual([]);
  expect(() => pointerSteps('a/b')).toThrow();
});

test('a pointer finds its value, or undefined', () => {
  const value = { a: [{ b: null }, 'x'], '': 0 };
  expect(['', '/a/0', '/a/1', '/'].map((pointer) => atPointer(value, pointer))).toEqual([value, { b: null }, 'x', 0]);
  expect(['/b', '/b/c', '/a/0/b/c', '/a/2'].map((pointer) => atPointer(value, pointer))).toEqual(
    Array(4).fill(undefined),
  );
});

test('a pointer behind the name of a document is fit for a URI', () => {
  expect(pointerFragment('/a b/ü~1/c')).toBe('#/a%20b/%C3%BC~1/c');
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
  expect(nodeAt(json, spelled)).toEqual(['x']);
  expect(spellOut(json, '/one')).toBe('/one');
  expect(spellOut(json, '/a~1b/properties')).toBe('/a~1b/properties');
  expect(nodeAt(json, '/schema/properties/none/$ref/x')).toBeUndefined();
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
    expect(trace(json, schema, value, target)).toBe(way);
  });
}

const text = `# a comment
paths:
  /a/b: { get: { parameters: [{ name: x }, { name: y }] } }
  /c:
    get: &get
      200: fine
    head: *get
long: [a, b, c, d, e, f, g, h, i, j, k, l]
`;
const at = (pointer: string) => {
  const { line, column } = new Locator('spec/openapi.yaml', text).at(pointer);
  return [line, column];
};

test('a pointer leads to a key or to an item of a list', () => {
  expect(at('/paths')).toEqual([2, 1]);
  expect(at('#/paths/~1a~1b/get')).toEqual([3, 11]);
  expect(at('/paths/~1a~1b/get/parameters/1')).toEqual([3, 44]);
  expect(at('/paths/~1c/get/200')).toEqual([6, 7]);
  expect(['/long/1', '/long/10'].map(at)).toEqual([
    [8, 11],
    [8, 38],
  ]);
});

test('a member behind an alias is placed at its definition', () => {
  expect(at('/paths/~1c/head/200')).toEqual([6, 7]);
});

test('a missing member is placed at its nearest parent', () => {
  expect(at('/paths/~1c/post/responses')).toEqual([4, 3]);
  expect(at('/paths/~1a~1b/get/parameters/7')).toEqual([3, 18]);
  expect(at('')).toEqual([1, 1]);
});
