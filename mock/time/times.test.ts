import { expect, test } from 'vitest';
import { isoTime, microsecondsTime, parseDuration, parseTime } from './times.ts';

const noon = Date.UTC(2030, 0, 15, 12);

test('times are written in UTC, with milliseconds or with microseconds', () => {
  expect(isoTime(noon + 7)).toBe('2030-01-15T12:00:00.007Z');
  expect(microsecondsTime(noon + 7)).toBe('2030-01-15T12:00:00.007000Z');
});

for (const text of [
  '2030-01-15T12:00:00Z',
  '2030-01-15T12:00:00.000Z',
  '2030-01-15T13:00:00+01:00',
  '2030-01-15T06:30-05:30',
  '2030-01-15T12:00:00+00',
  '20300115T120000Z',
  '2030-W03-2T12:00:00Z',
]) {
  test(`an ISO 8601 time with an offset is read: ${text}`, () => {
    expect(parseTime(text)).toBe(noon);
  });
}

for (const value of [
  '2030-01-15T12:00:00',
  '2030-01-15',
  '12:00:00Z',
  '2030-02-30T12:00:00Z',
  '2030-13-01T12:00:00Z',
  '2030-01-15T25:00:00Z',
  '2030-01-15 12:00:00Z',
  '2030-01-15T12:00:00+24:00',
  '2030-01-15T12:00:00-12:60',
  '2030-01-15T12:00:00+99:99',
  'T',
  '',
  'tomorrow',
  '+010000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  1_900_000_000,
  null,
  undefined,
  true,
  ['2030-01-15T12:00:00Z'],
  {},
]) {
  test(`anything else is no time: ${JSON.stringify(value)}`, () => {
    expect(parseTime(value)).toBeUndefined();
  });
}

test('the last time that can be written with four digits for the year is read', () => {
  expect(parseTime('9999-12-31T23:59:59.999Z')).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
});

for (const [text, length] of [
  ['PT30M', 1_800_000],
  ['PT0S', 0],
  ['PT0.5S', 500],
  ['P1D', 86_400_000],
  ['P1DT1H', 90_000_000],
] as const) {
  test(`an ISO 8601 duration is read: ${text}`, () => {
    expect(parseDuration(text)).toBe(length);
  });
}

for (const value of ['-PT1S', 'PT-1S', '30M', '', 'PT', 'P', 30, null, undefined, `P${'9'.repeat(400)}Y`]) {
  test(`anything else is no duration: ${JSON.stringify(value)?.slice(0, 20)}`, () => {
    expect(parseDuration(value)).toBeUndefined();
  });
}
