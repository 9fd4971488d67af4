/** Why a directory can't be used to store state in, or what is stored there can't be read; in a line. */
export class DataError extends Error {}

/** What an error of the database, or of reading what it holds, says in a line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
