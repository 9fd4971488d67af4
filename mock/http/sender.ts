import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { type Caller, createAuthenticator, partitionMeant } from '../contract/callers.ts';
import type { OwnedViolation } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import { decidingRules } from '../contract/refusals.ts';
import type { ServedOperation } from '../operations/index.ts';
import type { Partitions } from '../state/partitions.ts';
import type { Scenario } from '../state/scenarios.ts';
import { sendAnswer } from './exchange.ts';
import { shownViolation } from './incoming.ts';
import { type Heard, recordExchange } from './record.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    operation?: ServedOperation;
  }
}

/** What is known of an exchange besides its answer. */
interface About {
  scenarios?: readonly Scenario[];
  /** Waits before each piece of an answer that takes its time. */
  pause?: (() => Promise<void>) | undefined;
  violations?: readonly OwnedViolation[];
  /** What the request of an operation said besides its body, and what it was read as. */
  said?: Heard;
  deployed?: Deployed;
}

/** Sends answers and writes each exchange into the journal of whoever asked. */
export class Sender {
  /** Finds the caller behind an Authorization header. */
  readonly authenticate: ReturnType<typeof createAuthenticator>;

  constructor(
    private readonly partitions: Partitions,
    private readonly seed: Seed,
  ) {
    this.authenticate = createAuthenticator(seed.apiKeys);
  }

  /** The partition that a request belongs to, whether or not its credentials are good: whoever mistypes looks into their own journal. */
  partitionOf({
    caller,
    headers: { authorization },
  }: Pick<FastifyRequest, 'headers'> & { caller?: Caller | undefined }): string {
    const { partition } = caller ?? this.authenticate(authorization) ?? {};
    return partition ?? partitionMeant(authorization, this.seed.apiKeys);
  }

  /** Sends an answer, with what its scenarios make of it, and writes the exchange into the journal of whoever asked. Gives the reply back. */
  send(request: FastifyRequest, reply: FastifyReply, answer: AnyAnswer, about: About = {}): FastifyReply {
    const { scenarios = [], violations = [], said, deployed, pause } = about;
    const text = sendAnswer(request, reply, answer, {
      lost: scenarios.some(({ drop }) => drop),
      half: scenarios.some(({ half }) => half),
      pause,
    });
    const { operation } = request.routeOptions.config;
    const { entry, origin, notes } = answer;
    const answered = {
      text,
      operation: operation?.spec.id ?? null,
      violations: violations.map(shownViolation),
      rules: operation ? decidingRules(answer, operation) : answer.rules,
      scenarios,
      entry,
      origin,
      notes,
      said,
      deployed,
    };
    const partition = this.partitionOf(request);
    recordExchange(request, reply, answered, { partitions: this.partitions, partition, seed: this.seed });
    return reply;
  }
}
