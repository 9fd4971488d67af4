import type { Choices } from '../../spec/generated/choices.ts';
import type { Json } from '../../spec/json.ts';
import type { OperationId, RequestBody } from '../../spec/types.ts';
import type { Answer, AnyAnswer, ChosenRefusal, Refusal } from '../contract/answer.ts';
import type { CheckedRequest, OperationRequest, OwnedViolation } from '../contract/check.ts';
import type { RefusalFacts } from '../contract/refusals.ts';
import type { DataChoice } from '../contract/retell/retell.ts';
import type { World } from '../state/world.ts';

/** What is an operation's own besides its work: of bodies of a type, and with answers of one. */
export interface OperationFacts<Body, Answered extends AnyAnswer> extends RefusalFacts {
  /** The refusal of all that comes to its path, where a deployment does not have it. */
  refusePath?: (choices: Choices) => ChosenRefusal | undefined;
  /** The refusal of a body, whatever it refers to; asked for only where a deployment looks at it before the key (EMAIL-IDEM-26). */
  refuseBody?: (request: OperationRequest<Body>, world: World) => Answered | ChosenRefusal | undefined;
  /** The refusal of an id that is unknown; asked for only where a deployment looks at it before the body (SIM-24). */
  refuseId?: (request: OperationRequest<unknown>, world: World) => Answered | undefined;
  /** The refusal of what a body asks for without its scope; asked for only where a deployment looks at that first (EMAIL-SUPP-7). */
  refuseScope?: (request: OperationRequest<unknown>) => Answered | undefined;
  /**
   * What a deployment refuses of single members for which the contract takes anything; asked for beside what breaks the contract, and only
   * where a deployment tells each fault (ERR-14).
   */
  wrongMembers?: (body: Json, world: World) => Iterable<Refusal<number>>;
  /** The same of what members say together. */
  refuseBeside?: (body: Json, world: World) => Refusal<number>[];
  /** What else a deployment refuses of a query, told before the rest. */
  violationsBeside?: (request: CheckedRequest, world: World) => readonly OwnedViolation[];
  /** What an answer takes in memory until it has left, in bytes and about, where a small body may have a large one. */
  answerBytes?: (body: Body) => number;
  /** Whether what a body asks for may take so long that it waits for a turn. */
  isLong?: (body: Body) => boolean;
  refuseViolations?: (violations: readonly OwnedViolation[]) => Answered;
  /** The choice in which member of an answer its data are, where that is open. */
  dataMember?: DataChoice;
  /** The choices what null is in a member of its body for which the contract names none, and what an empty text is (HTTP-15). */
  nulls?: NullChoices;
}

/** An operation with behaviour: what it does, and what is its own about its refusals. */
export interface Operation<Op extends OperationId> extends OperationFacts<RequestBody<Op>, Answer<Op>> {
  /**
   * From a request without violations and the state of its partition to an answer that the contract declares. It waits for nothing, so
   * that nothing comes between look-up and change, and all that it changes is kept together.
   */
  handle(request: OperationRequest<RequestBody<Op>>, world: World): Answer<Op> | ChosenRefusal;
}

/** What null and what an empty text is in a body, by operation. */
export interface NullChoices {
  nulls: 'updateNull' | 'reservationNull' | 'emailNull';
  emptyTexts: 'updateEmptyText' | 'reservationEmptyText' | 'emailEmptyText';
}
