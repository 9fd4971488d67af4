import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGE, VALUE } from '../collections/memory.ts';
import { Pieces } from '../collections/pieces.ts';
import { ValueCount } from '../contract/value-count.ts';
import { ownTurn } from '../time/turns.ts';
import { SILENCE } from './in-flight.ts';
import { PacedRequest } from './paced-request.ts';
import { BODY_LIMIT, largerThan } from './refusals.ts';

/** Why a body is not read to its end. */
class Unread extends Error {
  constructor(
    readonly statusCode: 400 | 408 | 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads bodies of some types whole. `made` makes of the bytes what handlers get.
 *
 * A body fails with a 413 beyond the limit of its route, with a 503 when memory has no room for it and what is made of it, and with a 408
 * after a minute without a byte. What is large comes in and is worked on in turns of its own.
 */
export function readBodies(
  api: FastifyInstance,
  types: string | string[],
  made: (request: FastifyRequest, body: Buffer, done: Done) => void,
): void {
  api.addContentTypeParser(types, (request, payload, done) =>
    readBody(request, payload, (error, body) => (error ? done(error) : made(request, body as Buffer, done))),
  );
}

function readBody(request: FastifyRequest, payload: IncomingMessage, done: Done): void {
  const { bodyLimit = BODY_LIMIT } = request.routeOptions;
  const length = Number(request.headers['content-length']);
  if (length > bodyLimit) {
    done(tooLarge(bodyLimit));
    return;
  }
  // Most come together with their heads: once Node has read on, nothing of them has to be waited for.
  queueMicrotask(() => {
    if (payload.readableLength === length && length <= LARGE) readAtOnce(request, payload, done);
    else readInPieces(request, payload, bodyLimit, done);
  });
}

function readInPieces(request: FastifyRequest, payload: IncomingMessage, bodyLimit: number, done: Done): void {
  const body = new Pieces();
  const values = new ValueCount();
  let weight = 0;
  let weightAtRest = 0;
  const silence = setTimeout(() => end(new Unread(408, 'The body did not go on for a minute.')), SILENCE).unref();

  function take(chunk: Buffer): void {
    silence.refresh();
    body.add(chunk);
    const room = roomFor(chunk, values);
    weight += room;
    if (body.length > bodyLimit) end(tooLarge(bodyLimit));
    else if (!request.inFlight.read(room)) end(new Unread(503, 'no room'));
    else if (weight - weightAtRest > 2 * LARGE) rest();
  }

  function rest(): void {
    weightAtRest = weight;
    if (payload instanceof PacedRequest) payload.rest();
  }

  function end(error?: Error): void {
    clearTimeout(silence);
    payload.off('data', take).off('end', end).off('error', fail);
    if (error) {
      body.clear();
      request.inFlight.drop();
      done(error);
    } else if (weight > 2 * LARGE) void ownTurn().then(read);
    else read();
  }

  function read(): void {
    done(null, body.whole);
  }

  function fail({ message }: Error): void {
    end(new Unread(400, message));
  }

  payload.on('data', take).on('end', end).on('error', fail);
}

function tooLarge(bodyLimit: number): Unread {
  return new Unread(413, largerThan(bodyLimit));
}

/** Reads a body that is small and all there. */
function readAtOnce({ inFlight }: FastifyRequest, payload: IncomingMessage, done: Done): void {
  const whole = (payload.read() ?? Buffer.alloc(0)) as Buffer;
  const room = roomFor(whole, new ValueCount());
  if (!inFlight.read(room)) {
    done(new Unread(503, 'no room'));
    return;
  }
  const body = Buffer.from(whole);
  if (room > 2 * LARGE) void ownTurn().then(() => done(null, body));
  else done(null, body);
}

/** What a piece of a body takes in memory: as bytes, as text, and as what is read out of it. */
function roomFor(piece: Buffer, values: ValueCount): number {
  return 2 * piece.length + VALUE * values.add(piece);
}

/** Takes bodies of every type as the bytes that they are. */
export function readBytes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  // JSON by its name, too: what only the star stands for is looked up anew for each request.
  readBodies(api, ['application/json', '*'], (_request, body, done) => done(null, body));
}
