import { isJudged, isUnsure, labels, type Outcome, outcomes } from '../suite/outcome/outcome.ts';
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

/** A rule in the earlier report: its outcome there, the last one that was in order, and for how many runs it has not been. */
interface Earlier {
  outcome: Outcome;
  inOrder: Outcome;
  runs: number;
}

/** A report that was written by hand may have no cases. */
type Ran = Pick<RuleReport, 'outcome'> & Partial<Pick<RuleReport, 'cases'>>;

/** Compares the outcomes of rules in an earlier run and in this one. */
export function compareReports(old: Baseline, next: Report): Comparison {
  const before = earlierRules(old);
  const waived = new Set(next.waivers?.filter(isInOrder).map(({ rule }) => rule));
  const result: Comparison = { better: [], worse: [], unsure: [], waived: [], appeared: [], vanished: [] };
  for (const rule of next.rules) {
    const { id, outcome } = rule;
    const was = before.get(id);
    before.delete(id);
    if (next.selection?.quick && outcome === 'notApplicable') continue;
    if (was === undefined) {
      result.appeared.push({ rule: id, new: outcome });
      continue;
    }
    const runs = was.runs + 1;
    const kind = kindOf(was, rule, runs);
    const change = { rule: id, old: was.inOrder, new: outcome, runs, ...forNow(rule) };
    if (kind === 'better') result.better.push({ rule: id, old: was.outcome, new: outcome });
    else if (kind !== 'same') result[waived.has(id) ? 'waived' : kind].push(change);
  }
  if (next.selection) return result;
  const gone = [...before].map(([id, { inOrder }]) => ({ rule: id, old: inOrder }));
  const known = new Set(next.rules.map(({ id }) => id));
  const goneBefore = (old.comparison?.vanished ?? []).filter(({ rule }) => !known.has(rule));
  // A rule that was not judged is no loss.
  result.vanished = [...goneBefore, ...gone.filter((change) => isJudged(change.old))];
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
      return [id, { outcome, inOrder, runs }];
    }),
  );
}

/** True if a run is worse than the earlier one: rules that vanished count. */
export function isWorse({ worse, vanished }: Comparison): boolean {
  return worse.length > 0 || vanished.length > 0;
}

function kindOf(was: Earlier, rule: Ran, runs: number): 'better' | 'worse' | 'unsure' | 'same' {
  const { outcome: now } = rule;
  if (!isUnsure(now) && !isJudged(now) && !isJudged(was.inOrder)) return 'same';
  if (isByChance(rule)) return runs > patience ? 'worse' : 'unsure';
  if (!isJudged(now)) return 'worse';
  // A rule that was not judged before has no rank: only a failure is worse.
  if (!isJudged(was.inOrder)) return now === 'fail' ? 'worse' : 'better';
  const improved = rank.indexOf(now) - rank.indexOf(was.inOrder);
  if (improved < 0) return 'worse';
  return improved > 0 || was.outcome !== now ? 'better' : 'same';
}

/** True if a rule is not judged because something went wrong, its cases came across nothing to judge, or for now only. */
function isByChance(rule: Ran): boolean {
  const { outcome, cases = [] } = rule;
  if (isUnsure(outcome) || forNow(rule)) return true;
  return !isJudged(outcome) && cases.some((one) => one.outcome === 'notApplicable');
}

/** Why a rule is blocked for now only: where nothing else blocks any of its cases. */
function forNow({ outcome, cases = [] }: Ran): Pick<OutcomeChange, 'forNow'> | undefined {
  const reasons = outcome === 'blocked' ? cases.filter((one) => one.outcome === outcome).map((one) => one.forNow) : [];
  const [reason] = reasons;
  return reason !== undefined && !reasons.includes(undefined) ? { forNow: reason } : undefined;
}

const headings: Record<keyof Comparison, string> = {
  better: 'better',
  worse: 'worse',
  unsure: 'not judged this time',
  waived: 'worse, and waived',
  appeared: 'appeared',
  vanished: 'vanished',
};

/** The changes of a comparison as text, by heading. */
export function comparisonGroups(comparison: Comparison): [heading: string, changes: string[]][] {
  const kinds = (Object.keys(headings) as (keyof Comparison)[]).filter((kind) => comparison[kind].length > 0);
  return kinds.map((kind) => [headings[kind], comparison[kind].map(changeText)]);
}

/** The comparison as text. */
export function comparisonText(comparison: Comparison): string {
  const blocks = comparisonGroups(comparison).map(([heading, changes]) =>
    [`${heading} (${changes.length})`, ...changes.map((change) => `  ${change}`)].join('\n'),
  );
  return blocks.length > 0 ? blocks.join('\n\n') : 'No rule differs.';
}

function changeText({ rule, old, new: now, runs = 0, forNow: reason }: OutcomeChange): string {
  const change = [old, now].flatMap((outcome) => (outcome === undefined ? [] : [labels[outcome]])).join(' -> ');
  const why = [reason, runs > 1 && `${runs} runs in a row`].filter(Boolean).join('; ');
  return `${rule}  ${change}${why && ` (${why})`}`;
}

/** True if a parsed file is a canonical report, as far as comparing needs it. */
export function isReport(value: unknown): value is Report {
  const rules = (value as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return false;
  return rules.every((rule) => typeof rule?.id === 'string' && outcomes.includes(rule.outcome));
}
