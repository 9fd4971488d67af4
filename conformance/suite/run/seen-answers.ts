import { timeFormOf } from '../../../spec/deployment/deployment.ts';
import { membersOf } from '../../../spec/deployment/members.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { isListOrObject, isObject } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { CaseLog } from '../api/case-log.ts';
import { added } from '../outcome/outcome.ts';
import type { Seen, SeenMember, SeenRefusal, SeenSuccess, SeenValue } from '../outcome/seen.ts';
import { Answer, type ExpectedRefusal } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';

/**
 * The target's own decisions, as the attempts at a case have seen them. Refusals that break a rule of the source are none, and what a
 * disturbed attempt has found may come of the disturbance.
 */
export function seenIn(attempts: readonly CaseLog[]): Seen {
  return seenTogether(
    attempts.map((log) => {
      const answers = log.entries.filter((entry) => entry instanceof Answer);
      const successes = answers.filter(({ accepted }) => accepted).flatMap(seenSuccess);
      if (log.disturbance) return { refusals: [], successes, variants: [], choices: {} };
      const refusals = answers.filter(({ refused }) => refused).flatMap((answer) => seenRefusal(answer, log));
      return { refusals, successes, variants: log.variants, choices: log.choices };
    }),
  );
}

/** True if an answer breaks a rule of the source, which no target can decide. */
function isBroken(answer: Answer, log: CaseLog): boolean {
  const isOfSource = (rule: RuleId) => log.outcomeOf(rule, 'warn') === 'fail';
  return (
    answer.expectations.some(({ check }) => check && !check.held && isOfSource(check.rule)) ||
    log.mismatches.some((mismatch) => mismatch.answer === answer && isOfSource(mismatch.rule))
  );
}

/** Merges the decisions that several cases have seen. */
export function seenTogether(parts: readonly Seen[]): Seen {
  const byOperation = grouped(
    parts.flatMap(({ successes }) => successes),
    ({ operation }) => operation,
  );
  // Refusals that differ in more than their examples.
  const byForm = grouped(
    parts.flatMap(({ refusals }) => refusals),
    (refusal) => JSON.stringify({ ...refusal, example: '', count: 0 }),
  );
  const variants = parts.flatMap((seen) => seen.variants);
  return {
    refusals: [...byForm.values()].map((equal) => ({
      ...(equal[0] as SeenRefusal),
      count: equal.reduce((sum, { count }) => sum + count, 0),
    })),
    successes: [...byOperation].map(([operation, successes]) => ({
      operation,
      statuses: added(successes.map(({ statuses }) => statuses)),
      members: mergedMembers(successes.map(({ members }) => members)),
    })),
    variants: [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()],
    choices: Object.assign({}, ...parts.map(({ choices }) => choices)),
  };
}

/** The members of several successes. */
function mergedMembers(successes: readonly SeenSuccess['members'][]): Record<string, SeenMember> {
  const merged: Members = {};
  for (const members of successes)
    for (const [path, member] of Object.entries(members)) addMember(merged, path, member);
  return merged;
}

type Members = Record<
  string,
  { count: number; nulls: number; values: SeenMember['values'][number][]; times: string[] }
>;

/** Adds occurrences of a member; of its values two show that it is no constant. */
function addMember(members: Members, path: string, { count, nulls, values, times }: SeenMember): void {
  members[path] ??= { count: 0, nulls: 0, values: [], times: [] };
  const known = members[path];
  known.count += count;
  known.nulls += nulls;
  for (const value of values) if (known.values.length < 2 && !known.values.includes(value)) known.values.push(value);
  for (const time of times) if (!known.times.includes(time)) known.times.push(time);
}

/** A refusal by the rules whose checks expected something of it. */
function seenRefusal(answer: Answer, log: CaseLog): SeenRefusal[] {
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
    ...(error && pointer && { pointer: formOf(error.source?.pointer, pointer, '{pointer}') }),
    ...(error && parameter && { parameter: formOf(error.source?.parameter, parameter, '{parameter}') }),
    ...(error?.source?.pointer !== undefined && { hasPointer: true as const }),
    ...(isEmpty && { body: answer.text === '' ? (false as const) : { errors: [] as [] } }),
    ...(entry && { loc: locOf(answer, entry.loc), type: String(entry.type) }),
    example: [
      ...[answer.request.method, new URL(answer.request.url).pathname, answer.status],
      ...(error ? [error.code, error.title] : [entry?.type]),
    ].join(' '),
    count: 1,
  };
  return [seen];
}

/** A named place, with a placeholder for the contract's name of it; false where none is named. */
function formOf(actual: unknown, places: readonly string[], placeholder: string): string | false {
  if (actual === undefined) return false;
  const text = String(actual);
  const place = places.toSorted((first, second) => second.length - first.length).find((name) => text.includes(name));
  return place === undefined ? text : text.replace(place, placeholder);
}

function locOf({ request }: Answer, loc: unknown): string[] {
  const names = [...new URL(request.url).searchParams.keys()];
  return [loc].flat().map((step) => (names.includes(String(step)) ? '{parameter}' : String(step)));
}

/** A success with its members, as deep as the contract describes them, and each list's entries as one member `*`. */
function seenSuccess(answer: Answer): SeenSuccess[] {
  const { operation, status, body } = answer;
  if (!operation) return [];
  const members: Members = {};
  const described = holdersIn(operation);
  const visit = (value: unknown, path: string, id = answer.shown.id) => {
    const form = typeof value === 'string' ? timeFormOf(value) : undefined;
    const values = isListOrObject(value) || value === null ? [] : [templateOf(value as SeenValue, id, answer)];
    const times = form === undefined ? [] : [form];
    addMember(members, path, { count: 1, nulls: value === null ? 1 : 0, values, times });
    if (!isListOrObject(value) || !described.has(path)) return;
    for (const [name, member] of Object.entries(value))
      visit(member, `${path}/${Array.isArray(value) ? '*' : pointerStep(name)}`, value.id ?? value.run_id);
  };
  visit(body, '');
  return [{ operation, statuses: { [status]: 1 }, members }];
}

/** A value with `{id}` for the id of its resource, or `{now}` for a time at which the target worked at the request. */
function templateOf(value: SeenValue, id: unknown, answer: Answer): SeenValue {
  if (typeof value !== 'string') return value;
  const since = Date.parse(answer.header('date') ?? '') - Date.parse(value);
  // The header has whole seconds.
  const isNow = timeFormOf(value) !== undefined && since >= -1000 && since <= (answer.tookMs ?? 0) + 1000;
  if (isNow) return '{now}';
  return typeof id === 'string' && id !== '' ? value.replaceAll(id, '{id}') : value;
}

const holders = new Map<OperationId, ReadonlySet<string>>();

/** The paths of the objects and lists that the contract describes members of. */
function holdersIn(operation: OperationId): ReadonlySet<string> {
  const known = holders.get(operation);
  if (known) return known;
  const { document } = contract();
  const spec = document.operations.find(({ id }) => id === operation);
  const steps = (spec ? membersOf(document, spec) : []).map(({ path }) => path.split('/'));
  const found = new Set(steps.flatMap((path) => path.slice(1).map((_, depth) => path.slice(0, depth + 1).join('/'))));
  holders.set(operation, found);
  return found;
}
