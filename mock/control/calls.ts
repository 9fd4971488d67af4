import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ControlAnswer, ControlBody, ControlId, ControlParameters } from '../../spec/control.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';
import type { ControlReason } from './refuse-control.ts';

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

/** A refusal that no schema decides. */
export interface Refused {
  refused: { status: 404 | 422; reasons: readonly ControlReason[] };
}

type Result<Id extends ControlId> = Refused | FastifyReply | ControlAnswer<Id>;

/** The handlers of the control API: each returns the body that the document declares, or its reply when it sent the body itself. */
export type Handlers = { [Id in ControlId]: (call: Call<Id>) => Result<Id> | Promise<Result<Id>> };

export function refused(status: 404 | 422, detail: string, pointer?: string): Refused {
  return { refused: { status, reasons: [{ detail, pointer }] } };
}

/** Refuses a call with its reasons, fifty at most; undefined without a reason. */
export function refusedFor(reasons: readonly ControlReason[]): Refused | undefined {
  return reasons.length === 0 ? undefined : { refused: { status: 422, reasons: reasons.slice(0, 50) } };
}
