import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister, type Rule } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';

/** The rules and cases of a run. */
export interface Selection {
  /** Globs over rule ids; none means all. */
  rules: readonly string[];
  operation?: string | undefined;
  /** Hand-written cases only, without those marked as thorough. */
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

/** True if an id matches a glob: `*` stands for any characters, `?` for one, `{a,b}` for either; case does not count. */
export function matches(glob: string, id: string): boolean {
  const pattern = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/\{([^}]*)\}/g, (_, options: string) => `(?:${options.replaceAll(',', '|')})`);
  return new RegExp(`^${pattern}$`, 'i').test(id);
}

/** The ids of all rules that the selection is about. */
export function rulesOf(selection: Selection): RuleId[] {
  return [...loadRegister().values()].filter((rule) => isSelected(rule, selection)).map(({ id }) => id);
}

/** The marks of cases: their options, and their tags in Playwright. */
export const marks = ['thorough', 'derived', 'choice'] as const;

/** The marks of cases that a run leaves out. */
export function leftOut({ quick, choices }: Selection): readonly (typeof marks)[number][] {
  return [...(quick ? (['thorough', 'derived'] as const) : []), ...(choices ? [] : (['choice'] as const))];
}

/** The selection as arguments of Playwright's, which filters cases by their titles and tags. */
export function filtersOf(selection: Selection): string[] {
  const { rules, operation } = selection;
  const left = leftOut(selection);
  return [
    ...(rules.length > 0 || operation ? [`--grep=(^| )(${rulesOf(selection).join('|')})[,:]`] : []),
    ...(left.length > 0 ? [`--grep-invert=@(${left.join('|')})$`] : []),
  ];
}
