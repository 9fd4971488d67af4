import type { OperationSpec } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { pointerStep } from '../pointer.ts';
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

/** The place that a refusal of the contract names: a pointer, `*` standing for every entry of a list, or a parameter. */
export function placeOf(body: object | undefined): string | undefined {
  const { errors, detail } = (body ?? {}) as {
    errors?: { source?: { pointer?: string; parameter?: string } }[];
    detail?: { loc?: string[] }[];
  };
  const { pointer, parameter } = errors?.[0]?.source ?? {};
  return pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? parameter ?? detail?.[0]?.loc?.at(-1);
}

/**
 * What a deployment says of a refusal by these rules that names a place: of each field, what the first rule says that says something of it.
 */
export function refusalFormOf(
  { refusals }: Pick<Deployment, 'refusals'>,
  rules: readonly RuleId[],
  operation: Pick<OperationSpec, 'id' | 'aliasOf'> | undefined,
  place: string | undefined,
): RefusalForm | undefined {
  const forms = rules.flatMap((rule) => {
    const { on, ...form } = refusals[rule] ?? {};
    const own = operation && (on?.[operation.id] ?? (operation.aliasOf && on?.[operation.aliasOf]));
    const { at, ...whole } = { ...form, ...own };
    return Object.keys(whole).length > 0 || at ? [{ ...whole, ...(place !== undefined && at?.[place]) }] : [];
  });
  return forms.length === 0 ? undefined : Object.assign({}, ...forms.reverse());
}

/** A form of a refusal and those within it, each with a pointer to it from there. */
export function formsWithin({ on = {}, at = {}, ...form }: RefusalForm): [pointer: string, form: RefusalForm][] {
  const inner = (name: string, forms: object) =>
    Object.entries(forms).flatMap(([key, one]: [string, RefusalForm]) =>
      formsWithin(one).map(([pointer, found]): [string, RefusalForm] => [
        `/${name}/${pointerStep(key)}${pointer}`,
        found,
      ]),
    );
  return [['', form], ...inner('on', on), ...inner('at', at)];
}
