type Format = NonNullable<typeof Error.prepareStackTrace>;

let mapped: Format | undefined;
const withoutPlaces: Format = (error) => String(error);

/**
 * Playwright writes down where every assertion and every hook stands and maps each line of it to the source, which costs
 * more than the requests of a case. A report of the suite names cases, not lines, so from now on errors have no places.
 */
export function skipPlaces(): void {
  mapped = Error.prepareStackTrace;
  Error.prepareStackTrace = withoutPlaces;
}

/** The stack of an error that nobody has looked at yet, places included. */
export function stackOf(error: unknown): string {
  const current = Error.prepareStackTrace;
  if (mapped) Error.prepareStackTrace = mapped;
  const stack = (error as Error).stack ?? '';
  if (current) Error.prepareStackTrace = current;
  return stack;
}
