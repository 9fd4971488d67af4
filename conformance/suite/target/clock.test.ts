import { expect, test } from 'vitest';
import type { WireAnswer } from '../wire/exchange.ts';
import { type Ahead, aheadIn, clockAhead, clocksBy, isUnclear, offsetIn } from './clock.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');

/** An answer of a target whose clock is ahead, asked for so long after noon and there at once. */
function answerAt(afterNoonMs: number, aheadMs: number, headers: [string, string][] = []): WireAnswer {
  const at = noon + afterNoonMs;
  const date = new Date(at + aheadMs).toUTCString();
  const sentAt = new Date(at).toISOString();
  return { status: 200, headers: [['Date', date], ...headers], body: Buffer.alloc(0), sentAt, tookMs: 0 };
}

test('a difference of more than a second is measured to the second', () => {
  const offset = offsetIn(clockAhead([answerAt(0, 90_000), answerAt(400, 90_000)]));
  expect(Math.abs(offset - 90_000)).toBeLessThan(1000);
  expect(offsetIn(clockAhead([answerAt(0, -3600_000)]))).toBeLessThan(-3_598_000);
});

test('a difference of less than a second is none', () => {
  expect(offsetIn(clockAhead([answerAt(200, 300), answerAt(700, 300)]))).toBe(0);
  expect(offsetIn(clockAhead([answerAt(0, 0)]))).toBe(0);
});

test('one answer leaves it unclear whether a clock is a second ahead, some more tell', () => {
  const answers = [100, 400, 700, 1000].map((at) => answerAt(at, 1300));
  expect(isUnclear(clockAhead(answers.slice(0, 1)))).toBe(true);
  expect(isUnclear(clockAhead(answers))).toBe(false);
  expect(offsetIn(clockAhead(answers))).toBeGreaterThan(1000);
});

test('answers without a date say nothing', () => {
  const silent = { ...answerAt(0, 0), headers: [] };
  expect(offsetIn(clockAhead([silent]))).toBe(0);
  expect(isUnclear(clockAhead([silent]))).toBe(false);
});

test('what a cache gives is as old as it says', () => {
  const cached = answerAt(0, -50_000, [['Age', '50']]);
  expect(offsetIn(clockAhead([cached]))).toBe(0);
});

test('the age that a cache tells, and the date, may each be nearly a second more', () => {
  const cached = answerAt(998, -50_998, [['Age', '49']]);
  expect(offsetIn(clockAhead([cached]))).toBe(0);
});

/** What a service says whose own times are ahead: that it made something so long after it was asked. */
const ownAhead = (aheadMs: number, afterMs = 20) =>
  aheadIn(new Date(noon + afterMs + aheadMs).toISOString(), { sentAt: new Date(noon).toISOString(), tookMs: 40 });

test("a Date that disagrees with the service's own times is somebody else's, and the times count", () => {
  const [right, ahead] = [0, 90_000].map((ms) => clockAhead([answerAt(0, ms)])) as [Ahead, Ahead];
  const { clockOffsetMs, dateAheadMs } = clocksBy(ahead, ownAhead(0));
  expect(clockOffsetMs).toBe(0);
  expect(Math.abs(Number(dateAheadMs) - 90_000)).toBeLessThan(1000);
  const hidden = clocksBy(right, ownAhead(90_000));
  expect(Math.abs(hidden.clockOffsetMs - 90_000)).toBeLessThan(1000);
  expect(hidden.dateAheadMs).toBe(-hidden.clockOffsetMs);
});

test('a Date that agrees, and one that is not there, leave one clock', () => {
  const both = clocksBy(clockAhead([answerAt(0, 90_000)]), ownAhead(90_300));
  expect(Object.keys(both)).toEqual(['clockOffsetMs']);
  expect(Math.abs(both.clockOffsetMs - 90_000)).toBeLessThan(1000);
  expect(clocksBy(clockAhead([]), ownAhead(90_000)).clockOffsetMs).toBeGreaterThan(89_000);
  expect(clocksBy(clockAhead([answerAt(0, 300)]), ownAhead(-300))).toEqual({ clockOffsetMs: 0 });
});

test('a time without an offset, and none, tell no clock', () => {
  const asked = { sentAt: new Date(noon).toISOString(), tookMs: 40 };
  for (const time of ['2026-11-22T14:00:00', 'soon', undefined, 7]) {
    expect(clocksBy(clockAhead([answerAt(0, 0)]), aheadIn(time, asked))).toEqual({ clockOffsetMs: 0 });
  }
});

test('a time in whole seconds, and one of a slow answer, may be of any moment until the answer was there', () => {
  const asked = { sentAt: new Date(noon + 900).toISOString(), tookMs: 8000 };
  expect(offsetIn(aheadIn('2026-11-22T12:00:00Z', asked))).toBe(0);
  expect(offsetIn(aheadIn('2026-11-22T12:00:08.800Z', asked))).toBe(0);
});
