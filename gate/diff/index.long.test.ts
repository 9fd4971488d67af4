import { expect, test } from 'vitest';
import { tables } from '../table/index.ts';
import { diffDocuments, openDocument } from './index.ts';
import type { Json } from './source.ts';

const { base: shop } = tables.shop;

/** What the comparison says of the shop after a change. */
function changed(make: (document: Json) => void) {
  const revision = structuredClone(shop);
  make(revision);
  return diffDocuments(shop, revision);
}

/** The object below another one, by the keys that lead to it. */
function within(node: Json, ...keys: string[]): Json {
  return keys.reduce((next, key) => next[key] as Json, node);
}

const schemas = (document: Json) => within(document, 'components', 'schemas');

test('a change says who breaks, where in both documents, and shows it', () => {
  const { changes } = changed((d) => {
    within(schemas(d), 'Money', 'properties', 'currency').enum = ['EUR'];
  });
  expect(changes[0]).toEqual({
    level: 'breaking',
    rule: 'request-enum-value-removed',
    operation: 'createItem',
    direction: 'request',
    pointer: '/components/schemas/Money/properties/currency/enum/USD',
    basePointer: '/components/schemas/Money/properties/currency/enum/1',
    message:
      'Clients that send "USD" as `price.currency` in the body (application/json) are refused: the value is no longer allowed.',
    example: {
      request: {
        method: 'POST',
        url: '/items',
        headers: { 'X-Tenant': 'text' },
        body: { name: 'text', price: { amount: 0, currency: 'USD' } },
      },
      base: 'valid',
      revision: '/price/currency must be "EUR"',
    },
  });
});

test('an answer that a client did not expect is shown', () => {
  const { changes } = changed((d) => {
    within(schemas(d), 'Report', 'properties', 'ok').type = ['boolean', 'null'];
  });
  expect(changes[0]).toMatchObject({
    rule: 'response-null-added',
    operation: 'putSettings',
    example: { answer: { status: '200', body: { ok: null } }, base: '/ok must be boolean', revision: 'valid' },
  });
});

test('what a webhook brings is read like an answer', () => {
  const { changes } = changed((d) => {
    within(schemas(d), 'StockLow', 'properties').level = { type: 'string', enum: ['low', 'empty', 'none'] };
  });
  expect(changes[0]).toMatchObject({
    level: 'breaking',
    rule: 'response-enum-value-added',
    operation: 'onStockLow',
    direction: 'response',
    example: { request: { body: { item_id: 'text', left: 0, level: 'none' } }, revision: 'valid' },
  });
});

test('a change of a component is told once, with every operation that uses it', () => {
  const { changes } = changed((d) => {
    within(schemas(d), 'Problem').required = ['title', 'status', 'detail'];
    delete within(schemas(d), 'Problem', 'properties').status;
  });
  const removed = changes.filter(({ rule }) => rule === 'response-property-removed');
  expect(removed).toHaveLength(1);
  expect(removed[0]?.operations).toEqual(['listItems', 'createItem', 'getItem', 'createOrder']);
});

test('the version rises with the gravest change', () => {
  const versions = (from: string) => {
    const base = { ...shop, info: { title: 'Shop', version: from } };
    const rising = (make: (document: Json) => void) => {
      const revision = structuredClone(base);
      make(revision);
      return diffDocuments(base, revision).requiredVersion;
    };
    return [
      rising((d) => delete within(d, 'paths')['/tree']),
      rising((d) => delete within(d, 'paths', '/tree', 'put').operationId),
      rising((d) => {
        within(d, 'paths')['/new'] = { get: { responses: { '204': { description: 'New.' } } } };
      }),
      rising((d) => {
        within(schemas(d), 'Report', 'properties', 'ok').const = true;
      }),
      rising((d) => {
        within(schemas(d), 'Report').description = 'In other words.';
      }),
    ];
  };
  expect(versions('1.4.2')).toEqual(['2.0.0', '1.5.0', '1.5.0', '1.4.3', '1.4.2']);
  expect(versions('0.4.2')).toEqual(['0.5.0', '0.5.0', '0.5.0', '0.4.3', '0.4.2']);
  expect(versions('2024-05')).toEqual(Array(5).fill('2024-05'));
});

test('what is no OpenAPI 3 document is refused in a line', () => {
  expect(() => diffDocuments({ swagger: '2.0' }, shop)).toThrow('base: is no OpenAPI 3 document');
  expect(() => diffDocuments(shop, null)).toThrow('revision: is no OpenAPI 3 document');
  expect(() => diffDocuments(shop, { ...shop, paths: [] })).toThrow('revision: #/paths is no map');
});

test('a reference that says nothing leads to the document itself', () => {
  const referring = ($ref: string) =>
    changed((d) => {
      within(schemas(d), 'Order', 'properties').payment = { $ref };
    });
  expect(referring('')).toEqual(referring('#'));
});

