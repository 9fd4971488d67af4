import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { OperationSpec } from '../../../spec/document.ts';
import { contract } from '../wire/contract.ts';
import { invalidVariants } from './invalid.ts';
import { derivations } from './operations.ts';
import { confirm, type Part, partsOf } from './request.ts';
import { SchemaNode } from './schema-node.ts';
import { validVariants } from './valid.ts';
import { Values } from './values.ts';

const { document, validators } = contract();
const parts = document.operations.flatMap((operation) =>
  partsOf(document, operation).map((part) => ({ operation, part, about: `${operation.id} ${part.name || 'body'}` })),
);
const valuesOf = ({ id }: OperationSpec, seed: number) => new Values(seed, derivations[id].knowledge);
const valid = (operation: OperationSpec, { node }: Part, seed = 1) => validVariants(node, valuesOf(operation, seed));
const invalid = (operation: OperationSpec, { node }: Part, seed = 1) =>
  invalidVariants(node, valuesOf(operation, seed));

for (const { operation, part, about } of parts) {
  test(`${about}: valid variants are valid, invalid ones break the one place that they name`, () => {
    for (const seed of [1, 2, 123_456_789])
      for (const variant of [...valid(operation, part, seed), ...invalid(operation, part, seed)])
        confirm(validators, operation, part, variant);
  });

  test(`${about}: an invalid variant is one change to a valid one`, () => {
    for (const { twin, value, pointer } of invalid(operation, part)) expect(changes(twin, value)).toEqual([pointer]);
  });

  test(`${about}: a seed always derives the same variants`, () => {
    expect(valid(operation, part, 7)).toEqual(valid(operation, part, 7));
    expect(invalid(operation, part, 7)).toEqual(invalid(operation, part, 7));
  });
}

test('no invalid variant is derived where the source is lenient, nor by a null', () => {
  const lenient = /^\/(template_variables|scheduled_at|send_at|id|record_type|created_at)/;
  const all = parts.flatMap(({ operation, part }) => invalid(operation, part));
  expect(all.filter(({ pointer, value }) => lenient.test(pointer) || value === null)).toEqual([]);
});

const sendBody = parts.find(({ operation, part }) => operation.id === 'createEmailMessage' && !part.name)?.part as Part;

test('values known of the target are used as they are, and members that it lacks are left out', () => {
  const known = { '/from': () => 'me@example.com', '/from/email': () => 'me@example.com' };
  for (const { value } of validVariants(sendBody.node, new Values(1, { known, lacking: ['/cc'] }))) {
    const { from, ...others } = value as { from: string | { email: string } };
    expect(typeof from === 'string' ? from : from.email).toBe('me@example.com');
    expect(others).not.toHaveProperty('cc');
  }
});

const derived: [schema: object, good: unknown[], bad: unknown[]][] = [
  [{ type: 'integer', minimum: 0, maximum: 0 }, [0], [-1, 1]],
  [{ type: 'string', enum: ['MB', 'GB'] }, ['MB', 'GB'], ['GBx', 'gb', '']],
  [{ type: 'string', minLength: 1, maxLength: 5, examples: ['abc'] }, ['abc', 'a', 'xxabc'], ['', 'xxxabc']],
  [{ type: 'string', pattern: '^a$', examples: ['a'] }, ['a'], ['a!', '!a', '']],
  [{ type: ['string', 'null'], examples: ['a'] }, ['a', null], []],
  [{ type: 'array', minItems: 1, items: { enum: [true] } }, [[true], [true, true]], [[]]],
];
for (const [schema, good, bad] of derived) {
  test(`${JSON.stringify(schema)} is tried at its limits and just beyond`, () => {
    const node = SchemaNode.at({ schema }, '/schema');
    const values = (variants: { value: unknown; about?: string | undefined }[]) => variants.map(({ value }) => value);
    for (const value of good) expect(values(validVariants(node, new Values(1)))).toContainEqual(value);
    const violations = invalidVariants(node, new Values(1)).filter(({ about }) => about !== 'type');
    for (const value of bad) expect(values(violations)).toContainEqual(value);
  });
}

test('an object is sent with each member, with all, and without each', () => {
  const text = { type: 'string', examples: ['x'] };
  const schema = { type: 'object', required: ['a'], properties: { a: text, b: text, c: text } };
  const sent = validVariants(SchemaNode.at({ schema }, '/schema'), new Values(1));
  const names = sent.map(({ value }) =>
    Object.keys(value as object)
      .sort()
      .join(),
  );
  for (const members of ['a', 'a,b', 'a,c', 'a,b,c', 'a,conformance_unknown']) expect(names).toContain(members);
  const [lacking] = invalidVariants(SchemaNode.at({ schema }, '/schema'), new Values(1)).filter(
    ({ missing }) => missing,
  );
  expect(lacking).toMatchObject({ about: 'required', missing: 'a', value: {} });
});

/** The JSON pointers at which two values differ; values of different types or lengths differ as a whole. */
function changes(before: unknown, after: unknown, pointer = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  const isSameKind = isHolder(before) && isHolder(after) && Array.isArray(before) === Array.isArray(after);
  if (!isSameKind || (Array.isArray(before) && before.length !== (after as unknown as unknown[]).length))
    return [pointer];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changes(before[name], after[name], `${pointer}/${name}`));
}
