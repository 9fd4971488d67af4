import type { OperationSpec } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
import { type AnswerForm, type Deployment, type FaultKind, type RefusalForm, widerKind } from './deployment.ts';

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

/** Those of them that a refusal is told under. */
export function generalRulesIn(body: unknown): RuleId[] {
  return generalRules.flatMap(([rule, list]) => (list in ((body as object | undefined) ?? {}) ? [rule] : []));
}

/** Which of them goes for the refusals of a rule: that of its operation, where one has its own. */
export function generalRuleOf(rule: RuleId): (typeof generalRules)[number][0] {
  const register = loadRegister();
  const operationOf = (id: RuleId) => register.get(id)?.operation;
  const own = generalRules.find(([id]) => operationOf(id) === operationOf(rule));
  return (own ?? generalRules[0])[0];
}

/** What a refusal of ours tells: what kind of fault, and where (`requestPlaceOf`). */
export interface Told {
  fault?: FaultKind | undefined;
  place?: string | undefined;
}

/**
 * What a deployment says of a refusal by these rules: of each field, what the first rule says that says something of it. What stands for
 * the operation, the kind of fault and the place goes before what stands around it.
 */
export function refusalFormOf(
  { refusals }: Pick<Deployment, 'refusals'>,
  rules: readonly RuleId[],
  operation: Pick<OperationSpec, 'id' | 'aliasOf'> | undefined,
  { fault, place }: Told,
): RefusalForm | undefined {
  const forms = rules.flatMap((rule) => {
    if (!refusals[rule]) return [];
    const { on, ...all } = refusals[rule];
    const { of, ...here } = {
      ...all,
      ...(operation && (on?.[operation.id] ?? on?.[operation.aliasOf ?? operation.id])),
    };
    const wider = fault && widerKind[fault];
    const { at, ...form } = { ...here, ...(wider && of?.[wider]), ...(fault && of?.[fault]) };
    return [{ ...form, ...(place !== undefined && at?.[place]) }];
  });
  return forms.length === 0 ? undefined : Object.assign({}, ...forms.reverse());
}

/** The title under which a deployment tells a code; undefined where that is the contract's. */
export function titleOf(titles: Deployment['titles'], { code, title }: RefusalForm): string | undefined {
  return title ?? (code === undefined ? undefined : titles?.[code]);
}

/** What stands around what is said of a kind of fault: of the kind that it is one of, and of all. */
export function aroundKind(whole: RefusalForm, of: RefusalForm['of'], kind: string): RefusalForm {
  const wider = widerKind[kind as FaultKind];
  const { at: _, ...form } = (wider && of?.[wider]) ?? {};
  return { ...whole, ...form };
}

/** A form of a refusal and those within it, each with a pointer to it from there, and with what it has from the forms around it. */
export function formsWithin(
  { on = {}, of = {}, at = {}, ...form }: RefusalForm,
  around: RefusalForm = {},
): [pointer: string, form: RefusalForm, whole: RefusalForm][] {
  const whole = { ...around, ...form };
  const inner = (name: string, forms: Readonly<Record<string, RefusalForm>>) =>
    Object.entries(forms).flatMap(([key, one]) =>
      formsWithin(one, name === 'of' ? aroundKind(whole, of, key) : whole).map(
        ([pointer, ...found]): [string, RefusalForm, RefusalForm] => [
          `/${name}/${pointerStep(key)}${pointer}`,
          ...found,
        ],
      ),
    );
  return [
    ['', form, whole],
    ...inner('also', Object.fromEntries((form.also ?? []).entries())),
    ...inner('on', on),
    ...inner('of', of),
    ...inner('at', at),
  ];
}
