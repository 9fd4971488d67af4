import { isJudged, isUnsure, type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import {
  type Baseline,
  type Comparison,
  isInOrder,
  type OutcomeChange,
  type Report,
  type RuleReport,
} from './report.ts';

/** The number of runs in a row that may leave a rule unjudged by chance. */
const patience = 2;

const rank: readonly Outcome[] = ['fail', 'warn', 'pass'];

/** A rule in the earlier report: its outcome there, the last one that was in order, and for how many runs it has not been, with this one. */
interface Earlier {
  outcome: Outcome;
  inOrder: Outcome;
  runs: number;
}

/** Compares the outcomes of rules in an earlier run and in this one. */
export function compareReports(old: Baseline, next: Report): Comparison {
  const before = earlierRules(old);
  const waived = new Set(next.waivers?.filter(isInOrder).map(({ rule }) => rule));
  const result: Comparison = { better: [], worse: [], unsure: [], waived: [], appeared: [], vanished: [] };
  for (const rule of next.rules) {
    const { id, outcome } = rule;
    if (next.selection?.quick && outcome === 'notApplicable') continue;
    const was = before.get(id);
    const kind = was && kindOf(was, rule);
    if (!was || !kind) result.appeared.push({ rule: id, new: outcome });
    else if (kind === 'better') result.better.push({ rule: id, old: was.outcome, new: outcome });
    else if (kind !== 'same') {
      const change = { rule: id, old: was.inOrder, new: outcome, runs: was.runs };
      result[waived.has(id) ? 'waived' : kind].push(change);
    }
  }
  if (next.selection) return result;
  // A rule that was not judged is no loss.
  const judged = [...before]
    .map(([id, { inOrder }]) => ({ rule: id, old: inOrder }))
    .filter(({ old }) => isJudged(old));
  const known = new Set(next.rules.map(({ id }) => id));
  result.vanished = [...(old.comparison?.vanished ?? []), ...judged].filter(({ rule }) => !known.has(rule));
  return result;
}

function earlierRules({ rules, comparison = { vanished: [] } }: Baseline): Map<string, Earlier> {
  const { worse = [], unsure = [], waived = [] } = comparison;
  // An outcome that a waiver has accepted is the new measure.
  const isOpen = (change: OutcomeChange) => change.new !== undefined && !isJudged(change.new);
  const open = new Map([...worse, ...unsure, ...waived.filter(isOpen)].map((change) => [change.rule, change]));
  return new Map(
    rules.map(({ id, outcome }) => {
      const { old: inOrder = outcome, runs = isUnsure(outcome) ? 1 : 0 } = open.get(id) ?? {};
      return [id, { outcome, inOrder, runs: runs + 1 }];
    }),
  );
}

/** True if a run is worse than the earlier one: rules that vanished count. */
export function isWorse({ worse, vanished }: Comparison): boolean {
  return worse.length > 0 || vanished.length > 0;
}

function kindOf(was: Earlier, rule: RuleReport): 'better' | 'worse' | 'unsure' | 'same' | undefined {
  const { outcome: now } = rule;
  if (!isUnsure(now) && !isJudged(now) && !isJudged(was.inOrder)) return 'same';
  if (isByChance(rule)) return was.runs > patience ? 'worse' : 'unsure';
  if (!isJudged(now)) return 'worse';
  // A rule that was not judged before has no rank: a warning is new.
  if (!isJudged(was.inOrder)) return ({ fail: 'worse', pass: 'better' } as const)[now as 'fail' | 'pass'];
  const improved = rank.indexOf(now) - rank.indexOf(was.inOrder);
  if (improved < 0) return 'worse';
  return improved > 0 || was.outcome !== now ? 'better' : 'same';
}

/** True if a rule is not judged because something went wrong, or its cases came across nothing to judge. A report written by hand may have no cases. */
function isByChance({ outcome, cases = [] }: RuleReport): boolean {
  if (isUnsure(outcome)) return true;
  return !isJudged(outcome) && cases.some((testCase) => testCase.outcome === 'notApplicable');
}

/** True if a parsed file is a canonical report, as far as comparing needs it. */
export function isReport(value: unknown): value is Report {
  const rules = (value as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return false;
  return rules.every((rule) => typeof rule?.id === 'string' && outcomes.includes(rule.outcome));
}
