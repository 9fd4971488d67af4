import type { Rule } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { CaseOptions } from '../api/case.ts';
import type { Owner } from '../api/harness.ts';
import type { Facts } from '../target/target.ts';

/** The options of a run. */
export interface RunOptions {
  /** The file of the target's profile; without one the target is `BASE_URL` with `API_KEY`, or the mock. */
  profile?: string | undefined;
  /** The seed of generated data. */
  seed?: number;
  selection?: Selection;
  /** The deployment file that the mock answers as, or that the target is compared with. */
  deployment?: string | undefined;
}

/** A run of the suite. It holds no credentials. */
export interface Run {
  /** Part of the name of everything that the run makes. */
  id: string;
  seed: number;
  /** The process that it ends with. */
  owner: Owner;
  /** When the command was given. */
  startedAt: string;
  facts: Facts;
}

/** Holds a run that Playwright's main process has begun, for its worker. */
const variable = 'CONFORMANCE_BEGUN';

/** Makes a run and the file of its profile known to the processes that this one starts. */
export function shareRun(run: Run, profile: string | undefined): void {
  process.env[variable] = JSON.stringify({ run, profile });
}

/** The run that the parent of this process has shared. */
export function sharedRun(): { run: Run; profile: string | undefined } {
  const text = process.env[variable];
  if (!text) throw new Error('no run has begun: start it with `npx playwright test --project=conformance`');
  return JSON.parse(text) as ReturnType<typeof sharedRun>;
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
