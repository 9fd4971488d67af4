import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { describeError, findClearestError, selectErrors } from './schema-errors.ts';

/** The most telling error of a value and all useful ones, each with its place. */
function errorsOf(schema: object, value: unknown) {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats: { byte: () => false } });
  const check = ajv.compile(schema);
  check(value);
  const errors = check.errors ?? [];
  const text = (error: (typeof errors)[number]) => `${error.instancePath} ${describeError(error)}`;
  return { first: text(findClearestError([...errors])), useful: selectErrors(errors).map(text) };
}

const messages: [schema: object, value: unknown, message: string][] = [
  [{ type: 'string' }, 7, 'must be a string'],
  [{ type: ['integer', 'null'] }, 'a', 'must be a whole number or null'],
  [{ type: 'object' }, 7, 'must be an object'],
  [{ type: 'array' }, 7, 'must be a list'],
  [{ type: 'number' }, 'a', 'must be a number'],
  [{ type: 'boolean' }, 7, 'must be true or false'],
  [{ enum: ['a', 7] }, 'b', 'must be one of a, 7'],
  [{ format: 'byte' }, '?', 'must be Base64'],
  [{ minimum: 3 }, 2, 'must be at least 3'],
  [{ maximum: 3 }, 4, 'must be at most 3'],
  [{ additionalProperties: false }, { b: 1 }, 'must not have the property b'],
  [{ const: true }, false, 'must be true'],
  [{ type: 'string', title: 'a name' }, 7, 'must be a name'],
  [{ pattern: '^a', title: 'a word with a' }, 'b', 'must be a word with a'],
  [{ minLength: 2, title: 'a name' }, 'b', 'must have at least 2 characters'],
];
for (const [schema, value, message] of messages) {
  test(`a schema error reads: ${message}`, () => {
    expect(errorsOf(schema, value)).toEqual({ first: ` ${message}`, useful: [` ${message}`] });
  });
}

const properties = { email: { type: 'string', minLength: 3 }, name: { type: 'string' } };
const oneOf = [{ type: 'string' }, { type: 'object', required: ['email'], properties }];

const [short, wrongName] = ['/email must have at least 3 characters', '/name must be a string'];
const missing = " must have required property 'email'";
const unions: [label: string, schema: object, value: unknown, first: string, useful: string[]][] = [
  ['each place within', { oneOf }, { email: 'a', name: 7 }, short, [short, wrongName]],
  ['a missing member next to an inner error', { oneOf }, { name: 7 }, wrongName, [missing, wrongName]],
  ['the title of the union', { oneOf, title: 'an address' }, 7, ' must be an address', [' must be an address']],
  ['the first type of a union without a title', { oneOf }, 7, ' must be a string', [' must be a string']],
  ['each place within an anyOf', { anyOf: oneOf }, { email: 'a', name: 7 }, short, [short, wrongName]],
];
for (const [label, schema, value, first, useful] of unions) {
  test(`an error of a union names ${label}`, () => {
    expect(errorsOf(schema, value)).toEqual({ first, useful });
  });
}

test('many errors of one member do not hide another member of a later item', () => {
  const items = { properties: { at: { type: 'string' }, input: { type: 'object' } } };
  const value = [...Array.from({ length: 300 }, () => ({ at: 7 })), { input: '{}' }];
  const { useful } = errorsOf({ items }, value);
  expect(useful).toContain('/300/input must be an object');
  expect(useful).toHaveLength(101);
});
