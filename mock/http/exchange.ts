import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Seed } from '../../fixtures/seed.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { memorySize } from '../collections/memory.ts';
import type { AnyAnswer, Origin } from '../contract/answer.ts';
import { DEFAULT_PARTITION, redactCredentials } from '../contract/callers.ts';
import { type JournalEntry, journalText, type Recorded, type ShownViolation } from '../state/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { type Scenario, showScenario } from '../state/scenarios.ts';
import { isoTime } from '../time/times.ts';

declare module 'fastify' {
  interface FastifyRequest {
    exchange: { id: string; startedAt: number };
  }
}

const thisProcess = randomUUID().slice(0, 8);
let exchanges = 0;

/** Marks the beginning of an exchange; its id goes back as `X-Request-Id`. */
export function beginExchange(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  exchanges += 1;
  request.exchange = { id: `${thisProcess}-${exchanges}`, startedAt: performance.now() };
  done();
}

/** How long a client whose connection is to be closed may go on sending what nobody reads, in milliseconds. */
export const LINGER = 5_000;

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

const JSON_TYPE = 'application/json; charset=utf-8';

/** What becomes of an answer on its way: its connection is cut, or only half of its body comes, or slowly. */
export interface Way {
  lost?: boolean;
  half?: boolean;
  /** Waits before each piece of the body; there are as many as `PIECES`. */
  pause?: (() => Promise<void>) | undefined;
}

/** Pieces that a body comes in that takes its time. */
export const PIECES = 10;

/**
 * Sends an answer as JSON (source document, Introduction; HTTP-1); one that is lost is not sent, its connection is cut instead. Gives the
 * body.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: AnyAnswer,
  { lost = false, half = false, pause }: Way = {},
): Buffer | string {
  const { text: whole = JSON.stringify(answer.body) ?? '' } = answer;
  const text = half ? Buffer.from(whole).subarray(0, Buffer.byteLength(whole) / 2) : whole;
  const type = whole.length > 0 && { 'content-type': JSON_TYPE };
  reply.code(answer.status).headers({ ...type, 'x-request-id': request.exchange.id, ...answer.headers });
  if (lost) cutConnection(request, reply);
  else if (pause) reply.header('content-length', Buffer.byteLength(text)).send(Readable.from(inPieces(text, pause)));
  else reply.send(whole.length > 0 ? text : undefined);
  return text;
}

async function* inPieces(text: Buffer | string, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const length = Math.max(1, Math.ceil(bytes.length / PIECES));
  for (let start = 0; start < bytes.length; start += length) {
    await pause();
    yield bytes.subarray(start, start + length);
  }
}

/** Puts an answer in the place of what was about to be sent; gives its body as text. */
export function answerInstead(reply: FastifyReply, { status, body, headers = {} }: AnyAnswer): string {
  reply.code(status).headers(headers).type(JSON_TYPE).removeHeader('content-length');
  return JSON.stringify(body);
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
  text: Buffer | string;
  operation: string | null;
  violations: readonly ShownViolation[];
  rules?: readonly RuleId[];
  scenarios?: readonly Scenario[];
  chosen?: readonly string[] | undefined;
  origin?: Origin | undefined;
  /** What the journal tells beside the rules, worked out when somebody reads it from the body of the request as the journal has it. */
  notes?: (body: string) => readonly string[];
}

/**
 * Writes an exchange into the journal of a partition, and tells whoever listens. Credentials that are not of the fixtures are shortened.
 */
export function recordExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
  { partitions, partition, seed }: { partitions: Partitions; partition: string; seed: Seed },
): void {
  const { journal, clock } = partitions.get(partition);
  const exchange = recorded(request, reply, answered, clock.now(), seed.apiKeys);
  journal.add(exchange);
  partitions.events.emit(partition, { type: 'request', exchange });
}

/** Writes into the journal of the default partition what could not be read as a request: nobody knows whose it was. */
export function recordBroken(
  partitions: Partitions,
  { method, url }: { method: string; url: string },
  status: number,
  text: string,
): void {
  const { journal, clock } = partitions.get(DEFAULT_PARTITION);
  const at = isoTime(clock.now());
  const exchange: Recorded = {
    bytes: ENTRY_BYTES + url.length,
    entry: () => ({
      id: randomUUID(),
      at,
      durationMs: 0,
      operation: null,
      request: { method, url: withoutUserInfo(url), headers: {}, body: '' },
      response: { status, headers: {}, body: text },
      violations: [],
      rules: [],
      scenarios: [],
      notes: ['What came was no HTTP request that could be read, so that its headers are not known.'],
      cut: false,
    }),
  };
  journal.add(exchange);
  partitions.events.emit(DEFAULT_PARTITION, { type: 'request', exchange });
}

/** Answers that are sent again and again are bytes, made once; so is their text. */
const answerTexts = new WeakMap<Buffer, string>();

function answerText(sent: Buffer | string): string {
  if (typeof sent === 'string') return journalText(sent);
  const known = answerTexts.get(sent);
  if (known !== undefined) return known;
  const text = journalText(sent);
  answerTexts.set(sent, text);
  return text;
}

/** What an entry keeps besides what the client sent and the answer's body, about. */
const ENTRY_BYTES = 1_000;

/** Takes along what an entry needs, without the connection that all of it hangs on. */
function recorded(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, operation, violations, rules = [], scenarios = [], chosen, origin, notes = () => [] }: Answered,
  at: number,
  apiKeys: readonly ApiKey[],
): Recorded {
  const { id, startedAt } = request.exchange;
  const { method, originalUrl: url, headers } = request;
  const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
  const body = Buffer.isBuffer(request.body) ? journalText(request.body) : '';
  const response = { status: reply.statusCode, body: answerText(text) };
  const sent = reply.getHeaders();
  const met = scenarios.map(withoutTimes);
  const cut = reply.raw.destroyed;
  return {
    bytes: ENTRY_BYTES + memorySize(request.raw.rawHeaders) + url.length + body.length + response.body.length,
    entry: () => ({
      id,
      at: isoTime(at),
      durationMs,
      operation,
      request: { method, url: withoutUserInfo(url), headers: withoutSecrets(texts(headers), apiKeys), body },
      response: { ...response, headers: withoutSecrets(texts(sent), apiKeys) },
      violations,
      rules,
      scenarios: met,
      ...(chosen && { chosen }),
      ...(origin && { origin }),
      notes: [...notes(body)],
      cut,
    }),
  };
}

/** Headers with credentials say so in their names; these two say something else. */
const SECRET = /token|key|secret|auth|cookie|passw/i;
const harmless = new Set(['idempotency-key', 'www-authenticate']);

function withoutSecrets(headers: Record<string, string>, apiKeys: readonly ApiKey[]): Record<string, string> {
  const isSecret = (name: string) => SECRET.test(name) && !harmless.has(name);
  const kept = ([name, value]: [string, string]) => [
    name,
    isSecret(name) ? redactCredentials(value, apiKeys) : withoutUserInfo(value),
  ];
  return Object.fromEntries(Object.entries(headers).map(kept));
}

/** A text without the user and the password of the addresses in it. */
function withoutUserInfo(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^\s/?#]*@/g, '://…@') : text;
}

function withoutTimes(scenario: Scenario): JournalEntry['scenarios'][number] {
  const { times: _, ...met } = showScenario(scenario);
  return met;
}

function texts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
