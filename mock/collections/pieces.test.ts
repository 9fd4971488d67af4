import { expect, test } from 'vitest';
import { Pieces } from './pieces.ts';

/** Bytes that differ from those beside them. */
const bytes = (length: number, from = 0) => Buffer.from(Array.from({ length }, (_, at) => (from + at) % 251));

for (const lengths of [
  [0],
  [1, 1, 1],
  [1023, 1, 1, 1],
  [1024, 1024, 2048],
  [0, 5, 0, 2000, 3],
  [70_000, 1, 70_000],
  Array(50).fill(300),
]) {
  const shown = lengths.length > 5 ? `${lengths.length} times ${lengths[0]}` : lengths.join(', ');
  test(`bytes that come in pieces are one in their order, whenever they are looked at: ${shown}`, () => {
    const pieces = new Pieces();
    let length = 0;
    for (const next of lengths) {
      const piece = bytes(next, length);
      pieces.add(piece);
      // Whose piece it was may use it again.
      piece.fill(255);
      length += next;
      expect(pieces.length).toBe(length);
      expect(pieces.whole.equals(bytes(length))).toBe(true);
    }
  });
}

test('pieces that were cleared begin anew', () => {
  const pieces = new Pieces();
  for (const length of [2000, 500]) pieces.add(bytes(length));
  pieces.clear();
  expect([pieces.length, pieces.whole]).toEqual([0, Buffer.alloc(0)]);
  pieces.add(Buffer.from('ab'));
  expect([pieces.length, pieces.whole.toString()]).toEqual([2, 'ab']);
});
