// mock/contract/: checks requests, builds answers, and finds hints about ignored parts.
import { isUtf8 } from 'node:buffer';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { findNameOwner, findRefusalOwner } from '../../spec/ownership.ts';
import { checkParameters, type RequestViolation, type Validators, type Violation } from '../../spec/validators.ts';
import { EXPLAINED_BYTES, EXPLAINED_VALUES, MAX_DEPTH, MAX_VALUES } from '../limits.ts';
import type { Caller } from './callers.ts';
import type { Contract, HandlerContract } from './handler-contract.ts';

/** The path under which the contract's operations are served (source document, Versioning; VER-1). */
export const BASE_PATH = '/v2';

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

export interface OwnedViolation extends RequestViolation {
  rules: readonly RuleId[];
}

export interface CheckedRequest extends IncomingRequest {
  values: Record<string, unknown>;
  body: unknown;
  violations: readonly OwnedViolation[];
}

export type OperationRequest<Body> = Pick<CheckedRequest, 'caller' | 'values'> & { body: Body };

type CheckParts = Contract & { handlerContract?: HandlerContract; deployment?: Deployment };

/** Reads and checks a request; members and parameters that the contract does not name are ignored (HTTP-10, HTTP-11). */
export function checkRequest(
  request: IncomingRequest,
  { document, validators, handlerContract, deployment }: CheckParts,
): CheckedRequest {
  const { operation, params, query, headers, rawBody } = request;
  const { values, violations: found } = checkParameters(validators, operation, { path: params, query });
  const { value, violation }: ReturnType<typeof readBody> = operation.body ? readBody(operation, headers, rawBody) : {};
  const broken = violation ? [violation] : [];
  if (operation.body && !violation) broken.push(...checkBody(value, request, validators));
  found.push(...broken.map((each) => ({ ...each, in: 'body' as const })));
  const owned = found.map((each) => ({ ...each, rules: findOwners(each, document) }));
  const violations = [...findUnknownParameters(request, deployment), ...owned];
  if (!handlerContract || violations.length > 0) return { values, body: value, violations, ...request };
  const { violation: flaw, ...read } = handlerContract.read({ values, body: value }, operation.id);
  const flaws = flaw ? [{ ...flaw, rules: findOwners(flaw, handlerContract.document) }] : [];
  return { ...read, violations: flaws, ...request };
}

/** Finds unknown query parameters, if a deployment has an entry for their refusal (HTTP-11). */
function findUnknownParameters(
  { operation, query }: IncomingRequest,
  deployment: Deployment | undefined,
): OwnedViolation[] {
  if (!deployment) return [];
  const { id, aliasOf, parameters } = operation;
  const keys = ['HTTP-11', `HTTP-11@${id}`, `HTTP-11@${aliasOf}`];
  if (!keys.some((key) => key in deployment.refusals)) return [];
  const unknown = Object.keys(query).filter((name) => !parameters.some((parameter) => parameter.name === name));
  const violation = { in: 'query', pointer: '', keyword: 'unknown', message: 'is unknown', params: {} } as const;
  return unknown.map((parameter) => ({ ...violation, parameter, schemaPath: '', rules: ['HTTP-11'] }));
}

function findOwners({ schemaPath, keyword, missing }: RequestViolation, document: ContractDocument): RuleId[] {
  if (schemaPath === '') return [];
  const owners = [findRefusalOwner(document, schemaPath, keyword, missing), findNameOwner(document, schemaPath)];
  return owners.filter((rule) => rule !== undefined);
}

