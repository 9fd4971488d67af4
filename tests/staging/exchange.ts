import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Header lines in their order, with their letter case. */
export type Lines = readonly (readonly [name: string, value: string])[];

/** A request as the stand-in received it. */
export interface Request {
  method: string;
  /** Path and query. */
  url: string;
  headers: Lines;
  body: Buffer;
  /** The connection that it came over. */
  socket: Socket;
}

/** An answer of the stand-in; Node frames it. */
export interface Reply {
  status: number;
  headers: Lines;
  body: Buffer;
}

/** The result of a request: an answer, a broken or closed connection, or nothing at all. */
export type Result = Reply | 'reset' | 'closed' | 'silence';

/** Reads a request to its end. */
export async function read(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', rawHeaders, socket } = incoming;
  return { method, url, headers: linesOf(rawHeaders), body: await bodyOf(incoming), socket };
}

/** Forwards a request to a server and returns its answer. Rejects without an answer. */
export function pass(origin: string, { method, url, headers, body }: Omit<Request, 'socket'>): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const lines = without(headers, 'connection', 'transfer-encoding').flat();
  return new Promise((resolve, reject) => {
    // Node sends a flat list of header lines unchanged, repeated ones included.
    const outgoing = httpRequest({ hostname, port, method, path: url, headers: lines as never }, (incoming) => {
      bodyOf(incoming).then((text) => {
        const { statusCode: status = 502, rawHeaders } = incoming;
        const kept = without(linesOf(rawHeaders), 'connection', 'keep-alive', 'transfer-encoding', 'content-length');
        resolve({ status, headers: kept, body: text });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Writes the result of a request. */
export function write(outgoing: ServerResponse, result: Result): void {
  if (result === 'silence') return;
  if (result === 'reset') return void outgoing.socket?.resetAndDestroy();
  if (result === 'closed') return void outgoing.socket?.destroy();
  const { status, headers, body } = result;
  const isBodiless = status === 204 || status === 304;
  const length = isBodiless ? [] : [['Content-Length', String(body.length)] as const];
  outgoing.sendDate = headers.every(([name]) => name.toLowerCase() !== 'date');
  outgoing.writeHead(status, [...headers, ...length].flat()).end(body);
}

/** The lines without these headers, named in lower case. */
export function without(headers: Lines, ...names: string[]): Lines {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** The value of a header, named in lower case. */
export function headerOf(headers: Lines, name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** A JSON object in a body; undefined for other bodies. */
export function jsonOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The same answer with another JSON body. */
export function withJson(reply: Reply, value: unknown): Reply {
  return { ...reply, body: Buffer.from(JSON.stringify(value)) };
}

/** An unavailable service, reported in the contract's own error body. */
export function unavailable(status: 502 | 503 | 504): Reply {
  const body = { errors: [{ code: '10007', title: 'Unexpected error' }] };
  return { status, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(body)) };
}

export function isSuccess(result: Result): result is Reply {
  return typeof result === 'object' && result.status >= 200 && result.status < 300;
}

function linesOf(raw: readonly string[]): Lines {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
