import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TargetTime } from './time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

test('times are reckoned from the clock of the target', () => {
  const time = new TargetTime(2 * minute);
  expect({
    now: time.now().toISOString(),
    at: time.at('2026-11-22T10:00:00Z').toISOString(),
    in: time.in('PT1H30M'),
    ago: time.ago('P1D'),
  }).toEqual({
    now: '2026-11-22T12:02:00.000Z',
    at: '2026-11-22T10:02:00.000Z',
    in: '2026-11-22T13:32:00.000Z',
    ago: '2026-11-21T12:02:00.000Z',
  });
});

test('what the clock of the target says counts from then on, and goes on as time does', () => {
  const time = new TargetTime(2 * minute);
  time.isNow('2026-11-22T09:00:00Z');
  vi.setSystemTime(Date.now() + minute);
  expect([time.now().toISOString(), time.at('2026-11-22T12:01:00Z').toISOString()]).toEqual([
    '2026-11-22T09:01:00.000Z',
    '2026-11-22T09:01:00.000Z',
  ]);
});

test('a duration that is none is a bug', () => {
  for (const ask of ['in', 'ago'] as const)
    expect(() => new TargetTime(0)[ask]('1 h')).toThrow('"1 h" is no ISO 8601 duration');
});
