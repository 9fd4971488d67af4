import { grouped } from '../../spec/grouped.ts';
import { isJudged, type Outcome, outcomes, word } from '../suite/outcome/outcome.ts';
import type { Coverage, Report, RuleReport } from './report.ts';

const names: Record<string, string> = {
  AUTH: 'Authentication',
  HTTP: 'HTTP',
  ERR: 'Error bodies',
  PAGE: 'Pagination',
  SIM: 'SIM notifications',
  RSV: 'Number reservations',
  DIR: 'Document types',
  RUN: 'Mission runs',
  'EMAIL-ANS': 'Email: answer',
  'EMAIL-FROM': 'Email: sender',
  'EMAIL-RCPT': 'Email: recipients',
  'EMAIL-SUBJ': 'Email: subject',
  'EMAIL-TMPL': 'Email: templates',
  'EMAIL-WO': 'Email: write-only fields',
  'EMAIL-SCHED': 'Email: scheduling',
  'EMAIL-SAND': 'Email: sandbox',
  'EMAIL-SUPP': 'Email: suppression',
  'EMAIL-TRACK': 'Email: tracking',
  'EMAIL-GROUP': 'Email: unsubscribe groups',
  'EMAIL-HDR': 'Email: custom headers',
  'EMAIL-THREAD': 'Email: threading',
  'EMAIL-FWD': 'Email: forwarding',
  'EMAIL-IDEM': 'Email: idempotency',
  'EMAIL-GET': 'Email: reading',
  'EMAIL-ALIAS': 'Email: alias',
  'EMAIL-ATT': 'Email: attachments',
  VER: 'Versioning',
};

/** Rules by the concern that they belong to, in their order. */
export function byConcern(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ id }) => concernOf(id));
}

/** Rules by the operations that they are about; one about several stands with each. */
export function byOperation(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ operation }) => operation);
}

/** The name of an operation for people; the register has `all` for rules about every one. */
export function operationName(name: string): string {
  return name === 'all' ? 'every operation' : name;
}

/** The rules of an outcome by their reason: the blocked ones by what would unblock them, those outside the scope by why they are. */
export function byReason(rules: readonly RuleReport[], wanted: 'blocked' | 'outOfScope'): Map<string, RuleReport[]> {
  return grouped(
    rules.filter(({ outcome }) => outcome === wanted),
    ({ cases }) => cases.find(({ outcome }) => outcome === wanted)?.note ?? 'no reason given',
  );
}

/** The concern that a rule belongs to, by the prefix of its id. */
export function concernOf(id: string): string {
  const prefix = id.replace(/-\d+$/, '');
  return names[prefix] ?? prefix;
}

/** How many rules came to each outcome. */
export function summarize(rules: readonly RuleReport[]): Report['summary'] {
  const counts = outcomes.map((outcome) => [outcome, rules.filter((rule) => rule.outcome === outcome).length]);
  return Object.fromEntries(counts) as Report['summary'];
}

/** The outcomes that there are, each with its count, in words. */
export function countsIn(summary: Report['summary']): [outcome: Outcome, text: string][] {
  return outcomes.flatMap((outcome) =>
    summary[outcome] > 0 ? [[outcome, `${summary[outcome]} ${word(outcome)}`]] : [],
  );
}

/** How many rules were judged, of those that are about the target: over all, and for each operation. */
export function coverageOf(rules: readonly RuleReport[]): Report['coverage'] {
  const each = [...byOperation(rules)].map(([name, of]) => [name, countOf(of)] as const);
  return { ...countOf(rules), byOperation: Object.fromEntries(each) };
}

/** How many of these rules were judged, of those that are about the target. */
export function countOf(rules: readonly RuleReport[]): Coverage {
  return {
    judged: rules.filter(({ outcome }) => isJudged(outcome)).length,
    of: rules.filter(({ outcome }) => outcome !== 'notApplicable').length,
  };
}
