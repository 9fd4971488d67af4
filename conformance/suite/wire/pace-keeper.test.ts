import { expect, test } from 'vitest';
import type { Presence } from '../target/probe.ts';
import { type Learned, PaceKeeper, type PaceOptions } from './pace-keeper.ts';

/** A pace keeper on a clock of its own, on which time passes only while somebody waits. */
function keeperOf(options: Partial<PaceOptions> = {}) {
  let time = 1_000_000;
  const learned: Learned = {};
  const waiting: { until: number; go: () => void }[] = [];
  const keeper = new PaceKeeper({
    presence: async () => 'there',
    now: () => time,
    sleep: (ms) => new Promise<void>((go) => waiting.push({ until: time + ms, go })),
    learned: (what) => void Object.assign(learned, what),
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
      const next = waiting.sort((one, other) => one.until - other.until).shift();
      if (!next) throw new Error('nobody waits, and nothing happens');
      time = Math.max(time, next.until);
      next.go();
    }
    return promise;
  };
  return { keeper, learned, settled, now: () => time };
}

/** Sends requests one after the other to a target that bears so many in any second; gives how long each took to get through. */
async function sendTo(limit: number, count: number, { keeper, settled, now }: ReturnType<typeof keeperOf>) {
  const accepted: number[] = [];
  let refused = 0;
  while (accepted.length < count) {
    await settled(keeper.turn());
    if (accepted.filter((at) => at > now() - 1000).length >= limit) {
      refused += 1;
      await settled(keeper.limited(1000));
      continue;
    }
    accepted.push(now());
  }
  return { refused, seconds: (now() - (accepted[0] ?? 0)) / 1000 };
}

test('no more requests go out than the rate allows', async () => {
  const given = keeperOf({ requestsPerSecond: 50 });
  const before = given.now();
  for (let turn = 0; turn < 51; turn++) await given.settled(given.keeper.turn());
  expect(given.now() - before).toBe(1000);
});

test('requests that go out together have their turn when as many could have gone', async () => {
  const given = keeperOf({ requestsPerSecond: 10 });
  await given.settled(given.keeper.turn());
  const before = given.now();
  await given.settled(given.keeper.turn(3));
  expect(given.now() - before).toBe(300);
  await given.settled(given.keeper.turn());
  expect(given.now() - before).toBe(400);
});

test('without a rate nobody waits', async () => {
  const given = keeperOf();
  const before = given.now();
  for (let turn = 0; turn < 100; turn++) await given.settled(given.keeper.turn());
  expect(given.now()).toBe(before);
});

test('the rate adapts to what the target bears, and what it bears is found', async () => {
  const given = keeperOf({ requestsPerSecond: 20 });
  const { refused, seconds } = await sendTo(5, 500, given);
  expect(refused).toBeLessThan(30);
  expect(seconds).toBeLessThan(130);
  expect(Math.round(given.learned.requestsPerSecond ?? 0)).toBe(5);
});

test('what a target bears is measured from its first refusal on', async () => {
  const given = keeperOf({ requestsPerSecond: 20 });
  for (let turn = 0; turn < 60; turn++) await given.settled(given.keeper.turn());
  await given.settled(given.keeper.limited(1000));
  for (let turn = 0; turn < 5; turn++) await given.settled(given.keeper.turn());
  expect(given.learned.requestsPerSecond).toBe(1);
});

test('how far the rate is lowered goes by what went out in the last second alone', async () => {
  const looks: Presence[] = [];
  const given = keeperOf({ requestsPerSecond: 20, presence: async () => looks.shift() ?? 'there' });
  for (let turn = 0; turn < 10; turn++) {
    await given.settled(given.keeper.turn());
    looks.push('silent');
    await given.settled(given.keeper.lost());
  }
  await given.settled(given.keeper.limited(1000));
  const before = given.now();
  for (let turn = 0; turn < 20; turn++) await given.settled(given.keeper.turn());
  expect(given.now() - before).toBeGreaterThan(3000);
});

test('the rate comes back slowly when the target bears more again', async () => {
  const given = keeperOf({ requestsPerSecond: 20 });
  await sendTo(5, 100, given);
  const soon = await sendTo(1000, 50, given);
  expect(soon.seconds).toBeGreaterThan(6);
  await sendTo(1000, 1000, given);
  const later = await sendTo(1000, 100, given);
  expect(later.seconds).toBeLessThan(6);
});

