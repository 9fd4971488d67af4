import type { Notification } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { createMatcher } from '../../spec/match.ts';
import type { Validators } from '../../spec/validators.ts';
import type { LedgerRecord } from './ledger.ts';

/** Whether what a partition knows can still be answered under a contract. */
export interface Fits {
  notification(resource: Notification): boolean;
  record(record: LedgerRecord): boolean;
}

/** What fits a contract. `basePath` stands before the paths of its operations. */
export function fitsOf(document: ContractDocument, validators: Validators, basePath: string): Fits {
  const notification = validators.schema({ $ref: 'openapi#/components/schemas/SimCardDataUsageNotification' });
  const faultOf = recordFaults(document, validators, basePath);
  return {
    notification: (resource) => !notification(resource),
    record: ({ method, path, answer }) =>
      !faultOf({ method, path, answer: answer ? { status: answer.status, body: JSON.parse(answer.text) } : null }),
  };
}

/** What counts of a record; without an answer its request is still in progress. */
interface Answered {
  method: string;
  path: string;
  answer: { status: number; body: unknown } | null;
}

/** Prepares the look at records of a ledger: why one could not be answered under a contract, with a pointer into it. */
export function recordFaults(document: ContractDocument, validators: Validators, basePath: string) {
  const match = createMatcher(document);
  return ({ method, path, answer }: Answered) => {
    const operation = path.startsWith(basePath) && match(method, path.slice(basePath.length))?.operation;
    if (!operation) return { pointer: '/path', message: `is no path of an operation under the method ${method}` };
    const violation = answer && validators.responseBody(operation.id, answer.status, answer.body);
    if (!violation) return undefined;
    const message = `is no part of an answer ${answer.status} of ${operation.id}: it ${violation.message}`;
    return { pointer: `/answer/body${violation.pointer}`, message };
  };
}
