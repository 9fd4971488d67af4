import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** A document with an operation that takes an object with this member. */
function documentOf(member: object) {
  const schema = { type: 'object', properties: { id: { type: 'integer', ...member } } };
  const post = {
    operationId: 'put',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Done.' } },
  };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

const told = (base: object, revision: object) =>
  diffDocuments(documentOf(base), documentOf(revision)).changes.map(({ rule }) => rule);

test('the default of what clients never send says nothing to them', () => {
  expect(told({ default: 40 }, {})).toEqual(['request-default-changed']);
  expect(told({ readOnly: true, default: 40 }, { readOnly: true })).toEqual([]);
  expect(told({ default: 40 }, { readOnly: true })).toContain('request-default-changed');
  expect(told({ readOnly: true, default: 40 }, {})).toContain('request-default-changed');
});

test('what a schema says beside its values is the same in a part of it', () => {
  const said = { readOnly: true, deprecated: true };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    expect(told(said, { [keyword]: [said] }), keyword).toEqual([]);
    expect(told({ default: 4 }, { [keyword]: [{ default: 4 }] }), keyword).toEqual([]);
    expect(told({ default: 4 }, { [keyword]: [{ default: 5 }], default: 4 }), keyword).toEqual([]);
  }
  expect(told({}, { anyOf: [said, {}] })).toEqual([]);
});

test('what is said not to be so is as if nothing were said, a default of null is one', () => {
  expect(told({}, { readOnly: false, writeOnly: false, deprecated: false, 'x-lenient': false })).toEqual([]);
  expect(told({ deprecated: true }, {})).toEqual([]);
  expect(told({ default: null }, {})).toEqual(['request-default-changed']);
  expect(told({ default: { a: 1, b: 2 } }, { default: { b: 2, a: 1 } })).toEqual([]);
});

test('a default that changed is told where it stands in either document, or would', () => {
  const at = '/paths/~1things/post/requestBody/content/application~1json/schema/properties/id/default';
  for (const [base, revision, basePointer] of [
    [{ default: 4 }, { default: 5 }, at],
    [{ default: 4 }, {}, at],
    [{}, { default: 5 }, undefined],
  ] as const) {
    const [change] = diffDocuments(documentOf(base), documentOf(revision)).changes;
    expect([change?.pointer, change?.basePointer]).toEqual([at, basePointer]);
  }
});

test('a member that one side alone writes is not required of the other, wherever that is said', () => {
  const Own = { type: 'string', readOnly: true };
  const Secret = { type: 'string', writeOnly: true };
  const of = (own: object, secret: object) => {
    const properties = { own, secret, a: { type: 'string' } };
    const content = {
      'application/json': { schema: { type: 'object', properties, required: ['own', 'secret', 'a'] } },
    };
    const post = { requestBody: { content }, responses: { 200: { description: 'Done.', content } } };
    return { ...documentOf({}), paths: { '/things': { post } }, components: { schemas: { Own, Secret } } };
  };
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const plain = of(Own, Secret);
  for (const other of [
    of(reference('Own'), reference('Secret')),
    of({ allOf: [reference('Own')] }, { allOf: [reference('Secret')] }),
    of({ type: 'string', anyOf: [Own] }, { type: 'string', oneOf: [Secret] }),
  ]) {
    expect(diffDocuments(plain, other).changes).toEqual([]);
    expect(diffDocuments(other, plain).changes).toEqual([]);
  }
});
