import { isDeepStrictEqual } from 'node:util';
import type { ContractDocument } from '../document.ts';
import { ours } from '../generated/choices.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { statusOwner } from '../ownership.ts';
import { pointerStep } from '../pointer.ts';
import { choicesOf, loadRegister } from '../register.ts';
import type { OperationId } from '../types.ts';
import type { AnswerForm, Deployment, MemberForm, RefusalForm } from './deployment.ts';
import { formsWithin, generalRuleOf, titleOf } from './form-of.ts';

/** Something that two deployments decide otherwise. */
export interface Difference {
  /** Where the first of them says so, as a JSON pointer. */
  pointer: string;
  was: unknown;
  is: unknown;
  /** The rule that it is about. */
  rule: RuleId | undefined;
}

/** What examples show differs from one run to the next. */
const examples: readonly string[] = ['meta', 'msg', 'text'];

/** Where a file says nothing. */
const CONTRACT = 'as the contract has it';

/** What stands for that which only one of two says: nothing where it is not known, as what a run did not see. */
type Unsaid = typeof CONTRACT | undefined;

/** What one deployment decides otherwise than another, of all that both of them say. */
export function compareDeployments(one: Deployment, other: Deployment, document: ContractDocument): Difference[] {
  return differencesOf(one, other, document, undefined);
}

/** What two files decide otherwise: what only one of them says is in the other as the contract has it. */
export function compareFiles(one: Deployment, other: Deployment, document: ContractDocument): Difference[] {
  return differencesOf(one, other, document, CONTRACT);
}

function differencesOf(one: Deployment, other: Deployment, document: ContractDocument, unsaid: Unsaid): Difference[] {
  return [
    ...choicesOtherwise(one, other, unsaid),
    ...fields('/titles', one.titles ?? {}, other.titles ?? {}, 'ERR-9', unsaid),
    ...refusalsOf(one, other, unsaid),
    ...answersOf(one, other, document, unsaid),
    ...typesOf(one, other, unsaid),
    ...orderOtherwise(one, other, unsaid),
  ];
}

/** The order in which errors are told. */
function orderOtherwise(one: Deployment, other: Deployment, unsaid: Unsaid): Difference[] {
  const [was, is] = [one, other].map(({ errorOrder }) => errorOrder?.toString() ?? unsaid);
  const isSame = was === undefined || is === undefined || is === was;
  return isSame ? [] : [{ pointer: '/errorOrder', was, is, rule: 'ERR-14' }];
}

/** The keys of two maps: those of the first, and where what only one says counts those of the other. */
function keysOf(one: object, other: object, unsaid: Unsaid): string[] {
  return [...new Set([...Object.keys(one), ...(unsaid ? Object.keys(other) : [])])];
}

function choicesOtherwise(one: Deployment, other: Deployment, unsaid: Unsaid): Difference[] {
  const known = choicesOf(loadRegister());
  return keysOf(one.choices, other.choices, unsaid).flatMap((key) => {
    const name = key as keyof typeof ours;
    const [was, is] = [one, other].map(({ choices }) => choices[name] ?? (unsaid && ours[name]));
    const isSame = was === undefined || is === undefined || is === was;
    return isSame ? [] : [{ pointer: `/choices/${name}`, was, is, rule: known.get(name)?.rule }];
  });
}

/** What is said of the refusals of each rule: what stands there, on one side at least, and not what both have from the forms around it. */
function refusalsOf(one: Deployment, other: Deployment, unsaid: Unsaid): Difference[] {
  return keysOf(one.refusals, other.refusals, unsaid).flatMap((key) => {
    const rule = key as RuleId;
    if (!other.refusals[rule] && !unsaid) return [];
    const [ours, theirs] = [one, other].map((side) =>
      formsWithin(side.refusals[rule] ?? {}, generalFormOf(side, rule)),
    ) as [Forms, Forms];
    const pointers = keysOf(Object.fromEntries(ours), Object.fromEntries(theirs), unsaid);
    return pointers.flatMap((pointer) => {
      const [mine, their] = [nearest(ours, pointer), nearest(theirs, pointer)];
      const names = [mine, their].flatMap(([at, form]) => (at === pointer ? Object.keys(form) : []));
      const told = ([, , form]: Forms[number], { titles }: Deployment) =>
        Object.fromEntries(
          Object.entries({ ...form, title: titleOf(titles, form) }).filter(([name]) => names.includes(name)),
        );
      return fields(`/refusals/${rule}${pointer}`, told(mine, one), told(their, other), rule, unsaid);
    });
  });
}

type Forms = ReturnType<typeof formsWithin>;

