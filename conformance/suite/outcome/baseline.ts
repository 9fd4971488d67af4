import type { Outcome } from './outcome.ts';

/** The report of an earlier run, as far as comparing needs it. */
export interface Baseline {
  rules: readonly { id: string; outcome: Outcome }[];
  comparison?: Pick<Comparison, 'vanished'> & Partial<Comparison>;
}

/** The outcomes of a rule in two runs. */
export interface OutcomeChange {
  rule: string;
  /** The last outcome that was in order, also when it is some runs ago; of a better rule the one of the earlier run. */
  old?: Outcome;
  new?: Outcome;
  /** For how many runs in a row the rule has not been in order. */
  runs?: number;
  /** Why the rule is not judged for now only. */
  forNow?: string;
}

/** The differences between two reports, by rule. */
export interface Comparison {
  better: OutcomeChange[];
  /** Rules with a worse outcome, or judged before and not any more. */
  worse: OutcomeChange[];
  /** Rules that could not be judged this time, which happens. */
  unsure: OutcomeChange[];
  /** Worse or unsure rules that do not count, by a waiver. */
  waived: OutcomeChange[];
  appeared: OutcomeChange[];
  vanished: OutcomeChange[];
}
