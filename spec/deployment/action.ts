import { type JSONValue, query } from 'json-p3';
import { isObject, type Json } from '../json.ts';
import { pointerSteps } from '../pointer.ts';

/** One action of an OpenAPI Overlay 1.0: what stands at the JSONPath `target` is merged with `update`, or removed. */
export type Action = { target: string; update?: unknown; remove?: true };

export function merge(pointer: string, update: Json): Action {
  return { target: jsonPath(pointer), update };
}

export function drop(pointer: string): Action {
  return { target: jsonPath(pointer), remove: true };
}

/** Lets a member be left out of the objects that the schema at a JSON pointer describes. */
export function makeOptional(pointer: string, name: string): Action {
  return { target: `${jsonPath(pointer)}.required[?(@ == '${name}')]`, remove: true };
}

/** A status is a name though it looks like a number; no list of a contract is as long. */
const INDEX = /^\d{1,2}$/;

/** A JSON pointer into a contract as the JSONPath that leads to the same place. */
function jsonPath(pointer: string): string {
  return `$${pointerSteps(pointer)
    .map((step) => (INDEX.test(step) ? `[${step}]` : `['${step.replaceAll("'", "\\'")}']`))
    .join('')}`;
}

/** Applies an action to a document. Returns whether it found a target. Throws a JSONPathError for a target that is no JSONPath (RFC 9535). */
export function applyAction(document: Json, { target, update, remove }: Action): boolean {
  const nodes = query(target, document as JSONValue).nodes;
  // The last items of a list first, so that the places of the others stay.
  for (const { location, value } of nodes.toReversed()) {
    const holder = location.slice(0, -1).reduce<unknown>((node, step) => (node as Json)[step], document);
    const name = location.at(-1) as string;
    if (remove && Array.isArray(holder)) holder.splice(Number(name), 1);
    else if (remove) delete (holder as Json)[name];
    else if (Array.isArray(value)) value.push(structuredClone(update as JSONValue));
    else mergeInto(value as Json, update as Json);
  }
  return nodes.length > 0;
}

/** Merges objects at any depth and appends to lists; other values are replaced. */
function mergeInto(target: Json, update: Json): void {
  for (const [name, value] of Object.entries(update)) {
    const own = target[name];
    if (isObject(own) && isObject(value)) mergeInto(own, value);
    else if (Array.isArray(own) && Array.isArray(value)) own.push(...structuredClone(value));
    else target[name] = structuredClone(value);
  }
}
