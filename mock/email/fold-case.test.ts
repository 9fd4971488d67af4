import { expect, test } from 'vitest';
import { foldCase } from './fold-case.ts';

/** Every character of the Basic Multilingual Plane; halves of surrogate pairs are none. */
const characters = Array.from({ length: 0x10000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCharCode(code));
const folded = characters.filter((character) => foldCase(character) !== character);
const DOTLESS_I = 'ı';

test('every character folds as its upper and its lower case do, the dotless i aside', () => {
  const differs = (character: string) =>
    [character.toUpperCase(), character.toLowerCase()].some((other) => foldCase(other) !== foldCase(character));
  expect(characters.filter(differs)).toEqual([DOTLESS_I]);
});

test('one character that folds to another one is its case variant for a regular expression too', () => {
  const single = folded.filter((character) => foldCase(character).length === 1);
  const unrelated = single.filter((character) => !new RegExp(`^${foldCase(character)}$`, 'iu').test(character));
  expect([single.length > 1_000, unrelated]).toEqual([true, []]);
});

test('a text that is folded stays as it is', () => {
  expect(folded.filter((character) => foldCase(foldCase(character)) !== foldCase(character))).toEqual([]);
});

for (const [first, second] of [
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'οδοσ'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ﬁn', 'FIN'],
  ['İ', 'i\u0307'],
  ['𐐀', '𐐨'],
] as const) {
  test(`${first} and ${second} fold to the same`, () => expect(foldCase(first)).toBe(foldCase(second)));
}

for (const [first, second] of [
  ['ı', 'i'],
  ['é', 'e\u0301'],
  ['ä', 'a'],
] as const) {
  test(`${first} and ${second} stay different`, () => expect(foldCase(first)).not.toBe(foldCase(second)));
}
