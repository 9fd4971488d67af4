import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Seed } from '../../fixtures/seed.ts';
import { withoutCredentials } from '../../spec/credentials.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../spec/types.ts';
import { beginning } from '../collections/beginning.ts';
import { memorySize } from '../collections/memory.ts';
import type { Origin } from '../contract/answer.ts';
import { DEFAULT_PARTITION, redactCredentials } from '../contract/callers.ts';
import type { Deployed } from '../contract/deployed.ts';
import { notesOn, type Said } from '../contract/notes.ts';
import { type JournalEntry, journalText, type Recorded, readBack, type ShownViolation } from '../state/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { type Scenario, showScenario } from '../state/scenarios.ts';
import type { World } from '../state/world.ts';
import { isoTime } from '../time/times.ts';

/** What is known of an exchange once it was answered: `text` is the answer's body as it was sent. */
interface Answered {
  text: Buffer | string;
  operation: string | null;
  violations: readonly ShownViolation[];
  rules?: readonly RuleId[];
  scenarios?: readonly Scenario[];
  /** The entries of a deployment file that shaped it. */
  entry?: string | undefined;
  origin?: Origin | undefined;
  /** What the journal tells beside the rules. */
  notes?: readonly string[] | undefined;
  /** What the request of an operation said besides its body, and what it was read as: what of it counted for nothing is told as well. */
  said?: Heard | undefined;
  deployed?: Deployed | undefined;
}

/** What a request of an operation said besides its body. */
export type Heard = Pick<Said, 'query' | 'headers'> & { id: OperationId };

/**
 * Writes an exchange into the journal of a partition, and tells whoever listens. Credentials that are not of the fixtures are shortened.
 */
export function recordExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
  { partitions, partition, seed }: { partitions: Partitions; partition: string; seed: Seed },
): void {
  const world = partitions.get(partition);
  const exchange = recorded(request, reply, answered, world, seed.apiKeys);
  world.journal.add(exchange);
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
    rules: [],
    entry: () => ({
      id: randomUUID(),
      at,
      durationMs: 0,
      operation: null,
      request: { method, url: publicly(url), headers: {}, body: '' },
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

/** Scenarios and notes of an entry, each at most. */
const SHOWN = 20;

/**
 * Takes along what an entry needs, without the connection that all of it hangs on. No function comes with it from outside: one that is made
 * where the request is in scope may keep its body in memory as long as the entry.
 */
function recorded(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
  world: World,
  apiKeys: readonly ApiKey[],
): Recorded {
  const { text, operation, violations, rules = [], scenarios = [], entry, origin, notes = [], said } = answered;
  const { id, startedAt } = request.exchange;
  const at = world.clock.now();
  const { method, originalUrl: url, headers } = request;
  const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
  const body = Buffer.isBuffer(request.body) ? journalText(request.body) : '';
  const response = { status: reply.statusCode, body: answerText(text) };
  const sent = reply.getHeaders();
  const met = scenarios.slice(0, SHOWN).map(withoutTimes);
  const noted = notes.slice(0, SHOWN).map(told);
  // Without a connection, inside a test, an answer that was sent is destroyed as well.
  const cut = reply.raw.destroyed && (!reply.raw.writableEnded || request.raw.socket.destroyed === true);
  const broken = violations.map(shortened);
  const reading = said && answered.deployed && new Reading(said, answered.deployed, world);
  return {
    bytes: ENTRY_BYTES + memorySize([url, body, response.body, request.raw.rawHeaders, broken, met, entry, noted]),
    rules,
    entry: () => ({
      id,
      at: isoTime(at),
      durationMs,
      operation,
      request: { method, url: publicly(url), headers: withoutSecrets(texts(headers), apiKeys), body },
      response: { ...response, headers: withoutSecrets(texts(sent), apiKeys) },
      violations: broken,
      rules,
      scenarios: met,
      ...(entry !== undefined && { entry }),
      ...(origin && { origin }),
      notes: [...noted, ...(reading?.notes(body) ?? [])],
      cut,
    }),
  };
}

const references = new WeakMap<Deployed, WeakRef<Deployed>>();

/** One reference for all entries: to make one for each takes time, and each garbage collection looks at all of them. */
function weakly(deployed: Deployed): WeakRef<Deployed> {
  const reference = references.get(deployed) ?? new WeakRef(deployed);
  references.set(deployed, reference);
  return reference;
}

/** What of a request counted for nothing, worked out when somebody looks: it is most of the work, and most entries are never read. */
class Reading {
  /** Not the deployment itself: one weighs as much as thousands of entries, and a partition can be told another one at each call. */
  private readonly deployed: WeakRef<Deployed>;

  constructor(
    private readonly said: Heard,
    deployed: Deployed,
    private readonly world: World,
  ) {
    this.deployed = weakly(deployed);
  }

  /** Nothing once the partition answers as another deployment. */
  notes(body: string): string[] {
    const deployed = this.deployed.deref();
    if (!deployed || deployed.deployment !== this.world.deployed?.deployment) return [];
    const { id, ...said } = this.said;
    return notesOn({ ...said, operation: deployed.operation(id), body: readBack(body) }, deployed);
  }
}

/** Characters that are kept of a sentence or a place: a member's name in them may be as long as a body. */
const TOLD = 1_000;

const told = (text: string): string => beginning(text, TOLD);

function shortened({ at, message, ...violation }: ShownViolation): ShownViolation {
  return { ...violation, ...(at !== undefined && { at: told(at) }), message: told(message) };
}

const harmless = new Set(['idempotency-key', 'www-authenticate']);

/** Headers and parameters with credentials say so in their names; two headers say something else. */
function isSecret(name: string): boolean {
  return /token|key|secret|auth|cookie|passw/i.test(name) && !harmless.has(name.toLowerCase());
}

function withoutSecrets(headers: Record<string, string>, apiKeys: readonly ApiKey[]): Record<string, string> {
  const kept = ([name, value]: [string, string]) => [
    name,
    isSecret(name) ? redactCredentials(value, apiKeys) : publicly(value),
  ];
  return Object.fromEntries(Object.entries(headers).map(kept));
}

/** A text without the user and the password of the addresses in it, and without the credentials in their queries. */
function publicly(text: string): string {
  const anonymous = withoutCredentials(text);
  if (!anonymous.includes('=')) return anonymous;
  let isSecretValue = false;
  const shown = anonymous.split(/(?=[?&#\s])/).map((part) => {
    // A value may have a question mark, and an address with a query of its own.
    if (isSecretValue && part.startsWith('?')) return '';
    const [start, name = ''] = /^[?&]([^=]+)=/.exec(part) ?? [''];
    isSecretValue = isSecret(name);
    return isSecretValue ? `${part.slice(0, start.length + 4)}...` : part;
  });
  return shown.join('');
}

function withoutTimes(scenario: Scenario): JournalEntry['scenarios'][number] {
  const { times: _, ...met } = showScenario(scenario);
  return met;
}

function texts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
