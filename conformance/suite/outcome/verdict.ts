import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Outcome } from './outcome.ts';
import type { Seen } from './seen.ts';

/** What a case says about a rule, with all that a reader needs to believe it. Credentials are redacted already. */
export interface Verdict {
  rule: RuleId;
  outcome: Outcome;
  expected?: string;
  actual?: string;
  /** Why it is blocked, inconclusive and so on; or what was observed. */
  note?: string;
  /** Why it is blocked for now only, with the time from which it is not. */
  forNow?: string;
  curl?: string;
  requestId?: string;
  /** Where something is wrong: all that the case asked and was answered, in that order. */
  exchanges?: Exchange[];
  /** The place in `exchanges` of the one that was judged. */
  judged?: number;
}

/** A request with its answer, or the reading of a delivered mail. Bodies are whole; one that is large may stand in a file instead. */
export interface Exchange {
  /** ISO 8601. */
  sentAt?: string;
  tookMs?: number;
  method: string;
  /** Of a mail: its address in the outbox. */
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

/** How long a target took at most, in milliseconds, as far as it was seen. */
export interface Took {
  /** Until what was written could be read, where it was late. */
  readMs?: number;
  /** Until mail had come. */
  mailMs?: number;
}

/** What one case hands to the reporter. */
export interface CaseRecord {
  title: string;
  verdicts: Verdict[];
  /** Answers that broke the contract in a place that some other rule may own. */
  mismatches: Verdict[];
  /** In how many answers each invariant showed something to judge. */
  shown?: Partial<Record<RuleId, number>>;
  /** It sent requests for the invariants: its own verdicts count for rules that nothing else judges. */
  isProbe?: true;
  /** It did not come to its end, as the target had stopped answering; its errors say no more than that. */
  isCutShort?: true;
  seen?: Seen;
  took?: Took;
}

/** The type of the annotation that carries a CaseRecord; the underscore keeps it out of Playwright's own report. */
export const recordAnnotation = '_conformance';
