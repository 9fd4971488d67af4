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

const ours: Readonly<Record<string, string>> = {};

/** Where the status of a run is shown. */
const RUN_STATUS = '/data/*/status';

/** The words of a deployment for our statuses of mission runs, where they are others: what it shows, and what can be asked for. */
export function runStatusesOf(deployment: Pick<Deployment, 'answers'> | undefined): Readonly<Record<string, string>> {
  const form = deployment?.answers.listRecentAiMissionRuns?.members?.[RUN_STATUS];
  return (form && form !== 'absent' && form.words) || ours;
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
    const whole = { ...form, ...own };
    return Object.keys(whole).length > 0 ? [whole] : [];
  });
  return forms.length === 0 ? undefined : Object.assign({}, ...forms.reverse());
}
