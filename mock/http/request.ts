import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Choices } from '../../spec/generated/choices.ts';
import { isObject } from '../../spec/json.ts';
import type { OperationId } from '../../spec/types.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import type { Caller } from '../contract/callers.ts';
import { type CheckedRequest, fitsWithin, type IncomingRequest, listContentTypes } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { ShownViolation } from '../journal/journal.ts';
import { MAX_DEPTH } from '../limits.ts';
import type { KeyedRequest } from '../state/ledger.ts';
import { decodePath } from './paths.ts';

/** A request of an operation (source document, Endpoints). Brackets in the query may be escaped or not (PAGE-13). */
export function readRequest<Who extends Caller | undefined>(
  request: FastifyRequest,
  { operation }: Deployed,
  id: OperationId,
  caller: Who,
): Omit<IncomingRequest, 'caller'> & { caller: Who } {
  const spec = operation(id);
  const key = spec.parameters.find((parameter) => parameter.in === 'header')?.name ?? '';
  // Fastify has only the first content type.
  const type = listHeaderValues(request, 'content-type').join(', ') || undefined;
  const isSingle = type === request.headers['content-type'];
  const headers = isSingle ? request.headers : { ...request.headers, 'content-type': type };
  return {
    id: request.id,
    operation: spec,
    caller,
    method: request.method,
    path: decodePath(request.url),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    headers: headers as Record<string, string>,
    idempotencyKeys: listHeaderValues(request, key.toLowerCase()),
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** All values of a header, unchanged; Node joins repeated ones with commas. */
function listHeaderValues({ headers, raw }: FastifyRequest, name: string): string[] {
  if (headers[name] === undefined) return [];
  const { rawHeaders } = raw;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** The identity of a request under its key: account, method, path, key and the bytes of the body (EMAIL-IDEM-20 to EMAIL-IDEM-24, EMAIL-IDEM-30). */
export function identifyRequest(request: CheckedRequest, choices: Choices): KeyedRequest {
  const { caller, method, path, operation, idempotencyKeys, body, rawBody } = request;
  const isJson = choices.keyedBody === 'json' && body !== undefined && fitsWithin(MAX_DEPTH, body);
  return {
    account: caller.account,
    partition: caller.partition,
    method,
    path: choices.keysAcrossRoutes === 'shared' ? (operation.aliasOf ?? operation.id) : path,
    keys: idempotencyKeys,
    body: isJson ? Buffer.from(toCanonicalJson(body)) : rawBody,
  };
}

function toCanonicalJson(body: unknown): string {
  return JSON.stringify(body, (_name, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

export function summarizeViolation({ in: part, parameter, pointer, message }: RequestViolation): ShownViolation {
  return { in: part, at: parameter ?? pointer, message };
}

/** Shows Fastify one content type: it would refuse several before the idempotency key is checked. */
export const showFirstContentType: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const { 'content-type': type } = headers;
  if (type?.includes(',')) headers['content-type'] = listContentTypes(type)[0];
  done();
};
