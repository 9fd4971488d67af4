import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { refuse, unknownPath } from '../contract/refusal.ts';
import { allowOrigins } from '../http/hooks.ts';
import { pathAsked } from '../http/incoming.ts';
import { sendAnswer } from '../http/send.ts';
import { journalEntry, journalText, type ShownViolation } from '../journal/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { pathAt } from './address.ts';
import { endToEnd, forward, Silence } from './forward.ts';
import { RecordedBody } from './recorded-body.ts';
import { answerViolations, createRequestCheck } from './violations.ts';

/** Forwards every request unchanged, and records the violations of the contract by it and its answer. Bodies stream both ways. */
export function proxyApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  /** The deployment's base URL, without a slash at the end. */
  upstream: string;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions, upstream } = parts;
  const check = createRequestCheck(document, validators);

  function recordExchange(request: FastifyRequest, reply: FastifyReply, answered: Parameters<typeof journalEntry>[2]) {
    const at = partitions.get(DEFAULT_PARTITION).clock.now();
    partitions.record(DEFAULT_PARTITION, journalEntry(request, reply, answered, { at, apiKeys: seed.apiKeys }));
  }

  async function pass(request: FastifyRequest, reply: FastifyReply, prefix: string): Promise<FastifyReply> {
    const { raw } = request;
    const path = pathAt(upstream, prefix, request.originalUrl);
    if (path === undefined) {
      const text = sendAnswer(request, reply, unknownPath());
      const message = 'leads out of the base path, so it was not passed on';
      recordExchange(request, reply, { text, operation: null, violations: [{ in: 'path', message }] });
      return reply;
    }
    const [sent, received] = [new RecordedBody(), new RecordedBody()];
    raw.on('data', (chunk: Buffer) => sent.add(chunk));
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());

    function record(text: Buffer | string, head?: IncomingMessage): void {
      request.body = sent.read(request.headers['content-encoding']);
      const { operation, violations } = check(request, pathAsked(request.originalUrl).slice(prefix.length));
      const isRead = sent.isWhole && raw.complete;
      const found = isRead ? violations : [...violations.filter((one) => one.in !== 'body'), unchecked('body')];
      if (operation && head) {
        const answer = {
          status: head.statusCode ?? 0,
          contentType: head.headers['content-type'],
          body: Buffer.from(text),
        };
        const isWhole = received.isWhole && (head.complete || isComplete(received, head));
        found.push(...(isWhole ? answerViolations(validators, operation, answer) : [unchecked('answer')]));
      }
      recordExchange(request, reply, { text: journalText(text), operation: operation?.id ?? null, violations: found });
      request.body = undefined;
    }

    try {
      const head = await forward(raw, { upstream, path, left: left.signal });
      writeHead(reply, head);
      const recordBoth = () => record(received.read(head.headers['content-encoding']), head);
      pipeline(head, recordAtEnd(received, recordBoth), reply.raw, () => {});
    } catch (error) {
      record(sendAnswer(request, reply, unanswered(upstream, error as NodeJS.ErrnoException)));
    }
    return reply;
  }

  return async (api) => {
    await allowOrigins(api);
    api.route({
      method: api.supportedMethods,
      url: '/*',
      // Before the body is read, or its type is checked.
      onRequest: (request, reply) => pass(request, reply, api.prefix),
      handler: async () => undefined,
    });
  };
}

/** Forwards a body and records it before the last chunk: the journal has an exchange before its client has the answer. */
function recordAtEnd(received: RecordedBody, record: () => void) {
  return async function* (answer: IncomingMessage): AsyncGenerator<Buffer> {
    let isRecorded = false;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        received.add(chunk);
        isRecorded = isComplete(received, answer);
        if (isRecorded) record();
        yield chunk;
      }
    } finally {
      if (!isRecorded) record();
    }
  };
}

function isComplete({ total }: RecordedBody, { headers }: IncomingMessage): boolean {
  return headers['content-length'] === String(total);
}

/** Writes the head of an answer as it was received, except for the CORS headers, which are the proxy's. */
function writeHead(reply: FastifyReply, answer: IncomingMessage): void {
  const { statusCode = 0, rawHeaders, headers, headersDistinct } = answer;
  const { statusMessage = STATUS_CODES[statusCode] ?? '' } = answer;
  const isCors = (name: string) => name.startsWith('access-control-');
  const own = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  const length = headers['content-length'] === undefined ? [] : ['Content-Length', headers['content-length']];
  reply.raw.sendDate = false;
  // Node reads reasons that it refuses to write (RFC 9112, 4).
  const reason = /^[\t -~\x80-\xff]*$/.test(statusMessage) ? statusMessage : '';
  reply.raw.writeHead(statusCode, reason, [...endToEnd(rawHeaders, isCors), ...length, ...own]);
  const shown = Object.entries(headersDistinct).filter(([name]) => !isCors(name));
  for (const [name, values] of shown) reply.header(name, values);
  reply.hijack();
}

function unchecked(where: 'body' | 'answer'): ShownViolation {
  return { in: where, message: 'is too long, or did not arrive whole, so it was not checked' };
}

function unanswered(upstream: string, error: NodeJS.ErrnoException): AnyAnswer {
  const { host } = new URL(upstream);
  const refusal = (status: number, detail: string) => refuse(status, { code: '10007', detail });
  if (error instanceof Silence) return refusal(504, `${host} did not answer in time`);
  if (error.name === 'AbortError') return refusal(502, `the client left before ${host} answered`);
  return refusal(502, `${host} can't be reached: ${error.code ?? error.message}`);
}
