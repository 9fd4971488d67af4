import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse } from '../contract/answer.ts';
import { LINGER } from './exchange.ts';

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

const details = {
  400: 'The request is no well-formed HTTP.',
  408: 'The request did not come within its time.',
  431: 'The head of the request is too long.',
};

/** Answers bytes that are no HTTP request, in the standard body, and closes the connection. */
export function refuseBrokenHttp(error: Error & { code?: string; rawPacket?: unknown }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const statuses: Record<string, keyof typeof reasons> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  const status = statuses[error.code ?? ''] ?? 400;
  refuseAndClose(socket, status, details[status], isHead);
}

/** Takes from Node what it would answer by itself, without a body: tunnels are refused, unknown expectations ignored. */
export function answerInNodesPlace(server: Server): void {
  server.on('connect', (_request, socket) => refuseAndClose(socket, 400, 'This server opens no tunnels.'));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refuseAndClose(socket: Duplex, status: keyof typeof reasons, detail: string, isHead = false): void {
  // All that comes after what was no HTTP is an error again.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(refuse(status, { code: '10015', detail }).body);
  // What still comes is read away, so that the answer arrives; a client that never closes its side is not waited for.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${isHead ? '' : text}`,
  );
}
