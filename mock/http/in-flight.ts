import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { complain } from '../../spec/print.ts';
import { type Budget, LARGE } from '../collections/memory.ts';
import { type AnyAnswer, refuse } from '../contract/answer.ts';
import { ClientLeft } from '../contract/check.ts';
import { answerInstead, sendAnswer } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    inFlight: InFlight;
  }
}

/** Milliseconds without a byte after which a body that comes, or an answer that is not read, is given up. */
export const SILENCE = 60_000;

/** Lines of a head that cost nothing worth counting; bytes that each of more takes, about, and how many it may have. */
const FEW_LINES = 100;
const LINE_BYTES = 200;
export const MOST_LINES = 2_000;

/** What one exchange takes of the budget until its connection is done with it. */
export class InFlight {
  private head = 0;
  private body = 0;
  private answer = 0;
  private isOver = false;
  private waiting: ((reason: ClientLeft) => void)[] = [];

  constructor(
    private readonly budget: Budget,
    private readonly response: ServerResponse,
  ) {
    response.on('close', () => {
      this.end();
      this.tellLeft();
    });
  }

  /** Calls back with a ClientLeft when the connection ends, after an answer as well. */
  onLeft(leave: (reason: ClientLeft) => void): void {
    this.waiting.push(leave);
    if (this.isOver) this.tellLeft();
  }

  private tellLeft(): void {
    for (const leave of this.waiting.splice(0))
      leave(new ClientLeft('The client left before its request was answered.'));
  }

  /** Counts a head of so many lines, if that is worth it. False when there is no room for it. */
  begin(lines: number): boolean {
    if (lines <= FEW_LINES) return true;
    const bytes = lines * LINE_BYTES;
    if (!this.budget.fits(bytes)) return false;
    this.head = bytes;
    this.budget.of('bodies').add(bytes);
    return true;
  }

  /** Counts what is read of a body, or will be answered to it. False when there is no room for it. */
  read(bytes: number): boolean {
    if (this.isOver || !this.budget.fits(bytes, this.body)) return false;
    this.body += bytes;
    this.budget.of('bodies').add(bytes);
    return true;
  }

  /** Forgets what was read of a body that is not needed any more. */
  drop(): void {
    this.budget.of('bodies').add(-this.body);
    this.body = 0;
  }

  /** Whether there is room for an answer of this length. */
  fits(length: number): boolean {
    return length <= LARGE || this.budget.fits(length);
  }

  /** Counts an answer that leaves; one that is large is given up when nobody reads it, if it does not come slowly itself. */
  write(length: number, { slowly = false } = {}): void {
    if (this.isOver) return;
    this.answer += length;
    this.budget.of('answers').add(length);
    if (length > LARGE && !slowly) this.response.socket?.setTimeout?.(SILENCE);
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.drop();
    this.budget.of('bodies').add(-this.head);
    this.budget.of('answers').add(-this.answer);
  }
}

/**
 * Counts what the exchanges of a server take. When there is no room for a large answer it is refused, if it is one to a question or a
 * refusal itself: nothing was done that only it tells of.
 */
export function countInFlight(app: FastifyInstance, budget: Budget): void {
  app.decorateRequest('inFlight');
  app.addHook('onRequest', (request, reply, done) => {
    request.inFlight = new InFlight(budget, reply.raw);
    const lines = request.raw.rawHeaders.length / 2;
    // What is refused is in memory as well, as long as its body comes.
    if (!request.inFlight.begin(lines)) sendAnswer(request, reply, noRoom(request));
    else if (lines > MOST_LINES) sendAnswer(request, reply, tooLongHead());
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    // What dribbles says how long it is; what is written piece by piece was counted before.
    const length = isWhole ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length') ?? 0);
    const tellsOfWork = request.method !== 'GET' && reply.statusCode < 400;
    if (!tellsOfWork && !request.inFlight.fits(length)) {
      done(null, answerInstead(reply, noRoom(request)));
      return;
    }
    request.inFlight.write(length, { slowly: !isWhole });
    // As bytes, which are what Node keeps of a text until it is read.
    done(null, typeof payload === 'string' && length > LARGE ? Buffer.from(payload) : payload);
  });
}

/** One line more than is read may be the one that decides. */
function tooLongHead(): AnyAnswer {
  const detail = `The head of the request has more than ${MOST_LINES} lines.`;
  return { ...refuse(431, { code: '10007', detail }), headers: { connection: 'close' } };
}

/** What was asked for takes more memory than there is now. */
export function noRoom({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): AnyAnswer {
  complain(`mock: no memory for ${method} ${url.split('?', 1)[0]?.slice(0, 200)}: it was refused`);
  const detail = 'There is no memory for this now: too much is under way, or kept.';
  return { ...refuse(503, { code: '10007', detail }), headers: { 'retry-after': '5' } };
}
