import { isObject, type Json, listOf, objectOf } from '../source.ts';
import { everyObject } from './visit.ts';

/** A reference without escapes. */
export function decoded(reference: unknown): string | undefined {
  return typeof reference === 'string' && reference.startsWith('#') ? decodeURIComponent(reference) : undefined;
}

/** The schema component that a reference leads to. */
export function componentOf(document: Json, reference: unknown): Json | undefined {
  const name = decoded(reference)?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];
  const schema = name === undefined ? undefined : objectOf(objectOf(document.components).schemas)[name];
  return isObject(schema) ? schema : undefined;
}

/** The schemas that discriminators speak of, so that a reference to them says something; without mapping their names do as well. */
export function spokenOf(document: Json): Map<Json, { isNamed: boolean }> {
  const found = new Map<Json, { isNamed: boolean }>();
  const add = (reference: unknown, isNamed: boolean) => {
    const schema = componentOf(document, reference) ?? componentOf(document, `#/components/schemas/${reference}`);
    if (schema && (found.get(schema)?.isNamed ?? true)) found.set(schema, { isNamed });
  };
  everyObject(document, (node) => {
    const { discriminator, anyOf, oneOf } = node;
    if (!isObject(discriminator)) return;
    for (const to of Object.values(objectOf(discriminator.mapping))) add(to, false);
    for (const branch of [...listOf(anyOf), ...listOf(oneOf)]) add(referenceIn(branch), true);
    if (anyOf || oneOf) return;
    found.set(node, { isNamed: false });
    for (const name of Object.keys(objectOf(objectOf(document.components).schemas))) {
      const reference = `#/components/schemas/${name}`;
      if (isHeir(document, componentOf(document, reference), node)) add(reference, true);
    }
  });
  return found;
}

/** What a schema refers to, by itself or as its only part. */
function referenceIn(schema: unknown): unknown {
  const { $ref, allOf, anyOf, oneOf } = objectOf(schema);
  const [only, ...others] = [...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf)];
  return $ref ?? (only !== undefined && others.length === 0 ? referenceIn(only) : undefined);
}

/** Whether a schema is made of another one. */
export function isHeir(document: Json, schema: unknown, of: Json, seen = new Set<unknown>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { allOf, anyOf, oneOf } = objectOf(schema);
  return [...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf)].some((part) => {
    const target = componentOf(document, objectOf(part).$ref) ?? part;
    return target === of || isHeir(document, target, of, seen);
  });
}

/** Whether a schema leads back to a reference: it can't be written out. */
export function refersTo(document: Json, schema: Json, reference: string, seen = new Set<string>()): boolean {
  let found = false;
  everyObject(schema, ({ $ref }) => {
    if (typeof $ref !== 'string' || found || seen.has($ref)) return;
    seen.add($ref);
    found =
      decoded($ref) === decoded(reference) || refersTo(document, componentOf(document, $ref) ?? {}, reference, seen);
  });
  return found;
}

/** Whether a schema is a component itself. */
export function isComponent(schemas: Json, schema: Json): boolean {
  return Object.values(schemas).includes(schema);
}
