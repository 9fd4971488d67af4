import type { ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { complain } from '../../spec/print.ts';
import { noRoom, tooLongHead } from '../contract/refusal.ts';
import { HEAD_LINES, IN_FLIGHT_BYTES, SMALL_BYTES, UNREAD_TIME } from '../limits.ts';
import { answerInstead, sendAnswer } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    inFlight: InFlight;
  }
}

/** Bytes of large bodies and answers that this process holds until their exchanges are over. */
let bytesInFlight = 0;

/** The bytes in flight of this process, and their limit. */
export function inFlightUsage(): { bytes: number; limit: number } {
  return { bytes: bytesInFlight, limit: Math.round(IN_FLIGHT_BYTES) };
}

/** The client of a request has left before it was answered. */
export class ClientLeft extends Error {
  override message = 'The client left before its request was answered.';
}

/** The bytes in flight of one exchange, until its connection is done with it. */
export class InFlight {
  private bytes = 0;
  private readonly waiting: ((reason: ClientLeft) => void)[] = [];

  constructor(private readonly response: ServerResponse) {
    response.once('close', () => {
      bytesInFlight -= this.bytes;
      for (const leave of this.waiting) leave(new ClientLeft());
    });
  }

  /** Counts further bytes of a body or an answer. False when there is no room for them. */
  read(bytes: number): boolean {
    if (!this.fits(bytes)) return false;
    this.write(bytes);
    return true;
  }

  /** Whether there is room for so many bytes. */
  fits(bytes: number): boolean {
    return this.bytes + bytes <= SMALL_BYTES || bytesInFlight + bytes <= IN_FLIGHT_BYTES;
  }

  /** Counts further bytes, whether or not there is room. */
  write(bytes: number): void {
    if (this.response.closed) return;
    this.bytes += bytes;
    bytesInFlight += bytes;
  }

  /** Calls back with a ClientLeft when the connection ends; at once, when it has ended. */
  onLeft(leave: (reason: ClientLeft) => void): void {
    if (this.response.closed) leave(new ClientLeft());
    else this.waiting.push(leave);
  }
}

/**
 * Counts the large bodies and answers of a server. Past the limit a body is refused; so is an answer, if it only reads or refuses: no
 * acknowledgement of a change is lost.
 */
export function countInFlight(app: FastifyInstance): void {
  app.decorateRequest('inFlight');
  app.addHook('onRequest', (request, reply, done) => {
    request.inFlight = new InFlight(reply.raw);
    if (request.raw.rawHeaders.length / 2 > HEAD_LINES) sendAnswer(request, reply, tooLongHead(HEAD_LINES));
    else done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(length) <= SMALL_BYTES) return void done(null, payload);
    const counted = countedBody(request.inFlight);
    payload.on('error', (error) => counted.destroy(error));
    done(null, payload.pipe(counted));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const length = isWhole ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length') ?? 0);
    if (length <= SMALL_BYTES) return void done(null, payload);
    const acknowledges = request.method !== 'GET' && reply.statusCode < 400;
    if (!acknowledges && !request.inFlight.fits(length)) return void done(null, refuseLargeAnswer(request, reply));
    request.inFlight.write(length);
    // A body that is sent slowly on purpose has pauses.
    if (isWhole) reply.raw.setTimeout(UNREAD_TIME);
    done(null, payload);
  });
}

/** Passes a body on and counts its bytes, so that they are refused while they arrive. */
function countedBody(inFlight: InFlight): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (inFlight.read(chunk.length)) done(null, chunk);
      else done(Object.assign(new Error('no room for the body'), { statusCode: 503 }));
    },
  });
}

function refuseLargeAnswer(request: FastifyRequest, reply: FastifyReply): string {
  reportNoRoom(request);
  return answerInstead(reply, noRoom());
}

/** Logs that a request was refused for want of memory. */
export function reportNoRoom({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): void {
  complain(`mock: no memory for ${method} ${url.split('?', 1)[0]?.slice(0, 200)}: it was refused`);
}
