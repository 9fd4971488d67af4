import type { Json } from '../json.ts';
import { pointerSteps } from '../pointer.ts';

/** One action of an OpenAPI Overlay 1.0: what stands at the JSONPath `target` is merged with `update`, or removed. */
export type Action = { target: string; update?: unknown; remove?: true };

/** Merges what stands at a JSON pointer with something. */
export function merge(pointer: string, update: Json): Action {
  return { target: jsonPath(pointer), update };
}

/** Removes what stands at a JSON pointer. */
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