test('a reference that leads nowhere is refused in a line', () => {
  const broken = (reference: string) => () =>
    changed((d) => {
      within(schemas(d), 'Order', 'properties').payment = { $ref: reference };
    });
  expect(broken('#/components/schemas/Nobody')).toThrow(
    'revision: the reference #/components/schemas/Nobody leads nowhere',
  );
  expect(broken('#/constructor/prototype')).toThrow('revision: the reference #/constructor/prototype leads nowhere');
  expect(broken('other.yaml#/Thing')).toThrow('revision: the reference other.yaml#/Thing leads nowhere');
  expect(broken('#/components/schemas/Order/properties/payment')).toThrow(
    'revision: the reference at #/components/schemas/Order/properties/payment leads to itself',
  );
});

/** Twenty schemas, each a union of six objects that lead to others of them. */
function entangled(branch: Json): Json {
  const name = (index: number) => `Node${index % 12}`;
  const union = (index: number) =>
    Array.from({ length: 4 }, (_, step) => ({
      type: 'object',
      required: ['kind'],
      properties: {
        kind: { const: `${index}-${step}` },
        next: { $ref: `#/components/schemas/${name(index + step + 1)}` },
        ...branch,
      },
    }));
  const all = Array.from({ length: 12 }, (_, index) => [name(index), { oneOf: union(index) }]);
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node0' } } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Entangled', version: '1.0.0' },
    paths: { '/nodes': { post: { requestBody: body, responses: { '204': { description: 'Taken.' } } } } },
    components: { schemas: Object.fromEntries(all) },
  };
}

test('schemas that all lead to one another are compared to the end', () => {
  const [base, revision] = [entangled({ size: { type: 'integer' } }), entangled({ size: { type: 'string' } })];
  expect(diffDocuments(base, structuredClone(base)).changes).toEqual([]);
  const { changes } = diffDocuments(base, revision);
  expect(new Set(changes.map(({ rule }) => rule))).toEqual(new Set(['request-type-changed']));
  expect(changes).toHaveLength(4 * 12);
});

/** Schemas each of which leads to the next, and an operation for each that answers with it; the last one has a value. */
function chained(length: number, last: Json): Json {
  const name = (index: number) => `Link${index}`;
  const all = Array.from({ length }, (_, index) => {
    const next = { $ref: `#/components/schemas/${name(index + 1)}` };
    return [name(index), { type: 'object', properties: index < length - 1 ? { next } : last }];
  });
  const paths = Object.keys(Object.fromEntries(all)).map((schema) => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    return [`/${schema}`, { get: { operationId: schema, responses: { '200': { description: 'One.', content } } } }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Chained', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(all) },
  };
}

test('a change behind hundreds of schemas is found', () => {
  const of = (type: string) => {
    const document = chained(150, { size: { type } });
    return { ...document, paths: { '/Link0': within(document, 'paths', '/Link0') } };
  };
  const { changes } = diffDocuments(of('string'), of('integer'));
  expect(changes).toMatchObject([{ pointer: '/components/schemas/Link149/properties/size/type' }]);
});

test('a change among schemas that lead to one another is told once, with every operation that uses it', () => {
  const of = (type: string) => {
    const document = chained(100, {});
    for (const index of Array(100).keys()) {
      const leads = [0, 3, 6].map((step) => [step, { $ref: `#/components/schemas/Link${(index * 7 + step) % 100}` }]);
      within(schemas(document), `Link${index}`).properties = Object.fromEntries(leads);
    }
    within(schemas(document), 'Link77', 'properties').size = { type };
    return document;
  };
  const { changes } = diffDocuments(of('string'), of('integer'));
  expect(changes.map(({ operations }) => operations?.length)).toEqual([100]);
});

test('an operation that is a callback of its own is compared as what clients send and as what they get', () => {
  const of = (status: string) => {
    const callbacks = { again: { '{$request.body#/url}': { $ref: '#/paths/~1orders' } } };
    const post = { operationId: 'order', callbacks, responses: { [status]: { description: 'Taken.' } } };
    return { openapi: '3.1.0', info: { title: 'Calls', version: '1.0.0' }, paths: { '/orders': { post } } };
  };
  expect(diffDocuments(of('200'), of('200')).changes).toEqual([]);
  const broken = diffDocuments(of('200'), of('201')).changes.filter(({ level }) => level === 'breaking');
  expect(broken.map(({ rule }) => rule)).toEqual(['response-status-removed', 'request-status-removed']);
});

test('a long row of references is followed to its end', () => {
  const name = (index: number) => `Link${index}`;
  const links = Array.from({ length: 20_000 }, (_, index) => [
    name(index),
    { $ref: `#/components/schemas/${name(index + 1)}` },
  ]);
  const all = { ...Object.fromEntries(links), [name(links.length)]: { type: 'string' } };
  const json = { openapi: '3.1.0', info: { title: 'Row', version: '1.0.0' }, components: { schemas: all } };
  const { root } = openDocument(json, 'row');
  expect(root.node).toBe(json);
});

/** A document with an operation that takes one schema. */
function taking(schema: Json): Json {
  const body = { content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.0',
    info: { title: 'One', version: '1.0.0' },
    paths: { '/one': { post: { requestBody: body, responses: { '204': { description: 'Taken.' } } } } },
  };
}

test('a value that would be too large is not made as an example', () => {
  const huge = { minLength: 2_000_000_000 };
  const text = diffDocuments(taking({ type: 'string', ...huge }), taking({ type: 'string', ...huge, pattern: '^a' }));
  expect(text.changes[0]).toMatchObject({ rule: 'request-pattern-added' });
  const list = (type: string) => taking({ type: 'array', contains: { type }, minContains: 10_000_000_000 });
  expect(diffDocuments(list('string'), list('integer')).verdict).toBe('breaking');
});

test('examples that are large together are shown while there is room for them', () => {
  const of = (type: string) => {
    const members = Array.from({ length: 40 }, (_, index) => [`member${index}`, { type }]);
    const properties = { blob: { const: 'x'.repeat(1_000_000) }, ...Object.fromEntries(members) };
    return taking({ type: 'object', required: ['blob'], properties });
  };
  const { changes } = diffDocuments(of('string'), of('integer'));
  expect(changes).toHaveLength(40);
  const shown = changes.filter(({ example }) => example !== undefined);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length).toBeLessThan(40);
});

