import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ControlAnswer, ControlBody, ControlId, ControlParameters } from '../../spec/control.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { type Reason, refuse } from '../contract/answer.ts';
import { sendAnswer } from '../http/send.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';

export interface ControlParts {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  problem: () => string | undefined;
  upstream?: string | undefined;
}

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

export type ControlReason = Omit<Reason, 'code'>;

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

export function refuseReasons(reasons: readonly ControlReason[]): void {
  if (reasons.length > 0) throw new RefusedCall(422, reasons.slice(0, 50));
}

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
