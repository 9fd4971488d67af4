import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OperationId } from '../../spec/types.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import type { Caller } from '../contract/callers.ts';
import type { IncomingRequest } from '../contract/check.ts';
import { contentTypes } from '../contract/content-headers.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { ShownViolation } from '../journal/journal.ts';

/**
 * A request of an operation as it came in, its body as bytes (source document, Endpoints). Brackets in the query are equal, as they
 * are or escaped (PAGE-13).
 */
export function incoming<Who extends Caller | undefined>(
  request: FastifyRequest,
  { operation }: Deployed,
  id: OperationId,
  caller: Who,
): Omit<IncomingRequest, 'caller'> & { caller: Who } {
  const spec = operation(id);
  const key = spec.parameters.find((parameter) => parameter.in === 'header')?.name ?? '';
  return {
    id: request.id,
    operation: spec,
    caller,
    method: request.method,
    path: pathOf(request.url),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    headers: headersOf(request) as Record<string, string>,
    idempotencyKeys: valuesOf(request, key.toLowerCase()),
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** The path and query of a request, whose target may be a whole address (RFC 9112, 3.2.2). */
export function pathAsked(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/** The path of a URL, its escapes decoded; the router has accepted them. */
export function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.includes('%') ? decodeURIComponent(path) : path;
}

/** A violation of a request, as the journal shows it. */
export function shownViolation({ in: part, parameter, pointer, message }: RequestViolation): ShownViolation {
  return { in: part, at: parameter ?? pointer, message };
}

/** Shows Fastify one of several content types: it would refuse them all before the idempotency key is looked at. */
export const showFirstContentType: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const { 'content-type': type } = headers;
  if (type?.includes(',')) headers['content-type'] = contentTypes(type)[0];
  done();
};

/** The headers, all content types among them. */
function headersOf(request: FastifyRequest): FastifyRequest['headers'] {
  const { headers } = request;
  const types = valuesOf(request, 'content-type');
  return types.length > 0 ? { ...headers, 'content-type': types.join(', ') } : headers;
}

/** All values of a header as they came; Node joins a repeated one into a single text. */
function valuesOf({ headers, raw }: FastifyRequest, name: string): string[] {
  if (headers[name] === undefined) return [];
  const { rawHeaders } = raw;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
