import { expect, test } from 'vitest';
import { Locator } from './locator.ts';

const text = `# a comment
paths:
  /a/b: { get: { parameters: [{ name: x }, { name: y }] } }
  /c:
    get: &get
      200: fine
    head: *get
long: [a, b, c, d, e, f, g, h, i, j, k, l]
`;
const at = (pointer: string) => {
  const { line, column } = new Locator('spec/openapi.yaml', text).at(pointer);
  return [line, column];
};

test('a pointer leads to a key or to an item of a list', () => {
  expect(at('/paths')).toEqual([2, 1]);
  expect(at('#/paths/~1a~1b/get')).toEqual([3, 11]);
  expect(at('/paths/~1a~1b/get/parameters/1')).toEqual([3, 44]);
  expect(at('/paths/~1c/get/200')).toEqual([6, 7]);
  expect(['/long/1', '/long/10'].map(at)).toEqual([
    [8, 11],
    [8, 38],
  ]);
});

test('a member behind an alias is placed at its definition', () => {
  expect(at('/paths/~1c/head/200')).toEqual([6, 7]);
});

test('a missing member is placed at its nearest parent', () => {
  expect(at('/paths/~1c/post/responses')).toEqual([4, 3]);
  expect(at('/paths/~1a~1b/get/parameters/7')).toEqual([3, 18]);
  expect(at('')).toEqual([1, 1]);
});
