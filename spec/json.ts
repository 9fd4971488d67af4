export type Json = Record<string, unknown>;

/** True for JSON objects; false for lists and null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOrObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
