import type { Before, Comparison } from '../suite/outcome/baseline.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { Seen } from '../suite/outcome/seen.ts';
import type { Took, Verdict } from '../suite/outcome/verdict.ts';
import type { Learned } from '../suite/run/run.ts';
import type { Waiver } from '../suite/target/target.ts';

/** The canonical record of a run; its JSON Schema is `report.schema.json`. */
export interface Report {
  suite: { version: string };
  contract: { version: string; sha256: string };
  target: { name: string; baseUrl: string };
  /** Stands in the names of all that the run made. */
  runId?: string;
  seed: number;
  startedAt: string;
  durationMs: number;
  /** The longest that the target took to show what was written, and to deliver mail; no promise says how long they may take. */
  took?: Took;
  /**
   * conformant: nothing failed and every MUST of the scope was judged. partial: the same of the rules that were chosen, or of
   * the cases that ran here. worse: nothing failed, but a rule fares worse than in the baseline. incomplete: nothing failed, but a MUST
   * of the scope could not be judged.
   */
  verdict: 'conformant' | 'partial' | 'worse' | 'nonConformant' | 'incomplete' | 'interrupted';
  /** Which rules the run was about; absent when it was about all of them. */
  selection?: { rules: string[]; operation?: string; quick?: boolean };
  /** Counts rules, waived ones too. */
  summary: Record<Outcome, number>;
  /** How many rules were judged, of those that are about the target. A rule about several operations stands with each. */
  coverage: Coverage & { byOperation: Record<string, Coverage> };
  /** What the target is not asked, each with the reason; absent when it is asked everything. */
  scope?: Readonly<Record<string, string>>;
  rules: RuleReport[];
  /** What became of the waivers of the target's profile. */
  waivers: WaiverReport[];
  /** Further facts that the run learned, if any. */
  learned?: Learned;
  /** Rules outside the selection that answers broke on the way. They do not count. */
  outsideSelection?: string[];
  /** What the answers show of the target's own decisions, for a deployment file. */
  seen?: Seen;
  /** What differs from the baseline, when there is one. */
  comparison?: Comparison;
}

/** So many rules were judged, of so many. */
export interface Coverage {
  judged: number;
  of: number;
}

/** What came of a rule: the worst of its cases, with all of them. */
export interface RuleReport {
  id: string;
  level: 'MUST' | 'SHOULD' | 'MAY';
  basis: 'source' | 'assumption';
  operation: string | string[];
  statement: string;
  clause: string;
  outcome: Outcome;
  /** Why there is no case, or why it counts as it does. */
  note?: string;
  waived?: { reason: string; owner: string; until: string };
  /** How it was when it was last in order, where it is worse than in the baseline, or not judged. */
  before?: Before;
  cases: CaseReport[];
}

/** What one case found about a rule, with the exchange that it judged. */
export interface CaseReport extends Omit<Verdict, 'rule'> {
  title: string;
  durationMs: number;
}

/** A waiver of the profile, and what became of it in this run. */
export interface WaiverReport extends Waiver {
  /** An applied waiver is in order, and so is one whose rule was not judged this time; every other one fails the run. */
  state: 'applied' | 'notJudged' | 'unused' | 'expired' | 'passing';
}

/** The name of the canonical report in an output directory. */
export const reportName = 'conformance.json';

/** The exit code of a run: something is to be done by hand whatever its verdict is. */
export function exitCodeOf({ verdict, learned }: Pick<Report, 'verdict' | 'learned'>): number {
  return learned?.notPutBack === undefined ? exitCodes[verdict] : notPutBack;
}

/** Something of the target was changed, and could not be put back. */
const notPutBack = 4;

/** The exit code of the command, by the verdict of the canonical report. */
export const exitCodes: Record<Report['verdict'], number> = {
  conformant: 0,
  partial: 0,
  worse: 1,
  nonConformant: 1,
  incomplete: 3,
  interrupted: 130,
};
