import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { isObject, type Json } from '../../spec/json.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import { follow, nodeAt } from '../../spec/trace.ts';
import type { RequestViolation, Validators } from '../../spec/validators.ts';

export interface Contract {
  document: ContractDocument;
  validators: Validators;
}

interface Read {
  values: Record<string, unknown>;
  body: unknown;
}

/** Keywords of the mock's own contract that handlers rely on. */
const relied = new Set(['type', 'required', 'oneOf', 'minItems', 'minimum']);

/**
 * The part of a request that handlers can read, where a deployment's contract allows more than the mock's own, or does not know some of
 * its members: these are absent. The violation of a member that handlers can't do without.
 */
export function readable(
  { values, body }: Read,
  spec: OperationSpec,
  deployed: ContractDocument,
  { document, validators }: Contract,
): Read & { violation?: RequestViolation | undefined } {
  const isFit = ([name, value]: [string, unknown]) => {
    const result = value === undefined ? undefined : validators.parameter(spec.id, name, String(value));
    return !(result && 'violation' in result && relied.has(result.violation.keyword));
  };
  const fit = Object.fromEntries(Object.entries(values).filter(isFit));
  if (!isObject(body)) return { values: fit, body };
  const own = document.operations.find(({ id }) => id === spec.id);
  const declared = membersIn(deployed, spec);
  const gone = membersIn(document, own).filter((name) => !declared.includes(name));
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => !gone.includes(name)));
  if (!validators.requestBody(spec.id, known)) return { values: fit, body: known };
  const copy = structuredClone(known);
  const flaws = () => validators.requestBodyInFull(spec.id, copy).filter(({ keyword }) => relied.has(keyword));
  // The last items of a list first, so that the others stay in their places.
  for (const { pointer } of flaws().toReversed()) if (pointer !== '') remove(copy, pointerSteps(pointer));
  const [flaw] = flaws();
  return { values: fit, body: copy, violation: flaw && { ...flaw, in: 'body' } };
}

function membersIn({ json }: ContractDocument, spec: OperationSpec | undefined): string[] {
  let schema = nodeAt(json, spec?.body?.pointer ?? '') as Json;
  while ('$ref' in schema) schema = follow(json, schema, '$ref') as Json;
  return Object.keys(schema.properties ?? {});
}

function remove(value: unknown, steps: string[]): void {
  const holder = steps.slice(0, -1).reduce<unknown>((node, step) => (node as Json | undefined)?.[step], value);
  const name = steps.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (isObject(holder)) delete holder[name];
}
