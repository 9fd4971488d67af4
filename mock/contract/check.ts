import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { refusalOwner } from '../../spec/ownership.ts';
import type { OperationId } from '../../spec/types.ts';
import { checkParameters, type RequestViolation, type Validators } from '../../spec/validators.ts';
import type { Caller } from './callers.ts';
import { fitsWithin, MAX_DEPTH } from './depth.ts';

/** A request as the HTTP front hands it on: routed and authenticated, its body as bytes. */
export interface IncomingRequest {
  operation: OperationSpec;
  caller: Caller;
  method: string;
  /** The path as it was asked for, without the query, its escapes read. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  /** All values of the Idempotency-Key header, as they came. */
  idempotencyKeys: readonly string[];
  rawBody: Buffer;
}

/** Why a request can't be served, found before its operation is asked, and the rules that say so. */
export type Fault = { rules: readonly RuleId[] } & (
  | { status: 400 | 415; detail: string }
  | { status: 422; violation: RequestViolation }
);

/** A request that was read and checked: parameters typed and defaulted, body parsed. */
export interface CheckedRequest extends IncomingRequest {
  values: Record<string, unknown>;
  body: unknown;
  faults: readonly Fault[];
}

/** A checked request without faults, as a handler of the operation gets it. */
export interface OperationRequest<Body> {
  caller: Caller;
  /** Path and query parameters, typed and defaulted. */
  values: Record<string, unknown>;
  body: Body;
}

const JSON_TYPE = 'application/json';

/** JSON is UTF-8 without a mark of the byte order (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const malformed: readonly RuleId[] = ['HTTP-3', 'HTTP-4'];
const noBody: { [Op in OperationId]?: readonly RuleId[] } = {
  updateSimCardDataUsageNotification: ['SIM-16', 'SIM-17'],
};

/** Reads and checks a request against the contract. Never throws; what is wrong is listed in `faults`. */
export function checkRequest(
  request: IncomingRequest,
  { document, validators }: { document: ContractDocument; validators: Validators },
): CheckedRequest {
  const { operation } = request;
  const broken = (violation: RequestViolation): Fault => {
    const { schemaPath, keyword, missing } = violation;
    const rule = schemaPath === '' ? undefined : refusalOwner(document, schemaPath, keyword, missing);
    return { status: 422, violation, rules: rule ? [rule] : [] };
  };
  const parameters = checkParameters(validators, operation, { path: request.params, query: request.query });
  const faults = parameters.violations.map(broken);
  let body: unknown;
  if (operation.body) {
    const read = readBody(request);
    if ('fault' in read) faults.push(read.fault);
    else {
      body = read.value;
      const violation = tooDeep(body) ?? validators.requestBody(operation.id, body);
      if (violation) faults.push(broken({ ...violation, in: 'body' }));
    }
  }
  return { values: parameters.values, body, faults, ...request };
}

function readBody({ operation, headers, rawBody }: IncomingRequest): { value: unknown } | { fault: Fault } {
  if (rawBody.length === 0) {
    if (!operation.body?.required) return { value: {} };
    return { fault: { status: 400, detail: 'A JSON body is required.', rules: noBody[operation.id] ?? malformed } };
  }
  const contentType = headers['content-type'] ?? JSON_TYPE;
  if (contentType !== JSON_TYPE && contentType.split(';')[0]?.trim().toLowerCase() !== JSON_TYPE) {
    const detail = `The content type must be application/json, not ${contentType}.`;
    return { fault: { status: 415, detail, rules: ['HTTP-5', 'HTTP-6'] } };
  }
  try {
    return { value: JSON.parse(utf8.decode(rawBody)) };
  } catch (error) {
    const detail = `The body is not valid JSON: ${(error as Error).message}`;
    return { fault: { status: 400, detail, rules: malformed } };
  }
}

function tooDeep(body: unknown) {
  if (fitsWithin(MAX_DEPTH, body)) return undefined;
  const message = `must not nest deeper than ${MAX_DEPTH} levels`;
  return { pointer: '', keyword: 'depth', message, params: {}, schemaPath: '' };
}
