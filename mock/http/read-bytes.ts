import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGE, VALUE } from '../collections/memory.ts';
import { ValueCount } from '../contract/value-count.ts';
import { ownTurn } from '../time/turns.ts';
import { SILENCE } from './in-flight.ts';
import { BODY_LIMIT } from './refusals.ts';

/** Why a body is not read to its end. */
class Unread extends Error {
  constructor(
    readonly statusCode: 400 | 408 | 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** What a piece of a body takes besides its bytes. */
const PIECE = 150;

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
  const tooLarge = () => new Unread(413, `The body is larger than ${bodyLimit} bytes.`);
  if (Number(request.headers['content-length']) > bodyLimit) {
    done(tooLarge());
    return;
  }
  const chunks: Buffer[] = [];
  const values = new ValueCount();
  let length = 0;
  let weight = 0;
  let weightAtTurn = 0;
  const silence = setTimeout(() => end(new Unread(408, 'The body did not go on for a minute.')), SILENCE).unref();

  function take(chunk: Buffer): void {
    silence.refresh();
    length += chunk.length;
    chunks.push(chunk);
    // As bytes, as text, and as what is read out of it.
    const room = PIECE + 2 * chunk.length + VALUE * values.add(chunk);
    weight += room;
    if (length > bodyLimit) end(tooLarge());
    else if (!request.inFlight.read(room)) end(new Unread(503, 'no room'));
    else if (weight - weightAtTurn > 2 * LARGE) {
      weightAtTurn = weight;
      payload.pause();
      void ownTurn().then(() => payload.resume());
    }
  }

  function end(error?: Error): void {
    clearTimeout(silence);
    payload.off('data', take).off('end', end).off('error', fail);
    if (error) {
      chunks.length = 0;
      request.inFlight.drop();
      done(error);
    } else if (weight > 2 * LARGE) void ownTurn().then(read);
    else read();
  }

  function read(): void {
    // Copied, because what was read lies in a buffer that is used again.
    done(null, Buffer.concat(chunks, length));
  }

  function fail({ message }: Error): void {
    end(new Unread(400, message));
  }

  payload.on('data', take).on('end', end).on('error', fail);
}

/** Takes bodies of every type as the bytes that they are. */
export function readBytes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  // JSON by its name, too: what only the star stands for is looked up anew for each request.
  readBodies(api, ['application/json', '*'], (_request, body, done) => done(null, body));
}
