import type { Outcome } from '../suite/outcome/outcome.ts';
import { labels, outcomes } from '../suite/outcome/outcome.ts';
import type { Report } from './report.ts';

/** How a rule fared in two runs. */
export interface Change {
  rule: string;
  old?: Outcome;
  new?: Outcome;
}

/** What differs between two reports, by rule. */
export interface Comparison {
  better: Change[];
  worse: Change[];
  appeared: Change[];
  vanished: Change[];
}

const rank: readonly Outcome[] = ['fail', 'error', 'inconclusive', 'blocked', 'warn', 'notApplicable', 'pass'];

/** Compares the outcomes of two reports rule by rule. */
export function compareReports(old: Report, next: Report): Comparison {
  const before = new Map(old.rules.map(({ id, outcome }) => [id, outcome]));
  const after = new Map(next.rules.map(({ id, outcome }) => [id, outcome]));
  const result: Comparison = { better: [], worse: [], appeared: [], vanished: [] };
  for (const [rule, outcome] of after) {
    const was = before.get(rule);
    if (was === undefined) result.appeared.push({ rule, new: outcome });
    else if (rank.indexOf(outcome) > rank.indexOf(was)) result.better.push({ rule, old: was, new: outcome });
    else if (rank.indexOf(outcome) < rank.indexOf(was)) result.worse.push({ rule, old: was, new: outcome });
  }
  for (const [rule, outcome] of before) if (!after.has(rule)) result.vanished.push({ rule, old: outcome });
  return result;
}

/** The comparison as text. */
export function comparisonText(comparison: Comparison): string {
  const blocks = Object.entries(comparison as unknown as Record<string, Change[]>).flatMap(([kind, changes]) => {
    if (changes.length === 0) return [];
    const lines = changes.map(
      ({ rule, old, new: now }) =>
        `  ${rule}  ${[old, now]
          .filter((one) => one !== undefined)
          .map((one) => labels[one])
          .join(' -> ')}`,
    );
    return [`${kind} (${changes.length})\n${lines.join('\n')}`];
  });
  return blocks.length > 0 ? blocks.join('\n\n') : 'No rule fared differently.';
}

/** Whether a parsed file is a canonical report, as far as comparing needs it. */
export function isReport(value: unknown): value is Report {
  const rules = (value as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return false;
  return rules.every((rule) => typeof rule?.id === 'string' && outcomes.includes(rule.outcome));
}
