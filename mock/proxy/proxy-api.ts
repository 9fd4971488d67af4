// mock/proxy/: passes requests on to a deployment, checks and records them.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import { type AnyAnswer, refuse, refusePath } from '../contract/answer.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import type { Deployed } from '../contract/deployed.ts';
import { allowOrigins } from '../http/hooks.ts';
import { readTarget } from '../http/paths.ts';
import { sendAnswer } from '../http/send.ts';
import { type Answered, createEntry, type ShownViolation, toJournalText } from '../journal/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { filterHeaders, forward, resolvePath } from './forward.ts';
import { RecordedBody } from './recorded-body.ts';
import { checkAnswer, createRequestCheck } from './violations.ts';

type Parts = Pick<Deployed, 'document' | 'validators'> & { seed: Seed; partitions: Partitions; upstream: string };

/** Forwards every request unchanged, and records the violations of the contract by it and its answer. Bodies stream both ways. */
export function createProxyApi({ document, validators, seed, partitions, upstream }: Parts): FastifyPluginAsync {
  const check = createRequestCheck({ document, validators });

  function record(request: FastifyRequest, reply: FastifyReply, answered: Answered): void {
    const world = partitions.get(DEFAULT_PARTITION);
    world.record(createEntry(request, reply, answered, { at: world.clock.now(), apiKeys: seed.apiKeys }));
  }

  async function passOn(request: FastifyRequest, reply: FastifyReply, prefix: string): Promise<FastifyReply> {
    const { raw, originalUrl } = request;
    const path = resolvePath(upstream, prefix, originalUrl);
    if (path === undefined) {
      const text = sendAnswer(request, reply, refusePath());
      const message = 'leads out of the base path, so it was not passed on';
      record(request, reply, { text, operation: null, violations: [{ in: 'path', message }] });
      return reply;
    }
    const requestBody = new RecordedBody(raw);
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());

    function recordBoth(body: Buffer | string, answer?: { head: IncomingMessage; isWhole: boolean }): void {
      request.body = requestBody.read(request.headers['content-encoding']);
      const { operation, violations } = check(request, readTarget(originalUrl).slice(prefix.length));
      const isRead = requestBody.isWhole && raw.complete;
      const found = violations.filter((violation) => isRead || violation.in !== 'body');
      if (!isRead) found.push(makeUnchecked('body'));
      if (operation && answer?.isWhole)
        found.push(...checkAnswer(validators, operation, answer.head, Buffer.from(body)));
      else if (operation && answer) found.push(makeUnchecked('answer'));
      record(request, reply, { text: toJournalText(body), operation: operation?.id ?? null, violations: found });
      request.body = undefined;
    }

    try {
      const head = await forward(raw, { upstream, path, signal: controller.signal });
      const received = new RecordedBody(head);
      writeHead(reply, head);
      // The client sees the end of its answer in the same turn, so it never reads a journal without this entry.
      head.once('close', () => {
        const body = received.read(head.headers['content-encoding']);
        recordBoth(body, { head, isWhole: received.isWhole && head.complete });
      });
      pipeline(head, reply.raw, () => {});
    } catch (error) {
      recordBoth(sendAnswer(request, reply, refuseUnanswered(upstream, error as NodeJS.ErrnoException)));
    }
    return reply;
  }

  return async (api) => {
    allowOrigins(api);
    // Before the body is read, or its type is checked.
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => passOn(request, reply, api.prefix);
    api.route({ method: api.supportedMethods, url: '/*', onRequest, handler: async () => undefined });
  };
}

/** Writes the received head of an answer, except for the CORS headers, which are the proxy's. */
function writeHead(reply: FastifyReply, answer: IncomingMessage): void {
  const {
    statusCode = 0,
    statusMessage = STATUS_CODES[statusCode] ?? '',
    rawHeaders,
    headers,
    headersDistinct,
  } = answer;
  const isCors = (name: string) => name.startsWith('access-control-');
  const corsHeaders = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  const length = headers['content-length'] === undefined ? [] : ['Content-Length', headers['content-length']];
  reply.raw.sendDate = false;
  // Node reads reasons that it refuses to write (RFC 9112, 4).
  const reason = /^[\t -~\x80-\xff]*$/.test(statusMessage) ? statusMessage : '';
  reply.raw.writeHead(statusCode, reason, [...filterHeaders(rawHeaders, isCors), ...length, ...corsHeaders]);
  for (const [name, values] of Object.entries(headersDistinct)) if (!isCors(name)) reply.header(name, values);
  reply.hijack();
}

function makeUnchecked(where: 'body' | 'answer'): ShownViolation {
  return { in: where, message: 'is too long, or did not arrive whole, so it was not checked' };
}

function refuseUnanswered(upstream: string, { name, code, message }: NodeJS.ErrnoException): AnyAnswer {
  const { host } = new URL(upstream);
  const refusal = (status: number, detail: string) => refuse(status, { code: '10007', detail });
  if (code === 'ETIMEDOUT') return refusal(504, `${host} did not answer in time`);
  if (name === 'AbortError') return refusal(502, `the client left before ${host} answered`);
  return refusal(502, `${host} can't be reached: ${code ?? message}`);
}
