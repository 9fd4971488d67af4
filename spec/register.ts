import { fileURLToPath } from 'node:url';
import { readText } from './document.ts';
import type { RuleId } from './generated/rule-ids.ts';
import type { OperationId } from './types.ts';
import { parseYaml } from './yaml.ts';

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
  /** What a deployment may decide otherwise. */
  choices?: readonly Choice[];
  /** What an answer that rests on the rule says, whatever a deployment chooses. */
  fixed?: Fixed;
  /** Rules of the source that every refusal under this rule rests on as well. */
  restsOn?: readonly RuleId[];
  retired?: boolean;
}

/** Something that the source leaves open and a deployment decides: one of several words, a whole number in a range, or a name. */
export interface Choice {
  name: string;
  about: string;
  ours: string | number;
  /** The words, each with what it means. */
  alternatives?: Readonly<Record<string, string>>;
  range?: readonly [from: number, to: number];
  /** What a name looks like. */
  pattern?: string;
}

/** Where several values are listed, each of them is right. */
interface Fixed {
  status?: readonly number[];
  code?: readonly string[];
  title?: string;
  detail?: boolean;
  /** Members of a success, as pointers, that are there; and those that never are. */
  shown?: readonly string[];
  hidden?: readonly string[];
  /** Whether the form of its times is given. */
  times?: boolean;
}

/** Where the register lies. */
export const registerFile = fileURLToPath(new URL('./rules.yaml', import.meta.url));

/** The choices of all rules, each with the assumption that it belongs to, by name. */
export function choicesOf(register: ReadonlyMap<RuleId, Rule>): ReadonlyMap<string, Choice & { rule: RuleId }> {
  const choices = [...register.values()].flatMap(({ id, choices = [] }) =>
    choices.map((choice) => [choice.name, { ...choice, rule: id }] as const),
  );
  return new Map(choices);
}

/** Characters of a name that a deployment chooses, at most. */
const LONGEST_NAME = 200;

/** Why a value is none of a choice, as the end of a sentence; undefined when it is one. */
export function choiceFlaw({ alternatives, range, pattern }: Choice, value: unknown): string | undefined {
  if (alternatives) {
    const words = Object.keys(alternatives);
    return words.includes(value as string) ? undefined : `must be one of ${words.join(', ')}`;
  }
  if (range) {
    const [from, to] = range;
    const fits = Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
    return fits ? undefined : `must be a whole number from ${from} to ${to}`;
  }
  const isText = typeof value === 'string' && value.length <= LONGEST_NAME;
  const fits = isText && pattern !== undefined && new RegExp(pattern).test(value);
  return fits ? undefined : `must look like ${pattern}, in ${LONGEST_NAME} characters at most`;
}

let loaded: ReadonlyMap<RuleId, Rule> | undefined;

/** The rule register, in its order, read once. Throws a ContractError when it can't be read or is no YAML. */
export function loadRegister(): ReadonlyMap<RuleId, Rule> {
  if (loaded) return loaded;
  const { rules } = parseYaml(readText(registerFile), registerFile) as { rules: Rule[] };
  loaded = new Map(rules.map((rule) => [rule.id, rule]));
  return loaded;
}
