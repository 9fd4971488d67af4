import type { AnyAnswer } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';
import { refuseViolations } from '../contract/refusals.ts';
import type { World } from '../state/world.ts';
import type { ServedOperation } from './index.ts';
import { keyedRequest } from './keyed-request.ts';

/** Answers a checked request from the state of its partition. What is wrong with it is told before any work is done. */
export function perform(
  request: CheckedRequest,
  operation: ServedOperation,
  world: World,
): AnyAnswer | Promise<AnyAnswer> {
  return operation.keyed ? performInTime(request, operation, world) : work(request, operation, world);
}

/**
 * Performs a send, which takes its time; one with a key can be held back, one without a key just happens (source document, Idempotency
 * rules; EMAIL-IDEM-1). The key and its record are looked at before the body. Of several requests at once one works, as nothing is
 * awaited before its claim (EMAIL-IDEM-9). A send whose client leaves while it waits is not done, and its key is free again.
 */
async function performInTime(request: CheckedRequest, operation: ServedOperation, world: World): Promise<AnyAnswer> {
  const { ledger, clock, sendHold, settings, choices } = world;
  const { onLeft } = request;
  if (request.idempotencyKeys.length === 0) {
    await clock.wait(settings.processingTime, onLeft);
    return work(request, operation, world);
  }
  const refusal = choices.keyAndBody === 'bodyFirst' ? refuseViolations(request, operation) : undefined;
  if (refusal) return refusal;
  const claimed = ledger.claim(keyedRequest(request, operation, choices), settings.ledgerLimit);
  if ('answer' in claimed) return claimed.answer;
  try {
    await clock.wait(settings.processingTime, onLeft);
    await sendHold.pass(onLeft);
    const answer = work(request, operation, world);
    if (answer.status >= 400 && choices.keyAfterRefusal === 'bound') ledger.bind(claimed.claim);
    return ledger.settle(claimed.claim, answer);
  } finally {
    ledger.release(claimed.claim);
  }
}

function work(request: CheckedRequest, operation: ServedOperation, world: World): AnyAnswer {
  const refusal = refuseViolations(request, operation);
  if (refusal) return refusal;
  if (!operation.handle) throw new Error(`${operation.spec.id} has no behaviour`);
  return operation.handle(request, world);
}
