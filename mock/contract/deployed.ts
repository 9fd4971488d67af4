import {
  type AnswerForm,
  type Deployment,
  fillTemplate,
  findAnswerForm,
  type RefusalForm,
  type TimeForm,
  type Values,
} from '../../spec/deployment/deployment.ts';
import { removeFixedFields } from '../../spec/deployment/fixed.ts';
import { isNullable, isShownFilled, listPlaces, listTimes } from '../../spec/deployment/members.ts';
import type { DeployedContract } from '../../spec/deployment/read.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { type Choices, defaultChoices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isListOrObject, isObject, type Json, parsePointer, readPointer } from '../../spec/json.ts';
import type { OperationId, Schema } from '../../spec/types.ts';
import { AnswerCheck, type AnyAnswer, listDecidingRules, type RefusalFacts } from './answer.ts';
import { type Contract, createReader, type HandlerContract } from './handler-contract.ts';

export interface Deployed extends Contract {
  check: AnswerCheck;
  choices: Choices;
  reshape: Reshape;
  operation(id: OperationId): OperationSpec;
  handlerContract?: HandlerContract;
  deployment?: Deployment;
}

export function createBareContract({ document, validators }: Contract): Deployed {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]));
  return {
    document,
    validators,
    check: new AnswerCheck(validators),
    choices: defaultChoices,
    reshape: (answer) => answer,
    operation: (id) => byId.get(id) as OperationSpec,
  };
}

/** Prepares the contract of a deployment. Handlers read its requests by the mock's own contract. */
export function deployContract({ deployment, ...deployed }: DeployedContract, contract: Contract): Deployed {
  return {
    ...createBareContract(deployed),
    handlerContract: { document: contract.document, read: createReader(contract, deployed.document) },
    choices: { ...defaultChoices, ...deployment.choices },
    reshape: createReshape(deployment, contract.document, deployed.document),
    deployment,
  };
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
      const form = findAnswerForm(deployment, spec);
      return [spec.id, { form, changes: listChanges(form, spec, contract, deployed) }] as const;
    }),
  );
  return (answer, served, request, now) => {
    const { body } = answer;
    if (!isListOrObject(body)) return answer;
    const values = { path: request.path, now: new Date(now).toISOString(), id: request.id };
    if (answer.status >= 400) return reshapeRefusal(answer, deployment, served, request, values);
    const { form, changes } = (served && successes.get(served.spec.id)) ?? { changes: [] };
    if (!form && changes.length === 0) return answer;
    const entry = form ? `answers.${served?.spec.id}` : 'overlay';
    return applyShape(answer, form?.status, rewriteBody(body, changes, values), entry);
  };
}

function applyShape(answer: AnyAnswer, status = answer.status, body: unknown, entry: string): AnyAnswer {
  const entries = [answer.journal?.entry, entry].filter((name) => name !== undefined);
  return { ...answer, status, body, journal: { ...answer.journal, entry: entries.join(', ') } };
}

/** A changed member of successes; undefined leaves it out. */
interface Change {
  path: string;
  write(value: unknown, values: Values): unknown;
}

function listChanges(
  { omit = [], nulls, times, add = {} }: AnswerForm = {},
  spec: OperationSpec,
  contract: ContractDocument,
  deployed: ContractDocument,
): Change[] {
  const ownPlaces = listPlaces(contract, spec);
  const places = new Map(ownPlaces.map((place) => [place.path, place]));
  const deployedPlaces = listPlaces(deployed, deployed.operations.find(({ id }) => id === spec.id) as OperationSpec);
  const written = times === undefined ? [] : listTimes(contract, spec, times);
  const nullable = nulls ? ownPlaces.filter(isNullable) : [];
  return [
    ...deployedPlaces.flatMap(({ path, schemas }) => {
      const write = createWriter(places.get(path)?.schemas ?? [], schemas);
      return write ? [{ path, write }] : [];
    }),
    ...written.map(({ path }) => ({
      path,
      write: (value: unknown) => (typeof value === 'string' ? reformatTime(String(times), value) : value),
    })),
    ...nullable.map(({ path }) => ({ path, write: (value: unknown) => value ?? undefined })),
    ...omit.map((path) => ({
      path,
      write: (value: unknown) => (isShownFilled(spec, path) && !isEmpty(value) ? value : undefined),
    })),
    ...listAdditions(add),
  ];
}

const isEmpty = (value: unknown) => (isListOrObject(value) ? Object.keys(value).length === 0 : !value);

function listAdditions(add: Readonly<Record<string, unknown>>): Change[] {
  return Object.entries(add).map(([path, template]) => ({
    path,
    write: (_, values) => fillTemplate(template, values),
  }));
}

/** Writes a value as an overlay has it: the enum's word at the same index, or an object's first member as text. */
function createWriter(own: readonly Json[], overlaid: readonly Json[]): Change['write'] | undefined {
  const [words, others] = [listWords(own), listWords(overlaid)];
  if (words.length === others.length && `${words}` !== `${others}`)
    return (value) => others[words.indexOf(value)] ?? value;
  const isText = overlaid.some(({ type }) => type === 'string') && own.some(({ type }) => type === 'object');
  return isText ? (value) => (isObject(value) ? Object.values(value)[0] : value) : undefined;
}

