/** Why a directory can't be used to keep state in, in a line. */
export class DataError extends Error {}
