import type { Choices } from '../../spec/generated/choices.ts';
import { isObject } from '../../spec/json.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';
import { refuseTogether, toldEach, toldOfTogether } from '../contract/refuse-together.ts';
import { refuseKeys } from '../state/ledger.ts';
import type { World } from '../state/world.ts';
import { turn } from '../time/turns.ts';
import type { BehavedOperation, ServedOperation } from './index.ts';
import { keyedRequest } from './keyed-request.ts';

/**
 * Answers a checked request from the state of its partition.
 *
 * @param first the answer to what is wrong with the request, if anything is: then no work is done
 */
export function perform(
  request: CheckedRequest,
  first: AnyAnswer | undefined,
  operation: BehavedOperation,
  world: World,
): AnyAnswer | Promise<AnyAnswer> {
  const ofScope = world.choices.scopeAndBody === 'scopeFirst' ? operation.refuseScope?.(request) : undefined;
  const refusal =
    ofScope ?? (first && (refuseIdFirst(request, operation, world) ?? withOthers(first, request, operation, world)));
  if (operation.keyed) return performInTime(request, refusal, operation, world);
  return refusal ?? operation.handle(request, world);
}

/** The refusal of an unknown id, where that is looked at before the body, or before what a body says that could be read (SIM-24). */
export function refuseIdFirst(
  request: CheckedRequest,
  { refuseId }: ServedOperation,
  world: World,
): AnyAnswer | undefined {
  const { idAndBody } = world.choices;
  if (!refuseId || idAndBody === 'bodyFirst' || (idAndBody === 'idFirst' && request.body === undefined))
    return undefined;
  return request.violations.every((violation) => violation.in === 'body') ? refuseId(request, world) : undefined;
}

/** The refusal of what is no key, where that is looked at before the credentials (EMAIL-IDEM-25). */
export function refuseKeysFirst(
  { idempotencyKeys }: Pick<CheckedRequest, 'idempotencyKeys'>,
  { keyed }: ServedOperation,
  { credentialsAndKey }: Choices,
): AnyAnswer | undefined {
  const isFirst = keyed && idempotencyKeys.length > 0 && credentialsAndKey === 'keyFirst';
  return isFirst ? refuseKeys(idempotencyKeys) : undefined;
}

/** A refusal of a form, with what else can be said of such a body where a deployment tells each fault (ERR-14). */
function withOthers(
  refusal: AnyAnswer,
  { body }: CheckedRequest,
  { wrongMembers, refuseBeside }: BehavedOperation,
  world: World,
): AnyAnswer {
  const { choices } = world;
  if (choices.faultsTold === 'first' || !isObject(body)) return refusal;
  const ofMembers = toldEach(wrongMembers?.(body, world) ?? [], choices.faultsTold);
  const together = toldOfTogether(choices) === 'first' ? [] : (refuseBeside?.(body, world) ?? []);
  if (ofMembers.length + together.length === 0) return refusal;
  return refuseTogether([refusal, ...ofMembers, ...together], choices);
}

/**
 * Performs a send, which takes its time; one with a key can be held back, one without a key just happens (source document, Idempotency
 * rules; EMAIL-IDEM-1). The key and its record are looked at before the body. Of several requests at once one works, as nothing is
 * awaited before its claim (EMAIL-IDEM-9). A send whose client leaves while it waits is not done, and its key is free again.
 */
async function performInTime(
  request: CheckedRequest,
  refusal: AnyAnswer | undefined,
  operation: BehavedOperation,
  world: World,
): Promise<AnyAnswer> {
  const { ledger, clock, sendHold, settings, choices } = world;
  const { onLeft } = request;
  if (request.idempotencyKeys.length === 0) {
    await clock.wait(settings.processingTime, onLeft);
    if (!refusal) await turnFor(request, operation);
    return refusal ?? operation.handle(request, world);
  }
  if (choices.keyAndBody !== 'keyFirst') {
    const malformed = choices.keyAndBody === 'formFirst' ? refuseKeys(request.idempotencyKeys) : undefined;
    const first = malformed ?? refusal ?? operation.refuseBody?.(request, world);
    if (first) return first;
  }
  const claimed = ledger.claim(keyedRequest(request, operation, choices), settings.ledgerLimit);
  if ('answer' in claimed) return claimed.answer;
  try {
    await clock.wait(settings.processingTime, onLeft);
    await sendHold.pass(onLeft);
    if (!refusal) await turnFor(request, operation);
    const answer = refusal ?? operation.handle(request, world);
    const isBound = {
      free: () => false,
      bound: () => true,
      boundOnceRead: () => !refusal && !operation.refuseBody?.(request, world),
    }[choices.keyAfterRefusal];
    if (answer.status >= 400 && isBound()) ledger.bind(claimed.claim);
    return ledger.settle(claimed.claim, answer);
  } finally {
    ledger.release(claimed.claim);
  }
}

/** Waits for a turn where the work may take long; rejects when nobody waits for it any more. */
async function turnFor({ body, onLeft }: CheckedRequest, { isLong }: BehavedOperation): Promise<void> {
  if (!isLong?.(body)) return;
  let left: Error | undefined;
  onLeft?.((reason) => {
    left = reason;
  });
  await turn();
  if (left) throw left;
}
