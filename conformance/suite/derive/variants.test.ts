import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { loadContract } from '../wire/contract.ts';
import { derivations, listParts } from './operations.ts';
import { SchemaNode, Values } from './values.ts';
import { deriveInvalid, deriveValid } from './variants.ts';

const { document, validators } = loadContract();
const parts = document.operations.flatMap((operation) => {
  const derivation = derivations[operation.id];
  return derivation ? listParts(document, operation).map((part) => ({ operation, part, derivation })) : [];
});

for (const { operation, part, derivation } of parts) {
  const about = `${operation.id} ${part.name || 'body'}`;
  const check = (value: unknown) => {
    if (part.in === 'body') return validators.requestBody(operation.id, value);
    const result = validators.parameter(operation.id, part.name, String(value));
    return 'violation' in result ? result.violation : undefined;
  };
  const derived = (seed: number) => {
    const values = new Values(seed, derivation.knowledge);
    return { valid: deriveValid(part.node, values), invalid: deriveInvalid(part.node, values) };
  };

  test(`${about}: valid variants are valid, invalid ones break the one place that they name`, () => {
    for (const { valid, invalid } of [1, 2, 123_456_789].map(derived)) {
      for (const { value } of valid) expect(check(value)).toBeUndefined();
      for (const { value, twin, pointer, path, missing, about: broken } of invalid) {
        expect(check(twin)).toBeUndefined();
        expect(changes(twin, value)).toEqual([pointer]);
        const violation = check(value);
        expect(`${violation?.pointer}${missing === undefined ? '' : `/${missing}`}`).toBe(pointer);
        // A value of no form's type breaks the type of a form.
        if (broken === 'oneOf') expect(violation?.schemaPath).toContain(`${path}/oneOf`);
        else expect(violation).toMatchObject({ keyword: broken, schemaPath: path });
      }
    }
  });

  test(`${about}: a seed always derives the same variants`, () => {
    expect(derived(7)).toEqual(derived(7));
  });
}

test('no invalid variant is derived where the source is lenient, nor by a null', () => {
  const lenient = /^\/(template_variables|scheduled_at|send_at|id|record_type|created_at)/;
  const variants = parts.flatMap(({ part, derivation }) =>
    deriveInvalid(part.node, new Values(1, derivation.knowledge)),
  );
  expect(variants.filter(({ pointer, value }) => lenient.test(pointer) || value === null)).toEqual([]);
});

const sendBody = parts.find(({ operation, part }) => operation.id === 'createEmailMessage' && !part.name);

test('known values of the target are used unchanged, and members that it lacks are omitted', () => {
  const known = { '/from': () => 'me@example.com', '/from/email': () => 'me@example.com' };
  const values = new Values(1, { known, lacking: ['/cc'] });
  for (const { value } of deriveValid(sendBody?.part.node as SchemaNode, values)) {
    const { from, ...others } = value as { from: string | { email: string } };
    expect(typeof from === 'string' ? from : from.email).toBe('me@example.com');
    expect(others).not.toHaveProperty('cc');
  }
});

const text = { type: 'string', examples: ['x'] };
const object = { type: 'object', required: ['a'], properties: { a: text, b: text, c: text } };
const derived: [schema: object, good: unknown[], bad: unknown[]][] = [
  [{ type: 'integer', minimum: 0, maximum: 0 }, [0], [-1, 1]],
  [{ type: 'string', enum: ['MB', 'GB'] }, ['MB', 'GB'], ['GBx', 'gb', '']],
  [{ type: 'string', minLength: 1, maxLength: 5, examples: ['abc'] }, ['abc', 'a', 'xxabc'], ['', 'xxxabc']],
  [{ type: 'string', pattern: '^a$', examples: ['a'] }, ['a'], ['a!', '!a', '']],
  [{ type: ['string', 'null'], examples: ['a'] }, ['a', null], []],
  [{ type: 'array', minItems: 1, items: { enum: [true] } }, [[true]], [[]]],
  [object, [{ a: 'x' }, { a: 'x', b: 'x' }, { a: 'x', c: 'x' }, { a: 'x', b: 'x', c: 'x' }], [{}]],
];
for (const [schema, good, bad] of derived) {
  test(`${JSON.stringify(schema)} is tried at its limits and just beyond`, () => {
    const node = SchemaNode.at({ schema }, '/schema');
    for (const value of good)
      expect(deriveValid(node, new Values(1))).toContainEqual(expect.objectContaining({ value }));
    const violations = deriveInvalid(node, new Values(1)).filter(({ about }) => about !== 'type');
    for (const value of bad) expect(violations).toContainEqual(expect.objectContaining({ value }));
  });
}

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
