import type { OperationId, RequestBody } from '../../spec/types.ts';
import type { Answer } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/check.ts';
import type { World } from '../state/world.ts';

/**
 * What an operation does: from a request without faults and the state of its partition to an answer that the contract
 * declares. It waits for nothing, so that all it changes is kept together.
 */
export type Operation<Op extends OperationId> = (
  request: OperationRequest<RequestBody<Op>>,
  world: World,
) => Answer<Op>;
