import { isObject, type Json, toObject } from '../source.ts';
import { everyObject } from './visit.ts';

/** A reference without escapes. */
export function decode(reference: unknown): string | undefined {
  return typeof reference === 'string' && reference.startsWith('#') ? decodeURIComponent(reference) : undefined;
}

/** The schema component that a reference leads to. */
export function componentOf(document: Json, reference: unknown): Json | undefined {
  const name = decode(reference)?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];
  const schema = name === undefined ? undefined : toObject(toObject(document.components).schemas)[name];
  return isObject(schema) ? schema : undefined;
}

/** True if a schema leads back to a reference: it can't be written out. */
export function refersTo(document: Json, schema: Json, reference: string, seen = new Set<string>()): boolean {
  let found = false;
  everyObject(schema, ({ $ref }) => {
    if (typeof $ref !== 'string' || found || seen.has($ref)) return;
    seen.add($ref);
    found =
      decode($ref) === decode(reference) || refersTo(document, componentOf(document, $ref) ?? {}, reference, seen);
  });
  return found;
}
