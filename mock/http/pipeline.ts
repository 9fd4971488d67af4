// mock/http/: the way of a request. `pipeline.ts` shows its order from top to bottom.
import { STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContractDocument } from '../../spec/document.ts';
import { parseDuration } from '../../spec/duration.ts';
import { printFailure } from '../../spec/print.ts';
import {
  type AnyAnswer,
  addDetails,
  addNotes,
  answerFailure,
  refuse,
  refuseForMemory,
  refuseLarge,
  refuseUnstored,
  refuseViolations,
  setOrigin,
} from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import { type CheckedRequest, checkRequest } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import { findHints } from '../contract/hints.ts';
import { findDocumentedAnswer, parsePreference, UnmetPreference } from '../contract/prism.ts';
import { tryParseJson } from '../journal/journal.ts';
import { EXPLAINED_BYTES, SMALL_BYTES } from '../limits.ts';
import type { ServedOperation } from '../operations/index.ts';
import type { Partitions } from '../state/partitions.ts';
import { parseRange, type Scenario } from '../state/scenarios.ts';
import type { World } from '../state/world.ts';
import { identifyRequest, readRequest } from './request.ts';
import { PIECES, type Sender } from './send.ts';

export interface PipelineParts {
  contract: Deployed;
  partitions: Partitions;
  sender: Sender;
}

/** Answers a request whose body has arrived. Limits, CORS (hooks.ts) and authentication (routes.ts) come before the body. */
export async function answerRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: ServedOperation,
  { contract, partitions, sender }: PipelineParts,
): Promise<FastifyReply> {
  const { spec } = operation;
  const caller = request.caller as Caller;
  // Large bodies are answered one by one: together they would fill the memory, and delay further requests.
  if (!Buffer.isBuffer(request.body) || request.body.length <= SMALL_BYTES) await endOfTurn();
  const clientSignal = watchClient(reply);

  // Due events come first: mail, and the end of holds and keys.
  const world = partitions.get(caller.partition);
  world.advance();

  // The request, read and checked against the contract as the partition's deployment has it.
  const deployed = world.deployed ?? contract;
  const read = readRequest(request, deployed, spec.id, caller);
  const { bodyLimit } = deployed.choices;
  if (read.rawBody.length > bodyLimit) return sender.refuse(request, reply, refuseLarge(operation, bodyLimit));
  const checked = checkRequest(read, deployed);
  const hints = collectHints(checked, checked.body, deployed.document);
  const isUnreadable = checked.body === undefined && read.rawBody.length > 0;
  const scenarios = world.scenarios.take(spec.id, world.clock.now());

  // The answer as the contract has it, then as the deployment has it, valid for its document.
  const decided = await decide(checked, operation, world, { contract, partitions, scenarios, clientSignal }).catch(
    (error) => explainFailure(error, operation),
  );
  const shaped = deployed.reshape(addHints(decided, hints), operation, checked, world.clock.now());
  const answer = typeof shaped.body === 'string' ? shaped : deployed.check.ensureValid(spec, shaped);

  // Nothing is acknowledged before it is stored.
  const stored = await partitions.commit().then(() => answer, refuseUnstored);
  return sender.send(request, reply, stored, {
    scenarios,
    violations: checked.violations,
    hints: isUnreadable ? collectHints(checked, tryParseJson(read.rawBody.toString()), deployed.document) : hints,
    pause: createPause(scenarios, world, clientSignal),
  });
}

interface Deciding extends Pick<PipelineParts, 'contract' | 'partitions'> {
  scenarios: readonly Scenario[];
  clientSignal: () => AbortSignal;
}

/**
 * Decides the answer: on demand a scenario's or a documented one, else the stored one of the key, a refusal or the operation's.
 * The key precedes the body's violations (source document, Idempotency rules; EMAIL-IDEM-1, EMAIL-IDEM-9). Nothing is awaited
 * before its claim, so only one of several requests with a key works. Rejects with a ClientLeft and frees the key.
 */
