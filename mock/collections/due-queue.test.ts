import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueQueue } from './due-queue.ts';

const times = fc.array(fc.nat(20), { maxLength: 60 });

/** A queue of the indexes of times. */
function queueOf(due: readonly number[]) {
  const queue = new DueQueue<number>();
  for (const [place, time] of due.entries()) queue.add(place, time);
  return queue;
}
const sorted = (due: readonly number[]) => [...due.keys()].sort((a, b) => (due[a] ?? 0) - (due[b] ?? 0));

test('due entries are taken by time, and entries of one time in the order of their addition', () => {
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

test('a removed entry is never due', () => {
  fc.assert(
    fc.property(times, (all) => {
      const queue = queueOf(all);
      queue.retain((place) => place % 3 === 0);
      queue.add(-1, 21);
      expect(queue.takeDue(21)).toEqual([...sorted(all).filter((place) => place % 3 === 0), -1]);
    }),
  );
});
