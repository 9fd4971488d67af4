import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { makeWay } from '../time/turns.ts';

/** Connections at most that wait for a request, or for the rest of one; that wait for an answer; and connections in all. */
const MOST_WAITING = 5_000;
const MOST_ASKING = 4_000;
const MOST = 10_000;

/**
 * Bounds how many connections a server has. Of too many that wait, the one that has waited longest is closed, and of too many that wait for
 * an answer the oldest of the key that has most: a caller who opens ever more of them loses the own ones. Who connects comes before long work.
 */
export function boundConnections(server: Server, mostWaiting = MOST_WAITING, mostAsking = MOST_ASKING): void {
  const waiting = new Set<Socket>();
  const asking = new Map<string, Set<Socket>>();
  let count = 0;
  const add = (socket: Socket) => {
    if (socket.destroyed) return;
    waiting.add(socket);
    const [longest] = waiting;
    if (waiting.size > mostWaiting) longest?.destroy();
  };
  server.maxConnections = MOST;
  server.on('connection', (socket) => {
    makeWay();
    socket.on('close', () => waiting.delete(socket));
    add(socket);
  });
  server.on('request', (request, response) => {
    const { socket, headers } = request;
    const { authorization = '' } = headers;
    const begin = () => {
      waiting.delete(socket);
      if (response.closed) return;
      const own = asking.get(authorization) ?? new Set();
      if (own.has(socket)) return;
      asking.set(authorization, own.add(socket));
      count += 1;
      if (count > mostAsking) oldestOfMost(asking)?.destroy();
    };
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) begin();
    else request.on('end', begin);
    response.on('close', () => {
      const own = asking.get(authorization);
      if (own?.delete(socket)) count -= 1;
      if (own?.size === 0) asking.delete(authorization);
      add(socket);
    });
  });
}

function oldestOfMost(asking: ReadonlyMap<string, ReadonlySet<Socket>>): Socket | undefined {
  const [most] = [...asking.values()].toSorted((one, other) => other.size - one.size);
  const [oldest] = most ?? [];
  return oldest;
}
