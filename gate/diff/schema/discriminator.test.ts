import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const text = { type: 'string' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An object with a kind, as a schema says which. */
const kind = (of: object) => ({ type: 'object', required: ['kind'], properties: { kind: of } });

/** A document with an operation that takes a pet. */
function documentOf(schemas: object, Pet: object) {
  const post = {
    operationId: 'add',
    requestBody: { required: true, content: { 'application/json': { schema: reference('Pet') } } },
    responses: { 204: { description: 'Done.' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    paths: { '/pets': { post } },
    components: { schemas: { ...schemas, Pet } },
  };
}

/** What changes for who sends a pet, when how it is told which one it is changes. */
const changesOf = (schemas: object, base: object, revision: object) =>
  diffDocuments(documentOf(schemas, base), documentOf(schemas, revision)).changes;

const told = (schemas: object, base: object, revision: object) =>
  changesOf(schemas, base, revision).map(({ rule }) => rule);

/** A union of a cat and a dog, and what leads to them. */
const union = (mapping: object | undefined, keyword: 'oneOf' | 'anyOf' = 'oneOf') => ({
  [keyword]: [reference('Cat'), reference('Dog')],
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
});

const allMapped = { cat: 'Cat', dog: 'Dog', hound: 'Dog' };
const dogs = { enum: ['dog', 'hound'] };

/** How a branch may list its values. */
const listings: Record<string, object> = {
  'as a list': kind(dogs),
  'by a reference': { allOf: [reference('Base')] },
  'in a union of constants': kind({ oneOf: [{ const: 'dog' }, { const: 'hound' }] }),
  'in a union that has further branches': kind({ anyOf: [{ const: 'dog' }, { enum: ['hound'] }] }),
  'in its own branches': { anyOf: [kind({ const: 'dog' }), kind({ const: 'hound' })] },
};
for (const [how, Dog] of Object.entries(listings)) {
  test(`values that the branches list apart count, not what leads to them: ${how}`, () => {
    const schemas = { Base: kind(dogs), Cat: kind({ const: 'cat' }), Dog };
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const whole = union(allMapped, keyword);
      expect(told(schemas, whole, union({ cat: 'Cat', dog: 'Dog' }, keyword))).toEqual([]);
      expect(told(schemas, whole, union({ cat: 'Dog', dog: 'Cat' }, keyword))).toEqual([]);
    }
  });
}

test('values that the branches list alike are told apart by what leads to them', () => {
  const schemas = { Cat: kind({ enum: ['cat', 'dog', 'hound'] }), Dog: kind({ enum: ['dog', 'cat', 'hound'] }) };
  const removed = [{ rule: 'request-enum-value-removed', example: { request: { body: { kind: 'hound' } } } }];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const [before, now] = [union(allMapped, keyword), union({ cat: 'Cat', dog: 'Dog' }, keyword)];
    expect(changesOf(schemas, before, now), keyword).toMatchObject(removed);
    // Beside one that lists others.
    const [withBird, still] = [before, now].map((one) => ({
      ...one,
      [keyword]: [...(one[keyword] as object[]), kind({ const: 'bird' })],
    })) as [object, object];
    expect(changesOf(schemas, withBird, still), keyword).toMatchObject(removed);
  }
});

test('a name that the branches do not list leads nowhere', () => {
  const schemas = {
    Cat: kind({ enum: ['a', 'b'] }),
    Dog: { ...kind({ enum: ['b', 'c'] }), required: ['kind', 'bark'] },
  };
  const { discriminator: _, ...bare } = union(undefined);
  expect(told(schemas, bare, union(undefined))).toEqual([]);
  expect(told(schemas, union(undefined), bare)).toEqual([]);
});

test('what leads to a branch counts in whatever order it is written', () => {
  const schemas = { Cat: kind(text), Dog: kind(text) };
  expect(told(schemas, union(allMapped), union({ hound: 'Dog', dog: 'Dog', cat: 'Cat' }))).toEqual([]);
});

test('a branch that is written out goes by the name of the only component that says the same', () => {
  const schemas = { Cat: kind(text), Dog: { ...kind(text), required: ['kind', 'bark'] } };
  const written = (...oneOf: object[]) => ({ oneOf, discriminator: { propertyName: 'kind' } });
  const out = written(schemas.Cat, schemas.Dog);
  expect(told(schemas, union(undefined), out)).toEqual([]);
  expect(told(schemas, out, union({ cat: 'Cat', Dog: 'Dog' }))).toContain('request-branch-removed');
});

test('a branch that refers on without being mapped goes by the name of what it refers to first', () => {
  const Kitty = { allOf: [reference('Tom')] };
  const schemas = { Kitty, Tom: { allOf: [reference('Cat')] }, Cat: kind(text), Dog: kind(text) };
  const of = (mapping?: object) => ({ ...union(mapping), oneOf: [reference('Kitty'), reference('Dog')] });
  expect(told(schemas, of(), of({ Kitty: 'Kitty', Dog: 'Dog' }))).toEqual([]);
  expect(told(schemas, of({ cat: 'Cat', dog: 'Dog' }), of({ cat: 'Kitty', dog: 'Dog' }))).toEqual([]);
  expect(told(schemas, of(), of({ Cat: 'Kitty', Dog: 'Dog' }))).toEqual([
    'request-enum-value-removed',
    'request-enum-value-added',
  ]);
});

test('a branch that refers to itself is no obstacle', () => {
  const schemas = { Cat: { allOf: [reference('Kitty')] }, Kitty: { allOf: [reference('Cat')] }, Dog: kind(text) };
  expect(told(schemas, union(undefined), union({ Cat: 'Cat', Dog: 'Dog' }))).toEqual([]);
});

test('what a branch that is written out goes by is looked for beside branches that refer', () => {
  const bird = { ...kind(text), required: ['kind', 'wings'] };
  const Pet = { oneOf: [reference('Cat'), bird], discriminator: { propertyName: 'kind' } };
  const [before, now] = [{ Bird: bird }, { Parrot: bird }].map((one) => documentOf({ Cat: kind(text), ...one }, Pet));
  expect(diffDocuments(before, now).changes.map(({ rule }) => rule)).toEqual([
    'request-branch-removed',
    'request-branch-added',
  ]);
});
