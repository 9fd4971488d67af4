import { expect, test, vi } from 'vitest';
import { Clock } from './clock.ts';

/** A clock whose real time stands still. */
function stillClock(time = 1_000_000) {
  return new Clock(() => time);
}

/** Whether a promise has ended, after everything that could end it now has run. */
async function hasEnded(wait: Promise<void>): Promise<boolean> {
  let ended = false;
  void wait.then(() => {
    ended = true;
  });
  // It ends in a turn of its own.
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
  return ended;
}

test('a clock shows the real time until it is moved', () => {
  expect(stillClock(5).now()).toBe(5);
});

test('a moved clock runs on from where it was put', () => {
  let real = 1_000;
  const clock = new Clock(() => real);
  expect(clock.moveTo(61_000)).toBe(true);
  real += 500;
  expect(clock.now()).toBe(61_500);
});

test('a clock is not moved backwards', () => {
  const clock = stillClock(1_000);
  expect(clock.moveTo(999)).toBe(false);
  expect(clock.now()).toBe(1_000);
});

test('a clock may be moved to where it is', () => {
  expect(stillClock(1_000).moveTo(1_000)).toBe(true);
});

test('a wait of no length ends at once', async () => {
  await stillClock().wait(0);
  await stillClock().wait(-5);
});

test('a wait ends when the clock is moved to its end, not before', async () => {
  const clock = stillClock(0);
  const wait = clock.wait(60_000);
  clock.moveTo(59_999);
  expect(await hasEnded(wait)).toBe(false);
  clock.moveTo(60_000);
  expect(await hasEnded(wait)).toBe(true);
});

test('a wait ends by itself when the real time has passed', async () => {
  await new Clock().wait(5);
});

test('a move shortens the real time that is left of a wait', async () => {
  const clock = new Clock();
  const wait = clock.wait(3_600_000);
  clock.moveTo(clock.now() + 3_599_990);
  // Without the move the test would run into its time limit.
  await wait;
});

test('a wait that is longer than any timer does not end early', async () => {
  const clock = stillClock();
  const warned: Error[] = [];
  const note = (warning: Error) => void warned.push(warning);
  process.on('warning', note);
  const wait = clock.wait(2 ** 40);
  expect(await hasEnded(wait)).toBe(false);
  clock.wakeAll();
  expect(await hasEnded(wait)).toBe(true);
  process.off('warning', note);
  expect(warned).toEqual([]);
});

test('waking all ends every wait and leaves the time alone', async () => {
  const clock = stillClock(7);
  const waits = [clock.wait(10_000), clock.wait(20_000)];
  clock.wakeAll();
  await Promise.all(waits);
  expect(clock.now()).toBe(7);
});

test('of many who wait, those whose time has come go on in its order, and those who have left are not heard of', async () => {
  const clock = stillClock(0);
  const ended: number[] = [];
  const leaving: (() => void)[] = [];
  const waits = [50, 10, 40, 20, 30].map((time) =>
    clock
      .wait(time, (leave) => leaving.push(() => leave(new Error('left'))))
      .then(
        () => void ended.push(time),
        () => {},
      ),
  );
  clock.moveTo(10);
  for (const at of [1, 2, 4]) leaving[at]?.();
  clock.moveTo(60);
  await Promise.all(waits);
  expect(ended).toEqual([10, 20, 50]);
});

test('a clock that begins elsewhere tells how far it is from the real time whenever it is moved', () => {
  const told: number[] = [];
  const clock = new Clock(
    () => 1_000,
    4_000,
    (offset) => told.push(offset),
  );
  expect(clock.now()).toBe(5_000);
  const moved = [6_000, 5_999, 6_000, 9_500].map((time) => clock.moveTo(time));
  expect([moved, told, clock.now()]).toEqual([[true, false, true, true], [5_000, 5_000, 8_500], 9_500]);
});

test('whoever leaves is told why, those who left at once as well, and leaving when the time has come changes nothing', async () => {
  const clock = stillClock(0);
  await expect(clock.wait(10, (leave) => leave(new Error('was gone')))).rejects.toThrow('was gone');
  let leaveLater: (reason: Error) => void = () => {};
  const later = clock.wait(10, (leave) => {
    leaveLater = leave;
  });
  clock.moveTo(10);
  leaveLater(new Error('too late'));
  await later;
});

test('a clock for which nobody waits any more has no timer', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let leave: (reason: Error) => void = () => {};
    const wait = stillClock().wait(10, (leaving) => {
      leave = leaving;
    });
    wait.catch(() => {});
    expect(vi.getTimerCount()).toBe(1);
    leave(new Error('left'));
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('of many who wait most may leave, and the others go on at their times', async () => {
  const clock = stillClock(0);
  const leaving: (() => void)[] = [];
  const times = Array.from({ length: 100 }, (_, n) => n + 1);
  const waits = times.map((time) =>
    clock
      .wait(time, (leave) => leaving.push(() => leave(new Error(`left ${time}`))))
      .then(
        () => `ended ${time}`,
        (error: Error) => error.message,
      ),
  );
  clock.moveTo(20);
  for (const leave of leaving.slice(0, 90)) leave();
  expect(await Promise.all(waits.slice(0, 90))).toEqual([
    ...times.slice(0, 20).map((time) => `ended ${time}`),
    ...times.slice(20, 90).map((time) => `left ${time}`),
  ]);
  expect(await Promise.all([90, 91].map((at) => hasEnded(waits[at] as unknown as Promise<void>)))).toEqual([
    false,
    false,
  ]);
  clock.moveTo(91);
  expect(await Promise.all([90, 91].map((at) => hasEnded(waits[at] as unknown as Promise<void>)))).toEqual([
    true,
    false,
  ]);
  clock.moveTo(100);
  expect(await Promise.all(waits.slice(90))).toEqual(times.slice(90).map((time) => `ended ${time}`));
});
