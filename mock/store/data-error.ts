/** A line about a directory that can't be used for state, or about an entry that can't be read. */
export class DataError extends Error {}

/** The reason of an error of the database, in a line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
