import { expect, test } from 'vitest';
import { contrast, shown, shownInShort } from './differences.ts';
import { inWords } from './words.ts';

const long = 'x'.repeat(300);

test('short values are shown whole', () => {
  expect(contrast({ a: 1 }, { a: 2, b: undefined })).toEqual({ expected: '{"a":1}', actual: '{"a":2}' });
  expect(contrast(undefined, 'a')).toEqual({ expected: 'nothing', actual: '"a"' });
});

test('of long values the places are shown that differ', () => {
  const expected = { data: [{ id: 'a', text: long }, { id: 'b' }] };
  const actual = {
    data: [
      { id: 'a', text: long },
      { id: 'c', more: true },
    ],
  };
  expect(contrast(expected, actual)).toEqual({
    expected: 'data.1.id "b", data.1.more nothing',
    actual: 'data.1.id "c", data.1.more true',
  });
});

test('long texts are shown from where they differ', () => {
  const { expected, actual } = contrast(`${long}one${long}`, `${long}two${long}`);
  expect(expected).toMatch(/^"\.\.\.x{30}onex+/);
  expect(actual).toMatch(/^"\.\.\.x{30}twox+/);
});

test('members that nobody asked for do not differ where an object is expected in part', () => {
  const { expected, actual } = contrast({ status: 'a' }, { status: 'b', text: long }, true);
  expect({ expected, actual }).toEqual({ expected: 'status "a"', actual: 'status "b"' });
});

test('of an object that has to contain others the members are shown that differ', () => {
  const expected = expect.objectContaining({ id: 'a', to: { name: 'Ada' }, text: long });
  expect(contrast(expected, { id: 'a', to: { name: null }, text: long, more: 1 })).toEqual({
    expected: 'to.name "Ada"',
    actual: 'to.name null',
  });
});

test('what stands for other values is named, and functions are not spelt out', () => {
  expect(shown([{ a: expect.any(String), b: undefined }])).toBe('[{"a":any String}]');
  expect(shown(() => 1)).toBe('a function');
  expect(contrast({ id: expect.any(String), text: long, n: 1 }, { id: 'a', text: long, n: 2 })).toEqual({
    expected: 'n 1',
    actual: 'n 2',
  });
});

test('of a list that has to have some entries the missing ones are told', () => {
  expect(contrast(expect.arrayContaining(['a', 'b', 'c', expect.any(Number)]), ['b'])).toEqual({
    expected: 'a list with "a" and "c" and any Number',
    actual: '["b"]',
  });
});

test('of values that differ in many places four are shown, and how many more there are', () => {
  const of = (value: number) => ({ text: long, ...Object.fromEntries([...'abcdef'].map((name) => [name, value])) });
  expect(contrast(of(1), of(2))).toEqual({
    expected: 'a 1, b 1, c 1, d 1, and 2 more places',
    actual: 'a 2, b 2, c 2, d 2, and 2 more places',
  });
});

test('values of up to 240 characters are shown whole, and what is longer is cut', () => {
  const expected = (length: number) => contrast('x'.repeat(length), 1).expected;
  expect([expected(238), expected(239)]).toEqual([`"${'x'.repeat(238)}"`, `"${'x'.repeat(239)}...`]);
  expect(shownInShort({ a: long })).toBe(`{"a":"${'x'.repeat(234)}...`);
});

test('lists of another length differ as a whole, and a list has no members of its own beside its entries', () => {
  expect(contrast({ text: long, of: [1, { a: 1 }] }, { text: long, of: [1] })).toEqual({
    expected: 'of [1,{"a":1}]',
    actual: 'of [1]',
  });
  expect(contrast({ text: long, of: { 0: 'a' } }, { text: long, of: ['a'] })).toEqual({
    expected: 'of {"0":"a"}',
    actual: 'of ["a"]',
  });
  expect(contrast({ text: long, of: [1, 2] }, { text: long, of: [1, 3] })).toEqual({
    expected: 'of.1 2',
    actual: 'of.1 3',
  });
});

test('what JSON can not say is said in words', () => {
  expect(shown(/a+/i)).toBe('/a+/i');
  expect(shown(expect.anything())).toBe('anything');
  expect(shown(expect.stringContaining('a'))).toBe('a text with "a"');
  expect(shown(expect.stringMatching(/a/))).toBe('a text that matches /a/');
  expect(shown(expect.objectContaining({ a: 1 }))).toBe('an object with {"a":1}');
  expect(shown(expect.arrayContaining([1]))).toBe('a list with [1]');
  expect(shown(expect.closeTo(1))).toBe('NumberCloseTo 1');
  expect([shown(undefined), shown(null), shown({ a: null })]).toEqual(['nothing', 'null', '{"a":null}']);
  expect(shown(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"');
  expect(shown(Symbol('a'))).toBe('Symbol(a)');
});

const matchers: [matcher: string, isNot: boolean, actual: unknown, args: unknown[], expected: string, seen: string][] =
  [
    ['toBe', true, 1, [1], 'not 1', '1'],
    ['toContain', true, 'abc', ['b'], 'not something that contains "b"', '"abc"'],
    ['toBeUndefined', true, undefined, [], 'not nothing', 'nothing'],
    ['toHaveLength', false, [1, 2], [3], 'the length 3', 'the length 2: [1,2]'],
    ['toHaveLength', false, undefined, [3], 'the length 3', 'the length undefined: nothing'],
    ['toMatchObject', false, { a: 2 }, [{ a: 1 }], 'an object with {"a":1}', '{"a":2}'],
    ['toMatchObject', false, { a: 2, b: long }, [{ a: 1 }], 'an object with a 1', 'a 2'],
    ['toBeGreaterThan', false, 1, [2], 'more than 2', '1'],
    ['toBeGreaterThanOrEqual', false, 1, [2], 'at least 2', '1'],
    ['toBeLessThan', false, 2, [1], 'less than 1', '2'],
    ['toBeLessThanOrEqual', false, 2, [1], 'at most 1', '2'],
    ['toBeUndefined', false, 1, [], 'nothing', '1'],
    ['toBeDefined', false, undefined, [], 'something', 'nothing'],
    ['toBeNull', false, 1, [], 'null', '1'],
    ['toThrow', false, 1, [], 'a mistake', '1'],
    ['toMatch', false, 'a', [/b/], 'a text that matches /b/', '"a"'],
    ['toContain', false, [1], [2], 'something that contains 2', '[1]'],
    ['toContainEqual', false, [1], [{ a: 1 }], 'something that contains {"a":1}', '[1]'],
    ['toHaveProperty', false, {}, ['a', 1], 'something with the member "a" 1', '{}'],
    ['toEqual', false, { a: 1, b: 2 }, [{ a: 1 }], '{"a":1}', '{"a":1,"b":2}'],
    ['toStrictEqual', false, 1, [2], '2', '1'],
    ['toHaveLength', true, [1], [1], 'not the length 1', '[1]'],
    ['toBeOfOurOwn', false, 1, [2], '2', '1'],
  ];
for (const [matcher, isNot, actual, args, expected, seen] of matchers) {
  test(`${isNot ? 'not ' : ''}${matcher} of ${shown(actual)} is told as: ${expected}`, () => {
    expect(inWords(matcher, isNot, actual, args)).toEqual({ expected, actual: seen });
  });
}
