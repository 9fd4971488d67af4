import { expect, test } from 'vitest';
import { hasTooManyValues, ValueCount } from './value-count.ts';

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
  test(`the pieces ${pieces.join(' | ')} have ${values.join(' and ')} values`, () => {
    const count = new ValueCount();
    expect(pieces.map((piece) => count.add(Buffer.from(piece)))).toEqual(values);
  });
}

test('a body may have 50,000 values and no more', () => {
  const bodyOf = (length: number) => Buffer.from(JSON.stringify(Array(length).fill(1)));
  expect([hasTooManyValues(bodyOf(50_000)), hasTooManyValues(bodyOf(50_001))]).toEqual([false, true]);
});
