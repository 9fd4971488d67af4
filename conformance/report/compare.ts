import type { Baseline, Before, Comparison, OutcomeChange } from '../suite/outcome/baseline.ts';
import { isJudged, isUnsure, labels, type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import type { Report, RuleReport } from './report.ts';
import { isInOrder } from './text.ts';

/** So many runs in a row may leave a rule unjudged by chance before that counts as no longer judged. */
const patience = 2;

/** What is needed of a rule; a report that was written by hand may say no more. */
type Ran = Pick<RuleReport, 'outcome'> & Partial<Pick<RuleReport, 'cases'>>;

const rank: readonly Outcome[] = ['fail', 'warn', 'pass'];

/** Compares how rules fared: in an earlier run, and in this one. */
export function compareReports(old: Baseline, next: Report): Comparison {
  const before = new Map(old.rules.map((rule) => [rule.id, rule]));
  const waived = new Set(next.waivers?.filter(isInOrder).map(({ rule }) => rule));
  const result: Comparison = { better: [], worse: [], unsure: [], waived: [], appeared: [], vanished: [] };
  for (const rule of next.rules) {
    const { id, outcome } = rule;
    const was = before.get(id);
    before.delete(id);
    if (next.selection?.quick && outcome === 'notApplicable') continue;
    if (was === undefined) result.appeared.push({ rule: id, new: outcome });
    else {
      const { kind, runs } = changeOf(was, rule);
      const change = {
        rule: id,
        old: was.before?.outcome ?? was.outcome,
        new: outcome,
        ...(isByChance(rule) && { runs }),
        ...forNow(rule),
      };
      if (kind === 'worse' || kind === 'unsure') result[waived.has(id) ? 'waived' : kind].push(change);
      if (kind === 'better') result.better.push({ ...change, old: was.outcome });
    }
  }
  if (next.selection) return result;
  // What was not judged is no loss.
  const gone = [...before.values()]
    .map(({ id, outcome, before: last }) => ({ rule: id, old: last?.outcome ?? outcome }))
    .filter(({ old: outcome }) => isJudged(outcome));
  const known = new Set(next.rules.map(({ id }) => id));
  result.vanished = [...(old.comparison?.vanished ?? []).filter(({ rule }) => !known.has(rule)), ...gone];
  return result;
}

/** What a rule that is worse than it was, or not judged, hands on to the next comparison; what a waiver accepts is the new measure. */
export function handedOn(old: Baseline, rule: RuleReport, isWaived: boolean): Before | undefined {
  const { id, outcome } = rule;
  const was = old.rules.find((one) => one.id === id);
  if (was === undefined || (isWaived && isJudged(outcome))) return undefined;
  const { kind, runs } = changeOf(was, rule);
  return kind === 'worse' || kind === 'unsure' ? { outcome: was.before?.outcome ?? was.outcome, runs } : undefined;
}

/** Whether a run fares worse than the other: rules that vanished count. */
export function isWorse({ worse, vanished }: Comparison): boolean {
  return worse.length > 0 || vanished.length > 0;
}

function changeOf(
  was: Baseline['rules'][number],
  rule: Ran,
): { kind: 'better' | 'worse' | 'unsure' | 'same'; runs: number } {
  const { outcome: now } = rule;
  const old = was.before?.outcome ?? was.outcome;
  const runs = (was.before?.runs ?? (isUnsure(was.outcome) ? 1 : 0)) + 1;
  if (!isUnsure(now) && !isJudged(now) && !isJudged(old)) return { kind: 'same', runs };
  if (isByChance(rule)) return { kind: runs > patience ? 'worse' : 'unsure', runs };
  if (!isJudged(now)) return { kind: 'worse', runs };
  const [from, to] = [old, now].map((outcome) => rank.indexOf(outcome)) as [number, number];
  // What was not judged before has no rank: only a failure is worse than that.
  if (from < 0) return { kind: now === 'fail' ? 'worse' : 'better', runs };
  return { kind: to < from ? 'worse' : to > from || was.outcome !== now ? 'better' : 'same', runs };
}

/** Whether a rule is not judged as something went wrong, as its cases did not meet what it is about, or for now only. */
function isByChance(rule: Ran): boolean {
  const { outcome, cases = [] } = rule;
  if (isUnsure(outcome) || forNow(rule) !== undefined) return true;
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

/** The comparison by what became of the rules, each with the rules and their outcomes as text. */
export function comparisonGroups(comparison: Comparison): [heading: string, changes: [rule: string, text: string][]][] {
  return (Object.keys(headings) as (keyof Comparison)[]).flatMap((kind) => {
    const changes = comparison[kind].map((change): [string, string] => [change.rule, changeText(change)]);
    return changes.length > 0 ? [[headings[kind], changes]] : [];
  });
}

/** The comparison as text. */
export function comparisonText(comparison: Comparison): string {
  const blocks = comparisonGroups(comparison).map(([heading, changes]) => {
    const lines = changes.map(([rule, text]) => `  ${rule}  ${text}`);
    return `${heading} (${changes.length})\n${lines.join('\n')}`;
  });
  return blocks.length > 0 ? blocks.join('\n\n') : 'No rule fared differently.';
}

function changeText({ old, new: now, runs = 0, forNow: reason }: OutcomeChange): string {
  const outcomesOf = [old, now].flatMap((outcome) => (outcome === undefined ? [] : [labels[outcome]]));
  const why = [reason, runs > 1 ? `${runs} runs in a row` : undefined].filter((text) => text !== undefined);
  return `${outcomesOf.join(' -> ')}${why.length > 0 ? ` (${why.join('; ')})` : ''}`;
}

/** Whether a parsed file is a canonical report, as far as comparing needs it. */
export function isReport(value: unknown): value is Report {
  const rules = (value as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return false;
  return rules.every((rule) => typeof rule?.id === 'string' && outcomes.includes(rule.outcome));
}
