/** Milliseconds that long work may go on before others get their turn. */
const SLICE = 10;

/** Awaited after each step. */
export type Turns = () => Promise<void> | undefined;

let turn: Promise<void> = Promise.resolve();

/** The next turn of the event loop that nobody else has: of what is large or comes in crowds, one has its turn in each. */
export function ownTurn(): Promise<void> {
  turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return turn;
}

/**
 * Lets others in between the steps of long work: the function that is given back is awaited after each step. Of all long work, one slice is
 * done in a round of the event loop, so that many callers of it don't add up for those who want little.
 */
export function createTurns(): Turns {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE) return undefined;
    return ownTurn().then(() => {
      startedAt = performance.now();
    });
  };
}
