import { afterEach, expect, test, vi } from 'vitest';
import { isOutOfTime, withinTime } from './within-time.ts';

afterEach(() => void vi.restoreAllMocks());

/** How often a task without end is begun when the processor has worked so many milliseconds for each of them. */
function begun(cpuMs: number): number {
  const looked = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: cpuMs * 600, system: cpuMs * 400 });
  looked.mockClear();
  const endless = () => {
    for (;;);
  };
  let failure: unknown;
  try {
    withinTime(5, endless);
  } catch (error) {
    failure = error;
  }
  expect(isOutOfTime(failure)).toBe(true);
  // Before and after each.
  return looked.mock.calls.length / 2;
}

test('what a task gives or throws comes back', () => {
  expect(withinTime(10_000, () => 'done')).toBe('done');
  const failure = new Error('no');
  const failing = () => {
    throw failure;
  };
  expect(() => withinTime(10_000, failing)).toThrow(failure);
  expect(isOutOfTime(failure)).toBe(false);
});

test('a task may run others within their time', () => {
  const inner = () => withinTime(10_000, () => 1) + withinTime(10_000, () => 2);
  expect(withinTime(10_000, () => inner() + inner())).toBe(6);
});

test('a task that is begun again is the same, though it ran others', () => {
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  const outcome = vi
    .fn(() => 'done')
    .mockImplementationOnce(() => {
      for (;;);
    });
  expect(withinTime(5, () => `${withinTime(10_000, () => 'inner')} ${outcome()}`)).toBe('inner done');
});

test('a task that had its time is ended, and one that a busy machine did not let work is begun again four times', () => {
  expect([begun(5), begun(4)]).toEqual([1, 5]);
});
