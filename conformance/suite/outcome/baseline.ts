import type { Outcome } from './outcome.ts';

/** How a rule was when it was last in order, and for how many runs in a row it has not been since. */
export interface Before {
  outcome: Outcome;
  runs: number;
}

/** How rules fared in an earlier run: its report, as far as comparing needs it. */
export interface Baseline {
  startedAt?: string;
  rules: readonly { id: string; outcome: Outcome; before?: Before | undefined }[];
  /** What had vanished by then already. */
  comparison?: { vanished: readonly OutcomeChange[] } | undefined;
}

/** How a rule fared in two runs. */
export interface OutcomeChange {
  rule: string;
  old?: Outcome;
  new?: Outcome;
  /** For how many runs in a row it has been so, where that counts. */
  runs?: number;
  /** Why it is not judged for now only. */
  forNow?: string;
}

/** What differs between two reports, by rule. */
export interface Comparison {
  better: OutcomeChange[];
  /** It fares worse, or was judged and is not any more. */
  worse: OutcomeChange[];
  /** It could not be judged this time, which happens. */
  unsure: OutcomeChange[];
  /** It fares worse, or is not judged, and a waiver says that this does not count. */
  waived: OutcomeChange[];
  appeared: OutcomeChange[];
  vanished: OutcomeChange[];
}
