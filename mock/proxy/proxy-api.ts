import { type IncomingMessage, type InformationEvent, type ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, refuse } from '../contract/answer.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { allowOrigins } from '../http/cors.ts';
import { sendAnswer } from '../http/exchange.ts';
import type { FairTurn } from '../http/fair-turns.ts';
import { pathAsked } from '../http/path-asked.ts';
import { recordExchange } from '../http/record.ts';
import { unknownPath } from '../http/refusals.ts';
import type { ShownViolation } from '../state/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { turn } from '../time/turns.ts';
import { pathAt } from './address.ts';
import { forward, Silence } from './forward.ts';
import { endToEnd } from './headers.ts';
import { KeptBody } from './kept-body.ts';
import { answerViolations, createRequestCheck } from './violations.ts';

/**
 * Passes every request on to a deployment, unchanged, and writes into the journal how it and its answer break the contract. Bodies stream
 * both ways; what is kept of them to be checked is bounded.
 */
export function proxyApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  /** The deployment's base URL, without a slash at the end. */
  upstream: string;
  /** Exchanges are checked in turns. */
  turn: FairTurn;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions, upstream, turn: fairTurn } = parts;
  const check = createRequestCheck(document, validators);
  const journal = { partitions, partition: DEFAULT_PARTITION, seed };

  async function pass(request: FastifyRequest, reply: FastifyReply, prefix: string): Promise<FastifyReply> {
    const { raw } = request;
    const path = pathAt(upstream, prefix, request.originalUrl);
    if (path === undefined) {
      const violations: ShownViolation[] = [
        { in: 'path', message: 'leads out of the base path, so it was not passed on' },
      ];
      const text = sendAnswer(request, reply, unknownPath());
      recordExchange(request, reply, { text, operation: null, violations }, journal);
      return reply;
    }
    const asked = new KeptBody(request.inFlight);
    raw.on('data', (chunk: Buffer) => asked.add(chunk));
    const left = new AbortController();
    request.inFlight.onLeft(() => left.abort());

    /** Waits for a turn to check what was asked and its answer of so many bytes, and reads what was asked. */
    async function readAsked(answered: number): Promise<void> {
      const coding = request.headers['content-encoding'];
      await fairTurn(request, asked.most(coding) + answered);
      request.body = asked.read(coding);
    }

    function record(text: Buffer | string, answer?: { head: IncomingMessage; isWhole: boolean }): void {
      const { operation, violations } = check(request, pathAsked(request.originalUrl).slice(prefix.length));
      const isWhole = asked.isWhole && raw.complete;
      const found = isWhole ? violations : [...violations.filter((one) => one.in !== 'body'), unchecked('body')];
      if (operation && answer?.isWhole === false) found.push(unchecked('answer'));
      else if (operation && answer) {
        const { statusCode: status = 0, headers } = answer.head;
        const read = { status, contentType: headers['content-type'], body: Buffer.from(text) };
        found.push(...answerViolations(validators, operation, read));
      }
      recordExchange(request, reply, { text, operation: operation?.id ?? null, violations: found }, journal);
      // What was decoded is not kept until the answer has been read.
      request.body = undefined;
    }

    try {
      const call = { upstream, path, left: left.signal, informed: informer(raw, reply.raw) };
      const answer = await forward(raw, call);
      const kept = new KeptBody(request.inFlight);
      writeHead(reply, answer);
      const recordBoth = async () => {
        const coding = answer.headers['content-encoding'];
        await readAsked(kept.most(coding));
        const text = kept.read(coding);
        record(text, { head: answer, isWhole: kept.isWhole && (answer.complete || isAll(kept, answer)) });
      };
      pipeline(answer, passed(kept, recordBoth), reply.raw, () => {});
    } catch (error) {
      await readAsked(0);
      record(sendAnswer(request, reply, unanswered(upstream, error as NodeJS.ErrnoException)));
    }
    return reply;
  }

  return async (api) => {
    await allowOrigins(api);
    api.route({
      method: api.supportedMethods,
      url: '/*',
      // Before anything reads the body, or has an opinion of its type.
      onRequest: (request, reply) => pass(request, reply, api.prefix),
      handler: async () => undefined,
    });
  };
}

/**
 * Passes a body on in turns, as one without end comes faster than others are served, and keeps it; `record` is done before the last of it,
 * as the journal has an exchange before its client has all of it.
 */
function passed(kept: KeptBody, record: () => Promise<void>) {
  return async function* (answer: IncomingMessage): AsyncGenerator<Buffer> {
    let isRecorded = false;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        kept.add(chunk);
        isRecorded = isAll(kept, answer);
        if (isRecorded) await record();
        await turn();
        yield chunk;
      }
    } finally {
      if (!isRecorded) await record();
    }
  };
}

/** Whether as much of a body was kept as its head says. */
function isAll({ total }: KeptBody, { headers }: IncomingMessage): boolean {
  return headers['content-length'] === String(total);
}

/** Writes the head of an answer as it came; only what pages of other origins may read is the proxy's to say. */
function writeHead(reply: FastifyReply, answer: IncomingMessage): void {
  const {
    statusCode = 0,
    statusMessage = STATUS_CODES[statusCode] ?? '',
    rawHeaders,
    headers,
    headersDistinct,
  } = answer;
  const isCors = (name: string) => name.startsWith('access-control-');
  const own = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  const length = headers['content-length'] === undefined ? [] : ['Content-Length', headers['content-length']];
  reply.raw.sendDate = false;
  reply.raw.writeHead(statusCode, isReason(statusMessage) ? statusMessage : '', [
    ...endToEnd(rawHeaders, isCors),
    ...length,
    ...own,
  ]);
  const shown = Object.entries(headersDistinct).filter(([name]) => !isCors(name));
  for (const [name, values] of shown) reply.header(name, values);
  reply.hijack();
}

/** Whether a status line may have these words (RFC 9112, 4): Node reads others as well, but does not write them. */
function isReason(words: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(words);
}

/** Passes on what comes before the answer: that it takes long, and what a page will need. */
function informer({ httpVersion }: IncomingMessage, response: ServerResponse): (answer: InformationEvent) => void {
  return ({ statusCode, headers }) => {
    if (httpVersion !== '1.1' || response.headersSent) return;
    if (statusCode === 102) response.writeProcessing();
    if (statusCode !== 103 || headers.link === undefined) return;
    try {
      response.writeEarlyHints({ link: String(headers.link).split(/, *(?=<)/) });
    } catch {
      // A hint that Node takes for no link is only a hint.
    }
  };
}

function unchecked(where: 'body' | 'answer'): ShownViolation {
  return { in: where, message: 'is too long, or did not come whole, so it was not checked' };
}

function unanswered(upstream: string, error: NodeJS.ErrnoException): AnyAnswer {
  const { host } = new URL(upstream);
  if (error instanceof Silence) return refuse(504, { code: '10007', detail: `${host} did not answer in time` });
  if (error.name === 'AbortError')
    return refuse(502, { code: '10007', detail: `the client left before ${host} answered` });
  return refuse(502, { code: '10007', detail: `${host} can't be reached: ${error.code ?? error.message}` });
}
