import { expect, test } from 'vitest';
import { namedPointer } from './changes.ts';

const document = {
  servers: [{ url: 'https://one.example.com' }, { url: 'https://two.example.com' }, { url: '/', name: 'own' }],
  tags: [{ name: 'things' }],
  security: [{ key: [] }, { b: [], a: [] }, {}],
  paths: {
    '/things': {
      parameters: [{ $ref: '#/components/parameters/Size' }, { name: 'X-Trace', in: 'header' }],
    },
  },
  components: {
    parameters: { Size: { name: 'page[size]', in: 'query' } },
    schemas: {
      Thing: {
        enum: ['red', 'green', 'red', null, '', 0],
        required: ['id'],
        oneOf: [{ $ref: '#/components/schemas/One' }, { title: 'Two' }, { type: 'string' }],
      },
      One: {},
      Shape: { anyOf: [{ $ref: '#Circle' }, { $ref: '#' }] },
    },
  },
};

for (const [pointer, named] of [
  ['/servers/1', '/servers/https:~1~1two.example.com'],
  ['/servers/2', '/servers/own'],
  ['/tags/0/description', '/tags/things/description'],
  ['/security/0', '/security/key'],
  ['/security/1', '/security/a+b'],
  ['/security/2', '/security/none'],
  ['/paths/~1things/parameters/0', '/paths/~1things/parameters/query:page[size]'],
  ['#/paths/~1things/parameters/1/schema', '/paths/~1things/parameters/header:X-Trace/schema'],
  ['/components/schemas/Thing/enum/1', '/components/schemas/Thing/enum/green'],
  ['/components/schemas/Thing/enum/2', '/components/schemas/Thing/enum/2'],
  ['/components/schemas/Thing/enum/3', '/components/schemas/Thing/enum/null'],
  ['/components/schemas/Thing/enum/4', '/components/schemas/Thing/enum/'],
  ['/components/schemas/Thing/enum/5', '/components/schemas/Thing/enum/0'],
  ['/components/schemas/Thing/required/0', '/components/schemas/Thing/required/id'],
  ['/components/schemas/Thing/oneOf/0', '/components/schemas/Thing/oneOf/One'],
  ['/components/schemas/Thing/oneOf/1/type', '/components/schemas/Thing/oneOf/Two/type'],
  ['/components/schemas/Thing/oneOf/2', '/components/schemas/Thing/oneOf/2'],
  ['/components/schemas/Shape/anyOf/1', '/components/schemas/Shape/anyOf/1'],
  ['/components/schemas/Gone/items/0', '/components/schemas/Gone/items/0'],
] as const) {
  test(`${pointer} goes by names`, () => {
    expect(namedPointer(document, pointer)).toBe(named);
  });
}
