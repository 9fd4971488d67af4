import type { OperationSpec, ParameterSpec } from '../../spec/document.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import type { CheckedRequest, OperationRequest } from '../contract/check.ts';
import { refuseFaults } from '../contract/refusals.ts';
import type { World } from '../state/world.ts';
import { operations } from './index.ts';

type AnyOperation = (request: OperationRequest<unknown>, world: World) => AnyAnswer;

/** Whether the operation, or the one it is an alias of, has behaviour. */
export function hasBehaviour(operation: OperationSpec): boolean {
  return handlerOf(operation) !== undefined;
}

/**
 * Answers a checked request from the state of its partition. Where the contract declares an idempotency key, the key's
 * record is looked at before the body.
 */
export function dispatch(request: CheckedRequest, world: World): AnyAnswer | Promise<AnyAnswer> {
  const { operation, caller, method, path, idempotencyKeys: keys, rawBody: body } = request;
  if (!operation.parameters.some(isIdempotencyKey)) return perform(request, world);
  const { account, partition } = caller;
  const keyed = { account, method, path, keys, body, partition };
  return world.ledger.once(keyed, world.settings.ledgerLimit, () => performInTime(request, world));
}

/** Performs a send, which takes its time; one with a key can be held back. */
async function performInTime(request: CheckedRequest, world: World): Promise<AnyAnswer> {
  const { clock, sendHold, settings } = world;
  await clock.wait(settings.processingTime);
  if (request.idempotencyKeys.length > 0) await sendHold.pass();
  return perform(request, world);
}

const isIdempotencyKey = ({ name }: ParameterSpec): boolean => name === 'Idempotency-Key';

function perform(request: CheckedRequest, world: World): AnyAnswer {
  const refusal = refuseFaults(request);
  if (refusal) return refusal;
  const handler = handlerOf(request.operation);
  if (!handler) throw new Error(`${request.operation.id} has no behaviour`);
  return handler(request, world);
}

// The table guarantees that a handler fits its operation; the compiler can't see that through a look-up by id.
function handlerOf({ id, aliasOf }: OperationSpec): AnyOperation | undefined {
  return operations[aliasOf ?? id] as AnyOperation | undefined;
}
