import { isDeepStrictEqual } from 'node:util';
import type { Deployment, RefusalForm } from '../../spec/deployment/deployment.ts';
import { aroundKind, generalRules, generalRulesIn, refusalFormOf, titleOf } from '../../spec/deployment/form-of.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { bodyOf, type Pair } from './asked/pair.ts';

type Told = Pick<Deployment, 'refusals'> & { titles?: Deployment['titles'] | undefined };

/** A deployment whose refusals don't repeat what goes for all, or what stands around them; all that was seen is told as before. */
export function shortened<One extends Told>(deployment: One, pairs: readonly Pair[]): One {
  const { refusals, titles } = deployment;
  const general: readonly RuleId[] = generalRules.map(([rule]) => rule);
  const short = { ...refusals };
  for (const [rule, form] of Object.entries(refusals) as [RuleId, RefusalForm][]) {
    if (general.includes(rule)) continue;
    const about = pairs.filter(({ ours }) => ours.rules.includes(rule));
    const around = shared(about.flatMap(({ ours }) => generalRulesIn(bodyOf(ours))).map((one) => refusals[one] ?? {}));
    const toldAs = (one: RefusalForm) => about.map((pair) => toldIn({ ...short, [rule]: one }, pair));
    const told = toldAs(form);
    const own = fields.reduce((before, field) => {
      const after = unrepeated(before, { field, around, titles });
      return isDeepStrictEqual(toldAs(after), told) ? after : before;
    }, form);
    if (Object.keys(own).length > 0) short[rule] = own;
    else delete short[rule];
  }
  return { ...deployment, refusals: short };

  function toldIn(all: Deployment['refusals'], { operation: id, ours, place }: Pair): object {
    const operation = id && { id };
    const rules = [...ours.rules, ...generalRulesIn(bodyOf(ours))];
    const form = refusalFormOf({ refusals: all }, rules, operation, { fault: ours.fault, place }) ?? {};
    return { ...usual, ...form, title: titleOf(titles, form) };
  }
}

/** What all of some forms say. */
function shared(forms: readonly RefusalForm[]): RefusalForm {
  return forms.reduce(
    (one, other) => without(one, (name, value) => !isDeepStrictEqual(other[name], value)),
    forms[0] ?? {},
  );
}

type Field = Exclude<keyof RefusalForm, 'on' | 'of' | 'at' | 'breaks'>;

/** All that may be repeated. */
const fields: readonly Field[] = [
  'body',
  'text',
  'contentType',
  'title',
  'detail',
  'pointer',
  'parameter',
  'meta',
  'loc',
  'msg',
  'type',
  'members',
  'status',
  'code',
  'also',
];

/** What is so where nothing is said. */
const usual: RefusalForm = { meta: 'none', also: [] };

/** What stands around a form, and the field that it may repeat. */
interface Around {
  field: Field;
  around: RefusalForm;
  titles: Deployment['titles'];
}

/** A form without a field where it says the same as the form around it, or the title of its code. */
function unrepeated({ on, of, at, ...form }: RefusalForm, { field, around, titles }: Around): RefusalForm {
  const whole = { ...around, ...form };
  const within = (forms: Readonly<Record<string, RefusalForm>> = {}, aroundOne = (_: string) => whole) =>
    Object.entries(forms)
      .map(([key, one]) => [key, unrepeated(one, { field, around: aroundOne(key), titles })] as const)
      .filter(([, one]) => Object.keys(one).length > 0);
  const inner = { on: within(on), of: within(of, (kind) => aroundKind(whole, of, kind)), at: within(at) };
  const isTitled = field === 'title' && whole.code !== undefined && titles?.[whole.code] === whole.title;
  const isRepeated = isTitled || isDeepStrictEqual(around[field] ?? usual[field], form[field]);
  return {
    ...without(form, (name) => name === field && isRepeated),
    ...Object.fromEntries(
      Object.entries(inner).flatMap(([name, forms]) => (forms.length > 0 ? [[name, Object.fromEntries(forms)]] : [])),
    ),
  };
}

type IsLeft = (name: keyof RefusalForm, value: unknown) => boolean;

function without(form: RefusalForm, isLeft: IsLeft): RefusalForm {
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => !isLeft(name as keyof RefusalForm, value)));
}
