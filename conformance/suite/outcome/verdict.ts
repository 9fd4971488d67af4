import type { components } from '../../../spec/generated/report.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';

/** The canonical record of a run, as `report.schema.json` describes it. */
export type WrittenReport = components['schemas']['Report'];
/** Facts that a run learned in addition to the verdicts on rules. */
export type Learned = NonNullable<WrittenReport['learned']>;
/** The longest observed delays of a target. */
export type Took = NonNullable<WrittenReport['took']>;
/** The finding of one case about a rule, with the exchange that it judged. */
export type CaseReport = WrittenReport['rules'][number]['cases'][number];
/** A request with its answer, or the reading of a delivered mail. A large body may be in a file instead. */
export type Exchange = components['schemas']['exchange'];

/** The verdict of a case on a rule, with its evidence. Credentials are redacted already. */
export type Verdict = { rule: RuleId } & Omit<CaseReport, 'title' | 'durationMs'>;

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
