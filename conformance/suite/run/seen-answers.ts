import { isDeepStrictEqual } from 'node:util';
import { detectTimeForm } from '../../../spec/deployment/deployment.ts';
import { listMembers } from '../../../spec/deployment/members.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { groupBy } from '../../../spec/group-by.ts';
import { escapeStep, isListOrObject, isObject } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { CaseLog } from '../api/case-log.ts';
import { sumCounts } from '../outcome/outcome.ts';
import type { Seen, SeenMember, SeenRefusal, SeenSuccess } from '../outcome/seen.ts';
import { Answer, type ExpectedRefusal } from '../wire/answer.ts';
import { loadContract } from '../wire/contract.ts';

/**
 * The target's own decisions, as the attempts at a case have seen them. Refusals that break a rule of the source are none, and what a
 * disturbed attempt has found may come of the disturbance.
 */
export function collectSeen(attempts: readonly CaseLog[]): Seen {
  return mergeSeen(
    attempts.map((log) => {
      const answers = log.entries.filter((entry) => entry instanceof Answer);
      const successes = answers.filter(({ accepted }) => accepted).flatMap(describeSuccess);
      if (log.disturbance) return { refusals: [], successes, variants: [], choices: {} };
      const refusals = answers.filter(({ refused }) => refused).flatMap((answer) => describeRefusal(answer, log));
      return { refusals, successes, variants: log.variants, choices: log.choices };
    }),
  );
}

/** True if an answer breaks a rule of the source, which no target can decide. */
function isBroken(answer: Answer, log: CaseLog): boolean {
  const isOfSource = (rule: RuleId) => log.judgeBrokenRule(rule, 'warn') === 'fail';
  return (
    answer.expectations.some(({ check }) => check && !check.held && isOfSource(check.rule)) ||
    log.mismatches.some((mismatch) => mismatch.answer === answer && isOfSource(mismatch.rule))
  );
}

/** Merges the decisions that several cases have seen. */
export function mergeSeen(parts: readonly Seen[]): Seen {
  const byOperation = groupBy(
    parts.flatMap(({ successes }) => successes),
    ({ operation }) => operation,
  );
  // Refusals that differ in more than their examples and added members.
  const byForm = groupBy(
    parts.flatMap(({ refusals }) => refusals),
    (refusal) => JSON.stringify({ ...refusal, example: '', count: 0, added: undefined }),
  );
  const variants = parts.flatMap((seen) => seen.variants);
  return {
    refusals: [...byForm.values()].map((equal) => ({
      ...(equal[0] as SeenRefusal),
      added: mergeMembers(equal.map(({ added = {} }) => added)),
      count: equal.reduce((sum, { count }) => sum + count, 0),
    })),
    successes: [...byOperation].map(([operation, successes]) => ({
      operation,
      statuses: sumCounts(successes.map(({ statuses }) => statuses)),
      members: mergeMembers(successes.map(({ members }) => members)),
    })),
    variants: [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()],
    choices: Object.assign({}, ...parts.map(({ choices }) => choices)),
  };
}

/** The members of several successes. */
function mergeMembers(successes: readonly SeenSuccess['members'][]): Record<string, SeenMember> {
  const merged: Members = {};
  for (const members of successes)
    for (const [path, member] of Object.entries(members)) addMember(merged, path, member);
  return merged;
}

type Members = Record<string, { count: number; nulls: number; values: unknown[]; times: string[] }>;

/** Adds occurrences of a member; two of its values show that it isn't a constant. */
function addMember(members: Members, path: string, { count, nulls, values, times }: SeenMember): void {
  members[path] ??= { count: 0, nulls: 0, values: [], times: [] };
  const known = members[path];
  known.count += count;
  known.nulls += nulls;
  for (const value of values)
    if (known.values.length < 2 && !known.values.some((shown) => isDeepStrictEqual(shown, value)))
      known.values.push(value);
  for (const time of times) if (!known.times.includes(time)) known.times.push(time);
}

/** A refusal by the rules whose checks expected something of it. */
function describeRefusal(answer: Answer, log: CaseLog): SeenRefusal[] {
  const expectations = answer.expectations.filter(({ check }) => check);
  if (expectations.length === 0 || isBroken(answer, log)) return [];
  const isExact = ({ status, code, isUnlike }: ExpectedRefusal) => (status ?? code ?? isUnlike) !== undefined;
  const exact = expectations.filter(isExact);
  const about = exact.length > 0 ? exact : expectations.filter(({ pointer, parameter }) => !pointer && !parameter);
  const { status, code, pointer, parameter }: ExpectedRefusal = Object.assign({}, ...expectations);
  const [error] = answer.errors;
  const { detail, errors } = isObject(answer.body) ? answer.body : {};
  const [entry] = Array.isArray(detail) ? detail.filter(isObject) : [];
  const isEmpty = answer.text === '' || (Array.isArray(errors) && errors.length === 0);
  const seen: SeenRefusal = {
    rules: [...new Set(about.flatMap(({ check }) => check?.rule ?? []))],
    ...(answer.operation && { operation: answer.operation }),
    expected: { ...(status !== undefined && { status }), ...(code !== undefined && { code }) },
    status: answer.status,
    ...(typeof error?.code === 'string' && { code: error.code }),
    ...(typeof error?.title === 'string' && { title: error.title }),
    hasDetail: error?.detail !== undefined,
    ...(error && pointer && { pointer: formatPlace(error.source?.pointer, pointer, '{pointer}') }),
    ...(error && parameter && { parameter: formatPlace(error.source?.parameter, parameter, '{parameter}') }),
    ...(error?.source?.pointer !== undefined && { hasPointer: true as const }),
    ...(isEmpty && { body: answer.text === '' ? (false as const) : { errors: [] as [] } }),
    ...(entry && { loc: formatLoc(answer, entry.loc), type: String(entry.type) }),
    added: findAddedMembers(answer),
    example: [
      ...[answer.request.method, new URL(answer.request.url).pathname, answer.status],
      ...(error ? [error.code, error.title] : [entry?.type]),
    ].join(' '),
    count: 1,
  };
  return [seen];
}

