/**
 * Calls `declare`, which calls Playwright's `test()` directly, so that the case is filed under the line that called our
 * caller. Playwright takes the place from the second frame of a captured stack; leaving out the frames up to `declare`
 * makes that the line in the rules file, as line filters, editors and UI mode expect.
 */
export function atCallersLine(declare: () => void): void {
  const original = Error.captureStackTrace;
  Error.captureStackTrace = (target) => original(target, atCallersLine);
  try {
    declare();
  } finally {
    Error.captureStackTrace = original;
  }
}
