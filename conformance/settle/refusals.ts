import { isDeepStrictEqual } from 'node:util';
import type { Deployment, MemberForm, RefusalForm, Unsettled } from '../../spec/deployment/deployment.ts';
import { brokenBy } from '../../spec/deployment/fixed.ts';
import { generalRules, placeOf } from '../../spec/deployment/form-of.ts';
import { pointerStep, pointerSteps } from '../../spec/pointer.ts';
import { loadRegister } from '../../spec/register.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { bodyOf, isRefusal, type OurAnswer, type Pair } from './pair.ts';
import { exchangeLine, Tallies, Tally } from './tally.ts';

type ErrorEntry = {
  code?: string;
  title?: string;
  detail?: string;
  source?: { pointer?: string; parameter?: string };
  meta?: object;
};
type Validation = { loc?: string[]; msg?: string; type?: string };
type Field = Exclude<keyof RefusalForm, 'on' | 'at' | 'breaks' | 'members'>;
type Fields = Partial<Record<Field, unknown>>;

/** How a target tells its refusals, by the rules for which our mock refuses the same; with `failures`, also what breaks the source. */
export function findRefusals(
  pairs: readonly Pair[],
  failures = false,
): Pick<Deployment, 'refusals'> & { unsettled: Unsettled[] } {
  const refused = withSteadyMetas(
    pairs.filter(
      ({ seen, ours }) => isRefusal(seen) && isRefusal(ours) && ours.rules.length > 0 && isLawful(seen, ours, failures),
    ),
  );
  const refusals: Deployment['refusals'] = {};
  const unsettled: Unsettled[] = [];
  const general = new Map(generalRules.map(([rule, list]) => [rule, generalForm(refused, list)]));
  for (const rule of new Set(refused.flatMap(({ ours }) => ours.rules))) {
    const own = refused.filter(({ ours }) => ours.rules[0] === rule);
    const about = own.length > 0 ? own : refused.filter(({ ours }) => ours.rules.includes(rule));
    const { form, contradictions } = formOf(about);
    const members = ownMembers(own, refused);
    // What is only one of several rules is told where they agree, and no more.
    if (own.length > 0)
      unsettled.push(...contradictions.map((one) => ({ ...one, what: `refusals.${rule}.${one.what}` })));
    if (Object.keys(form).length > 0) refusals[rule] = { ...form, ...(members && { members }) };
  }
  for (const [rule, form] of general) {
    const whole = { ...form, ...refusals[rule] };
    if (Object.keys(whole).length > 0) refusals[rule] = whole;
  }
  return { refusals, unsettled };
}

/** The refusals with an example in place of each member of a `meta` that is another one each time, such as the id of a trace. */
function withSteadyMetas(pairs: readonly Pair[]): readonly Pair[] {
  const tallies = new Tallies<string, unknown>();
  for (const { seen } of pairs)
    for (const [name, value] of Object.entries(metaOf(seen) ?? {})) tallies.note(name, value, seen);
  const varied = [...tallies].filter(([, { isVaried }]) => isVaried);
  const examples = Object.fromEntries(varied.map(([name, { all }]) => [name, all[0]?.value]));
  return pairs.map((pair) => {
    const meta = metaOf(pair.seen);
    if (!meta || varied.length === 0) return pair;
    const steady = Object.entries(meta).map(([name, value]) => [name, name in examples ? examples[name] : value]);
    const body = bodyOf(pair.seen) as { errors: ErrorEntry[] };
    const errors = body.errors.map((error, index) =>
      index === 0 ? { ...error, meta: Object.fromEntries(steady) } : error,
    );
    return { ...pair, seen: { ...pair.seen, text: JSON.stringify({ ...body, errors }) } };
  });
}

function metaOf(seen: NotedExchange): object | undefined {
  const { errors } = (bodyOf(seen) ?? {}) as { errors?: ErrorEntry[] };
  const meta = Array.isArray(errors) ? errors[0]?.meta : undefined;
  return typeof meta === 'object' ? (meta ?? undefined) : undefined;
}

/** Whether a pointer leads to the same place whatever is wrong, so that it says nothing of other refusals. */
const isAlways = (pointer: string) => pointer === '' || pointer.startsWith('/') || pointer === 'document';

/** What goes for all refusals in a body, so also for one that was not seen: what stands where, and nothing of what they say. */
function generalForm(refused: readonly Pair[], list: 'errors' | 'detail'): RefusalForm {
  const pairs = refused.filter(({ seen }) => bodyOf(seen)?.[list] !== undefined);
  const { detail, pointer, parameter, meta, loc } = settledFields(pairs).form;
  const members = examplesOf(extraMembers(pairs), pairs);
  return {
    ...(detail !== undefined && { detail }),
    ...(pointer !== undefined && !isAlways(pointer) && { pointer }),
    ...(parameter !== undefined && { parameter }),
    ...(meta !== undefined && { meta }),
    ...(typeof loc === 'string' && { loc }),
    ...(Object.keys(members).length > 0 && { members }),
  };
}

