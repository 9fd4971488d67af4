import type { Deployment, RefusalForm, Unsettled } from '../../spec/deployment/deployment.ts';
import { brokenBy } from '../../spec/deployment/fixed.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import { loadRegister } from '../../spec/register.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Seen } from '../suite/run/seen.ts';
import { bodyOf, isRefusal, type OurAnswer, type Pair } from './pair.ts';
import { exchangeLine, Tally } from './tally.ts';

type ErrorEntry = {
  code?: string;
  title?: string;
  detail?: string;
  source?: { pointer?: string; parameter?: string };
  meta?: object;
};
type Validation = { loc?: string[]; msg?: string; type?: string };
type Field = Exclude<keyof RefusalForm, 'on' | 'breaks' | 'members'>;
type Fields = Partial<Record<Field, unknown>>;

/** How a target tells its refusals, by the rules for which our mock refuses the same. */
export function findRefusals(pairs: readonly Pair[]): Pick<Deployment, 'refusals'> & { unsettled: Unsettled[] } {
  const refused = pairs.filter(
    ({ seen, ours }) => isRefusal(seen) && isRefusal(ours) && ours.rules.length > 0 && isLawful(seen, ours),
  );
  const refusals: Deployment['refusals'] = {};
  const unsettled: Unsettled[] = [];
  for (const rule of new Set(refused.flatMap(({ ours }) => ours.rules))) {
    const own = refused.filter(({ ours }) => ours.rules[0] === rule);
    const about = own.length > 0 ? own : refused.filter(({ ours }) => ours.rules.includes(rule));
    const { form, contradictions } = formOf(about);
    // What is only one of several rules is told where they agree, and no more.
    if (own.length > 0)
      unsettled.push(...contradictions.map((one) => ({ ...one, what: `refusals.${rule}.${one.what}` })));
    if (Object.keys(form).length > 0) refusals[rule] = form;
  }
  return { refusals, unsettled };
}

/** What breaks a rule of the source is a finding, and never a choice. */
function isLawful(seen: Seen, { rules }: OurAnswer): boolean {
  const register = loadRegister();
  if (seen.broken.some((rule) => register.get(rule)?.basis === 'source')) return false;
  return brokenBy(fieldsOf(seen) as RefusalForm, rules, register).length === 0;
}

/** The form in which refusals are told: one for all operations where they agree, else what differs on each. */
function formOf(pairs: readonly Pair[]): { form: RefusalForm; contradictions: Unsettled[] } {
  const all = settledFields(pairs);
  const operations = [...new Set(pairs.map(({ seen }) => seen.operation))].filter((id) => id !== undefined);
  if (all.contradictions.length === 0 || operations.length < 2) return all;

  const on: Partial<Record<OperationId, RefusalForm>> = {};
  const contradictions: Unsettled[] = [];
  for (const id of operations) {
    const found = settledFields(pairs.filter(({ seen }) => seen.operation === id));
    on[id] = found.form;
    contradictions.push(...found.contradictions.map((one) => ({ ...one, what: `on.${id}.${one.what}` })));
  }
  return { form: { ...all.form, on }, contradictions };
}

function settledFields(pairs: readonly Pair[]): { form: RefusalForm; contradictions: Unsettled[] } {
  const tallies = new Map<Field, Tally<unknown>>();
  for (const { seen, ours } of pairs) {
    for (const [name, value] of Object.entries({ ...fieldsOf(seen), ...placesOf(seen, ours) })) {
      const tally = tallies.get(name as Field) ?? new Tally<unknown>();
      tally.add(value, seen);
      tallies.set(name as Field, tally);
    }
  }
  const form: Fields = {};
  const contradictions: Unsettled[] = [];
  for (const [name, tally] of tallies) {
    const { clear, contradiction } = tally;
    if (clear) form[name] = clear.value;
    if (contradiction && !isFree(name))
      contradictions.push({ what: name, reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) });
  }
  return { form: form as RefusalForm, contradictions };
}

/** Texts that speak of what was sent differ from one exchange to the next. */
const isFree = (name: Field) => name === 'msg' || name === 'meta';

/** What a refusal says. */
function fieldsOf({ status, text }: Pick<Seen, 'status' | 'text'>): Fields {
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
      ...(meta && { meta }),
    };
  }
  const [entry] = detail ?? [];
  return { status, body: 'full', ...(entry && { type: entry.type, msg: entry.msg }) };
}

/** Where a refusal points, in comparison with where ours does. */
function placesOf(seen: Seen, ours: OurAnswer): Fields {
  const [theirs, own] = [seen, ours].map(
    (one) => bodyOf(one) as { errors?: ErrorEntry[]; detail?: Validation[] } | undefined,
  );
  const [pointer, parameter] = [theirs?.errors?.[0]?.source?.pointer, theirs?.errors?.[0]?.source?.parameter];
  const ourSource = own?.errors?.[0]?.source;
  const loc = theirs?.detail?.[0]?.loc;
  return {
    ...(theirs?.errors?.[0] && ourSource?.pointer !== undefined && { pointer: relation(pointer, ourSource.pointer) }),
    ...(theirs?.errors?.[0] && ourSource === undefined && pointer && { pointer }),
    ...(theirs?.errors?.[0] && ourSource?.parameter !== undefined && { parameter: parameter ? 'exact' : 'none' }),
    ...(loc && own?.detail?.[0] && { loc: loc.length > 1 ? 'query' : 'name' }),
  };
}

function relation(pointer: string | undefined | null, ours: string): string {
  if (typeof pointer !== 'string') return 'none';
  if (pointer === ours) return 'exact';
  const [theirs, own] = [pointerSteps(pointer), pointerSteps(ours)];
  if (theirs.length === 0) return 'document';
  if (pointer === `/${own.slice(0, -1).join('/')}`) return 'parent';
  return theirs.length === 1 && theirs[0] === own[0] ? 'top' : pointer;
}
