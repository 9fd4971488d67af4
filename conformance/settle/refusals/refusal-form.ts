import type { RefusalForm, Unsettled } from '../../../spec/deployment/deployment.ts';
import { aroundKind } from '../../../spec/deployment/form-of.ts';
import { isAlwaysNamed } from '../../../spec/deployment/parameter-form.ts';
import { grouped } from '../../../spec/grouped.ts';
import { isObject } from '../../../spec/json.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { headerOf } from '../../suite/wire/exchange.ts';
import { bodyOf, type Pair } from '../asked/pair.ts';
import type { RefusalBody } from '../asked/refusal-body.ts';
import { exchangeLine, Tallies, Tally } from '../asked/tally.ts';
import { metaOf, namesOf, sayKinds } from './refusal-metas.ts';
import { placesOf, pointersOf } from './refused-place.ts';

/** What a refusal says, but for what differs within it. */
type Field = Exclude<keyof RefusalForm, 'on' | 'of' | 'at' | 'breaks' | 'members'>;
/** What a refusal says, but for what differs within it. */
type Fields = Partial<Record<Field, unknown>>;

/** How refusals are told, and what of it was seen in two ways. */
interface Settled {
  form: RefusalForm;
  contradictions: Unsettled[];
}

/**
 * The form in which refusals are told: one for all where they agree, else what differs on each operation; then by kind of fault or by
 * place, whichever leaves less that was seen in two ways.
 */
export function formOf(pairs: readonly Pair[]): Settled {
  const whole = settledFields(pairs);
  if (whole.contradictions.length === 0) return whole;
  const onEach = apart(
    'on',
    whole,
    grouped(pairs, ({ operation }) => operation ?? []),
    formOf,
  );
  if (onEach) return onEach;
  const ofEach = apart(
    'of',
    whole,
    grouped(pairs, ({ ours }) => ours.fault ?? []),
    atPlaces,
  );
  const atEach = atPlaces(pairs);
  const isOfBetter = !atEach.form.at || (ofEach?.contradictions.length ?? 0) < atEach.contradictions.length;
  return ofEach && isOfBetter ? ofEach : atEach;
}

/** The form of refusals that may differ from place to place. */
function atPlaces(pairs: readonly Pair[]): Settled {
  const whole = settledFields(pairs);
  return (
    apart(
      'at',
      whole,
      grouped(pairs, ({ place }) => place ?? []),
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
export function agreedForm(pairs: readonly Pair[]): { form: RefusalForm; contradictions: [] } {
  const disputed = settledFields(pairs).contradictions.map(({ what }) => what);
  const agreed = Object.entries(formOf(pairs).form).filter(([name]) => !disputed.includes(name));
  return { form: withoutAlwaysNamed(Object.fromEntries(agreed)), contradictions: [] };
}

/** A form without parameters that are always the same: they say nothing of other rules. */
function withoutAlwaysNamed({ parameter, on, of, at, ...others }: RefusalForm): RefusalForm {
  const within = (forms: Readonly<Record<string, RefusalForm>>) =>
    Object.fromEntries(Object.entries(forms).map(([key, one]) => [key, withoutAlwaysNamed(one)]));
  return {
    ...others,
    ...(parameter !== undefined && !isAlwaysNamed(parameter) && { parameter }),
    ...(on && { on: within(on) }),
    ...(of && { of: within(of) }),
    ...(at && { at: within(at) }),
  };
}

/** What one form says otherwise than another. */
function unlike(one: RefusalForm, other: RefusalForm): RefusalForm {
  const known = other as Fields;
  const differing = Object.entries(one).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as Field]),
  );
  return Object.fromEntries(differing);
}

/**
 * The form in which all of these refusals are told, whatever their operations, kinds and places: what they agree on, and what was seen in
 * two ways.
 */
export function settledFields(pairs: readonly Pair[]): Settled {
  const tallies = new Tallies<Field, unknown>();
  for (const { seen, ours, also } of pairs)
    for (const [name, value] of Object.entries({ ...fieldsOf(seen), ...placesOf(seen, ours), ...(also && { also }) }))
      tallies.note(name as Field, value, seen);
  const form: Fields = {};
  const contradictions: Unsettled[] = [];
  const settleOne = (name: Field, { clear, contradiction }: Tally<unknown>) => {
    if (clear?.value !== undefined) form[name] = clear.value;
    if (contradiction && !examples.includes(name) && (name !== 'meta' || sayKinds(tallies.get('meta')?.all ?? [])))
      contradictions.push({ what: name, reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) });
  };
  for (const [name, tally] of tallies) settleOne(name, tally);
  // Of texts that are another one each time one stands for all.
  if (form.body === 'text') form.text ??= tallies.get('text')?.commonest?.value;
  // Of those that differ in what they tell, such as the path that was asked for, one stands for all.
  const names = new Tally<string[] | undefined>();
  for (const { seen } of pairs) if (bodyOf(seen)?.errors) names.add(namesOf(metaOf(seen)), seen);
  if (form.meta === undefined && names.clear?.value) form.meta = metaOf(names.clear.by);
  const pointers = pointersOf(pairs);
  if (pointers) settleOne('pointer', pointers);
  return { form: form as RefusalForm, contradictions };
}

/** What differs without meaning anything else. */
const examples: readonly Field[] = ['msg', 'text'];

/** Characters of a body that is a text, of which one is settled: pages can be long. */
const LONGEST = 2_000;

/** What a refusal says. */
export function fieldsOf({ status, headers, text }: Pick<NotedExchange, 'status' | 'headers' | 'text'>): Fields {
  const body = bodyOf({ text });
  if (text.trim() === '') return { status, body: 'none' };
  const contentType = headerOf(headers, 'content-type');
  if (!isObject(body))
    return { status, body: 'text', text: text.slice(0, LONGEST), ...(contentType && { contentType }) };
  const { errors, detail } = body as RefusalBody;
  if (!Array.isArray(errors) && !Array.isArray(detail)) return { status, body: 'other' };
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
