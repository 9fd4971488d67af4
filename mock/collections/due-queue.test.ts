import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueQueue } from './due-queue.ts';

const times = fc.array(fc.nat(20), { maxLength: 60 });

/** A queue of the places of times, and what of them is due in the order in which it is taken. */
function queueOf(all: readonly number[]) {
  const queue = new DueQueue<number>();
  for (const [place, time] of all.entries()) queue.add(place, time);
  return queue;
}
const sorted = (all: readonly number[]) => [...all.keys()].sort((one, other) => (all[one] ?? 0) - (all[other] ?? 0));

test('what is due is taken in the order of its times, and of one time in the order in which it came', () => {
  fc.assert(
    fc.property(times, fc.nat(20), (all, now) => {
      const queue = queueOf(all);
      expect([queue.next, queue.size]).toEqual([all.length > 0 ? Math.min(...all) : undefined, all.length]);
      const due = sorted(all).filter((place) => (all[place] ?? 0) <= now);
      expect(queue.takeDue(now)).toEqual(due);
      expect(queue.takeDue(20)).toEqual(sorted(all).filter((place) => !due.includes(place)));
      expect(queue.size).toBe(0);
    }),
  );
});

test('what does not wait any more is never due', () => {
  fc.assert(
    fc.property(times, (all) => {
      const queue = queueOf(all);
      queue.retain((place) => place % 3 === 0);
      queue.add(-1, 21);
      expect(queue.takeDue(21)).toEqual([...sorted(all).filter((place) => place % 3 === 0), -1]);
    }),
  );
});
