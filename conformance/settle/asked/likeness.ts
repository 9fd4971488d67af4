import { situationOf } from '../../../spec/deployment/situation.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { headerOf } from '../../suite/wire/exchange.ts';
import { freeForm } from './compared-members.ts';
import { bodyOf, countFaults, isSuccess, type Pair } from './pair.ts';

/** How much of what a target answers our mock answers alike. */
export interface Fidelity {
  alike: number;
  of: number;
  /** What differs, most frequent first. */
  differs: readonly Differs[];
}

/** A way in which answers differ, with how often and one exchange. */
export interface Differs {
  what: string;
  times: number;
  seen: NotedExchange;
  /** The rule that decided our answer. */
  rule: RuleId | undefined;
  /** The member of a success that differs, as a pointer; empty where it is in none. */
  at: string;
}

/** Compares the answers of all pairs in status, codes, places, members and forms; data are each side's own. */
export function fidelityOf(pairs: readonly Pair[]): Fidelity {
  const differs = new Map<string, Differs>();
  let alike = 0;
  for (const pair of pairs) {
    const first = differences(pair).next().value;
    if (first === undefined) alike += 1;
    else {
      const [rule] = pair.ours.rules;
      const about = `${rule ?? pair.seen.operation ?? 'outside the contract'}: ${first.what}`;
      const known = differs.get(about) ?? { what: about, times: 0, seen: pair.seen, rule, at: first.at };
      known.times += 1;
      differs.set(about, known);
    }
  }
  return { alike, of: pairs.length, differs: [...differs.values()].sort((one, other) => other.times - one.times) };
}

/** A way in which two answers differ. */
interface Differing {
  /** The member that does, as a pointer with `*` for every entry of a list; empty where it is not in a member of a success. */
  at: string;
  what: string;
}

/** The first way in which two answers differ, in words; undefined when they are alike. */
export function difference(pair: Pair): string | undefined {
  return differences(pair).next().value?.what;
}

/** The ways in which two answers differ, the most telling first. */
export function* differences({ seen, ours }: Pair): Generator<Differing, undefined> {
  const [theirs, own] = [bodyOf(seen), bodyOf(ours)];
  if (seen.status !== ours.status) yield { at: '', what: `status ${seen.status}, the mock ${ours.status}` };
  else if (isSuccess(seen)) {
    const [shown, told] = withoutPlaces(theirs, own);
    yield* differentMembers(shown, told, '');
  } else {
    const [kind, ourKind] = [seen, ours].map(kindOfBody);
    const what = kind === ourKind ? differentRefusal(theirs, own) : `${kind}, the mock ${ourKind}`;
    if (what !== undefined) yield { at: '', what };
  }
}

/** Two bodies to compare: how long a list is are data, and so is what else pages at other places of two lists say of that, such as links. */
function withoutPlaces(...bodies: (Json | undefined)[]): (Json | undefined)[] {
  const situations = bodies.map((body) => (Array.isArray(body?.data) ? situationOf(body) : undefined));
  const areOther = !situations.includes(undefined) && new Set(situations).size > 1;
  return areOther ? bodies.map((body) => ({ data: body?.data, meta: body?.meta })) : bodies;
}

/** What kind of body a refusal has; one that is no JSON object is of its content type. */
function kindOfBody({ text, headers = [] }: Pair['ours']): string {
  if (text.trim() === '') return 'no body';
  if (isObject(bodyOf({ text }))) return 'a body';
  const [type = 'text/plain'] = headerOf(headers, 'content-type')?.split(';') ?? [];
  return `a body of ${type}`;
}

function differentRefusal(theirs: Json | undefined, own: Json | undefined): string | undefined {
  for (const list of ['errors', 'detail']) {
    const [one, other] = [theirs?.[list], own?.[list]] as [Json[] | undefined, Json[] | undefined];
    if (Array.isArray(one) !== Array.isArray(other)) return `${list} ${Array.isArray(one) ? 'told' : 'not told'}`;
    if ((one?.length === 0) !== (other?.length === 0)) return `${list} ${one?.length === 0 ? 'empty' : 'not empty'}`;
    for (const name of ['code', 'title', 'type', 'loc', 'source']) {
      const [said, told] = [one?.[0]?.[name], other?.[0]?.[name]].map((value) => JSON.stringify(value ?? null));
      if (said !== told) return `${name} ${said}, the mock ${told}`;
    }
    if ((one?.[0]?.detail == null) !== (other?.[0]?.detail == null))
      return one?.[0]?.detail == null ? 'no detail' : 'a detail';
  }
  const [faults, ours] = [countFaults(theirs), countFaults(own)];
  return faults > 1 !== ours > 1 ? `${faults} errors, the mock ${ours}` : undefined;
}

function* differentMembers(theirs: unknown, own: unknown, path: string): Generator<Differing, undefined> {
  const [kind, ourKind] = path.endsWith('/status') ? [theirs, own] : [kindOf(theirs), kindOf(own)];
  if (kind !== ourKind) yield { at: path, what: `${path} is ${kind}, at the mock ${ourKind}` };
  // What stands in a free-form object is data, and so it is there or not.
  else if (freeForm.test(path)) return;
  // The items of a list are each side's own data, and one of them may have members that another has not.
  else if (typeof theirs === 'object' && theirs !== null && !(Array.isArray(theirs) && path === '/data'))
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(own as Json)])) {
      const step = Array.isArray(theirs) ? '*' : pointerStep(name);
      yield* differentMembers((theirs as Json)[name], (own as Json)[name], `${path}/${step}`);
    }
}

/** What kind of value something is; times differ in how they end. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'string') return typeof value;
  const [, fraction = '', offset] =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(value) ?? [];
  // One that ends without noughts has now more digits, now fewer.
  const digits = '0'.repeat(Math.ceil(Math.max(0, fraction.length - 1) / 3) * 3);
  if (offset !== undefined) return `a time with ${digits && '.'}${digits}${offset}`;
  return 'a text';
}
