import { expect, test } from 'vitest';
import { contrast } from './differences.ts';

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
];
for (const [what, expected, actual, texts] of contrasts) {
  test(what, () => {
    expect(contrast(expected, actual)).toEqual({ expected: texts[0], actual: texts[1] });
  });
}
