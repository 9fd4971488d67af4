import { isDeepStrictEqual } from 'node:util';
import { type JSONValue, query } from 'json-p3';
import type { RefusalForm } from '../../spec/deployment/deployment.ts';
import { findFixedFields, listFixingRules, removeFixedFields } from '../../spec/deployment/fixed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { groupBy } from '../../spec/group-by.ts';
import { escapeStep, findNode } from '../../spec/json.ts';
import { type Choice, loadRegister } from '../../spec/register.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Seen, SeenRefusal } from '../suite/outcome/seen.ts';
import { findConstant } from './answers.ts';

/** The fields of an entry that refusals are compared by. */
export type Form = Pick<
  RefusalForm,
  'status' | 'code' | 'title' | 'detail' | 'pointer' | 'parameter' | 'body' | 'add' | 'omit'
>;

/** The refusals of an operation under one rule, the most frequent form first. */
export interface RuleRefusals {
  rule: RuleId;
  operation: OperationId | undefined;
  own: OwnRefusal;
  isByChoice: boolean;
  forms: readonly { form: Form; example: string }[];
  /** The first form, with the operation's form of pointers if one is expected, and the members that every form adds. */
  shown: Omit<Form, 'pointer'> & { pointer: Form['pointer'] | undefined };
}

/** Refusals by their rules. Assumptions about the exact refusal precede rules of the source; a refusal by a choice has its own entry. */
export function groupByRule(
  { refusals, choices }: Pick<Seen, 'refusals' | 'choices'>,
  contract: ContractDocument,
): RuleRefusals[] {
  const originals = refusals.map(({ operation, ...refusal }): SeenRefusal => {
    const original = contract.operations.find(({ id }) => id === operation)?.aliasOf ?? operation;
    return { ...refusal, ...(original && { operation: original }) };
  });
  const pointers = findPointerStyles(originals);
  const titles = listTitles(contract);
  const placed = originals
    .filter(isOpen)
    .flatMap((refusal) => findDecidingRules(refusal, choices).map((rule) => ({ rule, refusal })));
  const groups = groupBy(placed, ({ rule, refusal }) => `${rule}@${refusal.operation}`);
  const decided = [...groups.values()].map((group): RuleRefusals => {
    const { rule } = group[0] as (typeof group)[number];
    const same = group.map(({ refusal }) => refusal);
    const { operation } = same[0] as SeenRefusal;
    const forms = [...groupBy(same, (refusal) => JSON.stringify(makeForm(refusal))).values()]
      .toSorted((a, b) => countRefusals(b) - countRefusals(a))
      .flatMap(([refusal]) => (refusal ? [{ form: makeForm(refusal), example: refusal.example }] : []));
    const known = same.map((refusal) => findOwnRefusal(refusal, contract, titles)).filter(({ status }) => status);
    const [first = {}, ...others] = known;
    const own = others.every((next) => isDeepStrictEqual(next, first)) ? first : {};
    const isPlaced = same.some(({ hasPointer, pointer }) => hasPointer || pointer !== undefined);
    const shown = {
      ...forms[0]?.form,
      pointer: isPlaced ? pointers.get(operation ?? '') : undefined,
      add: mergeAdded(same),
    };
    return { rule, operation, own, isByChoice: same.some(isAccepted), forms, shown };
  });
  const exact = decided.filter(isExact);
  const assumed = exact.filter(({ rule }) => isAssumption(rule));
  return decided.filter((group) => {
    // A rule without a refusal of its own, such as the rule about the alias, has many.
    if (!isExact(group))
      return group.isByChoice || (group.forms.length === 1 && !exact.some((known) => isRefusedLike(group, known)));
    const isSame = (known: RuleRefusals) => isRefusedLike(group, known) && isDeepStrictEqual(group.own, known.own);
    return isAssumption(group.rule) || !assumed.some(isSame);
  });
}

/** True for refusals that obey the source: a refusal against it is a failure, not a decision. */
function isOpen(refusal: SeenRefusal): boolean {
  const rules = refusal.rules.flatMap((rule) => listFixingRules(rule, refusal.operation));
  return findFixedFields(makeForm(refusal), rules).length === 0;
}

const isAccepted = ({ expected: { status } }: Pick<SeenRefusal, 'expected'>) => status !== undefined && status < 400;

const isAssumption = (rule: RuleId) => loadRegister().get(rule)?.basis === 'assumption';
const readChoices = (rule: RuleId) => loadRegister().get(rule)?.choices ?? [];

/** Members that refusals add, undefined for a member whose values differ. */
function mergeAdded(refusals: readonly SeenRefusal[]): Record<string, unknown> {
  const paths = new Set(refusals.flatMap(({ added = {} }) => Object.keys(added)));
  const members = [...paths].map((path) => {
    const [value, ...others] = refusals.map(({ added, count }) => findConstant(added?.[path], count));
    return [path, others.every((next) => isDeepStrictEqual(next, value)) ? value : undefined] as const;
  });
  return Object.fromEntries(members);
}

