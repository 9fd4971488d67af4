import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE } from '../http/exchange.ts';

/** Characters of a piece, about. */
const PIECE = 64 * 1024;

/** Sends an object as JSON, its lists entry by entry as the client reads them: a state may be longer than a string can be. */
export function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.type(JSON_TYPE).send(Readable.from(piecesOf(value)));
}

function* piecesOf(value: object): Generator<string> {
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
}

function* partsOf(value: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(member) || member.length === 0) yield JSON.stringify(member);
    else {
      for (const [index, entry] of member.entries()) yield `${index === 0 ? '[' : ','}${JSON.stringify(entry)}`;
      yield ']';
    }
  }
  yield before === '{' ? '{}' : '}';
}
