import { Readable } from 'node:stream';

/** Attempts, with growing pauses: some test runners restore ticks after a moment. */
const ATTEMPTS = 10;

/** Rejects while `process.nextTick` is faked: Node's own streams and sockets run on it, and a request would never end. */
export async function refuseFakedTicks(): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let isClosed = false;
    const stream = new Readable().once('close', () => {
      isClosed = true;
    });
    // A stream closes in a tick, before the event loop turns.
    stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    if (isClosed) return;
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  throw new Error(
    "process.nextTick is faked, and Node's own HTTP stands still: leave nextTick and queueMicrotask real (toNotFake, toFake)",
  );
}
