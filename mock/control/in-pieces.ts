import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE, sendAnswer } from '../http/exchange.ts';
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
  return sendPieces(reply, JSON_TYPE, bytes, async () => pieces(await make(), LEVELS));
}

/** The same for a text of another type that is made of pieces. */
export function sendPieces(reply: FastifyReply, type: string, bytes: number, make: Make): FastifyReply {
  const { request } = reply;
  if (!request.inFlight.fits(bytes)) {
    sendAnswer(request, reply, noRoom(request));
    return reply;
  }
  request.inFlight.write(bytes);
  return reply.type(type).send(Readable.from(written(make)));
}

type Make = () => Iterable<string> | Promise<Iterable<string>>;

async function* written(make: Make): AsyncGenerator<string> {
  await turn();
  let text = '';
  for (const piece of await make()) {
    text += piece;
    if (text.length < PIECE) continue;
    for (const part of cut(text)) {
      yield part;
      await turn();
    }
    text = '';
  }
  yield text;
}

/** The parts of a text that are written one after the other; none ends within a character. */
function* cut(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + PIECE;
    const unit = text.charCodeAt(end - 1);
    if (unit >= 0xd800 && unit < 0xdc00) end += 1;
    yield text.slice(start, end);
  }
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
