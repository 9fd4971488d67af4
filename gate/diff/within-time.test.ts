import { afterEach, expect, test, vi } from 'vitest';
import { isOutOfTime, withinTime } from './within-time.ts';

afterEach(() => void vi.restoreAllMocks());

/** How often a task without end is begun when the processor has worked so many milliseconds for each of them. */
function begun(cpuMs: number): number {
  const looked = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: cpuMs * 1000 });
  looked.mockClear();
  const endless = () => {
    for (;;);
  };
  let failure: unknown;
  try {
    withinTime(4, endless, 3);
  } catch (error) {
    failure = error;
  }
  expect(isOutOfTime(failure)).toBe(true);
  // Before and after each: a busy machine may end one before it says anything.
  return looked.mock.calls.length / 2;
}

test('a task that worked for more than half of its time is ended, and one that a busy machine did not let work is begun again', () => {
  expect([begun(3), begun(2)]).toEqual([1, 4]);
});
