import { readdirSync } from 'node:fs';
import { contractFile } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { extension, toProjectPath } from '../../../spec/package.ts';
import { loadRegister, type Rule } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import { readText } from '../../../spec/yaml.ts';
import type { Body, CaseOptions } from '../api/case.ts';

/** A declared case. */
export interface DeclaredCase {
  rules: readonly Rule[];
  title: string;
  options: CaseOptions;
  body: Body;
}

/** The cases of the rules files; `alone` if they are loaded without Playwright and run by `runCase`. */
export const declarations: { readonly cases: DeclaredCase[]; alone: boolean } = { cases: [], alone: false };

/** Declares a case. Throws when it names a rule that the register does not have. */
export function declareCase(ids: readonly RuleId[], title: string, options: CaseOptions, body: Body): DeclaredCase {
  const rules = ids.map((id) => {
    const found = loadRegister().get(id);
    if (!found || found.retired) throw new Error(`${id} isn't a rule of spec/rules.yaml`);
    return found;
  });
  const filed = { rules, title, options, body };
  declarations.cases.push(filed);
  return filed;
}

/** The rules and cases of a run. */
export interface Selection {
  /** Globs over rule ids; none means all. */
  rules: readonly string[];
  operation?: string | undefined;
  /** Without the cases marked as thorough. */
  quick: boolean;
  /** With the cases that show the target's choices. */
  choices?: boolean;
}

/** True if the selection leaves anything out. */
export function isNarrowed({ rules, operation, quick }: Selection): boolean {
  return rules.length > 0 || operation !== undefined || quick;
}

/** True if the selection is about a rule. */
export function isSelected(rule: Pick<Rule, 'id' | 'operation'>, selection: Selection): boolean {
  if (selection.rules.length > 0 && !selection.rules.some((glob) => matches(glob, rule.id))) return false;
  const { operation } = selection;
  if (!operation || rule.operation === 'all') return true;
  return [rule.operation].flat().includes(operation as OperationId);
}

/** True if an id matches a glob: `*` matches any characters, `?` one, `{a,b}` either; case is ignored. */
export function matches(glob: string, id: string): boolean {
  const pattern = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/\{([^}]*)\}/g, (_, options: string) => `(?:${options.replaceAll(',', '|')})`);
  return new RegExp(`^${pattern}$`, 'i').test(id);
}

/** The marks of cases: their options, and their tags in Playwright. */
export const marks = ['thorough', 'choice'] as const;

/** True if a run of the selection has a case. */
export function isCaseSelected(
  { rules, options }: { rules: readonly Rule[]; options: CaseOptions },
  selection: Selection,
): boolean {
  const { quick, choices } = selection;
  const isLeftOut = (quick && options.thorough) || (!choices && options.choice);
  return !isLeftOut && rules.some((rule) => isSelected(rule, selection));
}

const everyCase: Selection = { rules: [], quick: false, choices: true };

/** Loads the rules files that may have a case of a selection, and returns its cases; Playwright loads the files by itself. */
export async function loadCases(selection = everyCase): Promise<readonly DeclaredCase[]> {
  declarations.alone = true;
  // A bundle of this module contains every file that the patterns can name, and the patterns of bundlers end at a folder.
  await loadFrom('flows', selection, (name) => import(`../../rules/flows/${name}.spec.ts`));
  await loadFrom('refusals', selection, (name) => import(`../../rules/refusals/${name}.spec.ts`));
  return declarations.cases.filter((declared) => isCaseSelected(declared, selection));
}

/** Loads the files of a folder whose texts name a selected rule, or that make cases of one from elsewhere. */
async function loadFrom(folder: string, selection: Selection, load: (name: string) => Promise<unknown>): Promise<void> {
  const rules = [...loadRegister().values()].filter((rule) => isSelected(rule, selection));
  const path = toProjectPath(`conformance/rules/${folder}/`);
  const ending = `.spec${extension}`;
  for (const file of readdirSync(path).sort()) {
    const name = file.slice(0, -ending.length);
    if (!file.endsWith(ending) || (name === 'choices' && !selection.choices)) continue;
    const named = new Set([...findIds(readText(path + file)), ...((await idsElsewhere[name]?.()) ?? [])]);
    if (!rules.some(({ id }) => named.has(id))) continue;
    const before = declarations.cases.length;
    await load(name);
    const ids = declarations.cases.slice(before).flatMap((declared) => declared.rules.map(({ id }) => id));
    const hidden = ids.find((id) => !named.has(id));
    if (hidden) throw new Error(`${path}${file} has a case of ${hidden} and does not name it, so --rule can't find it`);
  }
}

/** The rules of files that make cases from the choices of the register, the document or the invariants. */
const idsElsewhere: Record<string, () => Promise<Iterable<string>>> = {
  choices: async () => loadRegister().keys(),
  derived: async () => findIds(readText(contractFile)),
  probes: async () => (await import('../../rules/invariants/index.ts')).invariantRules,
};

function findIds(text: string): Iterable<string> {
  return text.match(/\b[A-Z]+(-[A-Z]+)*-\d+\b/g) ?? [];
}