test('those that are refused together lower the rate once', async () => {
  const given = keeperOf({ requestsPerSecond: 20 });
  for (let turn = 0; turn < 28; turn++) await given.settled(given.keeper.turn());
  await given.settled(Promise.all(Array.from({ length: 8 }, () => given.keeper.limited(1000))));
  const before = given.now();
  for (let turn = 0; turn < 17; turn++) await given.settled(given.keeper.turn());
  expect(given.now() - before).toBeLessThan(1200);
});

test('a limit holds back those that wait for their turn', async () => {
  const given = keeperOf({ requestsPerSecond: 10 });
  await given.settled(given.keeper.turn());
  const before = given.now();
  const turn = given.keeper.turn().then(() => given.now() - before);
  await given.settled(Promise.all([given.keeper.limited(3000), turn]));
  expect(await turn).toBeGreaterThanOrEqual(3000);
});

test('who wants a turn while a limit holds everybody back has it as soon as that is over', async () => {
  const given = keeperOf({ requestsPerSecond: 0.5 });
  const before = given.now();
  const refused = given.keeper.limited(3000);
  await given.settled(given.keeper.turn());
  expect(given.now() - before).toBe(3000);
  await refused;
});

test('a shorter wait that the target wants later does not end a longer one', async () => {
  const given = keeperOf({ requestsPerSecond: 10 });
  const before = given.now();
  await given.settled(given.keeper.turn());
  const waits = [given.keeper.limited(3000), given.keeper.limited(1000)];
  await given.settled(given.keeper.turn());
  expect(given.now() - before).toBeGreaterThanOrEqual(3000);
  await given.settled(Promise.all(waits));
});

test('what is lost is followed by no other request before the target answers', async () => {
  const answers: Presence[] = ['silent', 'away'];
  const given = keeperOf({ presence: async () => answers.shift() ?? 'there' });
  const order: string[] = [];
  const lost = given.keeper.lost().then(() => order.push('there'));
  const turn = given.keeper.turn().then(() => order.push('turn'));
  await given.settled(Promise.all([lost, turn]));
  expect(order).toEqual(['there', 'turn']);
  expect(given.learned).toEqual({ disturbances: 1 });
});

test('a request that waits for its turn while another one is lost does not go out before the target answers', async () => {
  const answers: Presence[] = ['silent', 'away'];
  const given = keeperOf({ requestsPerSecond: 10, presence: async () => answers.shift() ?? 'there' });
  await given.settled(given.keeper.turn());
  const order: string[] = [];
  const turn = given.keeper.turn().then(() => order.push('turn'));
  const lost = given.keeper.lost().then(() => order.push('there'));
  await given.settled(Promise.all([lost, turn]));
  expect(order).toEqual(['there', 'turn']);
});

test('a target that stays silent is given up, for everybody and for good', async () => {
  const given = keeperOf({ presence: async () => 'silent' });
  const begun = given.now();
  const since = new Date(begun).toISOString();
  const stopped = {
    name: 'TargetStopped',
    message: 'the target stopped answering at 00:16:40 UTC',
  };
  await expect(given.settled(given.keeper.lost())).rejects.toMatchObject(stopped);
  expect(given.now() - begun).toBe(15_500);
  await expect(given.settled(given.keeper.turn())).rejects.toMatchObject(stopped);
  await expect(given.settled(given.keeper.lost())).rejects.toMatchObject(stopped);
  expect(given.learned).toEqual({ disturbances: 1, stoppedAnsweringAt: since });
});

test('a target that is slow to answer one look is not given up', async () => {
  const answers: Presence[] = ['silent'];
  const given = keeperOf({
    presence: async () => answers.shift() ?? 'there',
    now: () => given.now() + (answers.length === 0 ? 20_000 : 0),
  });
  await given.settled(given.keeper.lost());
  expect(given.learned).toEqual({ disturbances: 1 });
});

