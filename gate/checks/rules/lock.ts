import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText } from '../../../spec/document.ts';
import { type Rule, registerFile } from '../../../spec/register.ts';
import { parseYaml } from '../../../spec/yaml.ts';
import { InputError } from '../../diff/index.ts';
import type { Problem } from '../problem.ts';

/** What each rule said when it was last pinned: a hash by rule id. */
export type Lock = Readonly<Record<string, string>>;

/** Where the pins lie. */
export const lockFile = fileURLToPath(new URL('../../../spec/rules.lock.json', import.meta.url));

/** The hash of what a rule promises: its statement, level and basis. */
export function hashOf(rule: Rule): string {
  return createHash('sha256').update([rule.statement, rule.level, rule.basis].join('\n')).digest('hex');
}

/** The pins of all rules, sorted by id. */
export function lockOf(rules: readonly Rule[]): Lock {
  const entries = rules.map((rule) => [rule.id, hashOf(rule)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads the pins; there are none before the first pinning. Throws an InputError when the file is no JSON. */
export function readLock(): Lock {
  if (!existsSync(lockFile)) return {};
  try {
    return JSON.parse(readText(lockFile)) as Lock;
  } catch (error) {
    throw new InputError(`${lockFile}: is no JSON (${(error as Error).message})`);
  }
}

/** The pinned rules that the register no longer has. A rule that is given up stays, marked `retired: true`. */
export function vanished(rules: readonly Rule[], lock: Lock): Problem[] {
  const ids = new Set<string>(rules.map(({ id }) => id));
  return Object.keys(lock)
    .filter((id) => !ids.has(id))
    .map((id) => ({
      file: 'spec/rules.yaml',
      about: id,
      message: 'is pinned but gone; keep it, with `retired: true`',
    }));
}

/** How the register differs from its pins. */
export function checkLock(rules: readonly Rule[], lock: Lock): Problem[] {
  const changed = rules.flatMap((rule): Problem[] => {
    const pinned = lock[rule.id];
    if (pinned === hashOf(rule)) return [];
    const message = pinned === undefined ? 'is not pinned' : 'statement, level or basis differs from what is pinned';
    return [
      { file: 'spec/rules.lock.json', about: rule.id, message: `${message}; if wanted, run \`npm run rules:pin\`` },
    ];
  });
  return [...changed, ...vanished(rules, lock)];
}

/** All rules as the register lists them, a repeated id included. Throws an InputError when it is no list of rules. */
export function readRules(): readonly Rule[] {
  const rules = (parseYaml(readText(registerFile), registerFile) as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) throw new InputError(`${registerFile}: has no list \`rules\``);
  const odd = rules.findIndex((rule) => typeof rule?.id !== 'string');
  if (odd >= 0) throw new InputError(`${registerFile}: entry ${odd + 1} of \`rules\` has no id`);
  return rules as Rule[];
}
