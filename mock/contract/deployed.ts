import {
  type AnswerForm,
  answerFormOf,
  type Deployment,
  type RefusalForm,
  type TimeForm,
} from '../../spec/deployment/deployment.ts';
import { fixedFields } from '../../spec/deployment/fixed.ts';
import { isNullable, type Member, membersOf, timesIn } from '../../spec/deployment/members.ts';
import type { DeployedContract } from '../../spec/deployment/read.ts';
import { fill, type Values } from '../../spec/deployment/template.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isListOrObject, type Json } from '../../spec/json.ts';
import { atPointer, pointerSteps } from '../../spec/pointer.ts';
import { complain } from '../../spec/print.ts';
import type { OperationId, Schema } from '../../spec/types.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, decidingRules, type RefusalFacts, unexpected } from './answer.ts';

export interface Deployed {
  document: ContractDocument;
  validators: Validators;
  check: AnswerCheck;
  choices: Choices;
  reshape: Reshape;
  operation(id: OperationId): OperationSpec;
  deployment?: Deployment;
}

export function bare(document: ContractDocument, validators: Validators): Deployed {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]));
  return {
    document,
    validators,
    check: new AnswerCheck(validators),
    choices: ours,
    reshape: (answer) => answer,
    operation: (id) => byId.get(id) as OperationSpec,
  };
}

export function deployedAs({ deployment, document, validators }: DeployedContract, contract: ContractDocument) {
  const choices = { ...ours, ...deployment.choices };
  const reshape = createReshape(deployment, contract);
  return { ...bare(document, validators), choices, reshape, deployment } satisfies Deployed;
}

/** Validates answers: each has a status and a body that the contract declares (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the operation and status that they are valid for. */
  private readonly valid = new WeakMap<object, string>();

  constructor(private readonly validators: Validators) {}

  breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // Only a deployment answers without a body.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  checked(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const use = `${operation.id} ${status}`;
    if (this.valid.get(body as object) === use) return answer;
    const breach = this.breach(operation, answer);
    if (breach) {
      complain(`mock: ${breach}`);
      return unexpected();
    }
    if (isListOrObject(body) && Object.isFrozen(body)) this.valid.set(body, use);
    return answer;
  }
}

type Served = RefusalFacts & { spec: OperationSpec };

interface AskedRequest {
  id: string;
  path: string;
  query?: Readonly<Record<string, string | string[]>>;
  body?: unknown;
}

/** Gives an answer the form of a deployment, within the rules of the source; `now` is the time of the partition's clock. */
export type Reshape = (answer: AnyAnswer, served: Served | undefined, request: AskedRequest, now: number) => AnyAnswer;

function createReshape(deployment: Deployment, contract: ContractDocument): Reshape {
  const successes = new Map(
    contract.operations.flatMap((spec) => {
      const form = answerFormOf(deployment, spec);
      if (!form) return [];
      const nullable = form.nulls ? membersOf(contract, spec).filter(isNullable) : [];
      return [[spec.id, { form, nullable, times: form.times ? timesIn(contract, spec, form.times) : [] }]];
    }),
  );
  return (answer, served, request, now) => {
    const { body } = answer;
    if (!isListOrObject(body)) return answer;
    const values = { path: request.path, now: new Date(now).toISOString(), id: request.id };
    if (answer.status >= 400) return reshapeRefusal(answer, deployment, served, request, values);
    const success = served && successes.get(served.spec.id);
    if (!success) return answer;
    const reshaped = reshapeSuccess(body, success, request.id);
    return shaped(answer, success.form.status, reshaped, `answers.${served.spec.id}`);
  };
}

function shaped(answer: AnyAnswer, status = answer.status, body: unknown, entry: string): AnyAnswer {
  const entries = [answer.journal?.entry, entry].filter((name) => name !== undefined);
  return { ...answer, status, body, journal: { ...answer.journal, entry: entries.join(', ') } };
}

