import { readFileSync, writeFileSync } from 'node:fs';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Fault } from './fault.ts';

const file = new URL('./consequences.json', import.meta.url);

/** A fault as the list names it. */
type Named = Pick<Fault, 'rule' | 'title'>;

const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, RuleId[]>;

/** The rules of other concerns that are known to fail under a fault when every case is tried. */
export function consequencesOf(fault: Named): readonly RuleId[] {
  return known[nameOf(fault)] ?? [];
}

/** Writes down what failed under faults, to be looked through before it is committed. */
export function recordConsequences(found: readonly { fault: Named; rules: readonly RuleId[] }[]): void {
  for (const { fault, rules } of found) {
    if (rules.length > 0) known[nameOf(fault)] = [...new Set(rules)].sort();
    else delete known[nameOf(fault)];
  }
  const entries = Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

function nameOf({ rule, title }: Named): string {
  return `${rule}: ${title}`;
}
