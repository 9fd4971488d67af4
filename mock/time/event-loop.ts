let end: Promise<void> | undefined;

/** Ends when this turn of the event loop has read all that came in; who waits in the same turn goes on together. */
export function endOfLoopIteration(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
