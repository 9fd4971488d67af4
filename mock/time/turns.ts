/** Milliseconds that long work may go on before others get their turn. */
const SLICE = 10;

/** Rounds that only others have after that: what came in meanwhile is accepted, read and answered. */
const REST = 4;

/** So many they are at most when ever more come: of all who connect, one is accepted in a round. */
const LONGEST_REST = 40;

const waiting: (() => void)[] = [];
let isUnderWay = false;
/** End of the current slice of long work, shared by all callers: what many callers want must not add up. */
let sliceEnd = 0;
/** Rounds since the latest turn. */
let rounds = REST;
/** Rounds that others have before the next one. */
let rest = REST;

/** Says that somebody has connected, or was let in: while long work is done they, and those behind them, have one round more. */
export function makeWay(): void {
  if (isUnderWay && rest < LONGEST_REST) rest += 1;
}

/**
 * The next turn of the event loop that nobody else has: of what is large or comes in crowds, one has its turn in each. What `goesOn` comes
 * before what begins, so that of a crowd few are half done, and take memory, at a time.
 */
export function ownTurn({ goesOn = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    if (goesOn) waiting.unshift(resolve);
    else waiting.push(resolve);
    if (!isUnderWay) setImmediate(giveTurn);
    isUnderWay = true;
  });
}

function giveTurn(): void {
  rounds += 1;
  if (waiting.length > 0 && (performance.now() < sliceEnd || rounds > rest)) {
    rounds = 0;
    rest = REST;
    sliceEnd = performance.now() + SLICE;
    waiting.shift()?.();
  }
  // The rest is counted to its end though nobody waits: later callers have the next round.
  isUnderWay = waiting.length > 0 || rounds < rest;
  if (isUnderWay) setImmediate(giveTurn);
}

/**
 * Lets others in between the steps of long work: awaited before it begins and after each step. Of all long work, one slice is done in a
 * round of the event loop, so that many callers of it don't add up for those who want little.
 */
export function turn(): Promise<void> | undefined {
  return performance.now() < sliceEnd ? undefined : ownTurn();
}

/** Does long work whose steps a generator makes, and lets others in between. Rejects with what a step throws. */
export async function inTurns<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const wait = turn();
    if (wait) await wait;
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does work whose steps a generator makes in one go. Throws what a step throws. */
export function atOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
