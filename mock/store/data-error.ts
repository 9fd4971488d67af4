/** Why a directory can't be used to keep state in, or what is kept there can't be read; in a line. */
export class DataError extends Error {}
