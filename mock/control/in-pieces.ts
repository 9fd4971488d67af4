import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendAnswer } from '../http/exchange.ts';
import { noRoom } from '../http/in-flight.ts';
import { turn } from '../time/turns.ts';

/** Characters that are written in one go, about. */
const PIECE = 64 * 1024;

/** Levels of a value that are written entry by entry; what lies deeper is written in one go. */
const LEVELS = 3;

/**
 * Sends a value as JSON piece by piece, as its client reads it, and lets others in between: one that is large would take their time and
 * much memory. It is not made before there is room for it. `bytes` is what it keeps in memory meanwhile.
 */
export function sendInPieces(reply: FastifyReply, bytes: number, make: () => object | Promise<object>): FastifyReply {
  const { request } = reply;
  if (!request.inFlight.fits(bytes)) {
    sendAnswer(request, reply, noRoom(request));
    return reply;
  }
  request.inFlight.write(bytes);
  return reply.type('application/json; charset=utf-8').send(Readable.from(written(make)));
}

async function* written(make: () => object | Promise<object>): AsyncGenerator<string> {
  await turn();
  const value = await make();
  let text = '';
  for (const piece of pieces(value, LEVELS)) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
    await turn();
  }
  yield text;
}

function* pieces(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Symbol.iterator in value;
  let before = isList ? '[' : '{';
  if (isList) {
    for (const item of value as Iterable<unknown>) {
      yield before;
      yield* pieces(item, levels - 1);
      before = ',';
    }
  } else {
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* pieces(member, levels - 1);
      before = ',';
    }
  }
  if (before !== ',') yield before;
  yield isList ? ']' : '}';
}
