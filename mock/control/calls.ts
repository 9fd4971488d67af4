import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ControlAnswer, ControlBody, ControlId, ControlParameters } from '../../spec/control.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { type Reason, refuse } from '../contract/answer.ts';
import { sendAnswer } from '../http/send.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';

/** The parts of the mock that the control API reads and changes. `basePath` is the prefix of the operations. */
export interface ControlParts {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  basePath: string;
  problem: () => string | undefined;
  /** The deployment that answers instead of the mock. */
  upstream?: string | undefined;
}

/** A call of the control API, checked by its document. */
export interface Call<Id extends ControlId> {
  partition: string;
  world: () => World;
  path: ControlParameters<Id, 'path'>;
  query: ControlParameters<Id, 'query'>;
  body: ControlBody<Id>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Result<Id extends ControlId> = FastifyReply | ControlAnswer<Id>;

/** The handlers of the control API: each returns the body that the document declares, or its reply when it sent the body itself. */
export type Handlers = { [Id in ControlId]: (call: Call<Id>) => Result<Id> | Promise<Result<Id>> };

/** A reason why a control request is refused: a sentence, and the place in the request. */
export type ControlReason = Omit<Reason, 'code'>;

/** A refused control request, thrown by its check or its handler. */
export class RefusedCall extends Error {
  constructor(
    readonly statusCode: 404 | 422,
    readonly reasons: readonly ControlReason[],
  ) {
    super(reasons.map(({ detail }) => detail).join(' '));
  }
}

export function refuseCall(statusCode: 404 | 422, detail: string, pointer?: string): never {
  throw new RefusedCall(statusCode, [{ detail, pointer }]);
}

/** Throws a RefusedCall with at most fifty reasons, if there are any. */
export function refuseFor(reasons: readonly ControlReason[]): void {
  if (reasons.length > 0) throw new RefusedCall(422, reasons.slice(0, 50));
}

/** Refuses a control request in the standard error body, with an error for each reason; of the same sentence, one. */
export function refuseControl(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  ...reasons: readonly ControlReason[]
): FastifyReply {
  const distinct = [...new Map(reasons.map((reason) => [reason.detail, reason])).values()];
  const errors = distinct.flatMap((reason) => refuse(status, { code: '10015', ...reason }).body.errors);
  sendAnswer(request, reply, { status, body: { errors }, rules: [] });
  return reply;
}
