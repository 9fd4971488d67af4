import type { Json } from '../spec/json.ts';
import { pointerStep, pointerSteps } from '../spec/pointer.ts';
import { nodeAt } from '../spec/trace.ts';

/**
 * Writes a JSON pointer with names in place of list positions: a parameter by place and name (`query:page[size]`), a branch
 * by what it refers to, a value by itself. So it stays the same when a list is put in another order.
 */
export function namedPointer(document: Json, pointer: string): string {
  let node: unknown = document;
  let named = '';
  for (const step of pointerSteps(pointer)) {
    const list = Array.isArray(node) ? node : undefined;
    const next: unknown = (node as Json | undefined)?.[step];
    named += `/${pointerStep(list ? nameAmong(document, list, Number(step)) : step)}`;
    node = next;
  }
  return named;
}

/** The name of an entry, or its position when it has none of its own. */
function nameAmong(document: Json, list: readonly unknown[], index: number): string {
  const names = list.map((item) => nameOf(document, item));
  const name = names[index];
  return name !== undefined && names.filter((entry) => entry === name).length === 1 ? name : String(index);
}

function nameOf(document: Json, item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return item === undefined ? undefined : String(item);
  const { $ref } = item as Json;
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? nodeAt(document, $ref) : item;
  const { in: place, name, url, title } = (target ?? {}) as Json;
  if (typeof place === 'string' && typeof name === 'string') return `${place}:${name}`;
  if (typeof $ref === 'string') return $ref.startsWith('#/') ? pointerSteps($ref).at(-1) : undefined;
  const own = [name, url, title].find((word) => typeof word === 'string');
  if (own !== undefined) return own as string;
  // A security requirement is a map from schemes to lists of scopes.
  const isRequirement = Object.values(item).every(Array.isArray);
  return isRequirement ? Object.keys(item).sort().join('+') || 'none' : undefined;
}
