import type { ContractDocument, OperationSpec } from '../document.ts';
import { ours } from '../generated/choices.ts';
import { isListOrObject, isObject } from '../json.ts';
import { pointerStep, pointerSteps } from '../pointer.ts';
import type { Deployment } from './deployment.ts';
import { below, isMap, memberNames, partsOf } from './described-member.ts';
import { pagesOf } from './list-pages.ts';

/** Every place of a request that the contract does not name, such as a member that nobody knows. */
const ELSEWHERE = '*';

/**
 * The place of a request that an error of a refusal of ours names, as a deployment tells its refusals apart: a parameter, or a pointer in which `*`
 * stands for every entry of a list or map; `*` alone is every place that the contract does not name.
 */
export function requestPlaceOf(
  body: object | undefined,
  index: number,
  operation: OperationSpec | undefined,
  { json }: ContractDocument,
  choices: Deployment['choices'],
): string | undefined {
  const { errors, detail } = (body ?? {}) as {
    errors?: { source?: { pointer?: string; parameter?: string } }[];
    detail?: { loc?: string[] }[];
  };
  const { pointer, parameter = detail?.[index]?.loc?.at(-1) } = errors?.[index]?.source ?? {};
  if (!operation) return undefined;
  if (pointer !== undefined) return operation.body ? named(json, operation.body.pointer, pointer) : pointer;
  const { number, size } = pagesOf(operation.id, { ...ours, ...choices });
  const known = [...operation.parameters.map(({ name }) => name), number, size];
  return parameter === undefined || known.includes(parameter) ? parameter : ELSEWHERE;
}

/** The query parameters of an operation and the members of its body, these as pointers, in the order of the contract. */
export function requestMembersOf(
  { id, parameters, body }: OperationSpec,
  { json }: ContractDocument,
  choices: Deployment['choices'],
): string[] {
  const [own, theirs] = [pagesOf(id, ours), pagesOf(id, { ...ours, ...choices })];
  const named = new Map([
    [own.number, theirs.number],
    [own.size, theirs.size],
  ]);
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => named.get(name) ?? name);
  return [...query, ...(body ? memberNames(json, body.pointer).map((name) => `/${pointerStep(name)}`) : [])];
}

function named(json: ContractDocument['json'], schema: string, pointer: string): string {
  let [parts, place] = [partsOf(json, schema), ''];
  for (const step of pointerSteps(pointer)) {
    const own = parts.flatMap((part) => below(json, part, step));
    const entries = own.length > 0 ? own : parts.flatMap((part) => below(json, part, '*'));
    if (entries.length === 0) return parts.some((part) => isMap(json, part)) ? `${place}/*` : ELSEWHERE;
    place += own.length > 0 ? `/${pointerStep(step)}` : '/*';
    parts = entries.flatMap((at) => partsOf(json, at));
  }
  return place;
}

/** A pointer into a body that was sent, with the step to the address where an object stands there. */
export function addressAt(pointer: string, sent: unknown): string {
  return isObject(valueAt(pointer, { body: sent })) ? `${pointer}/email` : pointer;
}

/**
 * The part of a request that a step of a pointer into its answer leads to, from the part that belongs to what is around it: entries of a list
 * belong to those of the same list in the request. The whole request is the `data` of its answer.
 */
export function askedAt(part: unknown, step: string): unknown {
  return isListOrObject(part) && Object.hasOwn(part, step) ? part[step] : undefined;
}

/** What a request says of a member: beside the others of its object, where the request has that too, else at its top. */
export function askedOf(name: string, beside: unknown, request: unknown): unknown {
  return askedAt(isObject(beside) ? beside : request, name) ?? undefined;
}

/** What a request says at the pointer or parameter that an error names; undefined where that is nothing. */
export function valueAt(
  place: string,
  { body, query }: { body?: unknown; query?: Readonly<Record<string, unknown>> },
): unknown {
  if (place !== '' && !place.startsWith('/')) return query?.[place];
  return pointerSteps(place).reduce<unknown>(askedAt, body);
}
