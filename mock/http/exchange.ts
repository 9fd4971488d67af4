import { randomUUID } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyAnswer } from '../contract/answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    exchange: { id: string; startedAt: number };
  }
}

const thisProcess = randomUUID().slice(0, 8);
let exchanges = 0;

/** Marks the beginning of an exchange; its id goes back as `X-Request-Id`. */
export function beginExchange(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  exchanges += 1;
  request.exchange = { id: `${thisProcess}-${exchanges}`, startedAt: performance.now() };
  done();
}

/** How long a client whose connection is to be closed may go on sending what nobody reads, in milliseconds. */
export const LINGER = 60_000;

/** Before an answer that closes the connection, reads away the rest of the request: else the client that still sends loses the answer. */
export function readAway(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (raw.complete || (reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close')) {
    done(null, payload);
    return;
  }
  const timer = setTimeout(() => raw.destroy(), LINGER).unref();
  // Its connection may not close with it: inside the process there is none.
  finished(raw, { writable: false }, () => {
    clearTimeout(timer);
    done(null, payload);
  });
  raw.resume();
}

/** The content type of all that is JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** What becomes of an answer on its way: its connection is cut, or only half of its body comes, or slowly. */
interface Way {
  lost?: boolean;
  half?: boolean;
  /** Waits before each piece of the body; there are as many as `PIECES`. Rejects when nobody waits for the body any more. */
  pause?: (() => Promise<void>) | undefined;
}

/** Pieces that a body comes in that takes its time. */
export const PIECES = 10;

/**
 * Sends an answer as JSON (source document, Introduction; HTTP-1); one that is lost is not sent, its connection is cut instead. Gives the
 * body.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: AnyAnswer,
  { lost = false, half = false, pause }: Way = {},
): Buffer | string {
  const { text: whole = JSON.stringify(answer.body) ?? '' } = answer;
  const text = half ? bytesOf(whole).subarray(0, Buffer.byteLength(whole) / 2) : whole;
  reply.code(answer.status).header('x-request-id', request.exchange.id);
  if (whole.length > 0) reply.header('content-type', JSON_TYPE);
  if (answer.headers) reply.headers(answer.headers);
  if (lost) cutConnection(request, reply);
  else if (pause)
    reply.header('content-length', Buffer.byteLength(text)).send(Readable.from(inPieces(bytesOf(text), pause)));
  else reply.send(whole.length > 0 ? text : undefined);
  return text;
}

/** Bytes that are there already are not copied: many answers may share them. */
function bytesOf(text: Buffer | string): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

async function* inPieces(bytes: Buffer, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const length = Math.ceil(bytes.length / PIECES);
  for (let start = 0; start < bytes.length; start += length) {
    try {
      await pause();
    } catch {
      // The client has left.
      return;
    }
    yield bytes.subarray(start, start + length);
  }
}

/** Puts an answer in the place of what was about to be sent; gives its body as text. */
export function answerInstead(reply: FastifyReply, { status, body, headers = {} }: AnyAnswer): string {
  reply.code(status).headers(headers).type(JSON_TYPE).removeHeader('content-length');
  return JSON.stringify(body);
}

/** Cuts a connection before the answer. */
function cutConnection({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  // A browser repeats by itself what it sent on a kept connection that ends without a word, and the page sees no loss. HTTP/1.0 has no such
  // answers (RFC 9110, 15.2).
  if (raw.httpVersion !== '1.0' && (headers.origin ?? headers['sec-fetch-mode'])) reply.raw.writeProcessing();
  reply.raw.destroy();
}
