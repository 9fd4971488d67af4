import type { Deployment } from '../../spec/deployment/deployment.ts';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { ours } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { grouped } from '../../spec/grouped.ts';
import { Locator, pointerStep } from '../../spec/pointer.ts';
import { shownPath } from '../../spec/print.ts';
import { choicesOf, loadRegister } from '../../spec/register.ts';
import { readText } from '../../spec/yaml.ts';
import type { Seen } from '../suite/outcome/seen.ts';
import { answerDrift, type Difference } from './answers.ts';
import { overlayDrift } from './overlay.ts';
import { OwnRefusals } from './own-refusal.ts';
import { allowed, type Form, isExact, type RuleRefusals, refusalsByRule } from './refusals.ts';

/** A deployment, and the file that it was read from. */
export interface DeploymentAtFile {
  file: string;
  deployment: Deployment;
}

/** A decision of a target that differs from its file. */
export interface Drift extends Difference {
  /** JSON pointer of the entry, or of the part of the file that lacks it. */
  pointer: string;
  /** The rule, the operation or the choice. */
  about: string;
}

/** One line for each difference of a run from a deployment file, with the place of its entry. */
export function formatDrift(seen: Seen, { file, deployment }: DeploymentAtFile): string[] {
  const locator = new Locator(file, readText(file));
  return driftOf(seen, deployment, loadDocument()).map(({ pointer, about, field, was, is }) => {
    const place = `${shownPath(file)}:${locator.at(pointer).line}`;
    return `DRIFT ${place} ${about}: ${field} was ${was}, is ${is}`;
  });
}

/** Compares the observations of a run with a deployment file. One of several observations about a decision has to agree with the file. */
export function driftOf(seen: Seen, deployment: Deployment, contract: ContractDocument): Drift[] {
  return [
    ...refusalDrift(seen, deployment, contract),
    ...seen.successes.flatMap((success) =>
      answerDrift(success, deployment, contract).map((drift) => ({
        pointer: success.operation in deployment.answers ? `/answers/${success.operation}` : '/answers',
        about: success.operation,
        ...drift,
      })),
    ),
    ...overlayDrift(seen.variants, deployment.overlay, contract).map(({ index, ...drift }) => {
      return { pointer: `/overlay/${index}`, about: 'overlay', ...drift };
    }),
    ...choiceDrift(seen, deployment),
  ];
}

function refusalDrift(seen: Seen, deployment: Deployment, contract: ContractDocument): Drift[] {
  // A disturbed run may miss a choice; the file's choice counts then.
  const choices = { ...ours, ...deployment.choices, ...seen.choices };
  const groups = refusalsByRule({ ...seen, choices }, new OwnRefusals(contract));
  const drifts = groups.flatMap((group) => changedFields(group, deployment));
  // A default that no refusal shows is one line, not one for each rule.
  const byDefault = grouped(drifts, ({ field, isDefault }) => (isDefault ? field : []));
  const isUnseen = ({ field, isDefault }: (typeof drifts)[number]) =>
    isDefault &&
    groups.every(({ forms }) => forms.every(({ form }) => form[field] !== deployment.refusals.default?.[field]));
  const changed = drifts.filter((drift) => !isUnseen(drift));
  const unseen = [...byDefault.values()].flatMap(([first]) =>
    first && isUnseen(first) ? [{ ...first, pointer: '/refusals/default', about: 'default' }] : [],
  );
  // One line for a rule, also if several operations show it.
  const lines = grouped([...unseen, ...changed], ({ about, field, was, is }) => [about, field, was, is].join());
  return [...lines.values()].flatMap(([first]) => first ?? []);
}

type FieldName = 'status' | 'code' | 'title' | 'detail' | 'body';

function changedFields(
  group: RuleRefusals,
  { refusals }: Deployment,
): (Drift & { field: FieldName; isDefault: boolean })[] {
  const { rule, operation, own, forms } = group;
  const key = [`${rule}@${operation}`, rule].find((name) => name in refusals);
  const entry: Form = key === undefined ? {} : (refusals[key] ?? {});
  if (key === undefined && isCovered(group, refusals)) return [];
  const general = allowed(refusals.default ?? {}, group);
  const pointer = key === undefined ? '/refusals' : `/refusals/${pointerStep(key)}`;
  if (forms.every(({ form }) => isEmpty(form) !== isEmpty(entry))) {
    const [was, is] = isEmpty(entry) ? ['empty', 'an error'] : ['an error', 'empty'];
    return [{ pointer, about: rule as string, field: 'body', was, is, isDefault: false }];
  }
  if (entry.body) return [];
  return (['status', 'code', 'title', 'detail'] as const).flatMap((field) => {
    const isDefault = entry[field] === undefined && general[field] !== undefined;
    const expected = entry[field] ?? general[field] ?? (field === 'detail' ? undefined : own[field]);
    const shown = [...new Set(forms.map(({ form }) => form[field]))].filter((value) => value !== undefined);
    const isSame = (value: unknown) =>
      value === expected || (field === 'detail' && Boolean(value) === Boolean(expected));
    if (expected === undefined || shown.length === 0 || shown.some(isSame)) return [];
    const [was, is] =
      field === 'detail' ? [presence(expected), presence(shown[0])] : [String(expected), shown.join(', ')];
    return [{ pointer, about: rule as string, field, was, is, isDefault }];
  });
}

/**
 * True if the entry of a more general rule describes a refusal without its own entry: a rule of several operations, or any rule
 * where the contract has no exact refusal.
 */
function isCovered(group: RuleRefusals, refusals: Deployment['refusals']): boolean {
  const { operation, own, forms } = group;
  const general = Object.entries(refusals).filter(([key]) => {
    const [rule, place = operation] = key.split('@');
    const about = loadRegister().get(rule as RuleId)?.operation;
    return place === operation && (!isExact(group) || about === 'all' || Array.isArray(about));
  });
  const describes = (entry: Form, form: Form) =>
    (['status', 'code'] as const).every((field) => form[field] === own[field] || form[field] === entry[field]);
  return forms.some(({ form }) => general.some(([, entry]) => describes(entry, form)));
}

/** True for refusals without an error. */
function isEmpty({ body }: Form): boolean {
  return body === false || (body !== undefined && 'errors' in body && body.errors.length === 0);
}

const presence = (value: unknown) => (value ? 'some' : 'none');

function choiceDrift({ choices }: Seen, deployment: Deployment): Drift[] {
  return [...choicesOf(loadRegister())].flatMap(([name, { rule }]) => {
    const own = { ...ours, ...deployment.choices }[name as keyof typeof ours];
    const value = choices[name];
    if (value === undefined || value === own) return [];
    const pointer = name in deployment.choices ? `/choices/${name}` : '/choices';
    return [{ pointer, about: rule, field: name, was: String(own), is: String(value) }];
  });
}