test('who waits for a turn while the target is given up has none', async () => {
  const given = keeperOf({ requestsPerSecond: 0.05, presence: async () => 'silent' });
  await given.settled(given.keeper.turn());
  const turn = given.keeper.turn();
  turn.catch(() => {});
  await expect(given.settled(given.keeper.lost())).rejects.toMatchObject({ name: 'TargetStopped' });
  await expect(given.settled(turn)).rejects.toMatchObject({ name: 'TargetStopped' });
});

test('whoever is told of what is learned is told all of it each time', async () => {
  const told: Learned[] = [];
  const given = keeperOf({ requestsPerSecond: 20, learned: (what) => void told.push({ ...what }) });
  await given.settled(given.keeper.lost());
  await given.settled(given.keeper.turn());
  await given.settled(given.keeper.limited(1000));
  await given.settled(given.keeper.turn());
  expect(told).toEqual([{ disturbances: 1 }, { disturbances: 1, requestsPerSecond: 0.2 }]);
});

test('what went out exactly a second before a refusal, or five before what is measured, counts no more', async () => {
  const given = keeperOf({ requestsPerSecond: 1 });
  for (let turn = 0; turn < 2; turn++) await given.settled(given.keeper.turn());
  await given.settled(given.keeper.limited(1000));
  const before = given.now();
  for (let turn = 0; turn < 2; turn++) await given.settled(given.keeper.turn());
  expect(Math.round(given.now() - before)).toBe(1922);
  for (let turn = 0; turn < 100; turn++) await given.settled(given.keeper.turn());
  expect(given.learned).toEqual({ requestsPerSecond: 1 });
});

test('however often it is refused, a request goes out every two seconds', async () => {
  const given = keeperOf({ requestsPerSecond: 1 });
  for (let time = 0; time < 3; time++) {
    await given.settled(given.keeper.turn());
    await given.settled(given.keeper.limited(3000));
  }
  const before = given.now();
  for (let turn = 0; turn < 2; turn++) await given.settled(given.keeper.turn());
  expect(Math.round(given.now() - before)).toBe(1885);
});

test('a target that is being deployed, as its gateway says, is waited for a minute', async () => {
  const awayFor = (ms: number) => {
    const given = keeperOf({ presence: async () => (given.now() - begun < ms ? 'away' : 'there') });
    const begun = given.now();
    return given.settled(given.keeper.lost());
  };
  await awayFor(60_000);
  await expect(awayFor(60_501)).rejects.toMatchObject({ name: 'TargetStopped' });
});

test('a target that falls silent after it was away has as long as any', async () => {
  const given = keeperOf({ presence: async () => (given.now() - begun < 20_000 ? 'away' : 'silent') });
  const begun = given.now();
  await expect(given.settled(given.keeper.lost())).rejects.toThrow('the target stopped answering');
  expect(given.now() - begun).toBe(35_000);
});

test('how many exchanges were lost is learned, and all that wait for one target look at it once', async () => {
  let looks = 0;
  const answers: Presence[] = ['silent', 'there', 'there'];
  const given = keeperOf({
    presence: async () => {
      looks += 1;
      return answers.shift() ?? 'there';
    },
  });
  await given.settled(Promise.all([given.keeper.lost(), given.keeper.lost()]));
  expect([looks, given.learned]).toEqual([2, { disturbances: 2 }]);
  await given.settled(given.keeper.lost());
  expect([looks, given.learned]).toEqual([3, { disturbances: 3 }]);
});

test('after a refusal requests go out at nine tenths of what was borne, and the faster the longer it is ago', async () => {
  const given = keeperOf({ requestsPerSecond: 20 });
  const begun = given.now();
  const times: number[] = [];
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      await given.settled(given.keeper.turn());
      times.push(Math.round(given.now() - begun));
    }
  };
  await turns(12);
  await given.settled(given.keeper.limited(1000));
  await turns(6);
  await given.settled(given.keeper.limited(2000));
  await turns(4);
  await given.settled(given.keeper.limited(0));
  await turns(3);
  expect(times).toEqual([
    ...[0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550],
    ...[1550, 1649, 1748, 1847, 1945, 2043],
    ...[4043, 4161, 4279, 4396],
    ...[4514, 4630, 4747],
  ]);
  expect(given.learned).toEqual({ requestsPerSecond: 2.2 });
});