function checkBody(body: unknown, { operation, rawBody }: IncomingRequest, validators: Validators): Violation[] {
  const first = validators.requestBody(operation.id, body);
  if (!first) return [];
  const violations = isExplained(rawBody) ? validators.requestBodyInFull(operation.id, body) : [];
  const ofWrongType = new Set(violations.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  // Further violations of a value of a wrong type are the same fault.
  const others = violations.filter(({ pointer, keyword }) => keyword === 'type' || !ofWrongType.has(pointer));
  return [first, ...others.filter(({ pointer, message }) => pointer !== first.pointer || message !== first.message)];
}

const MEDIA_TYPE = 'application/json';

export type Unreadable = 'absent' | 'mediaType' | 'mediaTypes' | 'coding' | 'syntax';

type ReadBody = { value?: unknown; violation?: Violation };

/** Reads JSON (HTTP-2) without a coding (HTTP-17) and with one content type (HTTP-18); an optional absent body is `{}` (RSV-20). */
function readBody(
  { body }: Pick<OperationSpec, 'body'>,
  headers: Readonly<Record<string, string>>,
  raw: Buffer,
): ReadBody {
  if (raw.length === 0) return body?.required ? toReadBody('absent', 'A JSON body is required.') : { value: {} };
  const { 'content-type': header = MEDIA_TYPE, 'content-encoding': coding } = headers;
  const types = listContentTypes(header);
  if (types.length > 1) return toReadBody('mediaTypes', `The Content-Type headers differ: ${types.join(', ')}.`);
  if (!types.every(isJson)) return toReadBody('mediaType', `The content type must be application/json, not ${header}.`);
  const codings = listForeignCodings(coding);
  if (codings.length > 0) return toReadBody('coding', explainCodings(codings));
  if (hasTooManyValues(raw)) return toReadBody('values', `must not have more than ${MAX_VALUES} values`);
  if (!isUtf8(raw)) return toReadBody('syntax', 'The body is not valid JSON: it is not in UTF-8.');
  const text = raw.toString();
  try {
    const value: unknown = JSON.parse(text);
    return fitsWithin(MAX_DEPTH, value) ? { value } : { value, ...toReadBody('depth', explainDepth(MAX_DEPTH)) };
  } catch (error) {
    return toReadBody('syntax', `The body is not valid JSON: ${addPosition((error as Error).message, text)}.`);
  }
}

function toReadBody(keyword: Unreadable | 'values' | 'depth', message: string): ReadBody {
  return { violation: { pointer: '', keyword, message, params: {}, schemaPath: '' } };
}

/** The distinct media types of a header; repeated headers arrive joined by commas (RFC 9110, 5.3 and 8.3.1). */
export function listContentTypes(header: string): string[] {
  if (!header.includes(',')) return [header];
  const types = [...header.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^",])+/gs)].map(([type]) => type.trim());
  const comparable = (type: string) => type.toLowerCase().replaceAll(/"|(?<=;)\s+|\s+(?=;)/g, '');
  return [...new Map(types.map((type) => [comparable(type), type])).values()];
}

export function isJson(contentType: string): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === MEDIA_TYPE;
}

/** The codings of a Content-Encoding header except for `identity` and empty entries (RFC 9110, 5.6.1). */
export function listForeignCodings(header = ''): string[] {
  const codings = header.split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== '' && coding.toLowerCase() !== 'identity');
}

export function explainCodings(codings: readonly string[]): string {
  return `The Content-Encoding must be identity, not ${codings.join(', ')}.`;
}

export function explainDepth(levels: number): string {
  return `must not nest deeper than ${levels} levels`;
}

export function fitsWithin(levels: number, node: unknown): boolean {
  if (levels < 0) return false;
  if (typeof node !== 'object' || node === null) return true;
  return Object.values(node).every((child) => fitsWithin(levels - 1, child));
}

/** True if a body exceeds the limit of values; they are counted before they take memory. */
export function hasTooManyValues(body: Buffer): boolean {
  return body.length > MAX_VALUES && countValues(body) > MAX_VALUES;
}

export function isExplained(body: Buffer): boolean {
  return body.length <= EXPLAINED_BYTES && countValues(body) <= EXPLAINED_VALUES;
}

const [QUOTE, ESCAPE, ...SEPARATORS] = Buffer.from('"\\,[{');

function countValues(body: Buffer): number {
  let values = 0;
  let inText = false;
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] as number;
    if (sign === QUOTE) inText = !inText;
    else if (inText && sign === ESCAPE) at += 1;
    else if (!inText && SEPARATORS.includes(sign)) values += 1;
  }
  return values;
}

/** Replaces the position in Node's message by line and column. */
function addPosition(message: string, text: string): string {
  return message.replace(/ is not valid JSON$/, '').replace(/ in JSON at position (\d+).*/s, (_, position) => {
    const before = text.slice(0, Number(position)).split('\n');
    return ` at line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
  });
}
