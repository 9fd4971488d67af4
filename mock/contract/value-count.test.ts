import { expect, test } from 'vitest';
import { countValues, hasTooManyValues } from './value-count.ts';

for (const [text, values] of [
  ['', 0],
  ['{"a":1,"b":[2,3]}', 4],
  ['{"a,[{":"\\",{[","b":1}', 2],
  ['{"a":"\\\\","b":1}', 2],
] as const) {
  test(`${text || 'nothing'} has ${values} values`, () => {
    expect(countValues(Buffer.from(text))).toBe(values);
  });
}

test('a body may have 50,000 values and no more', () => {
  const bodyOf = (length: number) => Buffer.from(JSON.stringify(Array(length).fill(1)));
  expect([hasTooManyValues(bodyOf(50_000)), hasTooManyValues(bodyOf(50_001))]).toEqual([false, true]);
});
