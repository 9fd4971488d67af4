import { expect, test } from 'vitest';
import { SchemaNode } from './schema-node.ts';

const shape = {
  type: 'object',
  properties: { 'a/b~c': { type: 'array', items: { oneOf: [{ type: 'integer' }, { type: 'string' }] } } },
  additionalProperties: { type: 'boolean' },
};

test('each place of a value is known by its pointer, and by where its schema stands', () => {
  const node = SchemaNode.at({ schema: shape }, '/schema', 'filter');
  const item = node.member('a/b~c').item;
  const places = [node, item, item.branches[1], node.freeMember('X/Y')];
  expect(places.map((place) => [place?.key, place?.pointer, place?.path, place?.types, place?.isText])).toEqual([
    ['filter', '', '/schema', ['object'], true],
    ['filter/a~1b~0c/0', '/a~1b~0c/0', '/schema/properties/a~1b~0c/items', [], true],
    ['filter/a~1b~0c/0', '/a~1b~0c/0', '/schema/properties/a~1b~0c/items/oneOf/1', ['string'], true],
    ['filter/X~1Y', '/X~1Y', '/schema/additionalProperties', ['boolean'], true],
  ]);
  expect(SchemaNode.at({ schema: shape }, '/schema').isText).toBe(false);
});

test('what a reference says of itself holds as well as what it leads to', () => {
  const root = {
    schema: { $ref: '#/first', 'x-lenient': true },
    first: { $ref: '#/last', readOnly: true },
    last: { type: ['null', 'boolean'] },
  };
  const { schema, path, isLenient, isReadOnly, isNullable, types } = SchemaNode.at(root, '/schema');
  expect({ schema, path, isLenient, isReadOnly, isNullable, types }).toEqual({
    schema: root.last,
    path: '/schema/$ref/$ref',
    isLenient: true,
    isReadOnly: true,
    isNullable: true,
    types: ['boolean'],
  });
  const plain = SchemaNode.at({ schema: root.last }, '/schema');
  expect([plain.isLenient, plain.isReadOnly]).toEqual([false, false]);
});
