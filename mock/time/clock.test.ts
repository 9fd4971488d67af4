import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

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
