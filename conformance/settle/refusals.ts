import { isDeepStrictEqual } from 'node:util';
import type { RefusalForm } from '../../spec/deployment/deployment.ts';
import { fixedFields, fixingRules, withoutFixed } from '../../spec/deployment/fixed.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { grouped } from '../../spec/grouped.ts';
import { type Choice, loadRegister } from '../../spec/register.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Seen, SeenRefusal } from '../suite/outcome/seen.ts';
import type { OwnRefusal, OwnRefusals } from './own-refusal.ts';

/** The fields of an entry that refusals are compared by. */
export type Form = Pick<RefusalForm, 'status' | 'code' | 'title' | 'detail' | 'pointer' | 'parameter' | 'body'>;

/** The parts of `Seen` that refusals are settled by. */
export type Decisions = Pick<Seen, 'refusals' | 'choices'>;

/** The refusals of an operation under one rule, the most frequent form first. */
export interface RuleRefusals {
  rule: RuleId;
  operation: OperationId | undefined;
  own: OwnRefusal;
  /** True if one of them has a pointer, or should have one. */
  isPlaced: boolean;
  forms: readonly { form: Form; example: string }[];
}

/** Refusals by their rules: assumptions about the exact refusal precede rules of the source, and a refusal by a choice has its own entry. */
export function refusalsByRule({ refusals, choices }: Decisions, owns: OwnRefusals): RuleRefusals[] {
  const open = refusals.filter((refusal) => isOpen(refusal, owns));
  const placed = open.flatMap((refusal) =>
    decidingRules(refusal, choices).map((rule) => ({ rule, operation: owns.operationOf(refusal), refusal })),
  );
  const groups = grouped(placed, ({ rule, operation }) => `${rule}@${operation}`);
  const decided = [...groups.values()].map((group): RuleRefusals => {
    const { rule, operation } = group[0] as (typeof group)[number];
    const forms = [...grouped(group, ({ refusal }) => JSON.stringify(formOf(refusal))).values()]
      .toSorted((a, b) => countOf(b) - countOf(a))
      .map((same) => ({ form: formOf(same[0]?.refusal as SeenRefusal), example: String(same[0]?.refusal.example) }));
    const known = group.map(({ refusal }) => owns.of(refusal)).filter(({ status }) => status !== undefined);
    const [first = {}, ...others] = known;
    const own = others.every((next) => isDeepStrictEqual(next, first)) ? first : {};
    const isPlaced = group.some(({ refusal }) => refusal.hasPointer || refusal.pointer !== undefined);
    return { rule, operation, own, isPlaced, forms };
  });
  const exact = decided.filter(isExact);
  const assumed = exact.filter(({ rule }) => isAssumption(rule));
  return decided.filter((group) => {
    if (!isExact(group)) return choicesOf(group.rule).length > 0 || !exact.some((known) => hasSameForm(group, known));
    const isSame = (known: RuleRefusals) => hasSameForm(group, known) && isDeepStrictEqual(group.own, known.own);
    return isAssumption(group.rule) || !assumed.some(isSame);
  });
}

/** True for refusals that obey the source: others are failures, not decisions. */
function isOpen(refusal: SeenRefusal, owns: OwnRefusals): boolean {
  const rules = refusal.rules.flatMap((rule) => fixingRules(rule, owns.operationOf(refusal)));
  return fixedFields(formOf(refusal), rules).length === 0;
}

const isAssumption = (rule: RuleId) => loadRegister().get(rule)?.basis === 'assumption';
const choicesOf = (rule: RuleId) => loadRegister().get(rule)?.choices ?? [];

/** True if the contract's own refusal is known: the rule states it. */
export const isExact = ({ own }: RuleRefusals) => own.status !== undefined && own.code !== undefined;

/** True if an entry of the other rule describes the refusals of a rule as well. */
function hasSameForm({ operation, forms: [first] }: RuleRefusals, known: RuleRefusals): boolean {
  const form = known.forms[0]?.form;
  const isSame = (field: 'status' | 'code' | 'title') => first?.form[field] === form?.[field];
  return operation === known.operation && isSame('status') && isSame('code') && isSame('title');
}

const countOf = (group: readonly { refusal: SeenRefusal }[]) =>
  group.reduce((sum, { refusal }) => sum + refusal.count, 0);

function decidingRules({ rules, expected }: SeenRefusal, choices: Seen['choices']): RuleId[] {
  // Only a choice refuses a request that the contract accepts.
  if (expected.status !== undefined && expected.status < 400) return rules.filter((rule) => choicesOf(rule).length > 0);
  // A target that accepts such requests refused for another reason; one with an unknown choice may have.
  const isOwn = ({ name, ours, alternatives }: Choice) => (choices[name] ?? (alternatives ? undefined : ours)) === ours;
  const refusing = rules.filter((rule) => choicesOf(rule).every(isOwn));
  const assumed = refusing.filter(isAssumption);
  return assumed.length > 0 ? assumed : refusing;
}

function formOf({ status, code, title, hasDetail, loc, type, body }: SeenRefusal): Form {
  if (body !== undefined) return { status, body };
  if (loc) return { status, ...bodyOf(loc, type) };
  return {
    status,
    ...(code !== undefined && { code }),
    ...(title !== undefined && { title }),
    ...(code !== undefined && { detail: hasDetail ? '{detail}' : (false as const) }),
  };
}

