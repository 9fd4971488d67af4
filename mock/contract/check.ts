import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { nameOwner, refusalOwner } from '../../spec/ownership.ts';
import { checkParameters, type RequestViolation, type Validators, type Violation } from '../../spec/validators.ts';
import { isExplained, readBody } from './body.ts';
import type { Caller } from './callers.ts';

/** A routed and authenticated request, its body as bytes. */
export interface IncomingRequest {
  id: string;
  operation: OperationSpec;
  caller: Caller;
  method: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  idempotencyKeys: readonly string[];
  rawBody: Buffer;
}

/** A violation of a request, with the rules that own its place and name; a body that can't be read has none. */
export interface OwnedViolation extends RequestViolation {
  rules: readonly RuleId[];
}

/** A request that was read and checked. */
export interface CheckedRequest extends IncomingRequest {
  values: Record<string, unknown>;
  body: unknown;
  violations: readonly OwnedViolation[];
}

/** The part of a checked request that a handler uses; it has no violations then. */
export type OperationRequest<Body> = Pick<CheckedRequest, 'caller' | 'values'> & { body: Body };

/**
 * Reads and checks a request against the contract (source document, Introduction and Endpoints); members and parameters that the contract
 * does not name are ignored (HTTP-10, HTTP-11).
 */
export function checkRequest(
  request: IncomingRequest,
  { document, validators }: { document: ContractDocument; validators: Validators },
): CheckedRequest {
  const { operation, params, query, headers, rawBody } = request;
  const { values, violations: found } = checkParameters(validators, operation, { path: params, query });
  const { value, violation }: ReturnType<typeof readBody> = operation.body ? readBody(operation, headers, rawBody) : {};
  const broken = violation ? [violation] : operation.body ? bodyViolations(value, request, validators) : [];
  found.push(...broken.map((each) => ({ ...each, in: 'body' as const })));
  const violations = found.map((each) => ({ ...each, rules: ownersOf(each, document) }));
  return { values, body: value, violations, ...request };
}

function ownersOf({ schemaPath, keyword, missing }: RequestViolation, document: ContractDocument): RuleId[] {
  if (schemaPath === '') return [];
  const owners = [refusalOwner(document, schemaPath, keyword, missing), nameOwner(document, schemaPath)];
  return owners.filter((rule) => rule !== undefined);
}

function bodyViolations(body: unknown, { operation, rawBody }: IncomingRequest, validators: Validators): Violation[] {
  const first = validators.requestBody(operation.id, body);
  if (!first) return [];
  const all = isExplained(rawBody) ? validators.requestBodyInFull(operation.id, body) : [];
  const ofWrongType = new Set(all.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  // Further violations of a value of a wrong type are the same fault.
  const others = all.filter(({ pointer, keyword }) => keyword === 'type' || !ofWrongType.has(pointer));
  return [first, ...others.filter(({ pointer, message }) => pointer !== first.pointer || message !== first.message)];
}
