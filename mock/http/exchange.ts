import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyAnswer } from '../contract/answer.ts';
import { notStored } from '../contract/refusal.ts';
import { journalText } from '../journal/journal.ts';
import { LINGER_TIME, SMALL_BYTES } from '../limits.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The world of its partition, which stays in memory meanwhile. */
    world: World | undefined;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Drops the rest of an unread body before its answer; a client that still sends would lose an answer that closes the connection. */
export function dropUnreadBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (raw.complete) return void done(null, payload);
  raw.unpipe();
  raw.resume();
  if (reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close') return void done(null, payload);
  const timer = setTimeout(() => raw.destroy(), LINGER_TIME).unref();
  finished(raw, { writable: false }, () => {
    clearTimeout(timer);
    done(null, payload);
  });
}

/** The effects of scenarios on the sending of an answer. */
interface Effects {
  lost?: boolean;
  half?: boolean;
  /** Waits before each of the `PIECES` of the body. Rejects when the client has left. */
  pause?: (() => Promise<void>) | undefined;
}

/** Pieces of a body that is sent slowly. */
export const PIECES = 10;

/** Sends an answer as JSON (source document, Introduction; HTTP-1). Returns its body as the journal shows it. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: AnyAnswer,
  { lost = false, half = false, pause }: Effects = {},
): string {
  const { payload, shown } = serialized(body);
  reply.code(status).header('x-request-id', request.id);
  if (payload.length > 0) reply.header('content-type', JSON_TYPE);
  if (headers) reply.headers(headers);
  if (lost) {
    cutConnection(request, reply);
    return shown;
  }
  if (!half && !pause) {
    reply.send(payload.length > 0 ? payload : undefined);
    return shown;
  }
  const whole = Buffer.from(payload);
  const bytes = half ? whole.subarray(0, whole.length / 2) : whole;
  if (pause) reply.header('content-length', bytes.length).send(Readable.from(inPieces(bytes, pause)));
  else reply.send(bytes);
  return half ? journalText(bytes) : shown;
}

/** A payload, and its form in the journal. */
interface Serialized {
  payload: Buffer | string;
  shown: string;
}

/** Small frozen bodies, such as pages of a list, are serialized once. */
const known = new WeakMap<object, Serialized>();

function serialized(body: unknown): Serialized {
  const before = known.get(body as object);
  if (before) return before;
  const payload = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const shown = journalText(payload);
  const isFrozen = typeof body === 'object' && body !== null && Object.isFrozen(body);
  if (!isFrozen || payload.length > SMALL_BYTES) return { payload, shown };
  const made = { payload: Buffer.from(payload), shown };
  known.set(body, made);
  return made;
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

/** Replaces an answer that was about to be sent; returns the body of the replacement. */
export function answerInstead(reply: FastifyReply, { status, body, headers = {} }: AnyAnswer): string {
  reply.code(status).headers(headers).type(JSON_TYPE).removeHeader('content-length');
  return JSON.stringify(body);
}

/** Cuts a connection before the answer. */
function cutConnection({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  // A browser repeats a request when a kept connection ends without an answer, and the page sees no loss. HTTP/1.0 has no interim answers
  // (RFC 9110, 15.2).
  if (raw.httpVersion !== '1.0' && (headers.origin ?? headers['sec-fetch-mode'])) reply.raw.writeProcessing();
  reply.raw.destroy();
}

/** Opens the partition of a request before any step uses it. */
export function openPartitions(
  app: FastifyInstance,
  partitions: Partitions,
  partitionOf: (request: FastifyRequest) => string,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
): void {
  app.decorateRequest('world');
  app.addHook(hook as 'onRequest', (request, reply, done) => {
    const use = (world: World) => {
      world.useFor(reply.raw);
      request.world = world;
      done();
    };
    const opened = partitions.open(partitionOf(request));
    // Most are in memory already, and a promise for each request takes time.
    if (opened instanceof Promise) opened.then(use, done);
    else use(opened);
  });
}

/** Sends answers once the changes before them are stored. Without a partition there are none. */
export function commitBeforeAnswering(app: FastifyInstance, partitions: Partitions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.world) return void done(null, payload);
    partitions.commit().then(
      () => done(null, payload),
      (error: Error) => done(null, answerInstead(reply, notStored(error))),
    );
  });
}
