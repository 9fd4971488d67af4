import { Readable } from 'node:stream';

/** How often it is looked whether ticks are real: some test runners put them back for a moment, or for good. */
const LOOKS = 10;

/** Rejects while `process.nextTick` is faked: Node's own streams and sockets run on it, and whatever is asked for would never end. */
export async function refuseFakedTicks(): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (await doTick()) return;
    await new Promise((resolve) => setTimeout(resolve, look));
  }
  throw new Error(
    "process.nextTick is faked, and Node's own HTTP stands still: leave nextTick and queueMicrotask real (toNotFake, toFake)",
  );
}

/** Whether Node's streams go on: what they do in a tick is done before the event loop turns. */
async function doTick(): Promise<boolean> {
  let isClosed = false;
  const stream = new Readable().once('close', () => {
    isClosed = true;
  });
  stream.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  return isClosed;
}
