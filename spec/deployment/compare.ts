import type { ContractDocument } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { statusOwner } from '../ownership.ts';
import { pointerStep } from '../pointer.ts';
import { choicesOf, loadRegister } from '../register.ts';
import type { OperationId } from '../types.ts';
import type { Deployment, MemberForm, RefusalForm } from './deployment.ts';
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
const examples: readonly string[] = ['meta', 'msg', 'missing'];

/** What one deployment decides otherwise than another, of all that both of them say. */
export function compareDeployments(one: Deployment, other: Deployment, document: ContractDocument): Difference[] {
  const register = loadRegister();
  const ofChoices = Object.entries(one.choices).flatMap(([name, was]) => {
    const is = other.choices[name as keyof typeof one.choices];
    const rule = choicesOf(register).get(name)?.rule;
    return is === undefined || is === was ? [] : [{ pointer: `/choices/${name}`, was, is, rule }];
  });
  const titles = fields('/titles', one.titles ?? {}, other.titles ?? {}, 'ERR-9');
  return [
    ...ofChoices,
    ...titles,
    ...refusalsOf(one, other),
    ...answersOf(one, other, document),
    ...typesOf(one, other),
  ];
}

/** What is said of the refusals of each rule: what stands there, on one side at least, and not what both have from the forms around it. */
function refusalsOf(one: Deployment, other: Deployment): Difference[] {
  return Object.entries(one.refusals).flatMap(([key, form]) => {
    const rule = key as RuleId;
    if (!other.refusals[rule]) return [];
    const theirs = formsWithin(other.refusals[rule], generalFormOf(other, rule));
    return formsWithin(form, generalFormOf(one, rule)).flatMap(([pointer, own, whole]) => {
      const [at, their, all] = nearest(theirs, pointer);
      const names = Object.keys({ ...own, ...(at === pointer && their) });
      const told = (form: RefusalForm, { titles }: Deployment) =>
        Object.fromEntries(
          Object.entries({ ...form, title: titleOf(titles, form) }).filter(([name]) => names.includes(name)),
        );
      return fields(`/refusals/${rule}${pointer}`, told(whole, one), told(all, other), rule);
    });
  });
}

/** What a deployment says of all refusals, where it says nothing of a rule. */
function generalFormOf({ refusals }: Deployment, rule: RuleId): RefusalForm {
  const general = generalRuleOf(rule);
  return rule === general ? {} : (refusals[general] ?? {});
}

/** The form at a pointer, or the one around where it would be. */
function nearest(forms: ReturnType<typeof formsWithin>, pointer: string): ReturnType<typeof formsWithin>[number] {
  const around = forms.filter(([at]) => pointer === at || pointer.startsWith(`${at}/`));
  return around.reduce((best, one) => (one[0].length > best[0].length ? one : best));
}

function answersOf(one: Deployment, other: Deployment, document: ContractDocument): Difference[] {
  return Object.entries(one.answers).flatMap(([id, { status, where, location = 'absent', members = {} }]) => {
    const theirs = other.answers[id as OperationId];
    if (!theirs) return [];
    const rule = statusOwner(document, id as OperationId, status ?? 200);
    const at = `/answers/${id}`;
    const paths = new Set([...Object.keys(members), ...Object.keys(theirs.members ?? {})]);
    return [
      ...fields(at, { status, where, location }, { ...theirs, location: theirs.location ?? 'absent' }, rule),
      ...[...paths].flatMap((path) => {
        const [was, is] = [shown(members[path]), shown(theirs.members?.[path])];
        const pointer = `${at}/members/${pointerStep(path)}`;
        return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ pointer, was, is, rule }];
      }),
    ];
  });
}

/** The document types that are gone; that there are more breaks nobody's list. */
function typesOf({ documentTypes: ones = [] }: Deployment, { documentTypes: others }: Deployment): Difference[] {
  if (!others) return [];
  const names = others.map(({ short_name }) => short_name);
  return ones.flatMap(({ short_name: was }, index) =>
    names.includes(was) ? [] : [{ pointer: `/documentTypes/${index}`, was, is: 'gone', rule: 'DIR-3' }],
  );
}

/** The form of a member without what is an example; one that is not there is as the contract has it. */
function shown(form: MemberForm | undefined): unknown {
  if (form === undefined) return 'as the contract has it';
  if (form === 'absent') return form;
  const told = withoutExamples(form);
  // Of what is there in some situations only, nothing is known where none of them was seen.
  return told === '{}' ? 'as the contract has it' : JSON.parse(told);
}

/** A value as JSON; of members of a refusal, how each is told. */
function withoutExamples(value: unknown): string {
  return JSON.stringify(value, (name, one) =>
    name === 'where' ? undefined : name === 'missing' && one !== null ? '...' : one,
  );
}

function fields(pointer: string, one: object, other: object, rule: RuleId | undefined): Difference[] {
  return Object.entries(one).flatMap(([name, was]) => {
    const is = (other as Record<string, unknown>)[name];
    const isSame = is === undefined || was === undefined || withoutExamples(is) === withoutExamples(was);
    return isSame || examples.includes(name) ? [] : [{ pointer: `${pointer}/${name}`, was, is, rule }];
  });
}

/** A difference in words, such as `answers.createEmailMessage.status was 201, is 202: EMAIL-ANS-3`. */
export function differenceText({ pointer, was, is, rule }: Difference): string {
  const name = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return `${name} was ${text(was)}, is ${text(is)}${rule ? `: ${rule}` : ''}`;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
