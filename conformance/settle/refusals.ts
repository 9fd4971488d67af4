import type { Deployment, RefusalForm, Unsettled } from '../../spec/deployment/deployment.ts';
import { brokenBy } from '../../spec/deployment/fixed.ts';
import { aroundKind, generalRules } from '../../spec/deployment/form-of.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isObject } from '../../spec/json.ts';
import { propertyPath } from '../../spec/pointer.ts';
import { loadRegister } from '../../spec/register.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { bodyOf, errorsIn, isRefusal, type OurAnswer, type Pair } from './pair.ts';
import type { ErrorEntry, RefusalBody } from './refusal-body.ts';
import { examplesOf, extraMembers, ownMembers } from './refusal-members.ts';
import { isAlways, placesOf, pointersOf } from './refused-place.ts';
import { exchangeLine, Tallies, Tally } from './tally.ts';

type Field = Exclude<keyof RefusalForm, 'on' | 'of' | 'at' | 'breaks' | 'members'>;
type Fields = Partial<Record<Field, unknown>>;

/** Malformed requests, of which one service takes for one fault what another takes for another. */
const isOdd = ({ rules }: NotedExchange): boolean => rules.length === 1 && rules[0] === 'HTTP-12';

/** A form whose pointer leads to a member of one operation, where its rule is about several: what was seen on one says nothing of others. */
function onItsOperation(form: RefusalForm, rule: RuleId, own: readonly Pair[]): RefusalForm {
  const { pointer, ...others } = form;
  const isAboutOne =
    typeof loadRegister().get(rule)?.operation === 'string' && loadRegister().get(rule)?.operation !== 'all';
  if (isAboutOne || !pointer?.startsWith('/')) return form;
  const operations = new Set(own.flatMap(({ operation }) => operation ?? []));
  const on = Object.fromEntries([...operations].map((id) => [id, { pointer, ...form.on?.[id] }]));
  return { ...others, on: { ...form.on, ...on } };
}

/** How a target tells its refusals, by the rules for which our mock refuses the same; with `failures`, also what breaks the source. */
export function findRefusals(
  pairs: readonly Pair[],
  failures = false,
): Required<Pick<Deployment, 'refusals' | 'titles'>> & { unsettled: Unsettled[] } {
  const refused = withSteadyMetas(
    pairs.filter(
      ({ seen, ours }) =>
        isRefusal(seen) && isRefusal(ours) && ours.rules.length > 0 && !isOdd(seen) && isLawful(seen, ours, failures),
    ),
  );
  const refusals: Deployment['refusals'] = {};
  const unsettled: Unsettled[] = [];
  const general = new Map(generalRules.map(([rule, list]) => [rule, generalForm(refused, list)]));
  for (const rule of new Set(refused.flatMap(({ ours }) => ours.rules))) {
    const own = refused.filter(({ ours }) => ours.rules[0] === rule);
    const { form, contradictions } =
      own.length > 0 ? formOf(own) : agreedForm(refused.filter(({ ours }) => ours.rules.includes(rule)));
    const members = ownMembers(own, refused);
    const told = contradictions.filter(({ what }) => !what.endsWith('meta'));
    if (told[0]) unsettled.push({ ...told[0], what: `refusals.${rule}`, reason: inTwoWays(told) });
    const whole = { ...onItsOperation(form, rule, own), ...(members && { members }) };
    if (Object.keys(whole).length > 0) refusals[rule] = whole;
  }
  for (const [rule, form] of general) {
    const whole = { ...form, ...refusals[rule] };
    if (Object.keys(whole).length > 0) refusals[rule] = whole;
  }
  return { titles: titlesIn(refused), refusals, unsettled };
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
  return Object.fromEntries([...tallies].flatMap(([code, { clear }]) => (clear ? [[code, clear.value]] : [])));
}

/**
 * The refusals with `{path}`, `{code}` and `{place}` where a `meta` repeats its request or error, and with an example in place of each of its
 * members that is another one each time, such as the id of a trace.
 */
function withSteadyMetas(pairs: readonly Pair[]): readonly Pair[] {
  return withExamples(pairs.map(withPlaceholders));
}

