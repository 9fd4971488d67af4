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

/** The facts of an exchange that its answer does not have. */
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

  /** The partition of a request, whether or not its credentials are valid: a client with a mistyped key looks into its own journal. */
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
    const partition = this.partitionOf(request);
    const { journal, clock } = this.partitions.get(partition);
    const answered = {
      ...answer.journal,
      text,
      operation: operation?.spec.id ?? null,
      violations: violations.map(shownViolation),
      rules: operation ? decidingRules(answer, operation) : answer.rules,
      scenarios: scenarios.map(withoutTimes),
      notes: [...(answer.journal?.notes ?? []), ...hints],
    };
    const exchange = journalEntry(request, reply, answered, { at: clock.now(), apiKeys: this.seed.apiKeys });
    journal.add(exchange);
    this.partitions.events.emit(partition, { type: 'request', exchange });
    return reply;
  }
}

function withoutTimes(scenario: Scenario) {
  const { times: _, ...shown } = showScenario(scenario);
  return shown;
}
