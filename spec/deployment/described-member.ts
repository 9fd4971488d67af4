import type { ContractDocument, OperationSpec } from '../document.ts';
import type { Json } from '../json.ts';
import { pointerStep, pointerSteps } from '../pointer.ts';
import { nodeAt } from '../trace.ts';

/**
 * Where a member of a body, or each entry of a list (`*`), is described: the schema of the object that has it, and its own, if there is
 * one. References are followed.
 */
export interface DescribedMember {
  parent: string;
  name: string;
  isKnown: boolean;
}

/** The status of an operation's success. */
export function successOf({ responses }: OperationSpec): string {
  return [...responses.keys()].find((status) => status.startsWith('2')) ?? 'default';
}

/**
 * Finds the places of a member of an operation's success (a schema may be made of several parts); none when the object is not described.
 */
export function placesOf({ json }: ContractDocument, operation: OperationSpec, path: string): DescribedMember[] {
  const steps = pointerSteps(path);
  const name = steps.pop() ?? '';
  let holders = partsOf(json, operation.responses.get(successOf(operation)) ?? '');
  for (const step of steps) holders = holders.flatMap((at) => below(json, at, step)).flatMap((at) => partsOf(json, at));
  const places = holders.map((parent) => ({ parent, name, isKnown: below(json, parent, name).length > 0 }));
  const known = places.filter(({ isKnown }) => isKnown);
  if (known.length > 0) return known;
  const described = places.filter(({ parent }) => Object.keys(propertiesAt(json, parent)).length > 0);
  return described.slice(0, 1);
}

/** Where the schemas stand that together judge what a schema judges. */
export function partsOf(json: Json, pointer: string): string[] {
  const node = nodeAt(json, pointer) as Json | undefined;
  if (!node) return [];
  if (typeof node.$ref === 'string') return partsOf(json, node.$ref.slice(1));
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    ((node[keyword] ?? []) as unknown[]).flatMap((_, index) => partsOf(json, `${pointer}/${keyword}/${index}`)),
  );
  return [pointer, ...branches];
}

/** Where a member of this name is described, or every entry (`*`) of a list; nowhere, if the schema at `at` does not know it. */
export function below(json: Json, at: string, step: string): string[] {
  const node = nodeAt(json, at) as Json;
  if (step === '*') return 'items' in node ? [`${at}/items`] : [];
  return Object.hasOwn(propertiesAt(json, at), step) ? [`${at}/properties/${pointerStep(step)}`] : [];
}

/** Whether a schema takes members of any name. */
export function isMap(json: Json, at: string): boolean {
  const { type, properties } = nodeAt(json, at) as Json;
  return type === 'object' && properties === undefined;
}

/** The names of the members of what a schema describes, in its order. */
export function memberNames(json: Json, schema: string): string[] {
  return [...new Set(partsOf(json, schema).flatMap((at) => Object.keys(propertiesAt(json, at))))];
}

function propertiesAt(json: Json, at: string): Json {
  return ((nodeAt(json, at) as Json | undefined)?.properties ?? {}) as Json;
}
