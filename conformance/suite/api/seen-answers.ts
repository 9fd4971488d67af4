import { timeFormOf } from '../../../spec/deployment/deployment.ts';
import { membersOf } from '../../../spec/deployment/members.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { isListOrObject, isObject } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import type { OperationId } from '../../../spec/types.ts';
import { added } from '../outcome/outcome.ts';
import type { Seen, SeenMember, SeenRefusal, SeenSuccess, SeenVariant } from '../outcome/seen.ts';
import type { Answer, ExpectedRefusal } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';

/** Collects the target's own decisions from the answers of one case. */
export class SeenAnswers {
  readonly choices: Record<string, string | number> = {};
  readonly variants: SeenVariant[] = [];
  /** The rules of the checks of each answer, by their expectations; undefined where one does not count. */
  private readonly checks = new Map<Answer, Map<ExpectedRefusal, RuleId | undefined>>();
  /** Answers that break a rule of the source: a target can't decide so. */
  private readonly broken = new Set<Answer>();

  add(answer: Answer, isBroken: boolean): void {
    this.checks.set(answer, new Map());
    if (isBroken) this.broken.add(answer);
  }

  /** Assigns the expectations since the last check to its rule. */
  judge(rule: RuleId | undefined, isBroken: boolean): void {
    for (const [answer, checks] of this.checks) {
      const fresh = answer.expectations.filter((expected) => !checks.has(expected));
      for (const expected of fresh) checks.set(expected, rule);
      if (rule && isBroken && fresh.length > 0) this.broken.add(answer);
    }
  }

  get seen(): Seen {
    const { variants, choices } = this;
    const answers = [...this.checks.keys()];
    const successes = answers.flatMap((answer) => (answer.accepted ? seenSuccess(answer) : []));
    const refusals = answers.flatMap((answer) => {
      const all = [...(this.checks.get(answer) ?? [])];
      const checks = all.flatMap(([expected, rule]) => (rule ? [{ expected, rule }] : []));
      return answer.refused && checks.length > 0 && !this.broken.has(answer) ? [seenRefusal(answer, checks)] : [];
    });
    return seenTogether([{ refusals, successes, variants, choices }]);
  }
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

/** The members of several successes; of the values of a member two show that it is no constant. */
function mergedMembers(all: readonly SeenSuccess['members'][]): Record<string, SeenMember> {
  const merged: Record<string, SeenMember> = {};
  for (const [path, { count, nulls, values, times }] of all.flatMap((members) => Object.entries(members))) {
    const known = merged[path] ?? { count: 0, nulls: 0, values: [], times: [] };
    merged[path] = {
      count: known.count + count,
      nulls: known.nulls + nulls,
      values: [...new Set([...known.values, ...values])].slice(0, 2),
      times: [...new Set([...known.times, ...times])],
    };
  }
  return merged;
}

type Check = { expected: ExpectedRefusal; rule: RuleId };

/** A refusal by the rules whose checks expected something of it. */
function seenRefusal(answer: Answer, checks: readonly Check[]): SeenRefusal {
  const isExact = ({ status, code, isUnlike }: ExpectedRefusal) => (status ?? code ?? isUnlike) !== undefined;
  const exact = checks.filter(({ expected }) => isExact(expected));
  const about =
    exact.length > 0 ? exact : checks.filter(({ expected: { pointer, parameter } }) => !pointer && !parameter);
  const expectations = checks.map(({ expected }) => expected);
  const { status, code, pointer, parameter }: ExpectedRefusal = Object.assign({}, ...expectations);
  const [error] = answer.errors;
  const { detail } = isObject(answer.body) ? answer.body : {};
  const [entry] = Array.isArray(detail) ? detail.filter(isObject) : [];
  return {
    rules: [...new Set(about.map(({ rule }) => rule))],
    ...(answer.operation && { operation: answer.operation }),
    expected: { ...(status !== undefined && { status }), ...(code !== undefined && { code }) },
    status: answer.status,
    ...(typeof error?.code === 'string' && { code: error.code }),
    ...(typeof error?.title === 'string' && { title: error.title }),
    hasDetail: error?.detail !== undefined,
    ...(error && pointer && { pointer: formOf(error.source?.pointer, pointer, '{pointer}') }),
    ...(error && parameter && { parameter: formOf(error.source?.parameter, parameter, '{parameter}') }),
    ...(entry && { loc: locOf(answer, entry.loc), type: String(entry.type) }),
    example: `${answer.request.method} ${new URL(answer.request.url).pathname} ${answer}`
      .replace(/\s+/g, ' ')
      .slice(0, 120),
    count: 1,
  };
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
function seenSuccess({ operation, status, body }: Answer): SeenSuccess[] {
  if (!operation) return [];
  const members: Record<string, SeenMember>[] = [];
  const described = holdersIn(operation);
  const visit = (value: unknown, path: string) => {
    const form = typeof value === 'string' ? timeFormOf(value) : undefined;
    const isPlain = !isListOrObject(value) && value !== null;
    const values = isPlain ? [value as string | number | boolean] : [];
    const times = form === undefined ? [] : [form];
    members.push({ [path]: { count: 1, nulls: value === null ? 1 : 0, values, times } });
    if (!isListOrObject(value) || !described.has(path)) return;
    for (const [name, member] of Object.entries(value))
      visit(member, `${path}/${Array.isArray(value) ? '*' : pointerStep(name)}`);
  };
  visit(body, '');
  return [{ operation, statuses: { [status]: 1 }, members: mergedMembers(members) }];
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
