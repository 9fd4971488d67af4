import { expect, onTestFinished, test, vi } from 'vitest';
import { TargetTime } from './time.ts';

test('times are counted from the clock of the target, which may be moved', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const time = new TargetTime(120_000);
  expect([time.in('PT1H30M'), time.ago('P1D')]).toEqual(['2026-11-22T13:32:00.000Z', '2026-11-21T12:02:00.000Z']);
  time.isNow('2026-11-22T09:00:00Z');
  expect(time.in('PT1M')).toBe('2026-11-22T09:01:00.000Z');
});
