import { MAX_DEPTH } from '../limits.ts';

export { MAX_DEPTH };

/** The message about a value that nests deeper. */
export function noDeeperThan(levels: number): string {
  return `must not nest deeper than ${levels} levels`;
}

/** Whether a value nests no deeper than so many levels. It stops there, so that any value may be passed. */
export function fitsWithin(levels: number, node: unknown): boolean {
  if (levels < 0) return false;
  if (typeof node !== 'object' || node === null) return true;
  const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
  return children.every((child) => fitsWithin(levels - 1, child));
}
