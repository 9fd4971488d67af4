import { Script } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { isOutOfTime, withinTime } from './within-time.ts';

afterEach(() => void vi.restoreAllMocks());

/** How long a task without end may take each time that it is begun, where the processor works so many milliseconds for it. */
function begun(cpuMs: number): unknown[] {
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: cpuMs * 600, system: cpuMs * 400 });
  const runs = vi.spyOn(Script.prototype, 'runInContext');
  runs.mockClear();
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
  return runs.mock.calls.map(([, options]) => options?.timeout);
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

for (const place of ['behind', 'inside']) {
  test(`a task that is begun again is the same, though it was ended ${place} another`, () => {
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
    let times = 0;
    const endless = (where: string) => {
      while (times < 2 && where === place);
      return where;
    };
    const task = () => {
      times += 1;
      return `${withinTime(10_000, () => endless('inside'))} ${endless('behind')}`;
    };
    expect(withinTime(5, task)).toBe('inside behind');
  });
}

test('a task that had its time is ended, and one that a busy machine did not let work is begun again four times, with more of it', () => {
  expect([begun(5), begun(4)]).toEqual([[5], [5, 10, 20, 40, 80]]);
});
