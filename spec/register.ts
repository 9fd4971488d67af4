import { fileURLToPath } from 'node:url';
import { parseYaml, readText } from './document.ts';
import type { RuleId } from './generated/rule-ids.ts';
import type { OperationId } from './types.ts';

/** One rule of the register. The fields are explained at the head of `rules.yaml`. */
export interface Rule {
  id: RuleId;
  level: 'MUST' | 'SHOULD' | 'MAY';
  basis: 'source' | 'assumption';
  operation: OperationId | 'all' | OperationId[];
  statement: string;
  clause: string;
  assumption?: string;
  observe: 'response' | 'delivered mail' | 'clock' | 'nobody';
  reason?: string;
  /** What a target can offer beyond its base address and primary key. */
  needs: string[];
  retired?: boolean;
}

/** Where the register lies. */
export const registerFile = fileURLToPath(new URL('./rules.yaml', import.meta.url));

const loaded = new Map<string, ReadonlyMap<RuleId, Rule>>();

/** The rule register, in its order, read once. Throws a ContractError when it can't be read or is no YAML. */
export function loadRegister(file: string = registerFile): ReadonlyMap<RuleId, Rule> {
  const known = loaded.get(file);
  if (known) return known;
  const { rules } = parseYaml(readText(file), file) as { rules: Rule[] };
  const register = new Map(rules.map((rule) => [rule.id, rule]));
  loaded.set(file, register);
  return register;
}
