import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { complain } from '../../spec/print.ts';
import { noRoom, tooLongHead } from '../contract/refusal.ts';
import { HEAD_LINES, IN_FLIGHT_BYTES, SMALL_BYTES, UNREAD_TIME } from '../limits.ts';
import { answerInstead, sendAnswer } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The counted bytes of its body and its answer. */
    bytesInFlight: number;
  }
}

/** Bytes of bodies and large answers that this process holds until their exchanges are over. */
let bytesInFlight = 0;

export function inFlightUsage(): { bytes: number; limit: number } {
  return { bytes: bytesInFlight, limit: Math.round(IN_FLIGHT_BYTES) };
}

function hasRoomFor(request: FastifyRequest, bytes: number): boolean {
  return request.bytesInFlight + bytes <= SMALL_BYTES || bytesInFlight + bytes <= IN_FLIGHT_BYTES;
}

/** Counts further bytes of an exchange until its connection has closed. */
function count(request: FastifyRequest, { raw }: FastifyReply, bytes: number): void {
  if (raw.closed) return;
  if (request.bytesInFlight === 0)
    raw.once('close', () => {
      bytesInFlight -= request.bytesInFlight;
    });
  request.bytesInFlight += bytes;
  bytesInFlight += bytes;
}

/**
 * Counts the large bodies and answers of a server. Past the limit a body is refused; so is an answer, if it only reads or refuses: no
 * acknowledgement of a change is lost.
 */
export function countInFlight(app: FastifyInstance): void {
  app.decorateRequest('bytesInFlight', 0);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.rawHeaders.length / 2 > HEAD_LINES) sendAnswer(request, reply, tooLongHead(HEAD_LINES));
    else done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(length) <= SMALL_BYTES) return void done(null, payload);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        if (!hasRoomFor(request, chunk.length))
          return void next(Object.assign(new Error('no room for the body'), { statusCode: 503 }));
        count(request, reply, chunk.length);
        next(null, chunk);
      },
    });
    payload.on('error', (error) => counted.destroy(error));
    done(null, payload.pipe(counted));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const length = isWhole ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length') ?? 0);
    if (length <= SMALL_BYTES) return void done(null, payload);
    const acknowledges = request.method !== 'GET' && reply.statusCode < 400;
    if (!acknowledges && !hasRoomFor(request, length)) {
      reportNoRoom(request);
      return void done(null, answerInstead(reply, noRoom()));
    }
    count(request, reply, length);
    // A body that is sent slowly on purpose has pauses.
    if (isWhole) reply.raw.setTimeout(UNREAD_TIME);
    done(null, payload);
  });
}

/** Logs a request that was refused for want of memory. */
export function reportNoRoom({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): void {
  complain(`mock: no memory for ${method} ${url.split('?', 1)[0]?.slice(0, 200)}: it was refused`);
}
