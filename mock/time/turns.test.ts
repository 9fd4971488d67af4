import { expect, test } from 'vitest';
import { timeOfWork } from './testing/time-of-work.ts';
import { atOnce, inTurns, makeWay, ownTurn, turn } from './turns.ts';

const work = timeOfWork();

/** Does work that takes more than a slice. */
const workLong = () => work(15);

test('of all long work one piece is done at a time, and then others have some rounds of the event loop', async () => {
  const happened: string[] = [];
  let isOver = false;
  const round = () => {
    happened.push('round');
    if (!isOver) setImmediate(round);
  };
  const workInSteps = async (name: string) => {
    for (let step = 0; step < 2; step++) {
      await turn();
      happened.push(name);
      workLong();
    }
  };
  setImmediate(round);
  await Promise.all(['a', 'b', 'c'].map(workInSteps));
  isOver = true;
  const pieces = happened
    .join(' ')
    .split(/\bround\b/)
    .map((piece) => piece.trim());
  expect(pieces.filter(Boolean)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

test('what goes on has its turn before what begins, and what begins in its order', async () => {
  const turns: string[] = [];
  const take = (name: string, goesOn: boolean) => ownTurn({ goesOn }).then(() => void turns.push(name));
  await Promise.all([take('begins', false), take('begins later', false), take('goes on', true)]);
  expect(turns).toEqual(['goes on', 'begins', 'begins later']);
});

test('short steps of long work need no turns of their own', async () => {
  await turn();
  expect(turn()).toBeUndefined();
});

test('who connects has rounds before long work goes on, which does go on', async () => {
  const roundsBetween = async (connecting: () => void) => {
    let rounds = 0;
    let isOver = false;
    const round = () => {
      rounds += 1;
      connecting();
      if (!isOver) setImmediate(round);
    };
    const first = ownTurn().then(workLong);
    const second = ownTurn();
    await first;
    setImmediate(round);
    await second;
    isOver = true;
    return rounds;
  };
  const few = await roundsBetween(() => {});
  const many = await roundsBetween(makeWay);
  expect([few, many]).toEqual([4, 40]);
});

test('whoever comes when others have had their rounds has the next one, however many have connected since', async () => {
  await ownTurn().then(workLong);
  for (let rounds = 0; rounds < 10; rounds++) await new Promise(setImmediate);
  for (let connected = 0; connected < 10; connected++) makeWay();
  const happened: string[] = [];
  const turn = ownTurn().then(() => happened.push('turn'));
  for (const round of ['first', 'second']) {
    await new Promise(setImmediate);
    happened.push(round);
  }
  await turn;
  expect(happened).toEqual(['turn', 'first', 'second']);
});

/** Steps that note themselves; the last one gives a result, or throws. */
function* steps(noted: number[], error?: Error): Generator<void, string> {
  for (let step = 1; step <= 3; step++) {
    noted.push(step);
    yield;
  }
  if (error) throw error;
  return 'done';
}

test('the steps of a generator are done to their end in turns or at once, with their result or what they throw', async () => {
  const noted: number[] = [];
  expect([atOnce(steps(noted)), await inTurns(steps(noted))]).toEqual(['done', 'done']);
  expect(noted).toEqual([1, 2, 3, 1, 2, 3]);
  // Others come in between where the slice is over.
  workLong();
  noted.length = 0;
  const done = inTurns(steps(noted));
  expect(noted).toEqual([]);
  await done;
  const error = new Error('no');
  expect(() => atOnce(steps([], error))).toThrow(error);
  await expect(inTurns(steps([], error))).rejects.toBe(error);
});
