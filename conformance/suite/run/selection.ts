import type { Rule } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { CaseOptions } from '../api/case.ts';

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

/** True if an id matches a glob: `*` stands for any characters, `?` for one, `{a,b}` for either; case does not count. */
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