/** The form of an operation's successes, with the members that it changes. */
interface Success {
  form: AnswerForm;
  nullable: readonly Member[];
  times: readonly Member[];
}

function reshapeSuccess(body: Json, { form, nullable, times }: Success, requestId: string): object {
  const { omit = [], add = {} } = form;
  const changed = structuredClone(body);
  const each = (path: string, change: (holder: Json, name: string) => void) =>
    visit(changed, pointerSteps(path), change);
  for (const { path } of times)
    each(path, (holder, name) => {
      if (form.times && typeof holder[name] === 'string') holder[name] = timeIn(form.times, holder[name]);
    });
  for (const { path } of nullable)
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
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const digits = form.startsWith('milli') ? 3 : form.startsWith('micro') ? 6 : 0;
  const shown = digits > 0 ? `.${fraction.padEnd(digits, '0').slice(0, digits)}` : '';
  return `${text.slice(0, 19)}${shown}${form.endsWith('offset') ? '+00:00' : 'Z'}`;
}

type ErrorEntry = Schema<'Error'>;

/** Of the rules of each error the first that the file names decides; a field that its entry leaves out comes from `default`. */
function reshapeRefusal(
  answer: AnyAnswer,
  { refusals }: Deployment,
  served: Served | undefined,
  { query, body: sent }: AskedRequest,
  values: Values,
): AnyAnswer {
  const { errors, detail } = answer.body as { errors?: ErrorEntry[]; detail?: { loc?: string[]; msg?: string }[] };
  const forms = (errors ?? [undefined]).map((error, index) => {
    const rules = answer.each?.[index] ?? answer.rules;
    return formFor(served ? decidingRules({ ...answer, rules }, served) : rules, refusals, served?.spec, error);
  });
  const [first] = forms;
  if (!first || forms.every(({ key }) => key === undefined)) return answer;
  const valuesOf = ({ source, detail: text }: Partial<ErrorEntry> = {}): Values => {
    const { pointer, parameter = detail?.[0]?.loc?.at(-1) } = source ?? {};
    const value = pointer === undefined ? query?.[parameter ?? ''] : atPointer(sent, pointer);
    const shown = value === undefined || isListOrObject(value) ? undefined : String(value);
    return { ...values, pointer, parameter, detail: text ?? detail?.[0]?.msg, value: shown };
  };
  const changed = errors?.map((error, index) => reshapeError(error, forms[index]?.form ?? {}, valuesOf(error)));
  const body = first.form.body
    ? fill(first.form.body, valuesOf(errors?.[0]))
    : { ...(answer.body as object), ...(errors && { errors: changed }) };
  const { status = answer.status } = first.form;
  const { allow: _, ...headers } = answer.headers ?? {};
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
  const key = keys.find((candidate) => candidate in refusals);
  const form = { ...refusals.default, ...(key !== undefined && refusals[key]) };
  const broken = () => fixedFields({ ...(error && { code: error.code }), ...form }, rules)[0]?.field;
  for (let field = broken(); field && field in form; field = broken()) delete form[field];
  return { key: key ?? (refusals.default && 'default'), form };
}

function reshapeError({ source, detail, ...others }: ErrorEntry, form: RefusalForm, values: Values): ErrorEntry {
  const styled = (field: 'pointer' | 'parameter' | 'title' | 'detail', own: string | undefined) => {
    const style = form[field];
    if (style === undefined) return own;
    // A place that the refusal does not have has no form.
    return style === false || (own === undefined && style.includes(`{${field}}`)) ? undefined : fill(style, values);
  };
  const place = { pointer: styled('pointer', source?.pointer), parameter: styled('parameter', source?.parameter) };
  return {
    ...others,
    code: form.code ?? others.code,
    title: styled('title', others.title),
    detail: styled('detail', detail),
    source: place.pointer === undefined && place.parameter === undefined ? undefined : place,
  } as ErrorEntry;
}
