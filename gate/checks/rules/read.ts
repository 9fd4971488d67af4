import { readText } from '../../../spec/document.ts';
import { type Rule, registerFile } from '../../../spec/register.ts';
import { parseYaml } from '../../../spec/yaml.ts';
import { InputError } from '../../diff/index.ts';

/** All rules as the register lists them, a repeated id included. Throws an InputError when it is no list of rules. */
export function readRules(): readonly Rule[] {
  const rules = (parseYaml(readText(registerFile), registerFile) as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) throw new InputError(`${registerFile}: has no list \`rules\``);
  const odd = rules.findIndex((rule) => typeof rule?.id !== 'string');
  if (odd >= 0) throw new InputError(`${registerFile}: entry ${odd + 1} of \`rules\` has no id`);
  return rules as Rule[];
}
