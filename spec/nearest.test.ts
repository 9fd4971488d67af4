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
  test(`the nearest known word to "${word}" is ${meant ?? 'none'}`, () => {
    expect(nearest(word, known)).toBe(meant);
  });
}

test('a suggestion ends a sentence', () => {
  expect([didYouMean('statsu', known), didYouMean('colour', known)]).toEqual(['; did you mean "status"?', '']);
});
