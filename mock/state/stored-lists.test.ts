import { expect, test } from 'vitest';
import { joined, listPiece, piecesOf } from './stored-lists.ts';

const types = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ short_name: `type ${n}`, description: 'd'.repeat(1_000) }));

test('lists come together again out of their pieces', () => {
  const lists = {
    documentTypes: types(3_000),
    suppressions: [],
    numbers: { free: [{ from: '+13125550100', to: '+13125550199' }], held: [] },
    missionRuns: { acme: types(3_000), globex: [], initech: types(1) } as never,
  };
  const stored = JSON.parse(JSON.stringify([...piecesOf(lists)])) as unknown[];
  expect(joined(stored.map(listPiece))).toEqual(lists);
});

test('a large list has several pieces, none of which is large', () => {
  const pieces = [...piecesOf({ documentTypes: types(3_000) })];
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.length).toBeLessThan(10);
  expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(2_000_000);
});

for (const [what, piece] of [
  ['null', null],
  ['a piece without a path', { items: [] }],
  ['a piece with a path of numbers', { path: [1], items: [] }],
  ['a piece with a path of a name and a number', { path: ['missionRuns', 1], items: [] }],
  ['a piece with an empty path', { path: [], items: [] }],
  ['a piece whose items are none', { path: ['documentTypes'], items: 'x' }],
] as const) {
  test(`${what} is refused`, () => {
    expect(() => listPiece(piece)).toThrow('it is no piece of a list');
  });
}
