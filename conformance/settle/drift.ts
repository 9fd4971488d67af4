import { isDeepStrictEqual } from 'node:util';
import { type Deployment, findAnswerForm, shortenTimeForm } from '../../spec/deployment/deployment.ts';
import { findSuccessStatus } from '../../spec/deployment/members.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { defaultChoices } from '../../spec/generated/choices.ts';
import { groupBy } from '../../spec/group-by.ts';
import { escapeStep } from '../../spec/json.ts';
import { shortenPath } from '../../spec/print.ts';
import { collectChoices, loadRegister } from '../../spec/register.ts';
import { Locator, readText } from '../../spec/yaml.ts';
import type { Seen, SeenSuccess } from '../suite/outcome/seen.ts';
import { loadContract } from '../suite/wire/contract.ts';
import { findConstant, settleAnswer } from './answers.ts';
import { compareOverlay } from './overlay.ts';
import { dropFixedFields, type Form, findGeneralRule, groupByRule, isExact, type RuleRefusals } from './refusals.ts';

/** A deployment, and the file that it was read from. */
export interface DeploymentAtFile {
  file: string;
  deployment: Deployment;
}

/** A decision of a target that differs from its file. */
export interface Drift {
  /** JSON pointer of the entry, or of the part of the file that lacks it. */
  pointer: string;
  /** The rule, the operation or the choice. */
  about: string;
  field: string;
  was: string;
  is: string;
}

/** One line for each difference of a run from a deployment file, with the place of its entry. */
export function formatDrift(seen: Seen, { file, deployment }: DeploymentAtFile): string[] {
  const locator = new Locator(file, readText(file));
  return findDrift(seen, deployment, loadContract().document).map(({ pointer, about, field, was, is }) => {
    const place = `${shortenPath(file)}:${locator.at(pointer).line}`;
    return `DRIFT ${place} ${about}: ${field} was ${was}, is ${is}`;
  });
}

/** Compares the observations of a run with a deployment file. One observation about a decision has to agree with the file. */
export function findDrift(seen: Seen, deployment: Deployment, contract: ContractDocument): Drift[] {
  return [
    ...compareRefusals(seen, deployment, contract),
    ...seen.successes.flatMap((success) => compareAnswers(success, deployment, contract)),
    ...compareOverlay(seen.variants, deployment.overlay, contract).map(({ index, ...drift }) => {
      return { pointer: `/overlay/${index}`, about: 'overlay', ...drift };
    }),
    ...compareChoices(seen, deployment),
  ];
}

function compareRefusals(seen: Seen, deployment: Deployment, contract: ContractDocument): Drift[] {
  // A disturbed run may miss a choice; the file's choice counts then.
  const choices = { ...defaultChoices, ...deployment.choices, ...seen.choices };
  const groups = groupByRule({ ...seen, choices }, contract);
  const drifts = groups.flatMap((group) => findChangedFields(group, deployment));
  // A default that no refusal shows is one line, not one for each rule.
  const byDefault = groupBy(drifts, ({ field, isDefault }) => (isDefault ? field : []));
  const general = deployment.refusals.default ?? {};
  const isUnseen = ({ field, isDefault }: (typeof drifts)[number]) =>
    isDefault && groups.every((group) => !readValues(group, field).includes(readValue(general, field)));
  const changed = drifts.filter((drift) => !isUnseen(drift));
  const unseen = [...byDefault.values()].flatMap(([first]) =>
    first && isUnseen(first) ? [{ ...first, pointer: '/refusals/default', about: 'default' }] : [],
  );
  // One line for a rule, also if several operations show it.
  const lines = groupBy([...unseen, ...changed], ({ about, field, was, is }) => [about, field, was, is].join());
  return [...lines.values()].flatMap(([first]) => first ?? []);
}

/** The value of a field of an entry, or of the member that it adds under a JSON pointer. */
const readValue = (form: Form, field: string): unknown =>
  (field.startsWith('/') ? form.add : form)?.[field as keyof Form];

/** The values of a field that refusals have shown. */
function readValues({ forms, shown }: RuleRefusals, field: string): unknown[] {
  if (field.startsWith('/')) return shown.add && field in shown.add ? [shown.add[field as never]] : ['absent'];
  return [...new Set(forms.map(({ form }) => readValue(form, field)))];
}

