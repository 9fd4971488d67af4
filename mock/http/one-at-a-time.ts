import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ownTurn } from '../time/turns.ts';

/** From so many requests on that wait on a connection, nothing more is read of it. */
const MANY = 100;

/** So many wait on all connections together: a piece of 64 KiB, which Node reads in one go, has thousands where they are short. */
const MOST_WAITING = 1_000;

/**
 * Works on the requests of a connection one after the other, though a client may send thousands without waiting for an answer (RFC 9112,
 * 9.3.2): each has a turn of its own, and those of a connection that has ended are not worked on. A connection that adds one to very many
 * that wait is closed.
 */
export function oneAtATime(app: FastifyInstance, mostWaiting = MOST_WAITING): void {
  const connections = new WeakMap<Socket, { latest: ServerResponse; waiting: number }>();
  let waiting = 0;
  app.server.on('connection', (socket: Socket) => {
    endReadingWith(socket);
    socket.on('close', () => {
      const connection = connections.get(socket);
      waiting -= connection?.waiting ?? 0;
      connections.delete(socket);
    });
  });
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
    waiting += 1;
    if (waiting > mostWaiting) {
      socket.destroy();
      return;
    }
    // Node reads on in a tick behind each request and each answer: after that.
    const pause = () => void (connection.waiting >= MANY && socket.pause());
    if (connection.waiting >= MANY) queueMicrotask(pause);
    before.once('close', async () => {
      queueMicrotask(pause);
      await ownTurn();
      if (socket.destroyed) return;
      connection.waiting -= 1;
      waiting -= 1;
      if (connection.waiting === 0) socket.resume();
      done();
    });
  });
}

/** What Node reads requests and answers with; it is in no documentation. */
interface Reader {
  onIncoming?(request: IncomingMessage, isKept: boolean): number;
}

/** The answer of a reader's listener after which nothing more is read. */
const BROKEN = -1;

/** Ends the reading of requests or answers with their connection: a piece that came may have thousands more. */
export function endReadingWith(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: Reader };
  if (!parser?.onIncoming) return;
  const read = parser.onIncoming;
  parser.onIncoming = (request, isKept) => (socket.destroyed ? BROKEN : read.call(parser, request, isKept));
}
