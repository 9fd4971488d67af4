import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { OperationSpec } from '../../../spec/document.ts';
import { atPointer } from '../../../spec/pointer.ts';
import { contract } from '../wire/contract.ts';
import { invalidVariants } from './invalid.ts';
import { derivations } from './operations.ts';
import { confirm, labelOf, type Part, partsOf } from './part.ts';
import { SchemaNode } from './schema-node.ts';
import { validVariants } from './valid.ts';
import { Values } from './values.ts';
import type { Invalid, Valid } from './variant.ts';

const { document } = contract();
const seeds = [1, 2, 3, 4, 5, 123_456_789];

const parts = document.operations.flatMap((operation) =>
  partsOf(document, operation).map((part) => ({ operation, part, about: `${operation.id} ${part.name || 'body'}` })),
);

const valuesOf = (operation: OperationSpec, seed: number) => new Values(seed, derivations[operation.id].knowledge);
const valid = (operation: OperationSpec, part: Part, seed: number): Valid[] =>
  validVariants(part.node, valuesOf(operation, seed));
const invalid = (operation: OperationSpec, part: Part, seed: number): Invalid[] =>
  invalidVariants(part.node, valuesOf(operation, seed));
const labels = (part: Part, variants: readonly (Valid | Invalid)[]) => variants.map((one) => labelOf(part, one));

function partNamed(id: string, name = ''): { operation: OperationSpec; part: Part } {
  const found = parts.find(({ operation, part }) => operation.id === id && part.name === name);
  if (!found) throw new Error(`${id} has no part ${name}`);
  return found;
}

for (const { operation, part, about } of parts) {
  test(`${about}: one seed gives the same variants, and each seed the same rules`, () => {
    for (const derive of [valid, invalid]) {
      const first = derive(operation, part, 7);
      expect(derive(operation, part, 7)).toEqual(first);
      const charged = (variants: readonly (Valid | Invalid)[]) =>
        new Set(variants.map(({ path, about: keyword }) => `${path} ${keyword}`));
      expect(charged(derive(operation, part, 8))).toEqual(charged(first));
    }
  });

  test(`${about}: what is meant as valid is valid, and what is meant as invalid breaks the one place that it says`, () => {
    for (const seed of seeds) {
      const variants = [...valid(operation, part, seed), ...invalid(operation, part, seed)];
      for (const variant of variants) confirm(contract().validators, operation, part, variant);
    }
  });

  test(`${about}: an invalid value is one change to its twin, at the place that it names`, () => {
    const variants = invalid(operation, part, 1);
    const told = (changes: (variant: Invalid) => string[]) =>
      variants.map((variant) => [labelOf(part, variant), ...changes(variant)]);
    expect(told(({ twin, value }) => changesOf(twin, value))).toEqual(told(({ pointer }) => [pointer]));
  });
}

test('what is not as it says, or is broken in another place, is no variant', () => {
  const { operation, part } = partNamed('createEmailMessage');
  const [lacking] = invalid(operation, part, 1).filter(({ missing }) => missing !== undefined);
  if (!lacking) throw new Error('no member is needed');
  const { pointer, value, twin, path } = lacking;
  const { missing: _, ...whole } = lacking;
  const confirmed = (variant: Valid | Invalid) => () => confirm(contract().validators, operation, part, variant);
  expect(confirmed(lacking)).not.toThrow();
  for (const wrong of [
    { ...lacking, twin: value },
    { ...lacking, value: twin },
    { ...lacking, path: `${path}/items` },
    { ...lacking, pointer: `${pointer}/0` },
    { ...lacking, about: 'type' },
    { ...whole, pointer: pointer.replace(/\/[^/]*$/, '') },
    { path, pointer, value, label: lacking.label },
  ]) {
    expect(confirmed(wrong), JSON.stringify(wrong)).toThrow(/^derived for createEmailMessage, /);
  }
});

test('another seed gives other values', () => {
  const { operation, part } = partNamed('createEmailMessage');
  expect(valid(operation, part, 1)).not.toEqual(valid(operation, part, 2));
});

test('what is sent of each part, and what is charged for it', async () => {
  const told = parts.map(({ operation, part, about }) => {
    const sent = (title: string, variants: readonly (Valid | Invalid)[]) =>
      variants.map(
        (one) =>
          `  ${title} ${labelOf(part, one)} (${one.about ?? ''}${one.path.replace(/^.*\/schema/, ' of #')}): ${shown(one)}`,
      );
    return [about, ...sent('good', valid(operation, part, 1)), ...sent('bad', invalid(operation, part, 1)), ''];
  });
  await expect(told.flat().join('\n')).toMatchFileSnapshot('golden/variants.txt');
});

test('nothing is wrong where the service is lenient, where it does not look, and for a null', () => {
  const lenient = /^\/(template_variables|scheduled_at|send_at|id|record_type|created_at)/;
  const wrong = parts.flatMap(({ operation, part }) =>
    labels(
      part,
      invalid(operation, part, 1).filter(({ pointer, value }) => lenient.test(pointer) || value === null),
    ),
  );
  expect(wrong).toEqual([]);
});

