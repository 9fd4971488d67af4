import type { Socket } from 'node:net';
import type { Stage, Surroundings } from '../stage.ts';

/** Closes a connection silently after a number of requests: the client notices at its next request. */
export function closingConnections(requests: number, { count }: Surroundings): Stage {
  const carried = new WeakMap<Socket, number>();
  return async (request, next) => {
    const before = carried.get(request.socket) ?? 0;
    carried.set(request.socket, before + 1);
    if (before < requests) return next(request);
    count('connection closed');
    return 'closed';
  };
}
