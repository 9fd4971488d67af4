import type { Socket } from 'node:net';
import type { Stage, Surroundings } from '../stage.ts';

/** After so many requests a connection is closed without a word: the client finds out when it sends the next one. */
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