async function decide(
  checked: CheckedRequest,
  operation: ServedOperation,
  world: World,
  { contract, partitions, scenarios, clientSignal }: Deciding,
): Promise<AnyAnswer> {
  const { spec } = operation;
  const { document, check } = contract;
  const choices = world.choices;

  const delay = parseRange(scenarios.find((scenario) => scenario.delay)?.delay);
  if (delay) await world.clock.wait(delay.from + Math.random() * (delay.to - delay.from), clientSignal());
  const gateway = scenarios.find((scenario) => scenario.gateway)?.gateway;
  if (gateway) return createGatewayPage(gateway);
  const demanded = findDemandedAnswer(scenarios);
  if (demanded) {
    const { status: code, example: exampleKey, retryAfter } = demanded;
    const preference = { code, dynamic: false, ...(exampleKey !== undefined && { exampleKey }) };
    const example = await findDocumentedAnswer(document, spec, check, preference, world.deployed?.document);
    const found = setOrigin('scenario', example);
    if (retryAfter === undefined) return found;
    return { ...found, headers: { ...found.headers, 'retry-after': String(retryAfter) } };
  }

  const { prefer } = checked.headers;
  const preference = prefer === undefined ? undefined : parsePreference(prefer);
  const refusal = refuseViolations(checked, operation, choices);
  if (preference || !operation.handle) {
    // The document's first example of a refusal would be about something else.
    if (refusal) return refusal;
    const found = await findDocumentedAnswer(document, spec, check, preference, world.deployed?.document);
    return preference ? setOrigin('prefer', found) : found;
  }

  const hasKey = checked.idempotencyKeys.length > 0;
  const claimed = hasKey
    ? world.ledger.claim(identifyRequest(checked, choices), world.settings.ledgerLimit)
    : undefined;
  if (claimed && 'answer' in claimed) return noteIgnoredPrefer(prefer, claimed.answer);
  try {
    const processingTime = parseDuration(world.settings.processingTime) ?? 0;
    if (operation.keyed && processingTime > 0) await world.clock.wait(processingTime, clientSignal());
    if (claimed && world.sendHold.state.holding) await world.sendHold.waitForRelease(clientSignal());
    const isFull = checked.method !== 'GET' && partitions.isFull;
    const answer = refusal ?? (isFull ? refuseForMemory() : operation.handle(checked, world));
    if (claimed) world.ledger.settle(claimed.claim, answer);
    return noteIgnoredPrefer(prefer, answer);
  } finally {
    if (claimed) world.ledger.release(claimed.claim);
  }
}

let turn: Promise<void> | undefined;

/** Ends with the current turn of the event loop. Requests that are read, checked and answered together take half the time. */
function endOfTurn(): Promise<void> {
  turn ??= setImmediate().then(() => {
    turn = undefined;
  });
  return turn;
}

class ClientLeft extends Error {
  override message = 'The client left before its request was answered.';
}

/** The signal that ends a wait when the client leaves, made at its first use: most requests don't wait. */
function watchClient({ raw }: FastifyReply): () => AbortSignal {
  let controller: AbortController | undefined;
  const leave = () => {
    if (!raw.writableFinished) controller?.abort(new ClientLeft());
  };
  return () => {
    if (controller) return controller.signal;
    controller = new AbortController();
    if (raw.closed) leave();
    else raw.once('close', leave);
    return controller.signal;
  };
}

function findDemandedAnswer(scenarios: readonly Scenario[]): Scenario['answer'] {
  if (scenarios.some(({ perSecond }) => perSecond)) return { status: 429, retryAfter: 1 };
  return scenarios.find(({ answer }) => answer)?.answer;
}

function createGatewayPage(status: 502 | 503 | 504): AnyAnswer {
  const title = `${status} ${STATUS_CODES[status]}`;
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return setOrigin('scenario', { status, body, rules: [], headers: { 'content-type': 'text/html' } });
}

function noteIgnoredPrefer(prefer: string | undefined, answer: AnyAnswer): AnyAnswer {
  if (prefer === undefined) return answer;
  return addNotes(answer, 'The Prefer header has none of the known preferences: code=, example= or dynamic=true.');
}

function explainFailure(error: unknown, { code, spec }: ServedOperation): AnyAnswer {
  if (error instanceof ClientLeft) return refuse(503, { code: '10007', detail: error.message });
  if (!(error instanceof UnmetPreference)) {
    printFailure(`mock: ${spec.id} failed:`, error);
    return answerFailure();
  }
  return refuse(400, { code, detail: error.message });
}

function collectHints(
  { operation, query, headers, rawBody }: CheckedRequest,
  body: unknown,
  document: ContractDocument,
): string[] {
  const isSearched = rawBody.length > 0 && rawBody.length <= EXPLAINED_BYTES;
  return findHints({ operation, query: Object.keys(query), headers, body: isSearched ? body : undefined }, document);
}

/** A refusal whose detail names the ignored parts of its request: a part may be the cause. A requested refusal stays unchanged. */
function addHints(answer: AnyAnswer, hints: readonly string[]): AnyAnswer {
  if (answer.status < 400 || answer.status >= 500 || answer.journal?.origin) return answer;
  return addDetails(answer, hints);
}

function createPause(
  scenarios: readonly Scenario[],
  { clock }: World,
  clientSignal: () => AbortSignal,
): (() => Promise<void>) | undefined {
  const length = parseDuration(scenarios.find(({ dribble }) => dribble)?.dribble);
  if (length === undefined) return undefined;
  // A moved clock ends all pauses that it has passed.
  let due = clock.now();
  return () => {
    due += length / PIECES;
    return clock.wait(due - clock.now(), clientSignal());
  };
}
