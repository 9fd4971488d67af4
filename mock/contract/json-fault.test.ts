import { expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';

for (const [text, fault] of [
  ['x', 'an unknown word at line 1, column 1'],
  ['[1.]', 'a number without its end at line 1, column 2'],
  ['{1:2}', 'a member name in double quotes is expected at line 1, column 2'],
  ['[1,]', 'a value is expected at line 1, column 4'],
  ['{"a" 1}', 'a colon is expected at line 1, column 6'],
  ['[1 2]', 'a comma is expected at line 1, column 4'],
  ['{"a":1', '} is expected at line 1, column 7'],
  ['[1', '] is expected at line 1, column 3'],
  ['{"a":1}}', 'the text has to end at line 1, column 8'],
  ['// a', 'a comment at line 1, column 1'],
  ['["a\n"]', 'a text without its closing quote at line 1, column 2'],
  ['"\\u12"', 'an escape that is none at line 1, column 1'],
  ['"\\q"', 'an escape that is none at line 1, column 1'],
  ['"\t"', 'a character that has to be escaped at line 1, column 1'],
  ['\uFEFF{}', 'it begins with a mark of the byte order'],
  ['[1\n,\n  x, y]', 'an unknown word at line 3, column 3'],
  ['["äö😀"x]', 'an unknown word at line 1, column 8'],
  ['{"a":[1]}', undefined],
] as const) {
  test(`what is wrong with a text is told, where there is something: ${JSON.stringify(text)}`, () => {
    expect(jsonFault(text)).toBe(fault);
  });
}

test('a text of 100,000 characters is looked at, and none that is longer', () => {
  expect([100_000, 100_001].map((length) => jsonFault('x'.padStart(length)))).toEqual([
    'an unknown word at line 1, column 100000',
    undefined,
  ]);
});