/** The members of the refusals by one rule, where they differ from those of most: of their own, the same each time, or left out. */
function ownMembers(own: readonly Pair[], refused: readonly Pair[]): Record<string, MemberForm> | undefined {
  const all = extraMembers(refused);
  const [common, found] = [examplesOf(all, refused), examplesOf(extraMembers(own), own, 1)];
  const isOwn = (path: string, form: MemberForm) =>
    !all.get(path)?.isVaried && JSON.stringify(form) !== JSON.stringify(common[path]);
  const changed = Object.entries(found).filter(([path, form]) => isOwn(path, form));
  const left = leftOut(own).map((path): [string, MemberForm] => [path, 'absent']);
  return changed.length + left.length > 0 ? { ...common, ...Object.fromEntries([...changed, ...left]) } : undefined;
}

/** What stands beside the list of errors in our refusals, and in none of the target's. */
function leftOut(pairs: readonly Pair[]): string[] {
  const ours = new Set(pairs.flatMap((pair) => Object.keys(bodyOf(pair.ours) ?? {})));
  const theirs = new Set(pairs.flatMap(({ seen }) => Object.keys(bodyOf(seen) ?? {})));
  return [...ours].filter((name) => !theirs.has(name) && !lists.has(name)).map((name) => `/${pointerStep(name)}`);
}

/** What the contract says of an error; the rest are members that the target adds. */
const described: readonly string[] = ['code', 'title', 'detail', 'source', 'meta', 'loc', 'msg', 'type'];

/** Whether a member says where something is wrong in a way that the contract does not have, such as a header. */
function isOtherPlace(member: string, said: unknown): boolean {
  if (member !== 'source' || typeof said !== 'object' || said === null) return false;
  return !('pointer' in said || 'parameter' in said);
}

const lists: ReadonlySet<string> = new Set(['errors', 'detail']);

/** The members of refusals besides those of the contract, and those that are null; by their paths. */
function extraMembers(pairs: readonly Pair[]): Tallies<string, unknown> {
  const tallies = new Tallies<string, unknown>();
  for (const { seen } of pairs) {
    for (const [name, value] of Object.entries(bodyOf(seen) ?? {})) {
      if (!lists.has(name)) tallies.note(`/${pointerStep(name)}`, value, seen);
      else if (Array.isArray(value))
        for (const [member, said] of Object.entries((value[0] ?? {}) as object))
          if (!described.includes(member) || said === null || isOtherPlace(member, said))
            tallies.note(`/${name}/*/${pointerStep(member)}`, said, seen);
    }
  }
  return tallies;
}

/** Those that nearly all of some refusals have, each with an example, or as the status, where so many statuses were repeated. */
function examplesOf(tallies: Tallies<string, unknown>, pairs: readonly Pair[], least = 2): Record<string, MemberForm> {
  const of = (path: string) => pairs.filter(({ seen }) => isIn(path, bodyOf(seen))).length;
  const common = [...tallies].filter(([path, { count }]) => count >= 0.8 * of(path));
  const formOf = (tally: Tally<unknown>) => repeatsStatus(tally, least) ?? { missing: tally.commonest?.value };
  return Object.fromEntries(common.map(([path, tally]) => [path, formOf(tally)]));
}

/** Whether a body may have a member: those of entries stand in one of two lists. */
function isIn(path: string, body: object = {}): boolean {
  const [, list = '', entry] = path.split('/');
  return entry === undefined || list in body;
}

/** The form of a member that says the status of each refusal; undefined for any other, and where fewer statuses were seen. */
function repeatsStatus({ all }: Tally<unknown>, least: number): MemberForm | undefined {
  const statuses = new Set(all.map(({ by }) => by.status));
  if (statuses.size < least || all.some(({ value, by }) => String(value) !== String(by.status))) return undefined;
  return { status: typeof all[0]?.value === 'number' ? 'number' : 'text' };
}

/** What breaks a rule of the source is a finding, and never a choice. */
function isLawful(seen: NotedExchange, { rules }: OurAnswer, failures: boolean): boolean {
  const register = loadRegister();
  if (seen.broken.some((rule) => register.get(rule)?.basis === 'source')) return false;
  return failures || brokenBy(fieldsOf(seen) as RefusalForm, rules, register).length === 0;
}

