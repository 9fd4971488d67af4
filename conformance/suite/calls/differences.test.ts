import { expect, test } from 'vitest';
import { contrast, shown } from './differences.ts';

const long = 'x'.repeat(300);
const one = (names: string, value: number) => Object.fromEntries([...names].map((name) => [name, value]));
const contrasts: [what: string, expected: unknown, actual: unknown, texts: [expected: string, actual: string]][] = [
  ['short values are shown whole', { a: 1 }, { a: 2 }, ['{"a":1}', '{"a":2}']],
  ['an absent value is nothing', undefined, 'a', ['nothing', '"a"']],
  [
    'long values are shown where they differ',
    { data: [{ id: 'a', text: long }, { id: 'b' }] },
    {
      data: [
        { id: 'a', text: long },
        { id: 'c', more: true },
      ],
    },
    ['data.1.id "b", data.1.more nothing', 'data.1.id "c", data.1.more true'],
  ],
  [
    'no more than four places are shown',
    { text: long, ...one('abcdef', 1) },
    { text: long, ...one('abcdef', 2) },
    ['a 1, b 1, c 1, d 1, and 2 more places', 'a 2, b 2, c 2, d 2, and 2 more places'],
  ],
  [
    'lists of different lengths differ as a whole',
    { text: long, of: [1, { a: 1 }] },
    { text: long, of: [1] },
    ['of [1,{"a":1}]', 'of [1]'],
  ],
  [
    'an object that must contain members is shown by those that differ',
    expect.objectContaining({ id: 'a', to: { name: 'Ada' }, text: long }),
    { id: 'a', to: { name: null }, text: long, more: 1 },
    ['to.name "Ada"', 'to.name null'],
  ],
  [
    'a list that must contain entries is shown by the missing ones',
    expect.arrayContaining(['a', 'b', { d: 1 }]),
    ['b', { d: 1 }],
    ['a list with "a"', '["b",{"d":1}]'],
  ],
];
for (const [what, expected, actual, texts] of contrasts) {
  test(what, () => {
    expect(contrast(expected, actual)).toEqual({ expected: texts[0], actual: texts[1] });
  });
}

test('members that are not expected do not differ where an object is expected in part', () => {
  const { expected, actual } = contrast({ status: 'a' }, { status: 'b', text: long }, true);
  expect([expected, actual]).toEqual(['status "a"', 'status "b"']);
});

test('asymmetric matchers are shown in words', () => {
  expect(shown([{ a: expect.any(String), b: expect.stringMatching(/a/) }])).toBe(
    '[{"a":any String,"b":a text that matches /a/}]',
  );
});
