import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_PARTITION, isPartitionName } from '../callers.ts';
import { isTrustedHost } from '../hosts.ts';
import { refuseControl } from './refuse-control.ts';

/**
 * Keeps pages of other origins out of the control plane: it sends no CORS headers, answers under trusted host names
 * only, and refuses what a browser sends on behalf of another site.
 */
export function refuseStrangers(allowedHosts: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isTrustedHost(request.headers.host, allowedHosts)) {
      return refuseControl(request, reply, 403, 'This host name is not allowed here; --allow-host allows one.');
    }
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      return refuseControl(request, reply, 403, 'The control plane can not be called from another origin.');
    }
    const { partition } = request.query as { partition?: unknown };
    if (partition !== undefined && !(typeof partition === 'string' && isPartitionName(partition))) {
      return refuseControl(request, reply, 422, 'partition must be 1 to 64 letters, digits, hyphens or underscores.');
    }
  };
}

/** The partition that a control request speaks of. */
export function partitionOf(request: FastifyRequest): string {
  return (request.query as { partition?: string }).partition ?? DEFAULT_PARTITION;
}
