import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { OperationSpec } from '../../spec/document.ts';
import { ours } from '../../spec/generated/choices.ts';
import { loadRegister } from '../../spec/register.ts';
import type { Differs } from './asked/likeness.ts';

/**
 * The entries of a deployment by which our mock answers otherwise than the target, as their places in its file: of a member, or of the rule
 * that decided the answer.
 */
export function entriesAbout(
  { rule, at, seen }: Pick<Differs, 'rule' | 'at' | 'seen'>,
  { choices, refusals, answers }: Deployment,
  operations: readonly Pick<OperationSpec, 'id' | 'aliasOf'>[],
): string[] {
  if (at !== '') {
    const { id, aliasOf } = operations.find((one) => one.id === seen.operation) ?? {};
    const owner = [id, aliasOf].find((one) => one && answers[one]);
    return owner && answers[owner]?.members?.[at] ? [`answers.${owner}.members.${at}`] : [];
  }
  if (rule === undefined) return [];
  const named = (loadRegister().get(rule)?.choices ?? []).map(({ name }) => name as keyof typeof ours);
  const chosen = named.filter((name) => (choices[name] ?? ours[name]) !== ours[name]);
  return [...chosen.map((name) => `choices.${name}`), ...(refusals[rule] ? [`refusals.${rule}`] : [])];
}
