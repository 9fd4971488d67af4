import { expect, test } from 'vitest';
import { didYouMean, findNearest, removeCredentials } from './texts.ts';

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
    expect(findNearest(word, known)).toBe(meant);
  });
}

test('a suggestion ends a sentence', () => {
  expect([didYouMean('statsu', known), didYouMean('colour', known)]).toEqual(['; did you mean "status"?', '']);
});

for (const [text, shown] of [
  ['smtp://user:pass@mail.example:25/', 'smtp://...@mail.example:25/'],
  ['http://u:p@a and http://u:q@b', 'http://...@a and http://...@b'],
  ['http://u:p@ss@a.example', 'http://...@a.example'],
  ['http://a.example/x@y?z@w#v@u', 'http://a.example/x@y?z@w#v@u'],
  ['ann@example.com', 'ann@example.com'],
  ['http://a.example', 'http://a.example'],
] as const) {
  test(`credentials are removed from ${text}`, () => {
    expect(removeCredentials(text)).toBe(shown);
  });
}
