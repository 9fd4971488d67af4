import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ownTurn } from '../time/turns.ts';

/** From so many requests on that wait on a connection, nothing more is read of it. */
const MANY = 100;

/**
 * Works on the requests of a connection one after the other, though a client may send thousands without waiting for an answer (RFC 9112,
 * 9.3.2): each has a turn of its own, and those of a connection that has ended are not worked on.
 */
export function oneAtATime(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, { latest: ServerResponse; waiting: number }>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket);
    if (connection === undefined || connection.latest.writableEnded) {
      if (connection) connection.latest = reply.raw;
      else connections.set(socket, { latest: reply.raw, waiting: 0 });
      done();
      return;
    }
    const before = connection.latest;
    connection.latest = reply.raw;
    connection.waiting += 1;
    // Node reads on at the end of each request and of each answer: after that.
    const pause = () => void (connection.waiting >= MANY && socket.pause());
    setImmediate(pause);
    before.once('close', async () => {
      pause();
      await ownTurn();
      connection.waiting -= 1;
      if (socket.destroyed) return;
      if (connection.waiting === 0) socket.resume();
      done();
    });
  });
}
