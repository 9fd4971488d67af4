import type { Deployment, RefusalForm, Unsettled } from '../../../spec/deployment/deployment.ts';
import { brokenBy } from '../../../spec/deployment/fixed.ts';
import { generalRules } from '../../../spec/deployment/form-of.ts';
import { isAlwaysNamed } from '../../../spec/deployment/parameter-form.ts';
import { isAlways } from '../../../spec/deployment/pointer-form.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { loadRegister } from '../../../spec/register.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, breaksSource, countFaults, isRefusal, type OurAnswer, type Pair } from '../asked/pair.ts';
import { Tallies } from '../asked/tally.ts';
import { withFurtherErrors } from './further-errors.ts';
import { agreedForm, fieldsOf, formOf, settledFields } from './refusal-form.ts';
import { examplesOf, extraMembers, ownMembers, withAsked } from './refusal-members.ts';
import { withSteadyMetas } from './refusal-metas.ts';

/** Malformed requests, of which one service takes for one fault what another takes for another, and those whose answers have no body. */
const isOdd = ({ rules, request }: NotedExchange): boolean =>
  (rules.length === 1 && rules[0] === 'HTTP-12') || request.method === 'HEAD';

/** A form whose pointer leads to a member of one operation, where its rule is about several: what was seen on one says nothing of others. */
function onItsOperation(form: RefusalForm, rule: RuleId, own: readonly Pair[]): RefusalForm {
  const { pointer, ...others } = form;
  const { operation: about } = loadRegister().get(rule) ?? {};
  if ((typeof about === 'string' && about !== 'all') || !pointer?.startsWith('/')) return form;
  const on = [...grouped(own, ({ operation }) => operation ?? [])].flatMap(([id, pairs]) => {
    const { pointer: here } = settledFields(pairs).form;
    return here === undefined ? [] : [[id, { pointer: here, ...form.on?.[id] }]];
  });
  return { ...others, on: { ...form.on, ...Object.fromEntries(on) } };
}

/**
 * How a target tells its refusals, by the rules for which our mock refuses the same, beside what is known of all on some operations; with
 * `failures`, also what breaks the source.
 */
export function findRefusals(
  pairs: readonly Pair[],
  { failures = false, known = {} }: { failures?: boolean; known?: Deployment['refusals'] } = {},
): Required<Pick<Deployment, 'refusals' | 'titles'>> & { unsettled: Unsettled[] } {
  const lawful = pairs.filter(
    ({ seen, ours }) =>
      isRefusal(seen) && isRefusal(ours) && ours.rules.length > 0 && !isOdd(seen) && isLawful(seen, ours, failures),
  );
  const refused = withFurtherErrors(withAsked(withSteadyMetas(lawful)));
  const asSeen = new Map(refused.map((pair, index) => [pair, lawful[index]]));
  const refusals: Deployment['refusals'] = {};
  const unsettled: Unsettled[] = [];
  const general = new Map(generalRules.map(([rule, list]) => [rule, generalForm(refused, list)]));
  for (const rule of new Set(refused.flatMap(({ ours }) => ours.rules))) {
    const own = refused.filter(({ ours }) => ours.rules[0] === rule);
    const beside = own.length > 0 ? own : refused.filter(({ ours }) => ours.rules.includes(rule));
    const { form, contradictions } = own.length > 0 ? formOf(own) : agreedForm(beside);
    const members = ownMembers(own, { refused, whole: own.map((pair) => asSeen.get(pair) ?? pair) });
    const told = contradictions.filter(({ what }) => !what.endsWith('meta'));
    if (told[0]) unsettled.push({ ...told[0], what: `refusals.${rule}`, reason: inTwoWays(told) });
    const areOfConcern = beside.every(({ ours }) => concernOf(ours.rules[0] ?? '') === concernOf(rule));
    const once = areOfConcern && areToldOnceUnder(rule, beside);
    const whole = {
      ...onItsOperation(form, rule, own),
      ...(members && { members }),
      ...(once && { once: true as const }),
    };
    if (Object.keys(whole).length > 0) refusals[rule] = whole;
  }
  for (const [rule, form] of general) {
    const own = refusals[rule];
    const on = withinEach(withinEach(form.on, known[rule]?.on), own?.on);
    const whole = { ...form, ...own, ...(on && { on }) };
    if (Object.keys(whole).length > 0) refusals[rule] = whole;
  }
  return { titles: titlesIn(refused), refusals, unsettled };
}