test('what the target knows to be good is used as it is, and what it lacks is left out', () => {
  const { part } = partNamed('createEmailMessage');
  const known = { '/from': () => 'me@example.com', '/from/email': () => 'me@example.com' };
  const values = new Values(1, { known, lacking: ['/cc'] });
  for (const variant of validVariants(part.node, values)) {
    const { from, ...others } = variant.value as { from: string | { email: string } };
    expect(typeof from === 'string' ? from : from.email).toBe('me@example.com');
    expect(others).not.toHaveProperty('cc');
  }
  const wrong = invalidVariants(part.node, values).map(({ pointer }) => pointer.split('/')[1]);
  expect(['bcc', 'cc'].map((name) => wrong.includes(name))).toEqual([true, false]);
});

/** What is derived as valid from a schema of its own. */
const validOf = (schema: object) => validVariants(SchemaNode.at({ schema }, '/schema'), new Values(1));

test('of an object each member is sent alone, all of them, and all but each of three or more', () => {
  const text = { type: 'string', examples: ['x'] };
  const sentWith = (...names: string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const required = ['a'];
    return validOf({ type: 'object', additionalProperties: false, required, properties })
      .map(({ value }) =>
        Object.keys(value as object)
          .sort()
          .join(''),
      )
      .filter((sent) => !sent.includes('_'));
  };
  expect(sentWith('a', 'b')).toEqual(['a', 'a', 'ab']);
  expect(sentWith('a', 'b', 'c')).toEqual(['a', 'a', 'ab', 'ac', 'abc']);
  expect(sentWith('a', 'b', 'c', 'd')).toEqual(['a', 'a', 'ab', 'ac', 'ad', 'abcd', 'acd', 'abd', 'abc']);
});

test('a member that nobody knows is the business of the rule about such members, where members are known', () => {
  const owned = (schema: object) => validOf(schema).filter(({ owner }) => owner !== undefined);
  expect(owned({ type: 'object', properties: { a: { type: 'boolean' } } })).toMatchObject([
    { owner: 'HTTP-10', value: { conformance_unknown: 'unknown' } },
  ]);
  expect(owned({ type: 'object' })).toEqual([]);
});

test('a limit of nought is a limit as any other, and null is one value more wherever it stands among the types', () => {
  const number = { type: 'integer', minimum: 0, maximum: 0 };
  expect(validOf(number).map(({ value, about }) => [value, about])).toEqual([
    [0, 'value'],
    [0, 'minimum'],
    [0, 'maximum'],
  ]);
  const node = SchemaNode.at({ schema: number }, '/schema');
  const missed = invalidVariants(node, new Values(1)).filter(({ about }) => about !== 'type');
  expect(missed.map(({ value, about }) => [value, about])).toEqual([
    [-1, 'minimum'],
    [1, 'maximum'],
  ]);
  const text = { type: ['null', 'string'], pattern: '^a$' };
  expect(validOf(text).map(({ value, about }) => [value, about])).toEqual([
    ['a', 'value'],
    ['a', 'pattern'],
    [null, 'null'],
  ]);
});

test('a list has as few entries as it may, and one more', () => {
  const lists = validOf({ type: 'array', minItems: 2, items: { type: 'boolean' } });
  const counts = lists.filter(({ about }) => about === 'minItems').map(({ value }) => (value as unknown[]).length);
  expect(counts).toEqual([2, 3]);
});

test('a known text is made longer where it may be, and never cut off', () => {
  const { part } = partNamed('createEmailMessage', 'Idempotency-Key');
  const lengths = (key: string, elastic: string[]) =>
    validVariants(part.node, new Values(1, { known: { 'Idempotency-Key': () => key }, elastic })).map(({ value }) => {
      expect(value).toMatch(new RegExp(`^x*${key}$`));
      return String(value).length;
    });
  expect(lengths('key-of-one-case', ['Idempotency-Key'])).toEqual(['key-of-one-case'.length, 255]);
  expect(lengths('key-of-one-case', [])).toEqual(['key-of-one-case'.length]);
  expect(lengths('k'.repeat(255), ['Idempotency-Key'])).toEqual([255, 255]);
});

/** What stands at the place of a variant, or nothing where that is absent; of a long text the beginning, and how long it is. */
function shown({ value, pointer }: Valid | Invalid): string {
  const text = JSON.stringify(atPointer(value, pointer)) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}... (${text.length})` : text;
}

/** Where two values differ, as JSON pointers; a value of another type or length differs as a whole. */
function changesOf(before: unknown, after: unknown, pointer = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [one, other] = [membersOf(before), membersOf(after)];
  const isSameKind = one && other && Array.isArray(before) === Array.isArray(after);
  if (!isSameKind || (Array.isArray(before) && before.length !== (after as unknown[]).length)) return [pointer];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => changesOf(one[name], other[name], `${pointer}/${name}`));
}

function membersOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
