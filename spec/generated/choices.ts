// Written by `npm run generate` from spec/rules.yaml; do not edit.

/** The choices of a deployment where the source leaves it open. */
export interface Choices {
  /** HTTP-9: the largest request body, in bytes. */
  readonly bodyLimit: number;
  /** ERR-14: a request with several faults. */
  readonly reportedFaults: 'first' | 'all';
  /** PAGE-8: items of a page when no size is requested. */
  readonly defaultPageSize: number;
  /** PAGE-10: the largest page size of document types. */
  readonly largestPageSize: number;
  /** PAGE-12: a page beyond the last one. */
  readonly pageBeyondLast: 'empty' | 'last' | 'refused';
  /** SIM-14: an update with {}. */
  readonly emptyUpdate: 'unchanged' | 'touched' | 'refused';
  /** SIM-15: an update with part of a threshold. */
  readonly partOfThreshold: 'merged' | 'replaced' | 'refused';
  /** RSV-16: how long a number is held, in minutes. */
  readonly holdMinutes: number;
  /** RSV-25: the same number twice in one reservation. */
  readonly repeatedNumber: 'refused' | 'once';
  /** RSV-26: a number that can not be held. */
  readonly unavailableNumber: 'entry' | 'noneLeft' | 'refused';
  /** EMAIL-ANS-2: the primary route of sending. */
  readonly emailPath: string;
  /** EMAIL-HDR-5: custom headers that name a threading or structural header. */
  readonly reservedHeaders: 'dropped' | 'refused';
  /** EMAIL-SUPP-11: suppressed recipients in `to`, `cc` and `bcc` of the answer. */
  readonly suppressedRecipients: 'removed' | 'kept';
  /** EMAIL-SUPP-13: a message all of whose recipients are suppressed. */
  readonly allSuppressed: 'refused' | 'accepted';
  /** EMAIL-IDEM-20: the body that a reused key is compared with. */
  readonly keyedBody: 'bytes' | 'json';
  /** EMAIL-IDEM-24: one key on both routes. */
  readonly keysAcrossRoutes: 'apart' | 'shared';
}

/** The choices of the mock without a deployment file. */
export const defaultChoices: Choices = {
  bodyLimit: 8000000,
  reportedFaults: 'first',
  defaultPageSize: 20,
  largestPageSize: 1000,
  pageBeyondLast: 'empty',
  emptyUpdate: 'unchanged',
  partOfThreshold: 'merged',
  holdMinutes: 30,
  repeatedNumber: 'refused',
  unavailableNumber: 'entry',
  emailPath: '/email_messages',
  reservedHeaders: 'dropped',
  suppressedRecipients: 'removed',
  allSuppressed: 'refused',
  keyedBody: 'bytes',
  keysAcrossRoutes: 'apart',
};
