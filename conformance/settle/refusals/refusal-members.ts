import { isDeepStrictEqual } from 'node:util';
import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { valueAt } from '../../../spec/deployment/request-place.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { mapTexts } from '../../../spec/texts.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { parsed } from '../../suite/wire/answer.ts';
import { bodyOf, type Pair } from '../asked/pair.ts';
import { Tallies, type Tally } from '../asked/tally.ts';
import { entryForms } from '../members/added-member.ts';
import { listForm } from '../members/list-member.ts';
import { endsOf, isTime } from '../members/time-form.ts';
import { metaOf } from './refusal-metas.ts';

/** Milliseconds by which clocks may differ, and a moved clock of a target may not. */
const DAY = 86_400_000;

/**
 * The members of the refusals by one rule, where they differ from those of most: of their own, the same each time, or left out. `whole` are
 * those refusals with all that each `meta` says.
 */
export function ownMembers(
  own: readonly Pair[],
  { refused, whole }: Record<'refused' | 'whole', readonly Pair[]>,
): Record<string, MemberForm> | undefined {
  const known = new Set(own.map(({ seen }) => listOf(seen)));
  const alike = known.has(undefined) ? refused : refused.filter(({ seen }) => known.has(listOf(seen)));
  const all = extraMembers(alike);
  const [common, found] = [examplesOf(all, alike), examplesOf(extraMembers(own), own, 1)];
  const isOwn = (path: string, form: MemberForm) =>
    !all.get(path)?.isVaried && JSON.stringify(form) !== JSON.stringify(common[path]);
  const changed = Object.entries(found).filter(([path, form]) => isOwn(path, form));
  const made = [...listsIn(own, '', bodyOf), ...listsIn(whole, '/errors/*/meta', metaOf)];
  const left = leftOut(own).map((path): [string, MemberForm] => [path, 'absent']);
  const said = [...changed, ...made, ...left];
  return said.length > 0 ? { ...common, ...Object.fromEntries(said) } : undefined;
}

/** The lists in objects of refusals, such as beside the errors, that are made of one of ours, with what their entries show. */
function listsIn(
  pairs: readonly Pair[],
  around: string,
  objectIn: (seen: NotedExchange) => object | undefined,
): (readonly [string, MemberForm])[] {
  const names = new Set(pairs.flatMap(({ seen }) => Object.keys(objectIn(seen) ?? {})));
  return [...names].flatMap((name) => {
    const all = pairs.map(({ seen, ours }) => ({
      ...{ theirs: (objectIn(seen) as Json | undefined)?.[name], ours: undefined, seen, whole: bodyOf(ours) },
      ...{ situation: undefined, part: undefined, beside: undefined },
    }));
    const form = listForm(all);
    const path = `${around}/${pointerStep(name)}`;
    const isAsOurs =
      form && path === form.list && Object.entries(form.items ?? {}).every(([one, from]) => one === from);
    return form && !isAsOurs ? [[path, form] as const, ...Object.entries(entryForms(path, all, form))] : [];
  });
}

/** What stands beside the list of errors in our refusals, and in none of the target's. */
function leftOut(pairs: readonly Pair[]): string[] {
  const ours = new Set(pairs.flatMap((pair) => Object.keys(bodyOf(pair.ours) ?? {})));
  const theirs = new Set(pairs.flatMap(({ seen }) => Object.keys(bodyOf(seen) ?? {})));
  return [...ours].filter((name) => !theirs.has(name) && !lists.includes(name)).map((name) => `/${pointerStep(name)}`);
}

/** What the contract says of an error; the rest are members that the target adds. */
const described: readonly string[] = ['code', 'title', 'detail', 'source', 'meta', 'loc', 'msg', 'type'];

/** Whether a member says where something is wrong in a way that the contract does not have, such as a header. */
function isOtherPlace(member: string, said: unknown): boolean {
  if (member !== 'source' || typeof said !== 'object' || said === null) return false;
  return !('pointer' in said || 'parameter' in said);
}

const lists: readonly string[] = ['errors', 'detail'];

/** Which list of errors a refusal has: those of one kind have other members beside it than those of the other. */
const listOf = (seen: NotedExchange) => lists.find((name) => Array.isArray(bodyOf(seen)?.[name]));

/** The members of refusals besides those that ours have, and those that are null; by their paths. */
export function extraMembers(pairs: readonly Pair[]): Tallies<string, unknown> {
  const tallies = new Tallies<string, unknown>();
  for (const { seen, ours } of pairs) {
    const own = bodyOf(ours);
    for (const [name, value] of Object.entries(bodyOf(seen) ?? {})) {
      if (!lists.includes(name) && own?.[name] !== undefined) continue;
      if (!lists.includes(name) || !Array.isArray(value)) tallies.note(`/${pointerStep(name)}`, value, seen);
      else
        for (const [member, said] of Object.entries((value[0] ?? {}) as object))
          if (!described.includes(member) || said === null || isOtherPlace(member, said))
            tallies.note(`/${name}/*/${pointerStep(member)}`, said, seen);
    }
  }
  return tallies;
}

