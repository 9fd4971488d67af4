import { expect, test } from 'vitest';
import { beginning } from './beginning.ts';

for (const [text, shown] of [
  ['', ''],
  ['abc', 'abc'],
  ['abcd', 'abc…'],
  ['äöüß', 'äöü…'],
] as const) {
  test(`of a text of more than three characters these are shown: ${text}`, () => {
    expect(beginning(text, 3)).toBe(shown);
  });
}
