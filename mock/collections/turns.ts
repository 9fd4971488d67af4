/** Milliseconds that long work may go on before others get their turn. */
const SLICE = 10;

/** Awaited after each step. */
export type Turns = () => Promise<void> | undefined;

let turn: Promise<void> = Promise.resolve();

/**
 * Lets others in between the steps of long work: the function that is given back is awaited after each step. Of all long work, one slice is
 * done in a round of the event loop, so that many callers of it don't add up for those who want little.
 */
export function createTurns(): Turns {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE) return undefined;
    turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    return turn.then(() => {
      startedAt = performance.now();
    });
  };
}
