import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { findNode, followStep, isObject, type Json, parsePointer } from '../../spec/json.ts';
import type { OperationId } from '../../spec/types.ts';
import type { RequestViolation, Validators } from '../../spec/validators.ts';

export interface Contract {
  document: ContractDocument;
  validators: Validators;
}

interface Read {
  values: Record<string, unknown>;
  body: unknown;
}

/** Returns the part of a request that fits both contracts, in the words of the mock's; `violation` is a lack of it. */
type Reader = (read: Read, id: OperationId) => Read & { violation?: RequestViolation | undefined };

/** The mock's own contract, by which handlers read the requests of a deployment. */
export interface HandlerContract {
  document: ContractDocument;
  read: Reader;
}

/** Keywords of the mock's own contract that handlers rely on. */
const relied = new Set(['type', 'required', 'oneOf', 'minItems', 'minimum']);

export function createReader({ document, validators }: Contract, deployed: ContractDocument): Reader {
  const [words, others] = [listRunStatuses(document), listRunStatuses(deployed)];
  const [own, known] = [document, deployed].map(
    (contract) => new Map(contract.operations.map((spec) => [spec.id, listBodyMembers(contract, spec)])),
  );
  return ({ values, body }, id) => {
    const isFit = ([name, value]: [string, unknown]) => {
      const result = value === undefined ? undefined : validators.parameter(id, name, String(value));
      return !(result && 'violation' in result && relied.has(result.violation.keyword));
    };
    const fit = Object.fromEntries(Object.entries(values).filter(isFit));
    // A word that the deployment renamed is unknown.
    if (typeof fit.status === 'string' && words.length === others.length)
      fit.status = words[others.indexOf(fit.status)] ?? '';
    if (!isObject(body)) return { values: fit, body };
    const isGone = (name: string) => own?.get(id)?.has(name) && !known?.get(id)?.has(name);
    const copy = structuredClone(Object.fromEntries(Object.entries(body).filter(([name]) => !isGone(name))));
    const flaws = () => validators.requestBodyInFull(id, copy).filter(({ keyword }) => relied.has(keyword));
    // The last items of a list first: earlier removals would move them.
    for (const { pointer } of flaws().toReversed()) if (pointer !== '') removeMember(copy, parsePointer(pointer));
    const [flaw] = flaws();
    return { values: fit, body: copy, violation: flaw && { ...flaw, in: 'body' } };
  };
}

export const listRunStatuses = ({ json }: ContractDocument) =>
  (findNode(json, '/components/schemas/MissionRunStatus/enum') ?? []) as string[];

function listBodyMembers({ json }: ContractDocument, { body }: OperationSpec): Set<string> {
  let schema = findNode(json, body?.pointer ?? '') as Json;
  while ('$ref' in schema) schema = followStep(json, schema, '$ref') as Json;
  return new Set(Object.keys(schema.properties ?? {}));
}

function removeMember(value: unknown, steps: string[]): void {
  const holder = steps.slice(0, -1).reduce<unknown>((node, step) => (node as Json | undefined)?.[step], value);
  const name = steps.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (isObject(holder)) delete holder[name];
}
