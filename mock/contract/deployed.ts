import {
  type AnswerForm,
  answerFormOf,
  type Deployment,
  type RefusalForm,
  type TimeForm,
} from '../../spec/deployment/deployment.ts';
import { fixedFields } from '../../spec/deployment/fixed.ts';
import { isNullable, placesOf, timesIn } from '../../spec/deployment/members.ts';
import type { DeployedContract } from '../../spec/deployment/read.ts';
import { fill, type Values } from '../../spec/deployment/template.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isListOrObject, isObject, type Json } from '../../spec/json.ts';
import { atPointer, pointerSteps } from '../../spec/pointer.ts';
import { complain } from '../../spec/print.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { OperationId, Schema } from '../../spec/types.ts';
import { compileValidators, type Validators } from '../../spec/validators.ts';
import { type AnyAnswer, decidingRules, type RefusalFacts, unexpected } from './answer.ts';
import type { Contract } from './readable.ts';

export interface Deployed extends Contract {
  check: AnswerCheck;
  choices: Choices;
  reshape: Reshape;
  operation(id: OperationId): OperationSpec;
  /** The mock's own contract, by which handlers read requests, and its word for the status of a run. */
  own?: Contract & { runStatus(word: string): string };
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

const runStatuses = '/components/schemas/MissionRunStatus/enum';

export function deployedAs({ deployment, document, validators }: DeployedContract, contract: ContractDocument) {
  const [words, others] = [contract, document].map(({ json }) => (nodeAt(json, runStatuses) ?? []) as string[]);
  const runStatus = (word: string) => words?.[others?.indexOf(word) ?? -1] ?? word;
  const own = { document: contract, validators: compileValidators(contract, { lazily: true }), runStatus };
  const choices = { ...ours, ...deployment.choices };
  const reshape = createReshape(deployment, contract, document);
  return { ...bare(document, validators), own, choices, reshape, deployment } satisfies Deployed;
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

function createReshape(deployment: Deployment, contract: ContractDocument, deployed: ContractDocument): Reshape {
  const successes = new Map(
    contract.operations.map((spec) => {
      const form = answerFormOf(deployment, spec);
      return [spec.id, { form, changes: changesOf(form, spec, contract, deployed) }] as const;
    }),
  );
  return (answer, served, request, now) => {
    const { body } = answer;
    if (!isListOrObject(body)) return answer;
    const values = { path: request.path, now: new Date(now).toISOString(), id: request.id };
    if (answer.status >= 400) return reshapeRefusal(answer, deployment, served, request, values);
    const { form, changes } = (served && successes.get(served.spec.id)) ?? { changes: [] };
    if (!form && changes.length === 0) return answer;
    const reshaped = reshapeSuccess(body, changes, form?.add ?? {}, request.id);
    const entry = form ? `answers.${served?.spec.id}` : 'overlay';
    return shaped(answer, form?.status, reshaped, entry);
  };
}

function shaped(answer: AnyAnswer, status = answer.status, body: unknown, entry: string): AnyAnswer {
  const entries = [answer.journal?.entry, entry].filter((name) => name !== undefined);
  return { ...answer, status, body, journal: { ...answer.journal, entry: entries.join(', ') } };
}

/** A member of successes that is written in another way, or left out if that is undefined. */
interface Change {
  path: string;
  write(value: unknown): unknown;
}

function changesOf(
  { omit = [], nulls, times }: AnswerForm = {},
  spec: OperationSpec,
  contract: ContractDocument,
  deployed: ContractDocument,
): Change[] {
  const own = placesOf(contract, spec);
  const places = new Map(own.map((place) => [place.path, place]));
  const spoken = placesOf(deployed, deployed.operations.find(({ id }) => id === spec.id) as OperationSpec);
  const overlaid = spoken.flatMap(({ path, schemas }): Change[] => {
    const write = writerOf(places.get(path)?.schemas ?? [], schemas);
    return write ? [{ path, write }] : [];
  });
  const written = (times === undefined ? [] : timesIn(contract, spec, times)).map(({ path }) => {
    return { path, write: (value: unknown) => (typeof value === 'string' ? timeIn(String(times), value) : value) };
  });
  const nullable = nulls ? own.filter(isNullable) : [];
  return [
    ...overlaid,
    ...written,
    ...nullable.map(({ path }) => ({ path, write: (value: unknown) => value ?? undefined })),
    ...omit.map((path) => ({ path, write: () => undefined })),
  ];
}

/** Writes a value as an overlay has it: the word at the same place of an enum, and a text for the first member of an object. */
function writerOf(own: readonly Json[], overlaid: readonly Json[]): Change['write'] | undefined {
  const [words, others] = [wordsIn(own), wordsIn(overlaid)];
  if (words.length === others.length && `${words}` !== `${others}`)
    return (value) => others[words.indexOf(value)] ?? value;
  const isText = overlaid.some(({ type }) => type === 'string') && own.some(({ type }) => type === 'object');
  return isText ? (value) => (isObject(value) ? Object.values(value)[0] : value) : undefined;
}

const wordsIn = (schemas: readonly Json[]) => schemas.flatMap(({ enum: words = [] }) => words as unknown[]);

function reshapeSuccess(
  body: Json,
  changes: readonly Change[],
  add: Readonly<Record<string, unknown>>,
  requestId: string,
): object {
  const changed = structuredClone(body);
  for (const { path, write } of changes)
    visit(changed, pointerSteps(path), (holder, name) => {
      if (!(name in holder)) return;
      const value = write(holder[name]);
      if (value === undefined) delete holder[name];
      else holder[name] = value;
    });
  for (const [path, template] of Object.entries(add))
    visit(changed, pointerSteps(path), (holder, name) => {
      const { id = holder.run_id ?? (changed.data as Json | undefined)?.id ?? requestId } = holder;
      holder[name] = fill(template, { id: id as string });
    });
  return Object.isFrozen(body) ? Object.freeze(changed) : changed;
}

function visit(node: unknown, [step = '', ...rest]: string[], change: (holder: Json, name: string) => void): void {
  if (!isListOrObject(node)) return;
  for (const name of step === '*' ? Object.keys(node) : [step])
    if (rest.length > 0) visit(node[name], rest, change);
    else change(node, name);
}

function timeIn(form: TimeForm, text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const digits = form.startsWith('milli') ? 3 : form.startsWith('micro') ? 6 : 0;
  const shown = digits > 0 ? `.${fraction.padEnd(digits, '0').slice(0, digits)}` : '';
  const [zone = form.endsWith('offset') ? '+00:00' : 'Z', sign = '+', hours = 0, minutes = 0] =
    /([+-])(\d\d):(\d\d)$/.exec(form) ?? [];
  const aheadMs = Number(`${sign}60000`) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(Date.parse(text) + aheadMs).toISOString().slice(-24, -5);
  return `${local}${shown}${zone}`;
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
  const template = first.form.body;
  const body = template
    ? fill(template, valuesOf(errors?.[0]))
    : { ...(answer.body as object), ...(errors && { errors: changed }) };
  const { status = answer.status } = first.form;
  const { allow: _, ...headers } = answer.headers ?? {};
  // The header Allow belongs to 405 alone.
  return shaped(
    { ...answer, ...(status !== answer.status && { headers }) },
    status,
    template === false ? undefined : body,
    `refusals.${first.key}`,
  );
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
