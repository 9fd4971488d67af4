import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { type Caller, createAuthenticator, partitionMeant } from '../contract/callers.ts';
import type { OwnedViolation } from '../contract/check.ts';
import { decidingRules } from '../contract/refusal.ts';
import { journalEntry } from '../journal/entry.ts';
import type { ServedOperation } from '../operations/index.ts';
import type { Partitions } from '../state/partitions.ts';
import { type Scenario, showScenario } from '../state/scenarios.ts';
import { sendAnswer } from './exchange.ts';
import { shownViolation } from './incoming.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    operation?: ServedOperation;
  }
}

/** Facts of an exchange in addition to its answer. */
interface About {
  scenarios?: readonly Scenario[];
  /** Waits before each piece of an answer that is sent slowly. */
  pause?: (() => Promise<void>) | undefined;
  violations?: readonly OwnedViolation[];
  hints?: readonly string[];
}

/** Sends answers and writes each exchange into the journal of its partition. */
export class Sender {
  /** Finds the caller of an Authorization header. */
  readonly authenticate: ReturnType<typeof createAuthenticator>;

  constructor(
    private readonly partitions: Partitions,
    private readonly seed: Seed,
  ) {
    this.authenticate = createAuthenticator(seed.apiKeys);
  }

  /** The partition of a request: a client with a mistyped key finds it in its own journal. */
  partitionOf({ caller, headers: { authorization } }: FastifyRequest): string {
    const { partition } = caller ?? this.authenticate(authorization) ?? {};
    return partition ?? partitionMeant(authorization, this.seed.apiKeys);
  }

  /** Sends an answer under the effects of its scenarios, and records the exchange. Returns the reply. */
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
      violations: violations.map(shownViolation),
      rules: operation ? decidingRules(answer, operation) : answer.rules,
      scenarios: scenarios.map(({ times: _, ...scenario }) => showScenario(scenario)),
      notes: [...(answer.journal?.notes ?? []), ...hints],
    };
    const partition = this.partitionOf(request);
    const at = this.partitions.get(partition).clock.now();
    this.partitions.record(partition, journalEntry(request, reply, answered, { at, apiKeys: this.seed.apiKeys }));
    return reply;
  }
}
