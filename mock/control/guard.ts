import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { isTrustedHost } from '../http/hosts.ts';
import { refuseControl } from './refuse-control.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page that a link of another site may lead to. */
    visited?: boolean;
  }
}

/** No page of another origin may embed an answer, even where that needs no permission. */
const sameOriginOnly = { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' };

/**
 * Keeps pages of other origins out of the control plane and the console: no CORS headers, answers under trusted host
 * names only, and a refusal of what a browser sends on behalf of another site. A link may lead to the console, and pages of origins that
 * were allowed may call.
 */
export function refuseStrangers({
  allowedHosts,
  allowedOrigins = [],
}: {
  allowedHosts: readonly string[];
  allowedOrigins?: readonly string[];
}) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(sameOriginOnly);
    const refuse = (detail: string) => refuseControl(request, reply, 403, { detail });
    if (!isTrustedHost(request.headers.host, allowedHosts))
      return refuse('This host name is not allowed here; --allow-host allows it.');
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) return admit(origin, request, reply);
    const strange = origin !== undefined && origin !== `http://${request.headers.host}`;
    if (strange || (isForeign(request) && !isVisit(request)))
      return refuse('The control plane cannot be called from another origin; --allow-origin allows one.');
  };
}

/** Lets a page of an allowed origin read the answer; the preflight request of its browser is answered here. */
function admit(origin: string, { method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '600',
    })
    .send();
}

/** Whether the browser reports that a page of another site sent the request. */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Whether the browser follows a link to the console. */
function isVisit({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.visited === true && headers['sec-fetch-dest'] === 'document';
}

/** The partition of a control request. */
export function partitionOf(request: FastifyRequest): string {
  return (request.query as { partition?: string }).partition ?? DEFAULT_PARTITION;
}
