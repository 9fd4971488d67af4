import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../fixtures/seed.ts';
import { type AnyAnswer, listDecidingRules } from '../contract/answer.ts';
import { type Caller, createAuthenticator, guessPartition } from '../contract/callers.ts';
import type { OwnedViolation } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import { createEntry, toJournalText } from '../journal/journal.ts';
import { SMALL_BYTES } from '../limits.ts';
import type { ServedOperation } from '../operations/index.ts';
import type { Scenario } from '../state/scenarios.ts';
import { summarizeViolation } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    operation?: ServedOperation;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

type Pause = (() => Promise<void>) | undefined;

export const PIECES = 10;

/** Sends an answer as JSON (source document, Introduction; HTTP-1). Returns its body as the journal shows it. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: AnyAnswer,
  { lost = false, half = false, pause }: { lost?: boolean; half?: boolean; pause?: Pause } = {},
): string {
  const { payload, shown } = serialize(body);
  reply.code(status).header('x-request-id', request.id);
  if (payload.length > 0) reply.header('content-type', JSON_TYPE);
  if (headers) reply.headers(headers);
  if (lost) {
    cutConnection(request, reply);
    return shown;
  }
  if (!half && !pause) {
    reply.send(payload.length > 0 ? payload : undefined);
    return shown;
  }
  const whole = Buffer.from(payload);
  const bytes = half ? whole.subarray(0, whole.length / 2) : whole;
  if (pause) reply.header('content-length', bytes.length).send(Readable.from(yieldPieces(bytes, pause)));
  else reply.send(bytes);
  return half ? toJournalText(bytes) : shown;
}

/** Small frozen bodies, such as pages of a list, are serialized once. */
const serializedBodies = new WeakMap<object, { payload: Buffer | string; shown: string }>();

function serialize(body: unknown) {
  const before = serializedBodies.get(body as object);
  if (before) return before;
  const payload = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const serialized = { payload, shown: toJournalText(payload) };
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body) || payload.length > SMALL_BYTES)
    return serialized;
  serializedBodies.set(body, { ...serialized, payload: Buffer.from(payload) });
  return serialized;
}

async function* yieldPieces(bytes: Buffer, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const length = Math.ceil(bytes.length / PIECES);
  for (let start = 0; start < bytes.length; start += length) {
    try {
      await pause();
    } catch {
      // The client has left.
      return;
    }
    yield bytes.subarray(start, start + length);
  }
}

export function replaceAnswer(reply: FastifyReply, { status, body, headers = {} }: AnyAnswer): string {
  reply.code(status).headers(headers).type(JSON_TYPE).removeHeader('content-length');
  return JSON.stringify(body);
}

const twoLengths = { 'Content-Length': ['1', '2'] };

function cutConnection({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  // A browser repeats a request when a reused connection ends without an answer, hiding the loss. It rejects two lengths.
  const isBrowser = (headers.origin ?? headers['sec-fetch-mode']) !== undefined;
  // A call inside the process has no socket and rejects anyway.
  if (isBrowser && raw.socket instanceof Socket) reply.raw.writeHead(reply.statusCode, twoLengths).flushHeaders();
  reply.raw.destroy();
}

interface About {
  scenarios?: readonly Scenario[];
  pause?: Pause;
  violations?: readonly OwnedViolation[];
  hints?: readonly string[];
}

export class Sender {
  readonly authenticate: ReturnType<typeof createAuthenticator>;

  constructor(
    private readonly apiKeys: readonly ApiKey[],
    private readonly contract: Deployed,
  ) {
    this.authenticate = createAuthenticator(apiKeys);
  }

  /** The partition of a request: a client with a mistyped key finds it in its own journal. */
  findPartition({ caller, headers: { authorization } }: FastifyRequest): string {
    const { partition } = caller ?? this.authenticate(authorization) ?? {};
    return partition ?? guessPartition(authorization, this.apiKeys);
  }

  /** Sends a refusal that precedes the check of the request, in the form of the partition's deployment. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: AnyAnswer,
    operation = request.routeOptions.config.operation,
  ): FastifyReply {
    const { world, id, url } = request;
    const { reshape } = world?.deployed ?? this.contract;
    const target = { id, path: url.split('?', 1)[0] ?? '' };
    return this.send(request, reply, reshape(refusal, operation, target, world?.clock.now() ?? Date.now()));
  }

  send(request: FastifyRequest, reply: FastifyReply, answer: AnyAnswer, about: About = {}): FastifyReply {
    const { scenarios = [], violations = [], hints = [], pause } = about;
    const { operation } = request.routeOptions.config;
    const text = sendAnswer(request, reply, answer, {
      lost: scenarios.some(({ drop }) => drop),
      half: scenarios.some(({ half }) => half),
      pause,
    });
    const answered = {
      ...answer.journal,
      text,
      operation: operation?.spec.id ?? null,
      violations: violations.map(summarizeViolation),
      rules: operation ? listDecidingRules(answer, operation) : answer.rules,
      scenarios: scenarios.map(({ times: _, ...scenario }) => scenario),
      notes: [...(answer.journal?.notes ?? []), ...hints],
    };
    const { world } = request;
    world?.record(createEntry(request, reply, answered, { at: world.clock.now(), apiKeys: this.apiKeys }));
    return reply;
  }
}
