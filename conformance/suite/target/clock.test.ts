import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type Ahead,
  boundLeadByDates,
  boundLeadByTime,
  chooseOffset,
  estimateOffset,
  isUnclear,
  TargetTime,
} from './clock.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
/** An answer to a request that was sent this long after noon and took 40 ms. */
const answer = (date: string | undefined, age?: string, afterMs = 0) => ({
  status: 200,
  headers: [...(date ? [['Date', date] as const] : []), ...(age ? [['Age', age] as const] : [])],
  body: Buffer.alloc(0),
  sentAt: new Date(noon + afterMs).toISOString(),
  tookMs: 40,
});
const later = 'Sun, 22 Nov 2026 12:01:00 GMT';
const anything = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

const measures: [label: string, ahead: Ahead, expected: Ahead][] = [
  ['a Date, which has whole seconds', boundLeadByDates([answer(later)]), { least: 59_960, most: 61_000 }],
  ['a cached Date', boundLeadByDates([answer(later, '30')]), { least: 89_960, most: 92_000 }],
  ['two Dates', boundLeadByDates([answer(later), answer(later, undefined, 700)]), { least: 59_960, most: 60_300 }],
  ['no Date', boundLeadByDates([answer(undefined)]), anything],
  ['a malformed Age', boundLeadByDates([answer(later, 'old')]), anything],
  [
    'a time in the body',
    boundLeadByTime('2026-11-22T13:01:00.500+0100', answer(undefined)),
    { least: 60_460, most: 60_501 },
  ],
  ['a time without an offset', boundLeadByTime('2026-11-22T12:01:00', answer(undefined)), anything],
];
for (const [label, ahead, expected] of measures) {
  test(`the clock of a target is measured by ${label}`, () => {
    expect(ahead).toEqual(expected);
  });
}

const offsets: [ahead: Ahead, offset: number, isOpen: boolean][] = [
  [{ least: 1500, most: 2501 }, 2001, false],
  [{ least: -2501, most: -1500 }, -2000, false],
  [{ least: 500, most: 1500 }, 0, true],
  [{ least: 0, most: 5000 }, 0, true],
  [{ least: 0, most: 1000 }, 0, false],
  [anything, 0, false],
];
for (const [ahead, offset, isOpen] of offsets) {
  test(`a clock ${ahead.least} to ${ahead.most} ms ahead counts as ${offset} ms${isOpen ? ', and is measured again' : ''}`, () => {
    expect([estimateOffset(ahead), isUnclear(ahead)]).toEqual([offset, isOpen]);
  });
}

test('the times of the service count, and a Date where there are none', () => {
  const at = (least: number) => ({ least, most: least + 1000 });
  expect([chooseOffset(at(7000), at(5000)), chooseOffset(anything, at(5000))]).toEqual([7500, 5500]);
});

test('times are counted from the clock of the target, which may be moved', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const time = new TargetTime(120_000);
  expect([time.in('PT1H30M'), time.ago('P1D')]).toEqual(['2026-11-22T13:32:00.000Z', '2026-11-21T12:02:00.000Z']);
  time.syncTo('2026-11-22T09:00:00Z');
  expect(time.in('PT1M')).toBe('2026-11-22T09:01:00.000Z');
});
