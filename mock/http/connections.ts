import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections at most that wait for a request, or for the rest of one; and connections in all. */
const MOST_WAITING = 5_000;
const MOST = 10_000;

/**
 * Bounds how many connections a server has. Of too many that wait, the one that has waited longest is closed: a caller who opens ever more
 * of them and asks for nothing loses the own ones.
 */
export function boundConnections(server: Server, mostWaiting = MOST_WAITING): void {
  const waiting = new Set<Socket>();
  const add = (socket: Socket) => {
    if (socket.destroyed) return;
    waiting.add(socket);
    const [longest] = waiting;
    if (waiting.size > mostWaiting) longest?.destroy();
  };
  server.maxConnections = MOST;
  server.on('connection', (socket) => {
    socket.on('close', () => waiting.delete(socket));
    add(socket);
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    request.on('end', () => waiting.delete(socket));
    response.on('close', () => add(socket));
  });
}