/** True if the contract's own refusal is known: the rule states it. */
export const isExact = ({ own }: RuleRefusals) => own.status !== undefined && own.code !== undefined;

/** The rule whose entry the mock uses for refusals of a rule without an entry: the rule about failed validations. */
export function findGeneralRule({ rule, operation, own: { status, code } }: RuleRefusals): RuleId | undefined {
  const isQuery = operation === 'listRecentAiMissionRuns';
  const ownCode = operation === 'createNumberReservation' ? '10007' : '10015';
  const isValidation = rule === 'HTTP-11' || (status === 422 && code === (isQuery ? undefined : ownCode));
  const general = isQuery ? 'RUN-24' : 'ERR-10';
  return isValidation && rule !== general ? general : undefined;
}

/** True if the entry of a known rule describes the refusals of another rule as well. */
function isRefusedLike({ operation, shown }: RuleRefusals, known: RuleRefusals): boolean {
  return operation === known.operation && isDeepStrictEqual({ ...known.shown, pointer: shown.pointer }, shown);
}

const isFilled = (entry: Form) => Object.keys(entry).length > 0;
const countRefusals = (refusals: readonly SeenRefusal[]) => refusals.reduce((sum, { count }) => sum + count, 0);

function findDecidingRules({ rules, expected }: SeenRefusal, choices: Seen['choices']): RuleId[] {
  // Only a choice, or an entry for unknown parameters, refuses a request that the contract accepts.
  if (isAccepted({ expected })) return rules.filter((rule) => readChoices(rule).length > 0 || rule === 'HTTP-11');
  // A target that accepts such requests refused for another reason; one with an unknown choice may have.
  const isDefault = ({ name, default: usual, alternatives }: Choice) =>
    (choices[name] ?? (alternatives ? undefined : usual)) === usual;
  const refusing = rules.filter((rule) => readChoices(rule).every(isDefault));
  const assumed = refusing.filter(isAssumption);
  return assumed.length > 0 ? assumed : refusing;
}

function makeForm({ status, code, title, hasDetail, loc, type, body }: SeenRefusal): Form {
  if (body !== undefined) return { status, body };
  // The contract's place of a failed validation of a query.
  if (loc?.join() === 'query,{parameter}') return { status };
  if (loc) return { status, body: { detail: [{ loc: [...loc], msg: '{detail}', type }] } };
  return {
    status,
    ...(code !== undefined && { code }),
    ...(title !== undefined && { title }),
    ...(code !== undefined && { detail: hasDetail ? '{detail}' : (false as const) }),
  };
}

