import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ownTurn } from '../time/turns.ts';

/**
 * Works on the requests of a connection one after the other, though a client may send thousands without waiting for an answer (RFC 9112,
 * 9.3.2): each has a turn of its own, and those of a connection that has ended are not worked on.
 */
export function oneAtATime(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const before = latest.get(socket);
    latest.set(socket, reply.raw);
    if (before === undefined || before.writableEnded) {
      done();
      return;
    }
    before.once('close', async () => {
      await ownTurn();
      if (!socket.destroyed) done();
    });
  });
}
