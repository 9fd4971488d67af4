import cors, { type FastifyCorsOptions, type FastifyCorsOptionsDelegate } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';

/** Header names that a page of another origin may read; a browser takes `*` literally when credentials are sent. */
const exposedHeaders = ['X-Request-Id', 'Allow', 'WWW-Authenticate', 'Retry-After', 'Content-Length', 'Date'].join(
  ', ',
);

/** All that a page can ask with, so that it can read the refusal of a method that a path does not have. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What to register so that pages of any origin may call the operations and read the headers of their answers. */
export function corsFor(): [typeof cors, { delegator: FastifyCorsOptionsDelegate }] {
  const preflight: FastifyCorsOptions = { origin: true, credentials: true, methods, exposedHeaders, maxAge: 600 };
  const others = { ...preflight, preflight: false };
  return [cors, { delegator: (request, done) => done(null, isPreflight(request) ? preflight : others) }];
}

/** Only a browser's preflight is answered as one; any other OPTIONS is a method that the path does not have. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return Boolean(headers.origin && headers['access-control-request-method']);
}
