import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Seed } from '../../fixtures/seed.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { AnyAnswer } from '../answer.ts';
import { redactAuthorization } from '../callers.ts';
import { type Finding, type JournalEntry, journalText } from '../journal.ts';
import type { Partitions } from '../partitions.ts';
import { type Scenario, showScenario } from '../scenarios.ts';
import { isoTime } from '../times.ts';

declare module 'fastify' {
  interface FastifyRequest {
    exchange: { id: string; startedAt: number };
  }
}

/** Marks the beginning of an exchange; its id goes back as `X-Request-Id`. */
export function beginExchange(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.exchange = { id: randomUUID(), startedAt: performance.now() };
  done();
}

/** How long a client that wants its connection closed may go on sending what nobody reads, in milliseconds. */
const LINGER = 5_000;

/** Before an answer that closes the connection, reads away the rest of the request: else the client that still sends loses the answer. */
export function readAway(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (raw.complete || reply.raw.shouldKeepAlive) {
    done(null, payload);
    return;
  }
  const timer = setTimeout(() => raw.destroy(), LINGER).unref();
  raw.once('close', () => {
    clearTimeout(timer);
    done(null, payload);
  });
  raw.resume();
}

/** Sends an answer as JSON; one that is lost is not sent, its connection is cut instead. Gives the body. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: AnyAnswer,
  { lost = false }: { lost?: boolean } = {},
): string {
  const text = JSON.stringify(answer.body);
  reply
    .code(answer.status)
    .headers({ 'x-request-id': request.exchange.id, ...answer.headers })
    .type('application/json; charset=utf-8');
  if (lost) cutConnection(request, reply);
  else reply.send(text);
  return text;
}

/** Cuts a connection before the answer. */
function cutConnection({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  // A browser repeats by itself what it sent on a kept connection that ends without a word, and the page sees no loss.
  if (headers.origin ?? headers['sec-fetch-mode']) reply.raw.writeProcessing();
  reply.raw.destroy();
}

/** What is known of an exchange once it was answered: `text` is the answer's body as it was sent. */
export interface Answered {
  text: string;
  operation: string | null;
  findings: readonly Finding[];
  rules?: readonly RuleId[];
  scenarios?: readonly Scenario[];
}

/** Writes an exchange into the journal of a partition, and tells whoever listens. Keys that are not of the fixtures are shortened. */
export function recordExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
  { partitions, partition, seed }: { partitions: Partitions; partition: string; seed: Seed },
): void {
  const { journal, clock } = partitions.get(partition);
  const entry = journalEntry(request, reply, answered, clock.now(), seed.apiKeys);
  journal.add(entry);
  partitions.feed.tell(partition, { type: 'request', entry });
}

function journalEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, operation, findings, rules = [], scenarios = [] }: Answered,
  at: number,
  apiKeys: readonly ApiKey[],
): JournalEntry {
  const headers = texts(request.headers);
  if (headers.authorization !== undefined) headers.authorization = redactAuthorization(headers.authorization, apiKeys);
  return {
    id: request.exchange.id,
    at: isoTime(at),
    durationMs: Math.round((performance.now() - request.exchange.startedAt) * 100) / 100,
    operation,
    request: {
      method: request.method,
      url: request.originalUrl,
      headers,
      body: Buffer.isBuffer(request.body) ? journalText(request.body) : '',
    },
    response: { status: reply.statusCode, headers: texts(reply.getHeaders()), body: journalText(text) },
    findings,
    rules,
    scenarios: scenarios.map((scenario) => {
      const { times: _, ...met } = showScenario(scenario);
      return met;
    }),
    cut: reply.raw.destroyed,
  };
}

function texts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
