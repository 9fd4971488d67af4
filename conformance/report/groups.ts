import type { Outcome } from '../suite/outcome/outcome.ts';
import type { RuleReport } from './report.ts';

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
  return grouped(rules, ({ id }) => [concernOf(id)]);
}

/** Rules by the operations that they are about; one about several stands with each. */
export function byOperation(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ operation }) => [operation].flat());
}

/** The name of an operation for people; the register has `all` for rules about every one. */
export function operationName(name: string): string {
  return name === 'all' ? 'every operation' : name;
}

/** The blocked rules by what would unblock them. */
export function byRemedy(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return byReason(rules, 'blocked');
}

/** The rules outside the scope by why they are. */
export function byScope(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return byReason(rules, 'outOfScope');
}

function byReason(rules: readonly RuleReport[], wanted: Outcome): Map<string, RuleReport[]> {
  return grouped(
    rules.filter(({ outcome }) => outcome === wanted),
    ({ cases, note }) => [cases.find(({ outcome }) => outcome === wanted)?.note ?? note ?? 'no reason given'],
  );
}

function grouped(rules: readonly RuleReport[], namesOf: (rule: RuleReport) => string[]): Map<string, RuleReport[]> {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    for (const name of namesOf(rule)) groups.set(name, [...(groups.get(name) ?? []), rule]);
  }
  return groups;
}

/** The concern that a rule belongs to, by the prefix of its id. */
export function concernOf(id: string): string {
  const prefix = id.replace(/-\d+$/, '');
  return names[prefix] ?? prefix;
}
