import type { TimeForm } from './deployment/deployment.ts';
import type { RuleId } from './generated/rule-ids.ts';
import { toProjectPath } from './package.ts';
import type { OperationId } from './types.ts';
import { parseYaml, readText } from './yaml.ts';

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
  /** Facilities of a target that its cases need, beyond base address and primary key. */
  needs: string[];
  /** Decisions that a deployment may change. */
  choices?: readonly Choice[];
  /** Parts of its answers that a deployment can't change. */
  fixed?: Fixed;
  /** Rules of the source that each of its refusals follows from, too. */
  restsOn?: readonly RuleId[];
  retired?: boolean;
}

/** An open point of the source that a deployment decides: a word, a whole number in a range, or a name. */
export interface Choice {
  name: string;
  about: string;
  default: string | number;
  alternatives?: Readonly<Record<string, string>>;
  range?: readonly [from: number, to: number];
  pattern?: string;
}

/** Parts of an answer that the source fixes; each listed value is allowed. */
interface Fixed {
  status?: readonly number[];
  code?: readonly string[];
  title?: readonly string[];
  detail?: readonly ['there'];
  /** Pointers to members of a success that are always present, and to members that never are. */
  shown?: readonly string[];
  hidden?: readonly string[];
  /** Pointers to texts and lists that can be left out only if empty. */
  filled?: readonly string[];
  /** The forms that members with times can have, by their pointers. */
  times?: Readonly<Record<string, readonly TimeForm[]>>;
}

export const registerFile = toProjectPath('spec/rules.yaml');

/** The choices of all rules by name, with the assumption of each. */
export function collectChoices(register: ReadonlyMap<RuleId, Rule>): ReadonlyMap<string, Choice & { rule: RuleId }> {
  const choices = [...register.values()].flatMap(({ id, choices = [] }) =>
    choices.map((choice) => [choice.name, { ...choice, rule: id }] as const),
  );
  return new Map(choices);
}

/** Most characters of a name that a deployment chooses. */
const LONGEST_NAME = 200;

/** The reason why a choice does not allow a value, as the end of a sentence; undefined for allowed values. */
export function checkChoice({ alternatives, range, pattern }: Choice, value: unknown): string | undefined {
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

let content: unknown;
let loaded: ReadonlyMap<RuleId, Rule> | undefined;

/** The content of the register, read once. Throws a ContractError if the file is unreadable or not YAML. */
export function readRegister(): unknown {
  content ??= parseYaml(readText(registerFile), registerFile);
  return content;
}

/** The rule register in its order. Throws as `readRegister` does. */
export function loadRegister(): ReadonlyMap<RuleId, Rule> {
  loaded ??= new Map((readRegister() as { rules: Rule[] }).rules.map((rule) => [rule.id, rule]));
  return loaded;
}
