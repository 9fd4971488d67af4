// mock/operations/: one file for each operation of the contract.
import type { OperationSpec, ParameterSpec } from '../../spec/document.ts';
import type { OperationId } from '../../spec/types.ts';
import type { AnyAnswer, RefusalFacts } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/check.ts';
import type { World } from '../state/world.ts';
import { createEmail, createEmailMessage } from './create-email-message.ts';
import { createNumberReservation } from './create-number-reservation.ts';
import { getEmail, getEmailMessage } from './get-email-message.ts';
import { listDirDocumentTypes } from './list-dir-document-types.ts';
import { listRecentAiMissionRuns } from './list-recent-ai-mission-runs.ts';
import type { Operation } from './operation.ts';
import { updateSimCardDataUsageNotification } from './update-sim-card-data-usage-notification.ts';

const operations: { [Op in OperationId]?: Operation<Op> } = {
  updateSimCardDataUsageNotification,
  createNumberReservation,
  listDirDocumentTypes,
  listRecentAiMissionRuns,
  createEmailMessage,
  createEmail,
  getEmailMessage,
  getEmail,
};

export const handledOperations = Object.keys(operations);

/** An operation of the contract with its parts of the mock. Without `handle` the document answers from its examples. */
export interface ServedOperation extends RefusalFacts {
  spec: OperationSpec;
  handle?: (request: OperationRequest<unknown>, world: World) => AnyAnswer;
  keyed: boolean;
}

export function serveOperation(spec: OperationSpec): ServedOperation {
  const { id, aliasOf, parameters } = spec;
  const known = operations[id] ?? operations[aliasOf ?? id] ?? { code: '10015' };
  // The table guarantees that a handler fits its operation; the compiler can't see that through a look-up by id.
  return { ...(known as Omit<ServedOperation, 'spec' | 'keyed'>), spec, keyed: parameters.some(isIdempotencyKey) };
}

/** The contract's only header parameter is the idempotency key. */
const isIdempotencyKey = (parameter: ParameterSpec): boolean => parameter.in === 'header';
