import { expect, test } from 'vitest';
import { isBounded } from './bounded.ts';

test('a body of few values and few characters can be compared', () => {
  for (const text of [undefined, '', '{"data":[]}', `"${'x'.repeat(1_000_000)}"`]) expect(isBounded(text)).toBe(true);
});

test('a body has fifty thousand values and eight million characters at most', () => {
  const of = (values: number) => `[${'1,'.repeat(values - 1)}1]`;
  expect([50_000, 50_001].map((values) => isBounded(of(values)))).toEqual([true, false]);
  expect([8_000_000, 8_000_001].map((length) => isBounded('x'.repeat(length)))).toEqual([true, false]);
});

const MANY = 60_000;
for (const [what, text] of Object.entries({
  characters: 'x'.repeat(8_000_001),
  'entries of one list': `[${'1,'.repeat(MANY)}1]`,
  lists: `[${'[],'.repeat(MANY)}[]]`,
  'lists within each other': '['.repeat(MANY),
  objects: `[${'{}'.repeat(MANY)}]`,
})) {
  test(`a body of too many ${what} can not`, () => expect(isBounded(text)).toBe(false));
}
