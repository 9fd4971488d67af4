import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { nameOwner, refusalOwner } from '../../spec/ownership.ts';
import { checkParameters, type RequestViolation, type Validators, type Violation } from '../../spec/validators.ts';
import type { Caller } from './callers.ts';
import { contentTypes, foreignCodings } from './content-headers.ts';
import { fitsWithin, MAX_DEPTH, noDeeperThan } from './depth.ts';
import { jsonFault } from './json-fault.ts';
import { hasTooManyValues, MAX_VALUES, ValueCount } from './value-count.ts';

/** A request as the HTTP front hands it on: routed and authenticated, its body as bytes. */
export interface IncomingRequest {
  /** Names the request, as the header `x-request-id` of its answer. */
  id: string;
  operation: OperationSpec;
  caller: Caller;
  method: string;
  /** The path as it was asked for, without the query, its escapes read. */
  path: string;
  /** The path and the query as they came. */
  url: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  /** All values of the Idempotency-Key header, as they came. */
  idempotencyKeys: readonly string[];
  rawBody: Buffer;
  /** Tells when nobody waits for the answer any more, with a ClientLeft. */
  onLeft?: (leave: (reason: ClientLeft) => void) => void;
}

/** The client of a request has left before it was answered. */
export class ClientLeft extends Error {}

/** A violation of a request, with the rules that own what is broken there and its name; a body that can't be read has none of its own. */
export interface OwnedViolation extends RequestViolation {
  rules: readonly RuleId[];
}

/** A request that was read and checked: parameters typed and defaulted, body parsed. */
export interface CheckedRequest extends IncomingRequest {
  /** Path and query parameters, typed and defaulted. */
  values: Record<string, unknown>;
  /** Undefined when it can't be read. */
  body: unknown;
  violations: readonly OwnedViolation[];
}

/** What a handler gets of a checked request, which has no violations then. */
export type OperationRequest<Body> = Pick<CheckedRequest, 'caller' | 'values'> & { body: Body };

const MEDIA_TYPE = 'application/json';

/** JSON is UTF-8 without a mark of the byte order (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads and checks a request against the contract (source document, Introduction and Endpoints; members and parameters that the contract
 * does not name are ignored: HTTP-10, HTTP-11). Never throws; what is wrong is listed in `violations`.
 */
export function checkRequest(
  request: IncomingRequest,
  { document, validators }: { document: ContractDocument; validators: Validators },
): CheckedRequest {
  const { operation } = request;
  const owned = (violation: RequestViolation): OwnedViolation => {
    const { schemaPath, keyword, missing } = violation;
    if (schemaPath === '') return { ...violation, rules: [] };
    const rules = [refusalOwner(document, schemaPath, keyword, missing), nameOwner(document, schemaPath)];
    return { ...violation, rules: rules.filter((rule) => rule !== undefined) };
  };
  const parameters = checkParameters(validators, operation, {
    path: request.params,
    query: request.query,
  });
  const violations = parameters.violations.map(owned);
  let body: unknown;
  if (operation.body) {
    const read = readBody(request);
    body = read.value;
    const whole = read.violation ?? tooDeep(body);
    const found = whole ? [whole] : bodyViolations(body, request, validators);
    violations.push(...found.map((violation) => owned({ ...violation, in: 'body' })));
  }
  return { values: parameters.values, body, violations, ...request };
}

/** The largest body all of whose violations are told, in bytes and in values; to gather them takes the square of their number. */
const TOLD_BYTES = 100_000;
const TOLD_VALUES = 1_000;

/** Whether all violations of a body are told, or the first alone. */
export function isToldInFull(body: Buffer): boolean {
  return body.length <= TOLD_BYTES && new ValueCount().add(body) <= TOLD_VALUES;
}

/** What is wrong with a body: first what decides how it is refused, then all else. */
function bodyViolations(body: unknown, { operation, rawBody }: IncomingRequest, validators: Validators): Violation[] {
  const first = validators.requestBody(operation.id, body);
  if (!first) return [];
  const all = isToldInFull(rawBody) ? validators.requestBodyInFull(operation.id, body) : [];
  const ofWrongType = new Set(all.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  // What else is said of a value of a wrong type is the same fault.
  const others = all.filter(({ pointer, keyword }) => keyword === 'type' || !ofWrongType.has(pointer));
  return [first, ...others.filter(({ pointer, message }) => pointer !== first.pointer || message !== first.message)];
}

/** What makes a body unreadable, as the keyword of its violation. */
export type Unreadable = 'absent' | 'mediaType' | 'mediaTypes' | 'coding' | 'syntax';

function unreadable(keyword: Unreadable, message: string): { value?: undefined; violation: Violation } {
  return { violation: ofWholeBody(keyword, message) };
}

/**
 * Reads a body as JSON (HTTP-2) without a content coding (HTTP-17) under one content type (HTTP-18); where none is required, none is an empty
 * object (RSV-20).
 */
function readBody({ operation, headers, rawBody }: Omit<IncomingRequest, 'caller'>): {
  value?: unknown;
  violation?: Violation;
} {
  if (rawBody.length === 0) {
    return operation.body?.required ? unreadable('absent', 'A JSON body is required.') : { value: {} };
  }
  const [contentType = '', ...others] = contentTypes(headers['content-type'] ?? MEDIA_TYPE);
  if (others.length > 0)
    return unreadable('mediaTypes', `The Content-Type headers differ: ${[contentType, ...others].join(', ')}.`);
  if (!isJson(contentType))
    return unreadable('mediaType', `The content type must be application/json, not ${headers['content-type']}.`);
  const codings = foreignCodings(headers['content-encoding']);
  if (codings.length > 0) return unreadable('coding', codingMessage(codings));
  if (hasTooManyValues(rawBody))
    return { violation: ofWholeBody('values', `must not have more than ${MAX_VALUES} values`) };
  let text: string | undefined;
  try {
    text = utf8.decode(rawBody);
    return { value: JSON.parse(text) };
  } catch (error) {
    const fault = text === undefined ? 'it is not in UTF-8' : (jsonFault(text) ?? (error as Error).message);
    return unreadable('syntax', `The body is not valid JSON: ${fault}.`);
  }
}

/** Names the codings for which a body is not read (HTTP-17). */
export function codingMessage(codings: readonly string[]): string {
  return `The Content-Encoding must be identity, not ${codings.join(', ')}.`;
}

/** Whether a content type is that of JSON, in whatever letter case and with whatever parameters. */
export function isJson(contentType: string): boolean {
  return contentType === MEDIA_TYPE || contentType.split(';')[0]?.trim().toLowerCase() === MEDIA_TYPE;
}

function tooDeep(body: unknown): Violation | undefined {
  if (fitsWithin(MAX_DEPTH, body)) return undefined;
  return ofWholeBody('depth', noDeeperThan(MAX_DEPTH));
}

/** A violation that no schema finds: of how the body is written, or of how much of something it has. */
function ofWholeBody(keyword: string, message: string): Violation {
  return { pointer: '', keyword, message, params: {}, schemaPath: '' };
}
