import { expect, test } from 'vitest';
import { parseDuration } from '../spec/duration.ts';
import { Clock, formatDuration, formatMicroseconds, formatTime, parseTime } from './time.ts';

/** A clock with a frozen real time. */
function stillClock(time = 0) {
  return new Clock(() => time);
}

/** True if a promise has ended, after everything that could end it now has run. */
async function hasEnded(wait: Promise<void>): Promise<boolean> {
  let ended = false;
  void wait.then(() => {
    ended = true;
  });
  for (let rounds = 0; rounds < 3; rounds++) await new Promise((resolve) => setImmediate(resolve));
  return ended;
}

test('a moved clock runs on from its new time', () => {
  let real = 1_000;
  const clock = new Clock(() => real);
  expect(clock.moveTo(61_000)).toBe(true);
  real += 500;
  expect(clock.now()).toBe(61_500);
});

test('a clock is not moved backwards', () => {
  const clock = stillClock(1_000);
  expect([clock.moveTo(999), clock.now()]).toEqual([false, 1_000]);
});

test('a wait of no length ends at once', async () => {
  await stillClock().wait(0);
  await stillClock().wait(-5);
});

test('a wait ends when the clock is moved to its end and not a millisecond before', async () => {
  const clock = stillClock();
  const wait = clock.wait(60_000);
  clock.moveTo(59_999);
  expect(await hasEnded(wait)).toBe(false);
  clock.moveTo(60_000);
  expect(await hasEnded(wait)).toBe(true);
});

test('a move shortens the rest of a wait', async () => {
  const clock = new Clock();
  const wait = clock.wait(3_600_000);
  clock.moveTo(clock.now() + 3_599_990);
  await wait;
});

test('a wait longer than any timer does not end early', async () => {
  const clock = stillClock();
  const wait = clock.wait(2 ** 40);
  expect(await hasEnded(wait)).toBe(false);
  clock.wakeAll();
  await wait;
});

test('waking all ends every wait and leaves the time', async () => {
  const clock = stillClock(7);
  const waits = [clock.wait(10_000), clock.wait(20_000)];
  clock.wakeAll();
  await Promise.all(waits);
  expect(clock.now()).toBe(7);
});

test('waits end in the order of their times, and a client that leaves is rejected with its reason', async () => {
  const clock = stillClock();
  const events: string[] = [];
  const left = new AbortController();
  const waits = [50, 10, 40, 20].map((time) =>
    clock.wait(time, time === 40 ? left.signal : undefined).then(
      () => events.push(`${time} ended`),
      ({ message }: Error) => events.push(`${time} ${message}`),
    ),
  );
  clock.moveTo(10);
  left.abort(new Error('left'));
  clock.moveTo(60);
  await Promise.all(waits);
  expect(events.toSorted()).toEqual(['10 ended', '20 ended', '40 left', '50 ended']);
  expect(events.filter((event) => event.endsWith('ended'))).toEqual(['10 ended', '20 ended', '50 ended']);
});

test('a wait whose client has left already is rejected', async () => {
  await expect(stillClock().wait(10, AbortSignal.abort(new Error('was gone')))).rejects.toThrow('was gone');
});

test('each move of a clock reports its distance from the real time', () => {
  const offsets: number[] = [];
  const clock = new Clock(
    () => 1_000,
    4_000,
    (offset) => offsets.push(offset),
  );
  const moved = [6_000, 5_999, 9_500].map((time) => clock.moveTo(time));
  expect([moved, offsets, clock.now()]).toEqual([[true, false, true], [5_000, 8_500], 9_500]);
});

const noon = Date.UTC(2030, 0, 15, 12);

test('times are written in UTC with milliseconds or microseconds', () => {
  expect(formatTime(noon + 7)).toBe('2030-01-15T12:00:00.007Z');
  expect(formatMicroseconds(noon + 7)).toBe('2030-01-15T12:00:00.007000Z');
});

for (const text of [
  ...['2030-01-15T12:00:00Z', '2030-01-15T12:00:00.000Z', '2030-01-15T12:00:00z', '2030-01-15T12:00:00.0000004Z'],
  ...['2030-01-15T13:00:00+01:00', '2030-01-15T06:30-05:30', '2030-01-15T12:00:00+00', '2030-01-14T12:30:00-23:30'],
  ...['20300115T120000Z', '20300115T1200Z', '20300115T130000,0+0100'],
]) {
  test(`${text} is an ISO 8601 time`, () => {
    expect(parseTime(text)).toBe(noon);
  });
}

for (const value of [
  ...['2030-01-15T12:00:00', '2030-01-15', '12:00:00Z', '2030-01-15 12:00:00Z', ' 2030-01-15T12:00:00Z'],
  ...['2030-01-15T12:00:00Z\n', '2030-01-15T12:00:00ZZ', '2030-01-15T12:00:00 +01:00', 'T', '', 'tomorrow'],
  ...['2030-02-30T12:00:00Z', '2030-13-01T12:00:00Z', '2030-01-15T25:00:00Z', '2030-01-15T12:00:00+24:00'],
  ...['2030-01-15T12:00:00-12:60', '2030-01-15T12:00:00+1:00', '+010000-01-01T00:00:00Z', '-000001-12-31T23:59:59Z'],
  ...['2030-01-00T12:00:00Z', '2030-0115T12:00:00Z', '2030-01-15T1200Z', '2030-01-15T12:60Z'],
  ...['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-01:00'],
  ...[1_900_000_000, null, undefined, true, ['2030-01-15T12:00:00Z'], {}],
]) {
  test(`${JSON.stringify(value)} is no time`, () => {
    expect(parseTime(value)).toBeUndefined();
  });
}

test('a fraction of a second is read to its milliseconds', () => {
  const times = ['.7', '.07', '.007', '.0079', '.78'].map((fraction) => parseTime(`2030-01-15T12:00:00${fraction}Z`));
  expect(times).toEqual([700, 70, 7, 7, 780].map((milliseconds) => noon + milliseconds));
});

for (const [text, time] of [
  ['0000-01-01T01:00:00+01:00', Date.parse('0000-01-01T00:00:00.000Z')],
  ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
] as const) {
  test(`${text} is a time at the end of the range`, () => {
    expect(parseTime(text)).toBe(time);
  });
}

for (const [text, length] of [
  ['PT30M', 1_800_000],
  ['PT0S', 0],
  ['PT0.5S', 500],
  ['P1D', 86_400_000],
  ['P1DT1H', 90_000_000],
] as const) {
  test(`the duration ${text} has ${length} milliseconds`, () => {
    expect(parseDuration(text)).toBe(length);
  });
}

test('a duration is written in seconds and read back', () => {
  const lengths = [0, 1, 1_500, 3_600_000];
  expect(lengths.map(formatDuration)).toEqual(['PT0S', 'PT0.001S', 'PT1.5S', 'PT3600S']);
  expect(lengths.map((length) => parseDuration(formatDuration(length)))).toEqual(lengths);
});

for (const value of ['-PT1S', 'PT-1S', '30M', '', 'PT', 'P', 30, null, undefined, ['PT1S'], `P${'9'.repeat(400)}Y`]) {
  test(`${JSON.stringify(value)?.slice(0, 20)} is no duration`, () => {
    expect(parseDuration(value)).toBeUndefined();
  });
}
