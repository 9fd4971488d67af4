import { isObject, type Json, toObject } from '../source.ts';

/** Visits the addresses of a document. */
export function everyPath(document: Json, visit: (item: Json) => void): void {
  for (const item of Object.values(toObject(document.paths))) if (isObject(item)) visit(item);
}

/** The operations of an address. */
export function methodsOf(item: Json): Json[] {
  return Object.entries(item).flatMap(([key, value]) => (isObject(value) && !key.startsWith('x-') ? [value] : []));
}

const data = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);

type Visit = (node: Json, key: string, parent: string) => void;

/** Visits every object except data, with its and its parent's key. */
export function everyObject(node: unknown, visit: Visit, key = '', parent = ''): void {
  if (Array.isArray(node)) for (const item of node) everyObject(item, visit, key, parent);
  if (!isObject(node)) return;
  visit(node, key, parent);
  for (const [below, value] of Object.entries(node)) {
    const isData = data.has(below) && key !== 'properties' && key !== 'responses';
    if (!isData) everyObject(value, visit, below, key);
  }
}

/** Visits every schema, those within it first. */
export function everySchema(document: Json, visit: (schema: Json) => void): void {
  const schemas: Json[] = [];
  everyObject(document, (node, key, parent) => {
    const isNamed = parent === 'properties' || parent === 'schemas';
    if (isNamed || /^(items|additionalProperties|schema|allOf|anyOf|oneOf)$/.test(key)) schemas.push(node);
  });
  for (const schema of schemas.reverse()) visit(schema);
}
