import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { messageOf, mostTelling, tellingErrors } from './schema-errors.ts';

/** What is told of a value: one error, and all that tell something, each with its place. */
function told(schema: object, value: unknown) {
  const check = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats: { byte: () => false } }).compile(
    schema,
  );
  check(value);
  const errors = check.errors ?? [];
  const text = (error: (typeof errors)[number]) => `${error.instancePath} ${messageOf(error)}`;
  return { one: text(mostTelling([...errors])), all: tellingErrors(errors).map(text) };
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
  [{ type: 'object', unevaluatedProperties: false }, { b: 1 }, 'must not have the property b'],
  [{ minItems: 1 }, [], 'must NOT have fewer than 1 items'],
  [{ type: 'string', title: 'a name' }, 7, 'must be a name'],
  [{ pattern: '^a', title: 'a word with a' }, 'b', 'must be a word with a'],
  [{ minLength: 2, title: 'a name' }, 'b', 'must NOT have fewer than 2 characters'],
  [{ minProperties: 1, title: 'some of it' }, {}, 'must be some of it'],
  [{ maxProperties: 0, title: 'none of it' }, { a: 1 }, 'must be none of it'],
  [{ format: 'byte', title: 'bytes' }, '?', 'must be bytes'],
  [{ not: {}, title: 'nothing' }, 1, 'must be nothing'],
];
for (const [schema, value, message] of messages) {
  test(`what is wrong goes on from a name: ${message}`, () => {
    expect(told(schema, value)).toEqual({ one: ` ${message}`, all: [` ${message}`] });
  });
}

const address = {
  oneOf: [
    { type: 'string' },
    {
      type: 'object',
      required: ['email'],
      properties: { email: { type: 'string', minLength: 3 }, name: { type: 'string' } },
    },
  ],
};

const unions: [what: string, schema: object, value: unknown, one: string, all: string[]][] = [
  [
    'the deepest',
    address,
    { email: 'a' },
    '/email must NOT have fewer than 3 characters',
    ['/email must NOT have fewer than 3 characters'],
  ],
  [
    'each place within',
    address,
    { email: 'a', name: 7 },
    '/email must NOT have fewer than 3 characters',
    ['/email must NOT have fewer than 3 characters', '/name must be a string'],
  ],
  [
    'what is missing beside what is within',
    address,
    { name: 7 },
    '/name must be a string',
    [" must have required property 'email'", '/name must be a string'],
  ],
  [
    'what is missing before a type',
    address,
    {},
    " must have required property 'email'",
    [" must have required property 'email'"],
  ],
  [
    'the name of a union that has one',
    { ...address, title: 'an address' },
    7,
    ' must be an address',
    [' must be an address'],
  ],
  [
    'the name of one whose branches need not exclude each other',
    { anyOf: address.oneOf, title: 'an address' },
    7,
    ' must be an address',
    [' must be an address'],
  ],
  ['the first type of a union without a name', address, 7, ' must be a string', [' must be a string']],
  [
    'the same of one whose branches need not exclude each other',
    { anyOf: address.oneOf },
    { email: 'a', name: 7 },
    '/email must NOT have fewer than 3 characters',
    ['/email must NOT have fewer than 3 characters', '/name must be a string'],
  ],
  [
    'what lies beside a union too',
    { properties: { to: address, size: { type: 'integer' } } },
    { to: 7, size: 'a' },
    '/to must be a string',
    ['/to must be a string', '/size must be a whole number'],
  ],
  [
    'what lies before a union, at a name that begins like its own',
    { properties: { total: { type: 'integer' }, to: address } },
    { total: 'a', to: 7 },
    '/total must be a whole number',
    ['/total must be a whole number', '/to must be a string'],
  ],
];
for (const [what, schema, value, one, all] of unions) {
  test(`of a value that fits no branch of a union it is told: ${what}`, () => {
    expect(told(schema, value)).toEqual({ one, all });
  });
}

test('a hundred errors of a value are told', () => {
  expect(told({ items: { type: 'string' } }, Array(120).fill(7)).all).toHaveLength(100);
});
