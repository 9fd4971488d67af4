import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { bodyOf, isSuccess, type Pair } from './pair.ts';

type Json = Record<string, unknown>;

/** How much of what a target answers our mock answers alike. */
export interface Fidelity {
  alike: number;
  of: number;
  /** What differs, most frequent first, each with how often and one exchange. */
  differs: { what: string; times: number; seen: NotedExchange }[];
}

/** Compares the answers of all pairs in status, codes, places, members and forms; data are each side's own. */
export function fidelityOf(pairs: readonly Pair[]): Fidelity {
  const differs = new Map<string, { what: string; times: number; seen: NotedExchange }>();
  let alike = 0;
  for (const pair of pairs) {
    const what = difference(pair);
    if (what === undefined) alike += 1;
    else {
      const about = `${pair.ours.rules[0] ?? pair.seen.operation ?? 'outside the contract'}: ${what}`;
      const known = differs.get(about) ?? { what: about, times: 0, seen: pair.seen };
      known.times += 1;
      differs.set(about, known);
    }
  }
  return { alike, of: pairs.length, differs: [...differs.values()].sort((one, other) => other.times - one.times) };
}

/** The first way in which two answers differ, in words; undefined when they are alike. */
export function difference({ seen, ours }: Pair): string | undefined {
  if (seen.status !== ours.status) return `status ${seen.status}, here ${ours.status}`;
  const [theirs, own] = [bodyOf(seen), bodyOf(ours)];
  if (!isSuccess(seen)) return differentRefusal(theirs, own);
  return differentMember(theirs, own, '');
}

function differentRefusal(theirs: Json | undefined, own: Json | undefined): string | undefined {
  if ((theirs === undefined) !== (own === undefined)) return theirs ? 'a body' : 'no body';
  for (const list of ['errors', 'detail']) {
    const [one, other] = [theirs?.[list], own?.[list]] as [Json[] | undefined, Json[] | undefined];
    if ((one?.length === 0) !== (other?.length === 0)) return `${list} ${one?.length === 0 ? 'empty' : 'not empty'}`;
    for (const name of ['code', 'title', 'type', 'loc', 'source']) {
      const [said, told] = [one?.[0]?.[name], other?.[0]?.[name]].map((value) => JSON.stringify(value ?? null));
      if (said !== told) return `${name} ${said}, here ${told}`;
    }
    if ((one?.[0]?.detail == null) !== (other?.[0]?.detail == null))
      return one?.[0]?.detail == null ? 'no detail' : 'a detail';
  }
  return undefined;
}

const freeForm = /\/(template_variables|input|result_payload|metadata)$/;

function differentMember(theirs: unknown, own: unknown, path: string): string | undefined {
  if (freeForm.test(path)) return undefined;
  const [kind, ourKind] = path.endsWith('/status') ? [theirs, own] : [kindOf(theirs), kindOf(own)];
  if (kind !== ourKind) return `${path} is ${kind}, here ${ourKind}`;
  // The items of a list are each side's own data, and one of them may have members that another has not.
  if (Array.isArray(theirs) && path === '/data') return undefined;
  if (typeof theirs !== 'object' || theirs === null) return undefined;
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(own as Json)])) {
    const found = differentMember((theirs as Json)[name], (own as Json)[name], `${path}/${name}`);
    if (found) return found;
  }
  return undefined;
}

/** What kind of value something is; times differ in how they end. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'string') return typeof value;
  const [, fraction = '', offset] =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(value) ?? [];
  if (offset !== undefined) return `a time with ${fraction.replaceAll(/\d/g, '0')}${offset}`;
  return 'a text';
}