/** What stands in either of two maps of forms. */
function withinEach(one: RefusalForm['on'] = {}, other: RefusalForm['on'] = {}): RefusalForm['on'] {
  const keys = Object.keys({ ...one, ...other }) as (keyof typeof one)[];
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, { ...one[key], ...other[key] }]));
}

/** What a rule is about, by its id: faults of other concerns are never one with its own. */
const concernOf = (rule: string): string => rule.replace(/\d+$/, '');

/** Whether the target tells one fault wherever ours tells several, in cases about the rule: in others they are of several rules. */
function areToldOnce(pairs: readonly Pair[], least = 1): boolean {
  const several = pairs.filter(({ ours }) => countFaults(bodyOf(ours)) > 1);
  return several.length >= least && several.every(({ seen }) => countFaults(bodyOf(seen)) === 1);
}

/** Whether the target tells several faults under a rule as one, in cases about that or, where these have one fault each, about its concern. */
function areToldOnceUnder(rule: RuleId, pairs: readonly Pair[]): boolean {
  const about = (isSo: (one: RuleId) => boolean) => pairs.filter(({ seen }) => seen.rules.some(isSo));
  const isOfConcern = (one: RuleId) => concernOf(one) === concernOf(rule);
  return areToldOnce(about((one) => one === rule)) || areToldOnce(about(isOfConcern), SEVERAL);
}

/** So many refusals that tell one of several faults are no accident. */
const SEVERAL = 2;

/** The operations that tell one fault whatever else is wrong, where others tell several. */
function toldOnceOn(refused: readonly Pair[]): RefusalForm['on'] {
  const ofEach = [...grouped(refused, ({ operation }) => operation ?? [])];
  const once = ofEach.filter(
    ([, pairs]) => areToldOnce(pairs, SEVERAL) && pairs.every(({ seen }) => countFaults(bodyOf(seen)) < 2),
  );
  return once.length === 0 ? undefined : Object.fromEntries(once.map(([id]) => [id, { once: true }]));
}

/** How many of the things that contradict each other are named. */
const NAMED = 3;

function inTwoWays(contradictions: readonly Unsettled[]): string {
  const names = contradictions.slice(0, NAMED).map(({ what }) => what);
  const more = contradictions.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: seen in two ways`;
}

/** The title of each code that has one alone. */
function titlesIn(refused: readonly Pair[]): Record<string, string> {
  const tallies = new Tallies<string, string>();
  for (const { seen } of refused) {
    const { code, title } = fieldsOf(seen);
    if (typeof code === 'string' && typeof title === 'string') tallies.note(code, title, seen);
  }
  return Object.fromEntries(tallies.clearValues);
}

/** What goes for all refusals in a body, so also for one that was not seen: what stands where, and nothing of what they say. */
function generalForm(refused: readonly Pair[], list: 'errors' | 'detail'): RefusalForm {
  const pairs = refused.filter(({ seen }) => bodyOf(seen)?.[list] !== undefined);
  const { body, detail, pointer, parameter, meta, loc } = settledFields(pairs).form;
  const members = examplesOf(extraMembers(pairs), pairs);
  const on = toldOnceOn(pairs);
  return {
    ...(body !== undefined && { body }),
    ...(detail !== undefined && { detail }),
    ...(pointer !== undefined && !isAlways(pointer) && { pointer }),
    ...(parameter !== undefined && !isAlwaysNamed(parameter) && { parameter }),
    ...(meta !== undefined && meta !== 'none' && { meta }),
    ...(typeof loc === 'string' && { loc }),
    ...(Object.keys(members).length > 0 && { members }),
    ...(on && { on }),
  };
}

/** What breaks a rule of the source is a finding, and never a choice. */
function isLawful(seen: NotedExchange, { rules }: OurAnswer, failures: boolean): boolean {
  if (breaksSource(seen)) return false;
  return failures || brokenBy(fieldsOf(seen) as RefusalForm, rules, loadRegister()).length === 0;
}
