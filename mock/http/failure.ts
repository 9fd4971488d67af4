import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyRequest } from 'fastify';
import { printError, printFailure } from '../../spec/print.ts';
import { type AnyAnswer, answerFailure, refuse, refuseForMemory, refuseLarge, refuseType } from '../contract/answer.ts';
import { BODY_BYTES, LINGER_TIME } from '../limits.ts';
import { DataError } from '../store/store.ts';
import { reportNoRoom } from './hooks.ts';
import { JSON_TYPE } from './send.ts';

export function answerError(error: FastifyError, request: FastifyRequest): AnyAnswer {
  const { bodyLimit = BODY_BYTES, config } = request.routeOptions;
  const facts = config.operation ?? ({ code: '10015' } as const);
  const { statusCode: status = 500, code, message } = error;
  if (status === 413) return refuseLarge(facts, bodyLimit);
  if (status === 415) return refuseType(facts);
  if (status === 503) {
    reportNoRoom(request);
    return refuseForMemory();
  }
  if (status < 500) return refuse(status, { code: facts.code, detail: message });
  if (error instanceof DataError) {
    printError(`mock: ${message}`);
    return refuse(500, { code: '10007', detail: 'The stored state of this partition could not be read.' });
  }
  // A client that leaves before the first byte isn't a failure.
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE') printFailure('mock: a request failed:', error);
  return answerFailure();
}

const detailsByStatus = {
  400: "The request isn't well-formed HTTP.",
  408: 'The request did not come within its time.',
  431: 'The head of the request is too long.',
};

interface Beginning {
  method: string;
  url: string;
  origin: string | undefined;
}

export type OnRefused = (request: Beginning, status: number, text: string) => void;

export function refuseBrokenHttp(
  { code = '', rawPacket }: Error & { code?: string; rawPacket?: unknown },
  socket: Duplex,
  onRefused: OnRefused,
): void {
  if (code === 'ECONNRESET') return void socket.destroy();
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  refuseAndClose(socket, parseBeginning(rawPacket), { status, detail: detailsByStatus[status] }, onRefused);
}

/** Replaces answers of Node that have no body: tunnels are refused, unknown expectations ignored. */
export function answerInNodesPlace(server: Server, onRefused: OnRefused): void {
  const refusal = { status: 400, detail: 'This server opens no tunnels.' };
  server.on('connect', ({ headers: { origin } }, socket) =>
    refuseAndClose(socket, { method: 'CONNECT', url: '/', origin }, refusal, onRefused),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const MAX_BYTES = 2_000;

function parseBeginning(packet: unknown): Beginning {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, MAX_BYTES) : '';
  const [, method = '', url = '/'] = /^([A-Z-]+) (\/\S*)?/.exec(text) ?? [];
  return { method, url, origin: /^origin: *(\S+)\r?$/im.exec(text)?.[1] };
}

function refuseAndClose(
  socket: Duplex,
  request: Beginning,
  { status, detail }: { status: number; detail: string },
  onRefused: OnRefused,
): void {
  // All bytes after malformed HTTP are an error again.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(refuse(status, { code: '10015', detail }).body);
  onRefused(request, status, text);
  const { origin = '*' } = request;
  // The rest is read, so that the answer arrives; a client that never closes its side is cut off.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_TIME).unref();
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `access-control-allow-origin: ${origin}\r\naccess-control-allow-credentials: true\r\nvary: Origin\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${request.method === 'HEAD' ? '' : text}`,
  );
}
