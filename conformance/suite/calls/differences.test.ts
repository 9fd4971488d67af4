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
  const shorter = long.slice(0, 50);
  expect(contrast(long, shorter).actual).toBe(`"...${long.slice(0, 30)}"`);
  // What differs near the beginning is shown from there.
  expect(contrast(`${long.slice(0, 30)}a${long}`, `${long.slice(0, 30)}b`).actual).toBe(`"${long.slice(0, 30)}b"`);
  expect(contrast(`${long.slice(0, 31)}a${long}`, `${long.slice(0, 31)}b`).actual).toBe(`"...${long.slice(0, 30)}b"`);
});

test('members that nobody asked for do not differ where an object is expected in part', () => {
  const { expected, actual } = contrast({ status: 'a' }, { status: 'b', text: long }, true);
  expect({ expected, actual }).toEqual({ expected: 'status "a"', actual: 'status "b"' });
  expect(contrast({ of: [{ a: 1 }] }, { of: [{ a: 2, b: long }] }, true)).toEqual({
    expected: 'of.0.a 1',
    actual: 'of.0.a 2',
  });
});

test('of an object that has to contain others the members are shown that differ', () => {
  const expected = expect.objectContaining({ id: 'a', to: { name: 'Ada' }, text: long });
  const actual = { id: 'a', to: { name: null, of: 1 }, text: long, more: 1 };
  const [told, seen] = ['to.name "Ada", to.of nothing', 'to.name null, to.of 1'];
  expect(contrast(expected, actual)).toEqual({ expected: told, actual: seen });
  expect(contrast({ data: [expected] }, { data: [actual] })).toEqual({
    expected: told.replaceAll('to.', 'data.0.to.'),
    actual: seen.replaceAll('to.', 'data.0.to.'),
  });
  expect(contrast({ data: expect.objectContaining({ id: 'a' }), text: long }, { data: 'a', text: long })).toEqual({
    expected: 'data an object with {"id":"a"}',
    actual: 'data "a"',
  });
});

test('a value that is short beside a long one is told by what differs, and two that are alike whole', () => {
  expect(contrast({ a: 1, text: long }, { a: 2 })).toEqual({
    expected: `a 1, text "${'x'.repeat(239)}...`,
    actual: 'a 2, text nothing',
  });
  const whole = `{"text":"${'x'.repeat(231)}...`;
  expect(contrast({ text: long }, { text: long })).toEqual({ expected: whole, actual: whole });
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
  expect(contrast(expect.arrayContaining(['a', 'b', 'c', { d: 1 }, expect.any(Number)]), ['b', { d: 1 }])).toEqual({
    expected: 'a list with "a" and "c" and any Number',
    actual: '["b",{"d":1}]',
  });
  expect(contrast(expect.arrayContaining(['a']), 7)).toEqual({ expected: 'a list with ["a"]', actual: '7' });
});

test('of values that differ in many places four are shown, and how many more there are', () => {
  const of = (names: string, value: number) => ({
    text: long,
    ...Object.fromEntries([...names].map((name) => [name, value])),
  });
  expect(contrast(of('abcdef', 1), of('abcdef', 2))).toEqual({
    expected: 'a 1, b 1, c 1, d 1, and 2 more places',
    actual: 'a 2, b 2, c 2, d 2, and 2 more places',
  });
  expect(contrast(of('abcd', 1), of('abcd', 2)).actual).toBe('a 2, b 2, c 2, d 2');
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
