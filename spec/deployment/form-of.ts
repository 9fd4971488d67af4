import type { OperationSpec } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import type { AnswerForm, Deployment, RefusalForm } from './deployment.ts';

/**
 * What a deployment says of the successes of an operation; of an alias, what it says of the original where it says nothing of the alias.
 */
export function answerFormOf(
  { answers }: Deployment,
  { id, aliasOf }: Pick<OperationSpec, 'id' | 'aliasOf'>,
): AnswerForm | undefined {
  return answers[id] ?? (aliasOf && answers[aliasOf]);
}

/** The rules of all refusals, by the list of errors in their body: what a deployment says of them goes where others say nothing. */
export const generalRules = [
  ['ERR-1', 'errors'],
  ['RUN-23', 'detail'],
] as const satisfies readonly (readonly [RuleId, string])[];

/** What a deployment says of a refusal by these rules: of each field, what the first rule says that says something of it. */
export function refusalFormOf(
  { refusals }: Pick<Deployment, 'refusals'>,
  rules: readonly RuleId[],
  operation: Pick<OperationSpec, 'id' | 'aliasOf'> | undefined,
): RefusalForm | undefined {
  const forms = rules.flatMap((rule) => {
    const { on, ...form } = refusals[rule] ?? {};
    const own = operation && (on?.[operation.id] ?? (operation.aliasOf && on?.[operation.aliasOf]));
    return own ? [own] : Object.keys(form).length > 0 ? [form] : [];
  });
  return forms.length === 0 ? undefined : Object.assign({}, ...forms.reverse());
}
