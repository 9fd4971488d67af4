import { expect, test } from '@playwright/test';
import { turn } from './turns.ts';

/** Does work that takes more than a slice. */
function workLong(): void {
  const end = performance.now() + 15;
  while (performance.now() < end);
}

test('of all long work one piece is done at a time, and then others have some rounds of the event loop', async () => {
  const happened: string[] = [];
  let isOver = false;
  const round = () => {
    happened.push('round');
    if (!isOver) setImmediate(round);
  };
  const work = async (name: string) => {
    for (let step = 0; step < 2; step++) {
      await turn();
      happened.push(name);
      workLong();
    }
  };
  setImmediate(round);
  await Promise.all(['a', 'b', 'c'].map(work));
  isOver = true;
  const pieces = happened
    .join(' ')
    .split(/\bround\b/)
    .map((piece) => piece.trim());
  expect(pieces.filter(Boolean)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

test('short steps of long work need no turns of their own', async () => {
  await turn();
  expect(turn()).toBeUndefined();
});
