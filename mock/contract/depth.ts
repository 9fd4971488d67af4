/** Members of a request may nest as deep as this; deeper bodies are refused, because no message needs them. */
export const MAX_DEPTH = 100;

/** What is said of a value that nests deeper. */
export function noDeeperThan(levels: number): string {
  return `must not nest deeper than ${levels} levels`;
}

/** Whether a value nests no deeper than so many levels. It looks no further than that, so that any value may be given. */
export function fitsWithin(levels: number, node: unknown): boolean {
  if (levels < 0) return false;
  if (typeof node !== 'object' || node === null) return true;
  const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
  return children.every((child) => fitsWithin(levels - 1, child));
}