/** A named place, with a placeholder for the contract's name of it; false if none is named. */
function formatPlace(actual: unknown, places: readonly string[], placeholder: string): string | false {
  if (actual === undefined) return false;
  const text = String(actual);
  const place = places.toSorted((first, second) => second.length - first.length).find((name) => text.includes(name));
  return place === undefined ? text : text.replace(place, placeholder);
}

function formatLoc({ request }: Answer, loc: unknown): string[] {
  const names = [...new URL(request.url).searchParams.keys()];
  return [loc].flat().map((step) => (names.includes(String(step)) ? '{parameter}' : String(step)));
}

/** The members of the contract's entries in the lists of a refusal. */
const entryMembers: Readonly<Record<string, readonly string[]>> = {
  errors: ['code', 'title', 'detail', 'source'],
  detail: ['loc', 'msg', 'type'],
};

function findAddedMembers(answer: Answer): Members {
  const members: Members = {};
  const [error = {}] = answer.errors;
  const parts: Part[] = [
    [answer.requestId, '{id}'],
    [new URL(answer.request.url).pathname, '{path}'],
    [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}'],
    ...(['detail', 'title', 'code'] as const).map((name): Part => [error[name], `{${name}}`]),
    [answer.status, '{statusNumber}'],
    [new RegExp(`^${answer.status}$`, 'g'), '{status}'],
  ];
  const add = (path: string, value: unknown) => addMember(members, path, describeMember(value, parts, answer));
  for (const [name, value] of Object.entries(isObject(answer.body) ? answer.body : {})) {
    const [entry] = Array.isArray(value) ? value : [];
    const known = entryMembers[name];
    if (!known || !Array.isArray(value)) add(`/${escapeStep(name)}`, value);
    else if (isObject(entry))
      for (const [key, member] of Object.entries(entry))
        if (!known.includes(key)) add(`/${name}/*/${escapeStep(key)}`, member);
  }
  return members;
}

/** A success with its members as deep as the contract describes them. Each list's entries are one member `*`. */
function describeSuccess(answer: Answer): SeenSuccess[] {
  const { operation, status, body } = answer;
  if (!operation) return [];
  const members: Members = {};
  const { holders, described } = collectPlaces(operation);
  const visit = (value: unknown, path: string, id = answer.shown.id) => {
    const seen = describeMember(value, [[id, '{id}']], answer);
    addMember(members, path, described.has(path) && isListOrObject(value) ? { ...seen, values: [] } : seen);
    if (!isListOrObject(value) || !holders.has(path)) return;
    for (const [name, member] of Object.entries(value))
      visit(member, `${path}/${Array.isArray(value) ? '*' : escapeStep(name)}`, value.id ?? value.run_id);
  };
  visit(body, '');
  return [{ operation, statuses: { [status]: 1 }, members }];
}

function describeMember(value: unknown, parts: readonly Part[], answer: Answer): SeenMember {
  const form = typeof value === 'string' ? detectTimeForm(value) : undefined;
  return {
    count: 1,
    nulls: value === null ? 1 : 0,
    values: value === null ? [] : [makeTemplate(value, parts, answer)],
    times: form === undefined ? [] : [form],
  };
}

/** A part of an answer, and the placeholder for it. */
type Part = readonly [part: unknown, placeholder: string];

/** A value with placeholders for parts of its answer, and `{now}` for a time at which the target worked at the request. */
function makeTemplate(value: unknown, parts: readonly Part[], answer: Answer): unknown {
  if (Array.isArray(value)) return value.map((entry) => makeTemplate(entry, parts, answer));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, makeTemplate(member, parts, answer)]),
    );
  const [, placeholder] = parts.find(([part]) => part === value) ?? [];
  if (placeholder !== undefined || typeof value !== 'string') return placeholder ?? value;
  const since = Date.parse(answer.header('date') ?? '') - Date.parse(value);
  // The header has whole seconds.
  const isNow = detectTimeForm(value) !== undefined && since >= -1000 && since <= (answer.tookMs ?? 0) + 1000;
  if (isNow) return '{now}';
  const isText = (part: unknown) => part instanceof RegExp || (typeof part === 'string' && part !== '');
  return parts.reduce(
    (text, [part, name]) => (isText(part) ? text.replaceAll(part as string | RegExp, name) : text),
    value,
  );
}

interface Places {
  /** The paths of objects and lists with described members, and of everything that the contract names. */
  holders: ReadonlySet<string>;
  described: ReadonlySet<string>;
}

const places = new Map<OperationId, Places>();

function collectPlaces(operation: OperationId): Places {
  const known = places.get(operation);
  if (known) return known;
  const { document } = loadContract();
  const spec = document.operations.find(({ id }) => id === operation);
  const paths = spec ? listMembers(document, spec).map(({ path }) => path) : [];
  const steps = paths.map((path) => path.split('/'));
  const holders = new Set(steps.flatMap((path) => path.slice(1).map((_, depth) => path.slice(0, depth + 1).join('/'))));
  const found = { holders, described: new Set([...holders, ...paths]) };
  places.set(operation, found);
  return found;
}
