import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Outcome } from './outcome.ts';

/** The verdict of a case on a rule, with its evidence. Credentials are redacted already. */
export interface Verdict {
  rule: RuleId;
  outcome: Outcome;
  expected?: string;
  actual?: string;
  /** The reason, such as of a blocked rule, or an observation. */
  note?: string;
  curl?: string;
  requestId?: string;
  /** The exchanges around the judged one, in order; only a finding has them. */
  exchanges?: Exchange[];
  /** The place of the judged exchange in `exchanges`. */
  judged?: number;
  /** The number of further exchanges of the case. */
  further?: number;
}

/** A request with its answer, or the reading of a delivered mail. A large body may be in a file instead. */
export interface Exchange {
  /** ISO 8601. */
  sentAt?: string;
  tookMs?: number;
  method: string;
  /** A mail has its address in the outbox. */
  url: string;
  requestHeaders: [name: string, value: string][];
  requestBody?: string;
  requestBodyFile?: string;
  /** Absent where no answer of the service came; `failure` says why. */
  status?: number;
  failure?: string;
  headers: [name: string, value: string][];
  body?: string;
  bodyFile?: string;
  requestId?: string;
  /** Absent for a mail. */
  curl?: string;
}

/** The longest observed delays of a target, in milliseconds. */
export interface Took {
  /** Until a late write could be read. */
  readMs?: number;
  /** Until mail had come. */
  mailMs?: number;
}

/** The record of one case for the report. */
export interface CaseRecord {
  title: string;
  verdicts: Verdict[];
  durationMs: number;
  /** Answers that broke the contract in a place that another rule may own. */
  mismatches: Verdict[];
  /** In how many answers each invariant showed something to judge. */
  shown?: Partial<Record<RuleId, number>>;
  /** It sent requests for the invariants: its own verdicts count for rules that nothing else judges. */
  isProbe?: true;
  /** The target stopped answering before the end of the case, which is the reason of its errors. */
  isCutShort?: true;
}