/**
 * The refusals with `{path}` or `{url}`, `{origin}` and `{method}` where a body that is a text, or what stands beside their errors, repeats
 * what was asked for, and with `{value}` where a member of an error repeats what was sent at its place.
 */
export function withAsked(pairs: readonly Pair[]): readonly Pair[] {
  const name = pairs.some(repeatsQuery) ? '{url}' : '{path}';
  return pairs.map((pair) => {
    const body = bodyOf(pair.seen);
    const { origin, method, path, url } = askedOf(pair.seen);
    const within = (text: string) =>
      text.replaceAll(path, '{path}').replaceAll(new RegExp(`\\b${method}\\b`, 'g'), '{method}');
    if (!isObject(body)) return { ...pair, seen: { ...pair.seen, text: within(pair.seen.text) } };
    const told = (text: string) => {
      const [before, asked] = text.startsWith(origin) ? ['{origin}', text.slice(origin.length)] : ['', text];
      return [path, url].includes(withBrackets(asked)) ? before + name : within(text);
    };
    const sent = sentIn(pair.seen);
    const toldEntry = (entry: unknown) => (isObject(entry) ? withValue(entry, sent) : entry);
    const entries = Object.entries(body).map(([key, one]) => {
      if (!lists.includes(key)) return [key, mapTexts(one, told)];
      return [key, Array.isArray(one) ? one.map(toldEntry) : one];
    });
    return { ...pair, seen: { ...pair.seen, text: JSON.stringify(Object.fromEntries(entries)) } };
  });
}

/** An error with `{value}` where a member that the contract does not have repeats what was sent at its place. */
function withValue(error: Json, sent: Sent): Json {
  const { source, loc } = error as { source?: { pointer?: unknown; parameter?: unknown }; loc?: unknown };
  const place = source?.pointer ?? source?.parameter ?? (Array.isArray(loc) ? loc.at(-1) : undefined);
  const value = typeof place === 'string' ? valueAt(place, sent) : undefined;
  const told = ([name, one]: [string, unknown]) =>
    value !== undefined && !described.includes(name) && isDeepStrictEqual(one, value) ? [name, '{value}'] : [name, one];
  return Object.fromEntries(Object.entries(error).map(told));
}

/** Of a request, what may be wrong in it. */
type Sent = { body: unknown; query: Readonly<Record<string, string>> };

function sentIn({ request }: NotedExchange): Sent {
  const query = Object.fromEntries(new URL(request.url, 'http://target').searchParams);
  return { body: parsed(request.body ?? ''), query };
}

/** Whether a refusal repeats what was asked for, its query as well. */
function repeatsQuery({ seen }: Pair): boolean {
  const { path, url } = askedOf(seen);
  return path !== url && withBrackets(JSON.stringify(bodyOf(seen) ?? '')).includes(JSON.stringify(url).slice(1));
}

function askedOf({ request }: NotedExchange) {
  const { origin, pathname } = new URL(request.url);
  return { origin, method: request.method, path: pathname, url: withBrackets(request.url.slice(origin.length)) };
}

/** A URL with its brackets as they are, or escaped, is the same. */
const withBrackets = (url: string) => url.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']');

/** Those that nearly all of some refusals have, each with an example, or as the status, where so many statuses were repeated. */
export function examplesOf(
  tallies: Tallies<string, unknown>,
  pairs: readonly Pair[],
  least = 2,
): Record<string, MemberForm> {
  const of = (path: string) => pairs.filter(({ seen }) => isIn(path, bodyOf(seen))).length;
  const common = [...tallies].filter(([path, { count }]) => count >= 0.8 * of(path));
  const formOf = (tally: Tally<unknown>) =>
    repeatsStatus(tally, least) ?? timeOf(tally, least) ?? { missing: tally.commonest?.value };
  return Object.fromEntries(common.map(([path, tally]) => [path, formOf(tally)]));
}

/** Whether a body may have a member: those of entries stand in one of two lists. */
function isIn(path: string, body: object = {}): boolean {
  const [, list = '', entry] = path.split('/');
  return entry === undefined || list in body;
}

/** The form of a member that says when it was; undefined for any other. */
function timeOf({ all }: Tally<unknown>, least: number): MemberForm | undefined {
  const times = all.map(({ value }) => value).filter(isTime);
  const isNow = all.every(({ value, by }) => isTime(value) && Math.abs(Date.parse(value) - by.at) < DAY);
  if (times.length < least || !isNow) return undefined;
  return { missing: '{now}', time: endsOf(times) };
}

/** The form of a member that says the status of each refusal; undefined for any other, and where fewer statuses were seen. */
function repeatsStatus({ all }: Tally<unknown>, least: number): MemberForm | undefined {
  const statuses = new Set(all.map(({ by }) => by.status));
  if (statuses.size < least || all.some(({ value, by }) => String(value) !== String(by.status))) return undefined;
  return { status: typeof all[0]?.value === 'number' ? 'number' : 'text' };
}
