import type { OperationId, RequestBody } from '../../spec/types.ts';
import type { Answer, ChosenRefusal, RefusalFacts } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/check.ts';
import type { World } from '../state/world.ts';

export interface Operation<Op extends OperationId> extends RefusalFacts<Answer<Op>> {
  /** Answers a request without violations, synchronously: nothing happens between look-up and change. */
  handle(request: OperationRequest<RequestBody<Op>>, world: World): Answer<Op> | ChosenRefusal;
}
