import { expect, test } from 'vitest';
import { Room } from './size-limit.ts';

/** Room of which so many characters are left. */
function left(characters: number): Room {
  const room = new Room();
  room.for('x'.repeat(8_000_000 - 2 - characters));
  return room;
}

for (const [what, value, characters] of [
  ['a text', 'abc', 5],
  ['a number', 12345, 1],
  ['null', null, 1],
  ['a list', [1, 'ab'], 1 + 2 + 5],
  ['an object', { ab: 1, c: null }, 1 + 7 + 6],
  ['what is nested', { a: [{ b: 'c' }] }, 1 + 5 + 1 + 1 + 1 + 5 + 3],
] as const) {
  test(`there is room for ${what} as long as all characters of it fit`, () => {
    expect(left(characters).for(value)).toBe(value);
    expect(left(characters - 1).for(value)).toBeUndefined();
  });
}

test('what there was no room for takes the room of what is smaller too', () => {
  const room = left(5);
  expect([room.for('four'), room.for('')]).toEqual([undefined, undefined]);
});
