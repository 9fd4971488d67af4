import type { OperationSpec } from '../spec/document.ts';
import type { AnyAnswer } from './answer.ts';
import { operations } from './operations/index.ts';
import { refuseFaults } from './refusals.ts';
import type { CheckedRequest, OperationRequest } from './request.ts';
import type { World } from './world.ts';

type AnyOperation = (request: OperationRequest<unknown>, world: World) => AnyAnswer;

/** Whether the operation, or the one it is an alias of, has behaviour. */
export function hasBehaviour(operation: OperationSpec): boolean {
  return handlerOf(operation) !== undefined;
}

/**
 * Answers a checked request from the state of its partition. Where the contract declares an idempotency key, the key's
 * record is looked at before the body.
 */
export async function dispatch(request: CheckedRequest, world: World): Promise<AnyAnswer> {
  const { operation, caller, method, path, rawBody } = request;
  if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) return perform(request, world);
  const keyed = {
    account: caller.account,
    method,
    path,
    keys: request.idempotencyKeys,
    body: rawBody,
    partition: caller.partition,
  };
  return world.ledger.once(keyed, world.settings.ledgerLimit, async () => {
    await world.clock.wait(world.settings.processingTime);
    if (request.idempotencyKeys.length > 0) await world.gate.pass();
    return perform(request, world);
  });
}

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
