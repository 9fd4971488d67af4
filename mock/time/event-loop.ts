let end: Promise<void> | undefined;

/** Ends when this iteration of the event loop has read all that came in; all who wait in it go on together. */
export function endOfLoopIteration(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