test('a schema that is made of itself is no obstacle', () => {
  const { changes } = changed((d) => {
    Object.assign(schemas(d), {
      Chicken: { allOf: [{ $ref: '#/components/schemas/Egg' }] },
      Egg: { allOf: [{ $ref: '#/components/schemas/Chicken' }] },
    });
    within(schemas(d), 'Problem', 'properties').origin = { $ref: '#/components/schemas/Chicken' };
  });
  expect(changes.map(({ rule }) => rule)).toEqual(['response-property-added']);
});

test('who is made of a schema that leads to its heirs is found among schemas that are made of themselves', () => {
  const of = (type: string) => {
    const made = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });
    const kinds = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, size: { type } },
      discriminator: { propertyName: 'kind' },
    };
    const document = taking({ $ref: '#/components/schemas/Kinds' });
    return { ...document, components: { schemas: { Chicken: made('Egg'), Egg: made('Chicken'), Kinds: kinds } } };
  };
  expect(diffDocuments(of('string'), of('integer')).changes.map(({ rule }) => rule)).toEqual(['request-type-changed']);
});

test('an `$id` in an example is no address', () => {
  const { verdict } = changed((d) => {
    for (const name of ['Item', 'Money']) within(schemas(d), name).example = { $id: 'same', more: [{ $id: 'same' }] };
    within(schemas(d), 'Money', 'properties', 'currency').enum = ['EUR'];
  });
  expect(verdict).toBe('breaking');
});

test('a difference of what nothing describes stands where that would be', () => {
  const { changes } = changed((d) => {
    within(schemas(d), 'NewItem').additionalProperties = { type: 'integer' };
  });
  expect(changes.length).toBeGreaterThan(0);
  for (const { pointer, basePointer } of changes) {
    expect(pointer).toMatch(/^\/components\/schemas/);
    expect(basePointer).toMatch(/^\/components\/schemas/);
  }
});

test('a list in a header is written alike, exploded or not', () => {
  const withTags = (more: object) => {
    const document = structuredClone(shop);
    const tags = { name: 'X-Tags', in: 'header', schema: { type: 'array', items: { type: 'string' } } };
    (within(document, 'paths', '/items', 'get').parameters as object[]).push({ ...tags, ...more });
    return document;
  };
  expect(diffDocuments(withTags({}), withTags({ explode: true })).changes).toEqual([]);
});

test('what is equal is not looked into', () => {
  const looked: string[] = [];
  diffDocuments(shop, structuredClone(shop), (place) => looked.push(place));
  expect(looked.filter((place) => place.startsWith('#'))).toEqual([]);
});

for (const [before, now, verdict] of [
  ['integer', 'number', 'safe'],
  ['number', 'string', 'soft'],
  ['number', 'integer', 'breaking'],
]) {
  test(`a query parameter that was ${before} and is ${now} is ${verdict}`, () => {
    const of = (type: string | undefined) => ({
      openapi: '3.1.0',
      info: { title: 'Weights', version: '1.0.0' },
      paths: {
        '/items': {
          get: {
            parameters: [{ name: 'weight', in: 'query', schema: { type } }],
            responses: { '204': { description: 'Found.' } },
          },
        },
      },
    });
    expect(diffDocuments(of(before), of(now)).verdict).toBe(verdict);
  });
}
