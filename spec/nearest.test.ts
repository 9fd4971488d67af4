import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

const known = ['holdMinutes', 'page[size]', 'page[number]', 'status', 'to', 'cc', 'attachments', 'messageSubject'];

for (const [word, meant] of [
  ['holdMinuts', 'holdMinutes'],
  ['HOLDMINUTES', 'holdMinutes'],
  ['page[sise]', 'page[size]'],
  ['page_size', 'page[size]'],
  ['statsu', 'status'],
  ['t', 'to'],
  ['tp', 'to'],
  ['xy', undefined],
  ['xyz', undefined],
  ['attach', 'attachments'],
  ['subject', 'messageSubject'],
  ['subj', undefined],
  ['mes', undefined],
  ['mess', 'messageSubject'],
  ['colour', undefined],
  ['', undefined],
] as const) {
  test(`of known words ${word === '' ? 'none' : word} means ${meant ?? 'none'}`, () => {
    expect(nearest(word, known)).toBe(meant);
  });
}

test('of several the nearest is meant, and of the same distance the first', () => {
  expect(nearest('abcd', ['abxx', 'abcx', 'abcy'])).toBe('abcx');
});

test('a third of a long word may be otherwise, and no more', () => {
  const long = ['abcdefghijkl'];
  expect(nearest('abcdefgh1234', long)).toBe('abcdefghijkl');
  expect(nearest('abcdefg12345', long)).toBeUndefined();
});

test('what was meant ends a sentence', () => {
  expect([didYouMean('statsu', known), didYouMean('colour', known)]).toEqual(['; did you mean "status"?', '']);
});
