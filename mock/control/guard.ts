import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseMethod } from '../contract/answer.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { createPathFinder } from '../http/paths.ts';
import { sendAnswer } from '../http/send.ts';
import { refuseControl } from './calls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page that a link of another site may open. */
    visited?: boolean;
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Refuses other origins and host names in the control API, the mail and the console; links to the console are allowed. */
export function refuseStrangers(parts: { allowedHosts: readonly string[]; allowedOrigins?: readonly string[] }): Guard {
  const { allowedHosts, allowedOrigins = [] } = parts;
  return async (request, reply) => {
    // Without these headers, pages of other origins may embed answers.
    reply.headers({ 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
    const refuse = (detail: string) => refuseControl(request, reply, 403, { detail });
    const { host, origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination } = request.headers;
    if (!isTrustedHost(host, allowedHosts))
      return refuse('This host name is not allowed here; --allow-host allows it.');
    if (origin !== undefined && allowedOrigins.includes(origin)) return admit(origin, request, reply);
    const isForeign = site !== 'same-origin' && site !== 'none';
    const isVisit = request.routeOptions.config.visited === true && destination === 'document';
    if ((origin !== undefined && origin !== `http://${host}`) || (isForeign && !isVisit))
      return refuse('The control API cannot be called from another origin; --allow-origin allows one.');
    return undefined;
  };
}

function admit(origin: string, { method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  const allowed = {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '600',
  };
  return reply.code(204).headers(allowed).send();
}

/** Refuses the methods that a path does not have, by the methods of each route. */
export function refuseOtherMethods(
  guard: Guard,
  methods: Iterable<readonly [route: string, methods: string[]]>,
): Guard {
  const find = createPathFinder(methods);
  return async (request, reply) => {
    const known = find(request.url);
    if (!known || known.includes(request.method)) return undefined;
    if (!(await guard(request, reply))) sendAnswer(request, reply, refuseMethod(request.method, known.join(', ')));
    return reply;
  };
}

export function readPartition(request: FastifyRequest): string {
  return (request.query as { partition?: string }).partition ?? DEFAULT_PARTITION;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/** True for loopback and allowed names: other names can belong to a hostile name server (DNS rebinding). */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const url = `http://${header ?? ''}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK.has(name) || allowed.some((host) => host.toLowerCase() === name);
}
