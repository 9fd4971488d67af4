import type { AnyAnswer } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';
import type { World } from '../state/world.ts';
import { turn } from '../time/turns.ts';
import type { BehavedOperation } from './index.ts';
import { keyedRequest } from './keyed-request.ts';

/**
 * Answers a checked request from the state of its partition.
 *
 * @param refusal the answer to violations of the contract, if there are any: then nothing is done
 */
export function perform(
  request: CheckedRequest,
  refusal: AnyAnswer | undefined,
  operation: BehavedOperation,
  world: World,
): AnyAnswer | Promise<AnyAnswer> {
  if (operation.keyed) return performInTime(request, refusal, operation, world);
  return refusal ?? operation.handle(request, world);
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
  const claimed = ledger.claim(keyedRequest(request, operation, choices), settings.ledgerLimit);
  if ('answer' in claimed) return claimed.answer;
  try {
    await clock.wait(settings.processingTime, onLeft);
    await sendHold.pass(onLeft);
    if (!refusal) await turnFor(request, operation);
    const answer = refusal ?? operation.handle(request, world);
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
