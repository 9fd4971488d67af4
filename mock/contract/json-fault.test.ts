import { expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';

for (const [text, place] of [
  ['x', 'line 1, column 1'],
  ['[1,]', 'line 1, column 4'],
  ['{"a" 1}', 'line 1, column 6'],
  ['[1 2]', 'line 1, column 4'],
  ['{"a":1', 'line 1, column 7'],
  ['{"a":1}}', 'line 1, column 8'],
  ['["a\n"]', 'line 1, column 2'],
  ['"\\q"', 'line 1, column 1'],
  ['[1\n,\n  x, y]', 'line 3, column 3'],
  ['["äö😀"x]', 'line 1, column 8'],
] as const) {
  test(`${JSON.stringify(text)} stops being JSON at ${place}`, () => {
    expect(jsonFault(text)).toMatch(new RegExp(` at ${place}$`));
  });
}

test('valid JSON has no fault', () => {
  expect(jsonFault('{"a":[1]}')).toBeUndefined();
});