function findChangedFields(group: RuleRefusals, { refusals }: Deployment): (Drift & { isDefault: boolean })[] {
  const { rule, operation, own, forms } = group;
  const general = findGeneralRule(group);
  const names = [rule, general].flatMap((id) => (id ? [`${id}@${operation}`, id] : []));
  const key = names.find((name) => Object.keys(refusals[name] ?? {}).length > 0);
  const entry: Form = key === undefined ? {} : (refusals[key] ?? {});
  if (key === undefined && !isExact(group) && isCovered(group, refusals)) return [];
  const common = dropFixedFields(refusals.default ?? {}, group);
  const pointer = key === undefined ? '/refusals' : `/refusals/${escapeStep(key)}`;
  if (forms.every(({ form }) => hasNoError(form) !== hasNoError(entry))) {
    const [was, is] = hasNoError(entry) ? ['empty', 'an error'] : ['an error', 'empty'];
    return [{ pointer, about: rule as string, field: 'body', was, is, isDefault: false }];
  }
  const { code } = group.shown;
  const added = Object.keys({ ...(code === undefined ? {} : common.add), ...entry.add });
  const fields = entry.body ? [] : ['status', 'code', 'title', 'detail'];
  return [...fields, ...added.filter((path) => !entry.omit?.includes(path))].flatMap((field) => {
    const isDefault = readValue(entry, field) === undefined && readValue(common, field) !== undefined;
    const expected = readValue(entry, field) ?? readValue(common, field) ?? own[field as keyof typeof own];
    const shown = readValues(group, field).filter((value) => value !== undefined);
    const isSame = (value: unknown) =>
      isDeepStrictEqual(value, expected) || (field === 'detail' && Boolean(value) === Boolean(expected));
    if (expected === undefined || shown.length === 0 || shown.some(isSame)) return [];
    const [was, is] =
      field === 'detail'
        ? [expected, shown[0]].map((value) => (value ? 'some' : 'none'))
        : [toText(expected), shown.map(toText).join(', ')];
    return [{ pointer, about: rule as string, field, was, is, isDefault }];
  });
}

const toText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** True if the entry of another rule describes refusals that the contract leaves open. */
function isCovered({ operation, own, forms }: RuleRefusals, refusals: Deployment['refusals']): boolean {
  const general = Object.entries(refusals).filter(([key]) =>
    [undefined, operation].includes(key.split('@')[1] as never),
  );
  const describes = (entry: Form, form: Form) =>
    form.code === entry.code && [own.status, entry.status].includes(form.status);
  return forms.some(({ form }) => general.some(([, entry]) => describes(entry, form)));
}

/** True for refusals without an error. */
function hasNoError({ body }: Form): boolean {
  return body === false || (body !== undefined && 'errors' in body && body.errors?.length === 0);
}

function compareChoices({ choices }: Seen, deployment: Deployment): Drift[] {
  return [...collectChoices(loadRegister())].flatMap(([name, { rule }]) => {
    const own = { ...defaultChoices, ...deployment.choices }[name as keyof typeof defaultChoices];
    const value = choices[name];
    if (value === undefined || value === own) return [];
    const pointer = name in deployment.choices ? `/choices/${name}` : '/choices';
    return [{ pointer, about: rule, field: name, was: String(own), is: String(value) }];
  });
}

/** The differences of successes from their entry in a file. */
function compareAnswers(success: SeenSuccess, deployment: Deployment, document: ContractDocument): Drift[] {
  const spec = document.operations.find(({ id }) => id === success.operation);
  // An alias has the entry of its original.
  if (!spec || spec.aliasOf) return [];
  const { members } = success;
  const { omit: stillOmitted = [] } = settleAnswer(success, document, spec, []);
  const {
    status = Number(findSuccessStatus(spec)),
    omit = [],
    nulls,
    times,
    add = {},
  } = findAnswerForm(deployment, spec) ?? {};
  const drifts: Drift[] = [];
  const pointer = spec.id in deployment.answers ? `/answers/${spec.id}` : '/answers';
  const report = (field: string, was: string, is: string) => drifts.push({ pointer, about: spec.id, field, was, is });
  if (!(status in success.statuses)) report('status', String(status), Object.keys(success.statuses).join(', '));
  for (const path of omit)
    if (members[path] && !stillOmitted.includes(path)) report('omit', `without ${path}`, `with ${path}`);
  const nulled = Object.entries(members).find(([, { nulls: count }]) => count > 0);
  if (nulls && nulled) report('nulls', 'omitted', `null in ${nulled[0]}`);
  const forms = [...new Set(Object.values(members).flatMap((member) => member.times))];
  if (times && forms.length > 0 && !forms.includes(shortenTimeForm(times))) report('times', times, forms.join(', '));
  for (const [path, value] of Object.entries(add)) {
    const seen = findConstant(members[path], members[path]?.count);
    if (!members[path]) report('add', `with ${path}`, `without ${path}`);
    else if (seen !== undefined && !/\{\w+\}/.test(JSON.stringify(value)) && !isDeepStrictEqual(seen, value))
      report('add', `${path} ${JSON.stringify(value)}`, JSON.stringify(seen));
  }
  return drifts;
}
