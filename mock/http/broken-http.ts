import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse } from '../contract/refusal.ts';
import { LINGER_TIME } from '../limits.ts';
import { JSON_TYPE } from './exchange.ts';

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

const details = {
  400: 'The request is no well-formed HTTP.',
  408: 'The request did not come within its time.',
  431: 'The head of the request is too long.',
};

/** What is known of a request that could not be read: how it began, as far as that came. */
interface Beginning {
  method: string;
  /** A path, or `/` where there was none. */
  url: string;
  origin: string | undefined;
}

/** Called for each refused request, with the text of the answer. */
export type OnRefused = (request: Beginning, status: number, text: string) => void;

/** Answers bytes that are no HTTP request, in the standard body, and closes the connection. */
export function refuseBrokenHttp(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Duplex,
  onRefused: OnRefused,
): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const statuses: Record<string, keyof typeof reasons> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ''] ?? 400;
  refuseAndClose(socket, beginningOf(error.rawPacket), { status, detail: details[status] }, onRefused);
}

/** Takes from Node what it would answer by itself, without a body: tunnels are refused, unknown expectations ignored. */
export function answerInNodesPlace(server: Server, onRefused: OnRefused): void {
  const refusal = { status: 400, detail: 'This server opens no tunnels.' } as const;
  server.on('connect', ({ headers: { origin } }, socket) =>
    refuseAndClose(socket, { method: 'CONNECT', url: '/', origin }, refusal, onRefused),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** How much of the bytes is looked at, so that a long path takes no room. */
const LOOKED_AT = 2_000;

function beginningOf(packet: unknown): Beginning {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, LOOKED_AT) : '';
  const [, method = '', path = '/'] = /^([A-Z-]+) (\/\S*)?/.exec(text) ?? [];
  return { method, url: path, origin: /^origin: *(\S+)\r?$/im.exec(text)?.[1] };
}

function refuseAndClose(
  socket: Duplex,
  request: Beginning,
  { status, detail }: { status: keyof typeof reasons; detail: string },
  onRefused: OnRefused,
): void {
  // All that comes after what was no HTTP is an error again.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(refuse(status, { code: '10015', detail }).body);
  onRefused(request, status, text);
  const { origin = '*' } = request;
  // What still comes is read away, so that the answer arrives; a client that never closes its side is not waited for.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_TIME).unref();
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `access-control-allow-origin: ${origin}\r\naccess-control-allow-credentials: true\r\nvary: Origin\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${request.method === 'HEAD' ? '' : text}`,
  );
}