/** A refusal whose `meta` names the path, the code and the place that it repeats. */
function withPlaceholders(pair: Pair): Pair {
  const { errors } = (bodyOf(pair.seen) ?? {}) as { errors?: ErrorEntry[] };
  const [error] = Array.isArray(errors) ? errors : [];
  if (!error || typeof error.meta !== 'object' || error.meta === null) return pair;
  const { pathname } = new URL(pair.seen.request.url, 'http://target');
  const place = propertyPath(errorsIn(bodyOf(pair.ours))[0]?.pointer as string | undefined);
  const told = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (value === pathname) return '{path}';
    if (value === place) return '{place}';
    return String(error.code).length > 2 ? value.replace(String(error.code), '{code}') : value;
  };
  return withMeta(pair, Object.fromEntries(Object.entries(error.meta).map(([name, value]) => [name, told(value)])));
}

function withExamples(pairs: readonly Pair[]): readonly Pair[] {
  const tallies = new Tallies<string, unknown>();
  for (const { seen } of pairs)
    for (const [name, value] of Object.entries(metaOf(seen) ?? {})) tallies.note(name, value, seen);
  const varied = [...tallies].filter(([, { isVaried }]) => isVaried);
  const examples = Object.fromEntries(varied.map(([name, { all }]) => [name, all[0]?.value]));
  return pairs.map((pair) => {
    const meta = metaOf(pair.seen);
    if (!meta || varied.length === 0) return pair;
    const steady = Object.entries(meta).map(([name, value]) => [name, name in examples ? examples[name] : value]);
    return withMeta(pair, Object.fromEntries(steady));
  });
}

/** A refusal with another `meta` of its first error. */
function withMeta(pair: Pair, meta: object): Pair {
  const body = bodyOf(pair.seen) as { errors: ErrorEntry[] };
  const errors = body.errors.map((error, index) => (index === 0 ? { ...error, meta } : error));
  return { ...pair, seen: { ...pair.seen, text: JSON.stringify({ ...body, errors }) } };
}

function metaOf(seen: NotedExchange): object | undefined {
  const { errors } = (bodyOf(seen) ?? {}) as { errors?: ErrorEntry[] };
  const meta = Array.isArray(errors) ? errors[0]?.meta : undefined;
  return typeof meta === 'object' ? (meta ?? undefined) : undefined;
}

/** What goes for all refusals in a body, so also for one that was not seen: what stands where, and nothing of what they say. */
function generalForm(refused: readonly Pair[], list: 'errors' | 'detail'): RefusalForm {
  const pairs = refused.filter(({ seen }) => bodyOf(seen)?.[list] !== undefined);
  const { body, detail, pointer, parameter, meta, loc } = settledFields(pairs).form;
  const members = examplesOf(extraMembers(pairs), pairs);
  return {
    ...(body !== undefined && { body }),
    ...(detail !== undefined && { detail }),
    ...(pointer !== undefined && !isAlways(pointer) && { pointer }),
    ...(parameter !== undefined && { parameter }),
    ...(meta !== undefined && meta !== 'none' && { meta }),
    ...(typeof loc === 'string' && { loc }),
    ...(Object.keys(members).length > 0 && { members }),
  };
}

/** What breaks a rule of the source is a finding, and never a choice. */
function isLawful(seen: NotedExchange, { rules }: OurAnswer, failures: boolean): boolean {
  const register = loadRegister();
  if (seen.broken.some((rule) => register.get(rule)?.basis === 'source')) return false;
  return failures || brokenBy(fieldsOf(seen) as RefusalForm, rules, register).length === 0;
}

/** How refusals are told, and what of it was seen in two ways. */
interface Settled {
  form: RefusalForm;
  contradictions: Unsettled[];
}

/**
 * The form in which refusals are told: one for all where they agree, else what differs on each operation; then by kind of fault or by
 * place, whichever leaves less that was seen in two ways.
 */
function formOf(pairs: readonly Pair[]): Settled {
  const whole = settledFields(pairs);
  if (whole.contradictions.length === 0) return whole;
  const onEach = apart(
    'on',
    whole,
    grouped(pairs, ({ operation }) => operation),
    formOf,
  );
  if (onEach) return onEach;
  const ofEach = apart(
    'of',
    whole,
    grouped(pairs, ({ ours }) => ours.fault),
    atPlaces,
  );
  const atEach = atPlaces(pairs);
  return ofEach && ofEach.contradictions.length < atEach.contradictions.length ? ofEach : atEach;
}

/** The form of refusals that may differ from place to place. */
function atPlaces(pairs: readonly Pair[]): Settled {
  const whole = settledFields(pairs);
  return (
    apart(
      'at',
      whole,
      grouped(pairs, ({ place }) => place),
      settledFields,
    ) ?? whole
  );
}

