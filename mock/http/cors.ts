import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the library answers an OPTIONS without a route as a preflight. */
    corsPreflightEnabled: boolean;
  }
}

/** Headers for pages of other origins; a browser takes `*` literally when credentials are sent. */
const exposedHeaders = ['X-Request-Id', 'Allow', 'WWW-Authenticate', 'Retry-After', 'Content-Length', 'Date'].join(
  ', ',
);

/** All methods of a page, so that it can read the refusal of one that a path does not have. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Lets pages of any origin call what `api` serves and read the headers of its answers. */
export async function allowOrigins(api: FastifyInstance): Promise<void> {
  await api.register(cors, {
    origin: true,
    credentials: true,
    methods,
    exposedHeaders,
    maxAge: 600,
    strictPreflight: false,
    preflightContinue: true,
  });
  api.addHook('onRequest', answerPreflight);
}

/** Only a browser's preflight is answered as one; any other OPTIONS is a method that the path does not have. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { method, headers } = request;
  if (method === 'OPTIONS' && headers.origin && headers['access-control-request-method']) {
    reply.code(204).header('content-length', '0').send();
    return;
  }
  request.corsPreflightEnabled = false;
  done();
}
