import type { OperationId, RequestBody } from '../../spec/types.ts';
import type { Answer, AnyAnswer, ChosenRefusal } from '../contract/answer.ts';
import type { OperationRequest, OwnedViolation } from '../contract/check.ts';
import type { RefusalFacts } from '../contract/refusal.ts';
import type { World } from '../state/world.ts';

/** What is specific to an operation apart from its work. */
export interface OperationFacts<Answered extends AnyAnswer> extends RefusalFacts {
  refuseViolations?: (violations: readonly OwnedViolation[]) => Answered;
}

/** An operation with behaviour: what it does, and what is its own about its refusals. */
export interface Operation<Op extends OperationId> extends OperationFacts<Answer<Op>> {
  /**
   * From a request without violations and the state of its partition to an answer that the contract declares. It waits for nothing, so
   * that nothing comes between look-up and change, and all that it changes is kept together.
   */
  handle(request: OperationRequest<RequestBody<Op>>, world: World): Answer<Op> | ChosenRefusal;
}