/** Makes the entries for refusals that differ from the contract's. `others` are less frequent forms by the entry's key, each with an exchange. */
export function settleRefusals(seen: Pick<Seen, 'refusals' | 'choices'>, contract: ContractDocument) {
  const groups = groupByRule(seen, contract);
  const common = findCommonForm(groups, seen, contract);
  const entries: Record<string, Form> = Object.keys(common).length > 0 ? { default: common } : {};
  const others: Record<string, string[]> = {};
  for (const [rule, ofRule] of groupBy(groups, ({ rule }) => rule)) {
    const placed = ofRule.map((group) => {
      const isOf = ({ rule, operation }: RuleRefusals) =>
        rule === findGeneralRule(group) && operation === group.operation;
      const general = groups.find(isOf);
      if (general && isRefusedLike(group, general)) return { group, entry: {} };
      const entry = makeEntry(group, common);
      // Without an entry of its own, a refusal has the general rule's entry.
      return {
        group,
        entry: general && !isFilled(entry) ? { status: group.shown.status as number } : entry,
      };
    });
    const sorted = [...groupBy(placed, ({ entry }) => JSON.stringify(entry)).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    for (const [index, same] of sorted.entries())
      for (const [position, { group, entry }] of same.entries()) {
        // An entry for unknown parameters makes the mock refuse them.
        const isGeneral = index === 0 && rule !== 'HTTP-11' && placed.every(({ entry }) => isFilled(entry));
        const key = isGeneral || !group.operation ? rule : `${rule}@${group.operation}`;
        if ((isFilled(entry) || rule === 'HTTP-11') && (!isGeneral || position === 0)) entries[key] = entry;
        const [, ...more] = group.forms;
        if (more.length > 0) others[key] = [...(others[key] ?? []), ...more.map(({ example }) => example)];
      }
  }
  return { entries, others };
}

/** The fields in which most refusals agree, and which differ from the contract's. */
function findCommonForm(
  groups: readonly RuleRefusals[],
  seen: Pick<Seen, 'refusals' | 'choices'>,
  contract: ContractDocument,
): Form {
  const titles = listTitles(contract);
  const inErrors = groups.filter(({ shown }) => shown.code !== undefined);
  const title = findMajority(inErrors.map(({ shown }) => shown.title));
  const isOwnTitle = inErrors.some(
    ({ shown, own }) => shown.title === title && [own.title, titles.get(shown.code)].includes(title),
  );
  const parameter = findMajority(seen.refusals.map((refusal) => refusal.parameter));
  const added = inErrors.map(({ shown }) => shown.add ?? {});
  const add = [...new Set(added.flatMap(Object.keys))].flatMap((path) => {
    const text = findMajority(added.map((members) => JSON.stringify(members[path]) ?? ''));
    return text ? [[path, JSON.parse(text)]] : [];
  });
  return {
    ...(title !== undefined && !isOwnTitle && { title }),
    ...pickDifferent(
      {
        detail: findMajority(inErrors.map(({ shown }) => shown.detail)),
        pointer: findMajority(groups.map(({ shown }) => shown.pointer)),
        parameter: isStyle(parameter, '{parameter}') ? parameter : undefined,
      },
      contractPlaces,
    ),
    ...(add.length > 0 && { add: Object.fromEntries(add) }),
  };
}

const contractPlaces = { detail: '{detail}', pointer: '{pointer}', parameter: '{parameter}' };

type Known<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** The known values that differ from others. */
function pickDifferent<Values extends object>(values: Values, others: Readonly<Record<string, unknown>>) {
  const isOther = ([name, value]: [string, unknown]) => value !== undefined && !isDeepStrictEqual(value, others[name]);
  return Object.fromEntries(Object.entries(values).filter(isOther)) as Known<Values>;
}

/** The form of most pointers of each operation. Pointers that are coarser or finer than the contract's have no form. */
function findPointerStyles(refusals: readonly SeenRefusal[]): ReadonlyMap<string, string | false> {
  const byOperation = groupBy(refusals, ({ operation }) => operation ?? '');
  return new Map(
    [...byOperation].flatMap(([operation, same]) => {
      const style = findMajority(same.map(({ pointer }) => (isStyle(pointer, '{pointer}') ? pointer : undefined)));
      return style === undefined ? [] : [[operation, style] as const];
    }),
  );
}

/** A form of a place that an entry can have. */
function isStyle(style: string | false | undefined, own: string): style is string | false {
  return style === false || style?.includes(own) === true;
}

/** The value of more than half of a list, undefined ones left out. */
function findMajority<Value>(values: readonly Value[]): Value | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.find((value) => known.filter((same) => same === value).length * 2 > known.length);
}

/** The fields in which the most frequent refusal differs from the contract's and the default. Fields that the source fixes are left out. */
function makeEntry(group: RuleRefusals, common: Form): Form {
  const { own, shown } = group;
  const { add = {}, ...fields } = shown;
  const { add: general = {}, ...base } = dropFixedFields(common, group);
  // The members of the default are for errors, not for refused queries.
  const expected = fields.code === undefined ? {} : general;
  const more = pickDifferent(add, expected);
  const omit = Object.keys(expected).filter((path) => !(path in add));
  const entry = {
    ...pickDifferent(fields, { ...contractPlaces, ...own, ...base }),
    ...(Object.keys(more).length > 0 && { add: more }),
    ...(omit.length > 0 && { omit }),
  };
  return dropFixedFields(entry, group);
}

/** A form without the fields that rules of the source fix: a file can't change them. */
export function dropFixedFields(
  form: Form,
  { rule, operation, own }: Pick<RuleRefusals, 'rule' | 'operation' | 'own'>,
): Form {
  const authentication = own.code === '10009' ? (['AUTH-3'] as const) : [];
  return removeFixedFields(form, [...listFixingRules(rule, operation), ...authentication], own.code);
}

type OwnRefusal = { [Field in 'status' | 'code' | 'title']?: SeenRefusal[Field] | undefined };

/** The contract's own refusal of the same request, as far as the checks name it, or the only example of its status. */
function findOwnRefusal(
  { operation, expected }: SeenRefusal,
  { json, operations }: ContractDocument,
  titles: ReadonlyMap<string | undefined, string>,
): OwnRefusal {
  if (isAccepted({ expected })) return {};
  const { status } = expected;
  const { path = '', method } = operations.find(({ id }) => id === operation) ?? {};
  const response = findNode(json, `/paths/${escapeStep(path)}/${method}/responses/${status}/content`);
  const codes = new Set(collectErrors(response).map((error) => error.code));
  const code = expected.code ?? (codes.size === 1 ? [...codes][0] : undefined);
  return { status, code, title: titles.get(code) };
}

/** The contract's titles by their codes. */
function listTitles({ json }: ContractDocument): ReadonlyMap<string | undefined, string> {
  return new Map(collectErrors(json).map(({ code, title }) => [code, title]));
}

/** The errors of all examples below a node. */
function collectErrors(node: unknown) {
  const { nodes } = query('$..[?@.code && @.title]', (node ?? {}) as JSONValue);
  return nodes.map(({ value }) => value as { code: string; title: string });
}
