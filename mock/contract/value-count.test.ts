import { expect, test } from 'vitest';
import { hasTooManyValues, ValueCount } from './value-count.ts';

const count = (...pieces: string[]) => {
  const counted = new ValueCount();
  return pieces.map((piece) => counted.add(Buffer.from(piece)));
};

for (const [pieces, values] of [
  [[''], [0]],
  [['{"a":1,"b":[2,3]}'], [4]],
  [['{"a,[{":"\\",{[","b":1}'], [2]],
  [['{"a":"\\\\","b":1}'], [2]],
  [
    ['["a', ',b","c', ',"]'],
    [1, 1, 0],
  ],
  [
    ['["\\', '",', '",1]'],
    [1, 0, 1],
  ],
] as const) {
  test(`values are counted outside of texts, from piece to piece: ${pieces.join(' | ')}`, () => {
    expect(count(...pieces)).toEqual(values);
  });
}

test('a body has too many values when there are more than 50,000', () => {
  const of = (length: number) => Buffer.from(JSON.stringify(Array.from({ length }, () => 1)));
  expect([hasTooManyValues(of(50_000)), hasTooManyValues(of(50_001))]).toEqual([false, true]);
});
