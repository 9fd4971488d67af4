import { timeFormOf } from '../../../spec/deployment/deployment.ts';
import { membersOf } from '../../../spec/deployment/members.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isListOrObject, isObject } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { JudgedAnswer } from '../api/expect.ts';
import { added } from '../outcome/outcome.ts';
import type { Seen, SeenMember, SeenRefusal, SeenSuccess, SeenVariant } from '../outcome/seen.ts';
import type { Answer } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';

/** Collects the target's own decisions from the answers of one case. */
export class SeenAnswers {
  private readonly judged = new Map<Answer, { rule: RuleId; expected: JudgedAnswer['expected'] }[]>();
  private readonly successes: SeenSuccess[] = [];
  private readonly choices: Record<string, string | number> = {};
  private readonly variants: SeenVariant[] = [];
  /** Answers that break a rule of the source: a target can't decide so. */
  private readonly broken = new Set<Answer>();

  addSuccess({ operation, status, body }: Answer): void {
    if (operation) this.successes.push({ operation, statuses: { [status]: 1 }, members: membersIn(operation, body) });
  }

  addJudged(rule: RuleId, list: readonly JudgedAnswer[]): void {
    for (const { answer, expected } of list)
      if (answer.refused) this.judged.set(answer, [...(this.judged.get(answer) ?? []), { rule, expected }]);
  }

  addBroken(answer: Answer): void {
    this.broken.add(answer);
  }

  addChoice(name: string, word: string | number): void {
    this.choices[name] = word;
  }

  addVariant({ path, about, isAsContract }: SeenVariant): void {
    this.variants.push({ path, about, isAsContract });
  }

  get seen(): Seen {
    const { judged, successes, variants, choices } = this;
    const refusals = [...judged].filter(([answer]) => !this.broken.has(answer)).map((entry) => seenRefusal(...entry));
    return seenTogether([{ refusals, successes, variants, choices }]);
  }
}

/** Merges the decisions that several cases have seen. */
export function seenTogether(parts: readonly Seen[]): Seen {
  const successes = new Map<OperationId, SeenSuccess>();
  for (const success of parts.flatMap((seen) => seen.successes)) {
    const known = successes.get(success.operation);
    successes.set(success.operation, known ? addedSuccess(known, success) : success);
  }
  const variants = parts.flatMap((seen) => seen.variants);
  return {
    refusals: distinct(parts.flatMap(({ refusals }) => refusals)),
    successes: [...successes.values()],
    variants: [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()],
    choices: Object.assign({}, ...parts.map(({ choices }) => choices)),
  };
}

/** Refusals that differ in more than their examples, with how often each came. */
function distinct(refusals: readonly SeenRefusal[]): SeenRefusal[] {
  const byForm = new Map<string, SeenRefusal>();
  for (const refusal of refusals) {
    const key = JSON.stringify({ ...refusal, example: '', count: 0 });
    const known = byForm.get(key);
    byForm.set(key, { ...(known ?? refusal), count: (known?.count ?? 0) + refusal.count });
  }
  return [...byForm.values()];
}

function seenRefusal(
  answer: Answer,
  checks: readonly { rule: RuleId; expected: JudgedAnswer['expected'] }[],
): SeenRefusal {
  const isExact = ({ status, code, isUnlike }: JudgedAnswer['expected']) => (status ?? code ?? isUnlike) !== undefined;
  const exact = checks.filter(({ expected }) => isExact(expected));
  const about =
    exact.length > 0 ? exact : checks.filter(({ expected: { pointer, parameter } }) => !pointer && !parameter);
  const { status, code, pointer, parameter } = Object.assign({}, ...checks.map(({ expected }) => present(expected)));
  const [error] = answer.errors;
  const [entry] = detailsOf(answer);
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

function present(expected: JudgedAnswer['expected']): JudgedAnswer['expected'] {
  return Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined));
}

/** A named place, with a placeholder for the contract's name of it; false where none is named. */
function formOf(actual: unknown, places: readonly string[], placeholder: string): string | false {
  if (actual === undefined) return false;
  const text = String(actual);
  const place = places.toSorted((one, other) => other.length - one.length).find((name) => text.includes(name));
  return place === undefined ? text : text.replace(place, placeholder);
}

function detailsOf({ body }: Answer): Record<string, unknown>[] {
  const { detail } = isObject(body) ? body : {};
  return Array.isArray(detail) ? detail.filter(isObject) : [];
}

function locOf({ request }: Answer, loc: unknown): string[] {
  const names = [...new URL(request.url).searchParams.keys()];
  return [loc].flat().map((step) => (names.includes(String(step)) ? '{parameter}' : String(step)));
}

const holders = new Map<OperationId, ReadonlySet<string>>();

/** The paths of the objects and lists that the contract describes members of. */
function holdersIn(operation: OperationId): ReadonlySet<string> {
  const known = holders.get(operation);
  if (known) return known;
  const { document } = contract();
  const spec = document.operations.find(({ id }) => id === operation);
  const found = new Set<string>();
  for (const { path } of spec ? membersOf(document, spec) : []) {
    const steps = path.split('/');
    for (let depth = 1; depth < steps.length; depth += 1) found.add(steps.slice(0, depth).join('/'));
  }
  holders.set(operation, found);
  return found;
}

/** The members of a success, as deep as the contract describes them, and each list's entries as one member `*`. */
function membersIn(operation: OperationId, body: unknown): Record<string, SeenMember> {
  const members: Record<string, SeenMember> = {};
  const described = holdersIn(operation);
  const visit = (value: unknown, path: string) => {
    const form = typeof value === 'string' ? timeFormOf(value) : undefined;
    members[path] = addedMember(members[path], {
      count: 1,
      nulls: value === null ? 1 : 0,
      values: isListOrObject(value) || value === null ? [] : [value as string | number | boolean],
      times: form === undefined ? [] : [form],
    });
    if (!isListOrObject(value) || !described.has(path)) return;
    for (const [name, member] of Object.entries(value))
      visit(member, `${path}/${Array.isArray(value) ? '*' : pointerStep(name)}`);
  };
  visit(body, '');
  return members;
}

function addedSuccess(first: SeenSuccess, second: SeenSuccess): SeenSuccess {
  const members: Record<string, SeenMember> = { ...first.members };
  for (const [path, member] of Object.entries(second.members)) members[path] = addedMember(members[path], member);
  return { operation: first.operation, statuses: added([first.statuses, second.statuses]), members };
}

function addedMember(one: SeenMember | undefined, other: SeenMember): SeenMember {
  if (!one) return other;
  return {
    count: one.count + other.count,
    nulls: one.nulls + other.nulls,
    // Two values show that it is no constant.
    values: [...new Set([...one.values, ...other.values])].slice(0, 2),
    times: [...new Set([...one.times, ...other.times])],
  };
}
