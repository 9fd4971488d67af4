import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { schemaFlaws } from './schema-flaws.ts';

const schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    size: { enum: ['small', 'large'] },
    time: { type: 'string', pattern: '^\\\\d+$', description: 'a time in digits' },
    inner: { type: 'object', additionalProperties: false, properties: { 'a/b': { type: 'integer' }, gone: false } },
    many: { type: 'array', minItems: 1, items: { type: 'string' } },
  },
  if: { properties: { size: { const: 'large' } }, required: ['size'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['time'] },
};
const check = new Ajv({ allErrors: true, verbose: true, strict: false }).compile(schema);
const flawsOf = (value: unknown) => {
  check(value);
  return schemaFlaws(check.errors, (pointer) => pointer || 'the file').map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );
};

const flaws: [value: object, told: string[]][] = [
  [{ name: 'a' }, []],
  [{}, [' the file needs "name"']],
  [{ name: 7 }, ['/name /name must be string']],
  [{ name: 'a', size: 'huge' }, ['/size /size must be one of small, large']],
  [{ name: 'a', many: [] }, ['/many /many must NOT have fewer than 1 items']],
  [{ name: 'a', time: 'x' }, ['/time /time must be a time in digits']],
  [{ name: 'a', nmae: 1 }, ['/nmae unknown key "nmae" in the file; did you mean "name"?']],
  [{ name: 'a', x: 1 }, ['/x unknown key "x" in the file; there are name, size, time, inner, many']],
  [{ name: 'a', inner: { 'c/d': 1 } }, ['/inner/c~1d unknown key "c/d" in /inner; did you mean "a/b"?']],
  [{ name: 'a', inner: { gone: 1 } }, ["/inner/gone /inner/gone can't be within another"]],
  [{ name: 'a', size: 'large' }, [' the file needs "time"']],
  [
    { name: 'a', x: 1, inner: { 'c/d': 1 } },
    [
      '/inner/c~1d unknown key "c/d" in /inner; did you mean "a/b"?',
      '/x unknown key "x" in the file; there are name, size, time, inner, many',
    ],
  ],
  [
    { name: 7, colour: 1, inner: { 'a/b': 'x' } },
    [
      '/colour unknown key "colour" in the file; there are name, size, time, inner, many',
      '/inner/a~1b /inner/a~1b must be integer',
      '/name /name must be string',
    ],
  ],
];
for (const [value, told] of flaws) {
  test(`what is wrong with a file is told, the most telling first: ${JSON.stringify(value)}`, () => {
    expect(flawsOf(value)).toEqual(told);
  });
}

test('fifty flaws of a file are told, the most telling ones', () => {
  const told = flawsOf({ name: 'a', inner: { 'a/b': 'x' }, many: Array(60).fill(7), size: 'huge', time: 'x' });
  const many = Array.from({ length: 49 }, (_, index) => `/many/${index} /many/${index} must be string`);
  expect(told).toEqual(['/inner/a~1b /inner/a~1b must be integer', ...many]);
  expect(schemaFlaws(null, String)).toEqual([]);
});