/** A form with what groups of refusals say otherwise than all of them; undefined where there are not two that disagree. */
function apart(
  name: 'on' | 'of' | 'at',
  whole: Settled,
  groups: ReadonlyMap<string, Pair[]>,
  settleOne: (pairs: readonly Pair[]) => Settled,
): Settled | undefined {
  if (groups.size < 2 || whole.contradictions.length === 0) return undefined;
  const found = [...groups].map(([key, own]) => [key, settleOne(own)] as const);
  const forms = Object.fromEntries(found.map(([key, { form }]) => [key, form]));
  const around = (key: string) => (name === 'of' ? aroundKind(whole.form, forms, key) : whole.form);
  const differing = found.map(([key, { form }]) => [key, unlike(form, around(key))] as const);
  return {
    form: { ...whole.form, [name]: Object.fromEntries(differing.filter(([, form]) => Object.keys(form).length > 0)) },
    contradictions: found.flatMap(([key, { contradictions }]) =>
      contradictions.map((one) => ({ ...one, what: `${name}.${key}.${one.what}` })),
    ),
  };
}

/** The form of refusals that other rules have decided, as far as they agree. */
function agreedForm(pairs: readonly Pair[]): { form: RefusalForm; contradictions: [] } {
  const disputed = settledFields(pairs).contradictions.map(({ what }) => what);
  const agreed = Object.entries(formOf(pairs).form).filter(([name]) => !disputed.includes(name));
  return { form: Object.fromEntries(agreed), contradictions: [] };
}

/** What one form says otherwise than another. */
function unlike(one: RefusalForm, other: RefusalForm): RefusalForm {
  const known = other as Fields;
  const differing = Object.entries(one).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as Field]),
  );
  return Object.fromEntries(differing);
}

function grouped(pairs: readonly Pair[], keyOf: (pair: Pair) => string | undefined): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return groups;
}

function settledFields(pairs: readonly Pair[]): Settled {
  const tallies = new Tallies<Field, unknown>();
  for (const { seen, ours } of pairs)
    for (const [name, value] of Object.entries({ ...fieldsOf(seen), ...placesOf(seen, ours) }))
      tallies.note(name as Field, value, seen);
  const form: Fields = {};
  const contradictions: Unsettled[] = [];
  const settleOne = (name: Field, { clear, contradiction }: Tally<unknown>) => {
    if (clear?.value !== undefined) form[name] = clear.value;
    if (contradiction && name !== 'msg' && (name !== 'meta' || saysKinds(tallies)))
      contradictions.push({ what: name, reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) });
  };
  for (const [name, tally] of tallies) settleOne(name, tally);
  // Of those that differ in what they tell, such as the path that was asked for, one stands for all.
  const names = new Tally<string[] | undefined>();
  for (const { seen } of pairs) if (bodyOf(seen)?.errors) names.add(namesOf(metaOf(seen)), seen);
  if (form.meta === undefined && names.clear?.value) form.meta = metaOf(names.clear.by);
  const pointers = pointersOf(pairs);
  if (pointers) settleOne('pointer', pointers);
  return { form: form as RefusalForm, contradictions };
}

const namesOf = (meta: object | undefined) => meta && Object.keys(meta).sort();

/** Whether a `meta` says in words what kind of fault it is, or is there for some: what else differs speaks of what was sent. */
function saysKinds(tallies: Tallies<Field, unknown>): boolean {
  const metas = tallies.get('meta')?.all ?? [];
  return new Set(metas.map(({ value }) => JSON.stringify(wordsIn(value)))).size > 1;
}

/** The texts of a `meta` that are a word each; `none` is one. */
function wordsIn(meta: unknown): unknown {
  if (!isObject(meta)) return meta;
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => typeof value === 'string' && WORD.test(value)));
}

const WORD = /^[a-z][\w.:-]*$/i;

/** What a refusal says. */
function fieldsOf({ status, text }: Pick<NotedExchange, 'status' | 'text'>): Fields {
  const body = bodyOf({ text });
  if (text.trim() === '') return { status, body: 'none' };
  const { errors, detail } = (body ?? {}) as RefusalBody;
  if (body && !Array.isArray(errors) && !Array.isArray(detail)) return { status, body: 'other' };
  if (errors?.length === 0 || detail?.length === 0) return { status, body: 'empty' };
  const [error] = errors ?? [];
  if (error) {
    const { code, title, meta } = error;
    return {
      status,
      body: 'full',
      ...(code !== undefined && { code }),
      ...(title !== undefined && { title }),
      detail: typeof error.detail === 'string',
      meta: meta ?? 'none',
    };
  }
  const [entry] = detail ?? [];
  return { status, body: 'full', ...(entry && { type: entry.type, msg: entry.msg }) };
}
