import { expect, test } from 'vitest';
import type { Learned } from '../outcome/outcome.ts';
import type { Presence } from '../target/preflight.ts';
import { PaceKeeper, type PaceOptions } from './disturbance.ts';

/** A pace keeper with its own clock: time passes only while something sleeps. */
function keeperOf(options: Partial<PaceOptions> = {}) {
  let time = 1_000_000;
  const learned: Learned = {};
  const waiting: { until: number; go: () => void }[] = [];
  const keeper = new PaceKeeper({
    presence: async () => 'there',
    now: () => time,
    sleep: (ms) => new Promise<void>((go) => waiting.push({ until: time + ms, go })),
    learned,
    ...options,
  });
  /** Lets time pass until a promise has settled. */
  const settled = async <T>(promise: Promise<T>): Promise<T> => {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    promise.then(end, end);
    while (!isDone) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      if (isDone) break;
      const next = waiting.sort((a, b) => a.until - b.until).shift();
      if (!next) throw new Error('the promise does not settle');
      time = Math.max(time, next.until);
      next.go();
    }
    return promise;
  };
  /** Waits for turns, one after another; returns the milliseconds they took. */
  const turns = async (count: number) => {
    const before = time;
    for (let turn = 0; turn < count; turn++) await settled(keeper.turn());
    return time - before;
  };
  return { keeper, learned, settled, turns, now: () => time };
}

/** Sends requests to a target that accepts at most `limit` in any second. */
async function sendTo(limit: number, count: number, { keeper, settled, now }: ReturnType<typeof keeperOf>) {
  const accepted: number[] = [];
  let refused = 0;
  while (accepted.length < count) {
    await settled(keeper.turn());
    if (accepted.filter((at) => at > now() - 1000).length < limit) {
      accepted.push(now());
      continue;
    }
    refused += 1;
    await settled(keeper.waitAfterLimit(1000));
  }
  return { refused, seconds: (now() - (accepted[0] ?? 0)) / 1000 };
}

test('no more requests go out than the rate allows', async () => {
  expect(await keeperOf({ requestsPerSecond: 50 }).turns(51)).toBe(1000);
});

test('requests that go out together wait for all their turns', async () => {
  const { keeper, settled, turns, now } = keeperOf({ requestsPerSecond: 10 });
  await turns(1);
  const before = now();
  await settled(keeper.turn(3));
  expect(now() - before).toBe(300);
});

test('the rate falls to about the limit of the target, and is reported', async () => {
  const pace = keeperOf({ requestsPerSecond: 20 });
  const { refused, seconds } = await sendTo(5, 500, pace);
  expect(refused).toBeLessThan(30);
  expect(seconds).toBeLessThan(130);
  expect(pace.learned.requestsPerSecond).toBeGreaterThan(3);
  expect(pace.learned.requestsPerSecond).toBeLessThan(6);
});

test('refusals at the same time lower the rate once', async () => {
  const timeAfter = async (refusals: number) => {
    const { keeper, settled, turns } = keeperOf({ requestsPerSecond: 20 });
    await turns(28);
    await settled(Promise.all(Array.from({ length: refusals }, () => keeper.waitAfterLimit(1000))));
    return turns(10);
  };
  expect(await timeAfter(8)).toBeLessThan(1.5 * (await timeAfter(1)));
});

test('a limit holds back requests that wait for their turn', async () => {
  const { keeper, settled, turns, now } = keeperOf({ requestsPerSecond: 10 });
  await turns(1);
  const before = now();
  const turn = keeper.turn().then(() => now() - before);
  await settled(Promise.all([keeper.waitAfterLimit(3000), turn]));
  expect(await turn).toBeGreaterThanOrEqual(3000);
});

test('after a lost exchange no request goes out before the target answers', async () => {
  const presences: Presence[] = ['silent', 'away'];
  const { keeper, settled, turns } = keeperOf({
    requestsPerSecond: 10,
    presence: async () => presences.shift() ?? 'there',
  });
  await turns(1);
  const order: string[] = [];
  const turn = keeper.turn().then(() => order.push('turn'));
  const lost = keeper.waitForTarget('GET /').then(() => order.push('there'));
  await settled(Promise.all([lost, turn]));
  expect(order).toEqual(['there', 'turn']);
});

test('exchanges lost at the same time are counted, and the target is probed once for all', async () => {
  let probes = 0;
  const { keeper, settled, learned } = keeperOf({
    presence: async () => {
      probes += 1;
      return 'there';
    },
  });
  await settled(Promise.all([keeper.waitForTarget('GET /'), keeper.waitForTarget('GET /')]));
  expect([probes, learned.disturbances]).toEqual([1, 2]);
});

test('a silent target ends the run for every request, waiting ones included', async () => {
  const { keeper, settled, turns, learned, now } = keeperOf({
    requestsPerSecond: 0.05,
    presence: async () => 'silent',
  });
  await turns(1);
  const since = new Date(now()).toISOString();
  const waiting = keeper.turn();
  waiting.catch(() => {});
  const stopped = { name: 'TargetStopped' };
  await expect(settled(keeper.waitForTarget('GET /'))).rejects.toMatchObject(stopped);
  await expect(settled(waiting)).rejects.toMatchObject(stopped);
  await expect(keeper.turn()).rejects.toMatchObject(stopped);
  await expect(keeper.waitForTarget('GET /')).rejects.toMatchObject(stopped);
  expect(learned.stoppedAnsweringAt).toBe(since);
});

test('a target that its gateway reports as away has a minute to return', async () => {
  const awayFor = (ms: number) => {
    const { keeper, settled, now } = keeperOf({ presence: async () => (now() - begun < ms ? 'away' : 'there') });
    const begun = now();
    return settled(keeper.waitForTarget('GET /'));
  };
  await awayFor(60_000);
  await expect(awayFor(61_000)).rejects.toMatchObject({ name: 'TargetStopped' });
});
