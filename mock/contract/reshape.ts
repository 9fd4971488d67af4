import {
  type AnswerForm,
  answerFormOf,
  type Deployment,
  type RefusalForm,
  type TimeForm,
} from '../../spec/deployment/deployment.ts';
import { fixedFields } from '../../spec/deployment/fixed.ts';
import { isNullable, isTime, type Member, membersOf } from '../../spec/deployment/members.ts';
import { fill, type Values } from '../../spec/deployment/template.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isListOrObject, type Json } from '../../spec/json.ts';
import { atPointer, pointerSteps } from '../../spec/pointer.ts';
import type { Schema } from '../../spec/types.ts';
import type { AnyAnswer } from './answer.ts';
import { decidingRules, type RefusalFacts } from './refusal.ts';

export interface AskedRequest {
  id: string;
  path: string;
  query?: Readonly<Record<string, string | string[]>>;
  body?: unknown;
}

export type Served = RefusalFacts & { spec: OperationSpec };

/** Gives an answer the form of a deployment, within the rules of the source; `now` is the time of the partition's clock. */
export type Reshape = (answer: AnyAnswer, served: Served | undefined, request: AskedRequest, now: number) => AnyAnswer;

export function createReshape(deployment: Deployment, contract: ContractDocument): Reshape {
  const successes = new Map(
    contract.operations.flatMap((spec) => {
      const form = answerFormOf(deployment, spec);
      return form ? [[spec.id, { form, members: membersOf(contract, spec) }]] : [];
    }),
  );
  return (answer, served, request, now) => {
    if (!isListOrObject(answer.body)) return answer;
    const values = { path: request.path, now: new Date(now).toISOString(), id: request.id };
    if (answer.status >= 400) return reshapeRefusal(answer, deployment, served, request, values);
    const success = served && successes.get(served.spec.id);
    if (!success) return answer;
    const body = reshapeSuccess(answer.body, success.form, success.members, request.id);
    return shaped(answer, success.form.status, body, `answers.${served.spec.id}`);
  };
}

function shaped(answer: AnyAnswer, status: number | undefined, body: unknown, entry: string): AnyAnswer {
  const before = answer.journal?.entry;
  const journal = { ...answer.journal, entry: before ? `${before}, ${entry}` : entry };
  return { ...answer, status: status ?? answer.status, body, journal };
}

function reshapeSuccess(
  body: Json,
  { omit = [], nulls, times, add = {} }: AnswerForm,
  members: readonly Member[],
  requestId: string,
): object {
  const changed = structuredClone(body);
  const each = (path: string, change: (holder: Json, name: string) => void) =>
    visit(changed, pointerSteps(path), change);
  for (const { path } of times ? members.filter(isTime) : [])
    each(path, (holder, name) => {
      if (typeof holder[name] === 'string') holder[name] = timeIn(times as TimeForm, holder[name]);
    });
  for (const { path } of nulls ? members.filter(isNullable) : [])
    each(path, (holder, name) => {
      if (holder[name] === null) delete holder[name];
    });
  for (const path of omit) each(path, (holder, name) => delete holder[name]);
  for (const [path, template] of Object.entries(add))
    each(path, (holder, name) => {
      const { id = holder.run_id ?? (changed.data as Json | undefined)?.id ?? requestId } = holder;
      holder[name] = fill(template, { id: id as string });
    });
  return Object.isFrozen(body) ? Object.freeze(changed) : changed;
}

function visit(node: unknown, [step = '', ...rest]: string[], change: (holder: Json, name: string) => void): void {
  if (!isListOrObject(node)) return;
  if (step === '*') for (const entry of Object.values(node)) visit(entry, rest, change);
  else if (rest.length > 0) visit(node[step], rest, change);
  else change(node, step);
}

function timeIn(form: TimeForm, text: string): string {
  const second = text.slice(0, 19);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const digits = { offset: 0, seconds: 0, milliseconds: 3, microseconds: 6 }[form];
  const shown = digits > 0 ? `.${fraction.padEnd(digits, '0').slice(0, digits)}` : '';
  return `${second}${shown}${form === 'offset' ? '+00:00' : 'Z'}`;
}

type ErrorEntry = Schema<'Error'>;

/** Of the rules of each error the first that the file names decides; a field that its entry leaves out comes from `default`. */
function reshapeRefusal(
  answer: AnyAnswer,
  { refusals }: Deployment,
  served: Served | undefined,
  request: AskedRequest,
  values: Values,
): AnyAnswer {
  const { errors, detail } = answer.body as { errors?: ErrorEntry[]; detail?: { loc?: string[]; msg?: string }[] };
  const forms = (errors ?? [undefined]).map((error, index) => {
    const own = answer.each?.[index] ?? answer.rules;
    const rules = served ? decidingRules({ ...answer, rules: own }, served) : own;
    return formFor(rules, refusals, served?.spec, error);
  });
  const [first] = forms;
  if (!first || forms.every(({ key }) => key === undefined)) return answer;
  const valuesOf = ({ source, detail: text }: Partial<ErrorEntry> = {}): Values => {
    const parameter = source?.parameter ?? detail?.[0]?.loc?.at(-1);
    const value =
      source?.pointer === undefined ? request.query?.[parameter ?? ''] : atPointer(request.body, source.pointer);
    const shown = value === undefined || isListOrObject(value) ? undefined : String(value);
    return { ...values, pointer: source?.pointer, parameter, detail: text ?? detail?.[0]?.msg, value: shown };
  };
  const body = first.form.body
    ? fill(first.form.body, valuesOf(errors?.[0]))
    : {
        ...(answer.body as object),
        ...(errors && {
          errors: errors.map((error, index) => reshapeError(error, forms[index]?.form ?? {}, valuesOf(error))),
        }),
      };
  const { allow: _, ...headers } = answer.headers ?? {};
  const status = first.form.status ?? answer.status;
  // The header Allow belongs to 405 alone.
  return shaped({ ...answer, ...(status !== answer.status && { headers }) }, status, body, `refusals.${first.key}`);
}

/** The form of a refusal without the fields that its rules fix; `key` is undefined where the file says nothing of it. */
function formFor(
  rules: readonly RuleId[],
  refusals: Deployment['refusals'],
  spec: OperationSpec | undefined,
  error: ErrorEntry | undefined,
): { key: string | undefined; form: RefusalForm } {
  const keys = rules.flatMap((rule) => [`${rule}@${spec?.id}`, `${rule}@${spec?.aliasOf}`, rule]);
  const key = keys.find((one) => one in refusals);
  const form = { ...refusals.default, ...(key !== undefined && refusals[key]) };
  const broken = () => fixedFields({ ...(error && { code: error.code }), ...form }, rules)[0];
  for (let field = broken()?.field; field && field in form; field = broken()?.field) delete form[field];
  return { key: key ?? (refusals.default && 'default'), form };
}

function reshapeError({ source, detail, ...others }: ErrorEntry, form: RefusalForm, values: Values): ErrorEntry {
  const styled = (style: false | string | undefined, own: string | undefined, name?: string) => {
    if (style === undefined) return own;
    if (style === false || (own === undefined && name !== undefined && style.includes(name))) return undefined;
    return fill(style, values);
  };
  const pointer = styled(form.pointer, source?.pointer, '{pointer}');
  const parameter = styled(form.parameter, source?.parameter, '{parameter}');
  return {
    ...others,
    code: form.code ?? others.code,
    title: styled(form.title, others.title),
    detail: styled(form.detail, detail),
    source: pointer === undefined && parameter === undefined ? undefined : { pointer, parameter },
  } as ErrorEntry;
}
