/** A JSON object, of whose members nothing is known. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: no list, and not null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list or an object: what has values by their names. */
export function isListOrObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
