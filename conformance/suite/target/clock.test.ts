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

/** An answer that came 40 ms after it was asked for, on noon. */
const saying = (headers: [string, string][]) => ({ ...answerAt(0, 0), headers, tookMs: 40 });
const between: [what: string, said: Ahead, least: number, most: number][] = [
  ['a date', clockAhead([saying([['date', 'Sun, 22 Nov 2026 12:01:00 GMT']])]), 59_960, 61_000],
  [
    'a date that a cache has kept',
    clockAhead([
      saying([
        ['Date', 'Sun, 22 Nov 2026 12:01:00 GMT'],
        ['Age', '30'],
      ]),
    ]),
    89_960,
    92_000,
  ],
  [
    'a date that a cache has just got',
    clockAhead([
      saying([
        ['Date', 'Sun, 22 Nov 2026 12:01:00 GMT'],
        ['Age', '0'],
      ]),
    ]),
    59_960,
    62_000,
  ],
  ['two dates', clockAhead([answerAt(0, 60_000), answerAt(700, 60_000)]), 59_300 + 700, 61_000 - 700],
  ['no date', clockAhead([saying([])]), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  [
    'a date with an age that is none',
    clockAhead([
      saying([
        ['Date', 'Sun, 22 Nov 2026 12:01:00 GMT'],
        ['Age', 'old'],
      ]),
    ]),
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ],
  ['a time in whole seconds', aheadIn('2026-11-22T12:01:00Z', saying([])), 59_960, 61_000],
  ['a time with a part of a second', aheadIn('2026-11-22T12:01:00.5+00:00', saying([])), 60_460, 60_501],
  ['a time of another zone', aheadIn('2026-11-22T13:01:00.500+0100', saying([])), 60_460, 60_501],
  ['a time in small letters', aheadIn('2026-11-22t12:01:00z', saying([])), 59_960, 61_000],
];
for (const [what, said, least, most] of between) {
  test(`how far a clock is ahead lies between two values, by ${what}`, () => {
    expect(said).toEqual({ least, most });
  });
}

const offsets: [ahead: Ahead, offset: number, isUnclear: boolean][] = [
  [{ least: 1500, most: 2501 }, 2001, false],
  [{ least: -2501, most: -1500 }, -2000, false],
  [{ least: 500, most: 1500 }, 0, true],
  [{ least: 501, most: 1501 }, 1001, true],
  [{ least: -1500, most: -500 }, 0, true],
  [{ least: 0, most: 5000 }, 0, true],
  [{ least: -5000, most: 0 }, 0, true],
  [{ least: 1, most: 5000 }, 2501, true],
  [{ least: 0, most: 1000 }, 0, false],
  [{ least: 1000, most: 2000 }, 1500, false],
  [{ least: -1000, most: 0 }, 0, false],
];
for (const [ahead, offset, open] of offsets) {
  test(`a clock that is ${ahead.least} to ${ahead.most} ms ahead is reckoned with as ${offset}${open ? ', and looked at again' : ''}`, () => {
    expect([offsetIn(ahead), isUnclear(ahead)]).toEqual([offset, open]);
  });
}

const ahead = (least: number, most = least + 1000): Ahead => ({ least, most });
const disagreeing: [what: string, date: Ahead, own: Ahead, clocks: object][] = [
  ['a second apart', ahead(5000), ahead(7000), { clockOffsetMs: 6500 }],
  ['more than a second apart', ahead(5000), ahead(7001), { clockOffsetMs: 7501, dateAheadMs: -2001 }],
  ['more than a second apart, the date ahead', ahead(7001), ahead(5000), { clockOffsetMs: 5500, dateAheadMs: 2001 }],
  ['the same', ahead(5000), ahead(5000, 5001), { clockOffsetMs: 5001 }],
];
for (const [what, date, own, clocks] of disagreeing) {
  test(`of two clocks that are ${what}: ${JSON.stringify(clocks)}`, () => {
    expect(clocksBy(date, own)).toEqual(clocks);
  });
}

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