/** The form in which refusals are told: one for all where they agree, else what differs on each operation, or at each place. */
function formOf(pairs: readonly Pair[]): { form: RefusalForm; contradictions: Unsettled[] } {
  const whole = settledFields(pairs);
  if (whole.contradictions.length === 0) return whole;
  const byOperation = grouped(pairs, ({ seen }) => seen.operation);
  const byPlace = grouped(pairs, ({ ours }) => placeOf(bodyOf(ours)));
  const [name, groups] = byOperation.size > 1 ? (['on', byOperation] as const) : (['at', byPlace] as const);
  if (groups.size < 2) return whole;
  const found = [...groups].map(([key, own]) => [key, name === 'on' ? formOf(own) : settledFields(own)] as const);
  const differing = found.map(([key, { form }]) => [key, name === 'on' ? form : unlike(form, whole.form)] as const);
  return {
    form: { ...whole.form, [name]: Object.fromEntries(differing.filter(([, form]) => Object.keys(form).length > 0)) },
    contradictions: found.flatMap(([key, { contradictions }]) =>
      contradictions.map((one) => ({ ...one, what: `${name}.${key}.${one.what}` })),
    ),
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

function grouped(pairs: readonly Pair[], keyOf: (pair: Pair) => string | undefined): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return groups;
}

function settledFields(pairs: readonly Pair[]): { form: RefusalForm; contradictions: Unsettled[] } {
  const tallies = new Tallies<Field, unknown>();
  for (const { seen, ours } of pairs)
    for (const [name, value] of Object.entries({ ...fieldsOf(seen), ...placesOf(seen, ours) }))
      tallies.note(name as Field, value, seen);
  const form: Fields = {};
  const contradictions: Unsettled[] = [];
  const settleOne = (name: Field, { clear, contradiction }: Tally<unknown>) => {
    if (clear?.value !== undefined) form[name] = clear.value;
    if (contradiction && !isFree(name))
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

/** In which way most pointers of the target lead to what ours lead to; undefined when neither have any. */
function pointersOf(pairs: readonly Pair[]): Tally<unknown> | undefined {
  const met = pairs.flatMap(({ seen, ours }) => {
    const [theirs, own] = [seen, ours].map((one) => (bodyOf(one)?.errors as ErrorEntry[] | undefined)?.[0]);
    const [pointer, ourPointer] = [theirs?.source?.pointer, own?.source?.pointer];
    if (!theirs || own?.source?.parameter !== undefined) return [];
    return [{ ways: relations(pointer, ourPointer), points: pointer !== undefined || ourPointer !== undefined, seen }];
  });
  // One pointer may lead there in several ways: the one that most pointers share is meant.
  const counts = new Map<string, number>();
  for (const way of met.flatMap(({ ways }) => ways)) counts.set(way, (counts.get(way) ?? 0) + 1);
  const weight = (way: string) => counts.get(way) ?? 0;
  const tally = new Tally<unknown>();
  for (const { ways, seen } of met)
    tally.add(
      ways.reduce((best, way) => (weight(way) > weight(best) ? way : best)),
      seen,
    );
  return met.some(({ points }) => points) ? tally : undefined;
}

/** Texts that speak of what was sent differ from one exchange to the next. */
const isFree = (name: Field) => name === 'msg' || name === 'meta';

/** What a refusal says. */
function fieldsOf({ status, text }: Pick<NotedExchange, 'status' | 'text'>): Fields {
  const body = bodyOf({ text });
  if (text.trim() === '') return { status, body: 'none' };
  const { errors, detail } = (body ?? {}) as { errors?: ErrorEntry[]; detail?: Validation[] };
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
      // None is one of the things that it can be.
      meta: meta ?? undefined,
    };
  }
  const [entry] = detail ?? [];
  return { status, body: 'full', ...(entry && { type: entry.type, msg: entry.msg }) };
}

/** Whether the query parameter at fault is named, and where, in comparison with ours. */
function placesOf(seen: NotedExchange, ours: OurAnswer): Fields {
  const [theirs, own] = [seen, ours].map(
    (one) => bodyOf(one) as { errors?: ErrorEntry[]; detail?: Validation[] } | undefined,
  );
  const parameter = theirs?.errors?.[0]?.source?.parameter;
  const isNamed = own?.errors?.[0]?.source?.parameter !== undefined;
  const loc = theirs?.detail?.[0]?.loc;
  return {
    ...(theirs?.errors?.[0] && isNamed && { parameter: parameter ? 'exact' : 'none' }),
    ...(loc && own?.detail?.[0] && { loc: locIn(loc, own.detail[0].loc) }),
  };
}

/** How a parameter is named in comparison with ours: behind the query, alone, or as it is. */
function locIn(loc: string[], ours: string[] = []): RefusalForm['loc'] {
  if (isDeepStrictEqual(loc, ours)) return 'query';
  return isDeepStrictEqual(loc, ours.slice(-1)) ? 'name' : loc;
}

/** In which ways a pointer leads to what ours leads to, the most telling first; where neither is there, in any. */
function relations(pointer: string | undefined | null, ours: string | undefined): string[] {
  if (typeof pointer !== 'string') return ours === undefined ? [...Object.keys(places), 'none'] : ['none'];
  if (ours === undefined) return [pointer];
  const steps = pointerSteps(ours).map((step) => `/${pointerStep(step)}`);
  const found = Object.entries(places).flatMap(([way, place]) => (place(steps) === pointer ? [way] : []));
  return found.length > 0 && pointer !== '' ? found : [...found, pointer];
}

/** Where a pointer leads that goes so far as ours, by the steps of ours. */
const places: Readonly<Record<string, (steps: readonly string[]) => string>> = {
  exact: (steps) => steps.join(''),
  top: (steps) => steps.slice(0, 1).join(''),
  parent: (steps) => steps.slice(0, -1).join(''),
  document: () => '',
};