const listWords = (schemas: readonly Json[]) => schemas.flatMap(({ enum: words = [] }) => words as unknown[]);

function rewriteBody(body: Json, changes: readonly Change[], values: Values): object {
  const changed = structuredClone(body);
  for (const { path, write } of changes)
    visit(changed, parsePointer(path), (holder, name) => {
      const { id = holder.run_id ?? (changed.data as Json | undefined)?.id ?? values.id } = holder;
      const { code = values.code, title = values.title } = holder;
      const value = write(holder[name], { ...values, ...({ id, code, title } as Values) });
      if (value === undefined) delete holder[name];
      else holder[name] = value;
    });
  return Object.isFrozen(body) ? Object.freeze(changed) : changed;
}

function visit(node: unknown, [step = '', ...rest]: string[], change: (holder: Json, name: string) => void): void {
  if (!isListOrObject(node)) return;
  for (const name of step === '*' ? Object.keys(node) : [step])
    if (rest.length > 0) visit(node[name], rest, change);
    else change(node, name);
}

function reformatTime(form: TimeForm, text: string): string {
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

/** For each error the first rule with an entry decides; missing fields come from `default`. */
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
    return selectForm(served ? listDecidingRules({ ...answer, rules }, served) : rules, refusals, served?.spec, error);
  });
  const [first] = forms;
  const named = forms.find(({ key }) => key !== undefined);
  if (!first || !named) return answer;
  const collectValues = ({ source, detail: text }: Partial<ErrorEntry> = {}): Values => {
    const { pointer, parameter = detail?.[0]?.loc?.at(-1) } = source ?? {};
    const value = pointer === undefined ? query?.[parameter ?? ''] : readPointer(sent, pointer);
    const shown = value === undefined || isListOrObject(value) ? undefined : String(value);
    return { ...values, pointer, parameter, detail: text ?? detail?.[0]?.msg, value: shown };
  };
  const changed = errors?.map((error, index) => reshapeError(error, forms[index]?.form ?? {}, collectValues(error)));
  const { status = answer.status, body: template, add = {}, omit = [] } = first.form;
  const scope = collectValues(errors?.[0]);
  const body = template
    ? fillTemplate(template, scope)
    : { ...(answer.body as object), ...(errors && { errors: changed }) };
  const omissions: Change[] = omit.map((path) => ({ path, write: () => undefined }));
  // A refused query has a list for `detail`; problem details have a text.
  const changes = [...listAdditions(add), ...omissions].filter(({ path }) => !Array.isArray(readPointer(body, path)));
  const { code, title, detail: text } = changed?.[0] ?? {};
  const shown = { ...scope, code, title, detail: text ?? scope.detail, status: String(status), statusNumber: status };
  const { allow: _, ...headers } = answer.headers ?? {};
  // Only 405 has the header Allow.
  return applyShape(
    { ...answer, ...(status !== answer.status && { headers }) },
    status,
    template === false ? undefined : rewriteBody(body as Json, changes, shown),
    `refusals.${named.key}`,
  );
}

/** Selects the form of a refusal, without the fields that its rules fix; `key` is undefined without an entry. */
function selectForm(
  rules: readonly RuleId[],
  refusals: Deployment['refusals'],
  spec: OperationSpec | undefined,
  error: ErrorEntry | undefined,
): { key: string | undefined; form: RefusalForm } {
  const keys = rules.flatMap((rule) => [`${rule}@${spec?.id}`, `${rule}@${spec?.aliasOf}`, rule]);
  // An empty entry under HTTP-11 refuses as a failed validation does.
  const isFilled = (candidate: string) => Object.keys(refusals[candidate] ?? {}).length > 0;
  const key = keys.find(isFilled) ?? (refusals.default && 'default');
  const entry = key === undefined ? {} : refusals[key];
  const { add: common, ...general } = refusals.default ?? {};
  const add = { ...(error && common), ...entry?.add };
  const form: RefusalForm = { ...general, ...entry, ...(Object.keys(add).length > 0 && { add }) };
  // A refused query of mission runs has `detail`, another refusal `errors` (ERR-1).
  if (form.body && (form.body.errors !== undefined) !== (error !== undefined)) delete form.body;
  const allowed = removeFixedFields(form, rules, error?.code);
  return { key: Object.keys(allowed).length > 0 ? key : undefined, form: allowed };
}

function reshapeError({ source, detail, ...others }: ErrorEntry, form: RefusalForm, values: Values): ErrorEntry {
  const format = (field: 'pointer' | 'parameter' | 'title' | 'detail', own: string | undefined) => {
    const style = form[field];
    if (style === undefined) return own;
    // A missing place has no form.
    return style === false || (own === undefined && style.includes(`{${field}}`))
      ? undefined
      : fillTemplate(style, values);
  };
  const place = { pointer: format('pointer', source?.pointer), parameter: format('parameter', source?.parameter) };
  return {
    ...others,
    code: form.code ?? others.code,
    title: format('title', others.title),
    detail: format('detail', detail),
    source: place.pointer === undefined && place.parameter === undefined ? undefined : place,
  } as ErrorEntry;
}