/** The body of a failed validation of a query, where it has the place in another form than the contract. */
function bodyOf(loc: readonly string[], type: string | undefined): Pick<Form, 'body'> {
  if (loc.join() === 'query,{parameter}') return {};
  return { body: { detail: [{ loc: [...loc], msg: '{detail}', type }] } };
}

/** The entries of a deployment file. */
export interface SettledRefusals {
  entries: Record<string, Form>;
  /** Less frequent forms by the key of the entry, each with an exchange. */
  others: Record<string, string[]>;
}

/** Makes the entries for refusals that differ from the contract's. */
export function settleRefusals(seen: Decisions, owns: OwnRefusals): SettledRefusals {
  const groups = refusalsByRule(seen, owns);
  const pointers = pointerStyles(seen.refusals, owns);
  const common = commonForm(groups, seen, pointers, owns);
  const entries: Record<string, Form> = Object.keys(common).length > 0 ? { default: common } : {};
  const others: Record<string, string[]> = {};
  for (const [rule, ofRule] of grouped(groups, ({ rule }) => rule)) {
    const placed = ofRule.map((group) => ({ group, entry: entryOf(group, common, pointers) }));
    const sorted = [...grouped(placed, ({ entry }) => JSON.stringify(entry)).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    const isAsContract = ({ entry }: (typeof placed)[number]) => Object.keys(entry).length === 0;
    for (const [index, same] of sorted.entries())
      for (const [position, { group, entry }] of same.entries()) {
        const isGeneral = index === 0 && !placed.some(isAsContract);
        const key = isGeneral || !group.operation ? rule : `${rule}@${group.operation}`;
        if (Object.keys(entry).length > 0 && (!isGeneral || position === 0)) entries[key] = entry;
        const [, ...more] = group.forms;
        if (more.length > 0) others[key] = [...(others[key] ?? []), ...more.map(({ example }) => example)];
      }
  }
  return { entries, others };
}

/** The fields in which most refusals agree, and which differ from the contract's. */
function commonForm(
  groups: readonly RuleRefusals[],
  seen: Decisions,
  pointers: PointerStyles,
  owns: OwnRefusals,
): Form {
  const inErrors = groups.flatMap(({ forms, own }) =>
    forms[0]?.form.code === undefined ? [] : [{ ...forms[0].form, own }],
  );
  const title = mostOf(inErrors.map((form) => form.title));
  const isOwnTitle = inErrors.some(
    (form) => form.title === title && [form.own.title, owns.titleOf(form.code)].includes(title),
  );
  const detail = mostOf(inErrors.map((form) => form.detail));
  const pointer = mostOf(groups.map(({ operation, isPlaced }) => (isPlaced ? pointers.get(operation) : undefined)));
  const parameter = mostOf(seen.refusals.map((refusal) => refusal.parameter));
  return {
    ...(title !== undefined && !isOwnTitle && { title }),
    ...(detail === false && { detail }),
    ...(pointer !== undefined && pointer !== '{pointer}' && { pointer }),
    ...(isStyle(parameter, '{parameter}') && parameter !== '{parameter}' && { parameter }),
  };
}

type PointerStyles = ReadonlyMap<OperationId | undefined, string | false>;

/** The form of most pointers of each operation. Those that are coarser or finer than the contract's have no form. */
function pointerStyles(refusals: readonly SeenRefusal[], owns: OwnRefusals): PointerStyles {
  const byOperation = grouped(refusals, (refusal) => owns.operationOf(refusal) ?? '');
  return new Map(
    [...byOperation.values()].flatMap((same) => {
      const style = mostOf(same.map(({ pointer }) => (isStyle(pointer, '{pointer}') ? pointer : undefined)));
      return same[0] && style !== undefined ? [[owns.operationOf(same[0]), style] as const] : [];
    }),
  );
}

/** A form of a place that an entry can have. */
function isStyle(style: string | false | undefined, own: string): style is string | false {
  return style === false || style?.includes(own) === true;
}

/** The value of more than half of a list, undefined ones left out. */
function mostOf<Value>(values: readonly Value[]): Value | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.find((value) => known.filter((same) => same === value).length * 2 > known.length);
}

/** The fields in which the most frequent refusal differs from the contract's and the default. Fields that the source fixes are left out. */
function entryOf(group: RuleRefusals, common: Form, pointers: PointerStyles): Form {
  const { own, forms, operation, isPlaced } = group;
  const pointer = isPlaced ? pointers.get(operation) : undefined;
  const { status, code, title, detail, body } = forms[0]?.form ?? {};
  const general = allowed(common, group);
  return allowed(
    {
      ...(status !== own.status && { status }),
      ...(code !== undefined && code !== own.code && { code }),
      ...(title !== undefined && title !== (general.title ?? own.title) && { title }),
      ...(detail !== undefined && detail !== (general.detail ?? '{detail}') && { detail }),
      ...(pointer !== undefined && pointer !== (general.pointer ?? '{pointer}') && { pointer }),
      ...(body !== undefined && { body }),
    },
    group,
  );
}

/** A form without the fields that rules of the source fix: a file can't change them. */
export function allowed(form: Form, { rule, operation, own }: Pick<RuleRefusals, 'rule' | 'operation' | 'own'>): Form {
  const authentication = own.code === '10009' ? (['AUTH-3'] as const) : [];
  return withoutFixed(form, [...fixingRules(rule, operation), ...authentication], own.code);
}