/** What a deployment says of all refusals, where it says nothing of a rule. */
function generalFormOf({ refusals }: Deployment, rule: RuleId): RefusalForm {
  return refusals[generalRuleOf(rule)] ?? {};
}

/** The form at a pointer, or the one around where it would be. */
function nearest(forms: ReturnType<typeof formsWithin>, pointer: string): ReturnType<typeof formsWithin>[number] {
  const around = forms.filter(([at]) => pointer === at || pointer.startsWith(`${at}/`));
  return around.reduce((best, one) => (one[0].length > best[0].length ? one : best));
}

function answersOf(one: Deployment, other: Deployment, document: ContractDocument, unsaid: Unsaid): Difference[] {
  return keysOf(one.answers, other.answers, unsaid).flatMap((key) => {
    const id = key as OperationId;
    if (!other.answers[id] && !unsaid) return [];
    const [{ members = {}, ...form }, { members: theirs = {}, ...their }] = [one, other].map(
      ({ answers }) => answers[id] ?? {},
    ) as [AnswerForm, AnswerForm];
    const rule = statusOwner(document, id, 200);
    const at = `/answers/${id}`;
    const told = ({ status, where, location = 'absent', locatedIn = [] }: AnswerForm) => ({
      status,
      where,
      location,
      locatedIn,
    });
    return [
      ...fields(at, told(form), told(their), rule, unsaid),
      ...keysOf(members, theirs, CONTRACT).flatMap((path) => {
        const [was, is] = [shown(members[path]), shown(theirs[path])];
        const pointer = `${at}/members/${pointerStep(path)}`;
        return isDeepStrictEqual(was, is) ? [] : [{ pointer, was, is, rule }];
      }),
    ];
  });
}

/** The document types that are gone; that there are more breaks nobody's list. Of two files, the types that only one has. */
function typesOf(
  { documentTypes: ones }: Deployment,
  { documentTypes: others }: Deployment,
  unsaid: Unsaid,
): Difference[] {
  const rule = 'DIR-3';
  if (!ones || !others) {
    const [was = unsaid, is = unsaid] = [ones, others].map((types) => types && `${types.length} types`);
    return unsaid && was !== is ? [{ pointer: '/documentTypes', was, is, rule }] : [];
  }
  const names = (types: typeof ones) => types.map(({ short_name }) => short_name);
  const gone = names(ones).flatMap((was, index) =>
    names(others).includes(was) ? [] : [{ pointer: `/documentTypes/${index}`, was, is: 'gone', rule } as const],
  );
  const added = names(others).filter((is) => unsaid && !names(ones).includes(is));
  return [...gone, ...added.map((is) => ({ pointer: '/documentTypes', was: 'nothing', is, rule }) as const)];
}

/** The form of a member without what is an example; one that is not there is as the contract has it. */
function shown(form: MemberForm | undefined): unknown {
  if (form === undefined) return CONTRACT;
  if (form === 'absent') return form;
  const told = withoutExamples(form);
  // Of what is there in some situations only, nothing is known where none of them was seen.
  return isDeepStrictEqual(told, {}) ? CONTRACT : told;
}

/** A value without examples; of members of a refusal, how each is told. */
function withoutExamples(value: unknown): unknown {
  const text = JSON.stringify(value, (name, one) =>
    name === 'where' ? undefined : name === 'missing' && one !== null ? '...' : one,
  );
  return text === undefined ? undefined : JSON.parse(text);
}

function fields(pointer: string, one: object, other: object, rule: RuleId | undefined, unsaid: Unsaid): Difference[] {
  return keysOf(one, other, unsaid).flatMap((name) => {
    const [was, is] = [one, other].map((side) => (side as Record<string, unknown>)[name] ?? unsaid);
    const isSame =
      is === undefined || was === undefined || isDeepStrictEqual(withoutExamples(is), withoutExamples(was));
    return isSame || examples.includes(name) ? [] : [{ pointer: `${pointer}/${pointerStep(name)}`, was, is, rule }];
  });
}

/** A difference in words, such as `answers.createEmailMessage.status was 201, is 202: EMAIL-ANS-3`. */
export function differenceText({ pointer, was, is, rule }: Difference): string {
  return `${nameOf(pointer)} was ${text(was)}, is ${text(is)}${about(rule)}`;
}

/** The same of two files side by side, such as `choices.holdMinutes is 10 in a.yaml, 30 in b.yaml: RSV-16`. */
export function sideBySideText({ pointer, was, is, rule }: Difference, [one, other]: [string, string]): string {
  return `${nameOf(pointer)} is ${text(was)} in ${one}, ${text(is)} in ${other}${about(rule)}`;
}

const nameOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const about = (rule: RuleId | undefined) => (rule ? `: ${rule}` : '');
