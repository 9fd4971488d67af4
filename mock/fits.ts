import type { Notification } from '../fixtures/seed.ts';
import type { ContractDocument } from '../spec/document.ts';
import type { Validators } from '../spec/validators.ts';
import type { LedgerRecord } from './idempotency.ts';

/** Whether what a partition knows can still be answered under a contract. */
export interface Fits {
  notification(resource: Notification): boolean;
  record(record: LedgerRecord): boolean;
}

/** What fits a contract. `basePath` stands before the paths of its operations. */
export function fitsOf({ operations }: ContractDocument, validators: Validators, basePath: string): Fits {
  const notification = validators.schema({ $ref: 'openapi#/components/schemas/SimCardDataUsageNotification' });
  return {
    notification: (resource) => !notification(resource),
    record({ method, path, answer }) {
      const operation = operations.find((one) => one.method.toUpperCase() === method && basePath + one.path === path);
      if (!operation) return false;
      return !answer || !validators.responseBody(operation.id, answer.status, JSON.parse(answer.text));
    },
  };
}
