import {
  type AnswerForm,
  answerFormOf,
  type Deployment,
  shortForm,
  timeFormOf,
} from '../../spec/deployment/deployment.ts';
import {
  allowedForms,
  isNullable,
  isShownFilled,
  isTime,
  type Member,
  membersOf,
  successOf,
} from '../../spec/deployment/members.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { isListOrObject } from '../../spec/json.ts';
import { nodeAt, parentPointer } from '../../spec/pointer.ts';
import type { OperationId } from '../../spec/types.ts';
import { UUID } from '../../spec/validators.ts';
import type { SeenMember, SeenSuccess } from '../suite/outcome/seen.ts';

/** The entries for successes that differ from the contract's. */
export interface SettledAnswers {
  entries: Partial<Record<OperationId, AnswerForm>>;
  /** Answers in several forms, or in one that no entry can describe, by operation. */
  others: Partial<Record<OperationId, string[]>>;
}

/** Compares the successes of each operation with the contract, member by member. */
export function settleAnswers(successes: readonly SeenSuccess[], document: ContractDocument): SettledAnswers {
  const settled: SettledAnswers = { entries: {}, others: {} };
  for (const success of successes) {
    const spec = document.operations.find(({ id }) => id === success.operation);
    // An alias has the entry of its original.
    if (!spec || spec.aliasOf) continue;
    const others: string[] = [];
    const entry = entryOf(success, document, spec, others);
    if (Object.keys(entry).length > 0) settled.entries[spec.id] = entry;
    if (others.length > 0) settled.others[spec.id] = others;
  }
  return settled;
}

function entryOf(success: SeenSuccess, document: ContractDocument, spec: OperationSpec, others: string[]): AnswerForm {
  const statuses = Object.keys(success.statuses).map(Number);
  const members = membersOf(document, spec);
  const seenAt = (path: string): SeenMember | undefined => success.members[path];
  const holds = ({ path }: Member) => isHolder(seenAt(parentPointer(path)));
  const isAbsent = (member: Member) =>
    !seenAt(member.path) || (isShownFilled(spec, member.path) && isSometimesAbsent(member, success));
  const isLost = (member: Member) => holds(member) && isAbsent(member) && isShownByAll(member, document);
  const omit = [...new Set(members.filter(isLost).map(({ path }) => path))];
  const times = timesOf(members, success, document, spec);
  const [status, otherStatus] = statuses;
  const [time, otherTime] = times;
  if (statuses.length > 1) others.push(`statuses ${statuses.join(', ')}`);
  const hasTime = time !== undefined && otherTime === undefined && !time.includes('digits');
  if (times.length > 0 && !hasTime) others.push(`times in ${times.join(', ')}`);
  const hasStatus = status !== undefined && otherStatus === undefined && String(status) !== successOf(spec);
  const add = constantsOf(members, success, others);
  return {
    ...(hasStatus && { status }),
    ...(omit.length > 0 && { omit }),
    ...(omitsNulls(members, omit, success) && { nulls: 'omit' as const }),
    ...(hasTime && { times: time }),
    ...(Object.keys(add).length > 0 && { add }),
  };
}

/** In lists that the target itself has filled, optional members may be missing by chance: only required ones count. */
function isShownByAll({ path, name, parent }: Member, { json }: ContractDocument): boolean {
  const { required = [] } = nodeAt(json, parent) as { required?: string[] };
  return !path.startsWith('/data/*') || required.includes(name);
}

/** True if the answers have an object at the place of a member. */
const isHolder = (member: SeenMember | undefined) =>
  member !== undefined && member.values.length === 0 && member.nulls < member.count;

function isSometimesAbsent({ path }: Member, { members: seen }: SeenSuccess): boolean {
  const { count = 0 } = seen[path] ?? {};
  return count > 0 && count < (seen[parentPointer(path)]?.count ?? 0);
}

/** True if the target leaves out members without a value: no member is ever null, and a nullable one is sometimes absent. */
function omitsNulls(members: readonly Member[], omit: readonly string[], success: SeenSuccess): boolean {
  const isNull = Object.values(success.members).some(({ nulls }) => nulls > 0);
  const open = members.filter((member) => isNullable(member) && !omit.includes(member.path));
  return !isNull && open.some((member) => isSometimesAbsent(member, success));
}

/** The forms of the times that the source leaves open, where they are not those of the contract's examples. */
function timesOf(
  members: readonly Member[],
  { members: seen }: SeenSuccess,
  document: ContractDocument,
  spec: OperationSpec,
): string[] {
  const isOpen = (member: Member) => isTime(member) && allowedForms(spec, member)?.length !== 1;
  const forms = new Set(members.filter(isOpen).flatMap(({ path }) => seen[path]?.times ?? []));
  const own = exampleTimes(document, spec);
  return [...forms].some((form) => own.has(form)) ? [] : [...forms];
}

function exampleTimes({ json }: ContractDocument, spec: OperationSpec): Set<string> {
  const schema = spec.responses.get(successOf(spec)) ?? '';
  const texts = JSON.stringify(nodeAt(json, schema.replace(/schema$/, 'examples')) ?? {});
  return new Set(texts.split('"').flatMap((text) => timeFormOf(text) ?? []));
}

/** Members with the same value in all answers, where the contract has another value or no such member. An id counts as one value. */
function constantsOf(
  members: readonly Member[],
  { members: seen }: SeenSuccess,
  others: string[],
): Record<string, unknown> {
  const add: Record<string, unknown> = {};
  for (const [path, { count, values, nulls }] of Object.entries(seen)) {
    const known = members.filter((member) => member.path === path);
    const isForeign = known.length === 0 && path !== '' && !path.endsWith('/*');
    const enums = known.flatMap(({ schemas }) =>
      schemas.flatMap((schema) => (schema.enum ?? schema.const ?? []) as unknown[]),
    );
    const isOther = enums.length > 0 && values.some((value) => !enums.includes(value));
    if (!isForeign && !isOther) continue;
    const isAlwaysThere = nulls === 0 && count === seen[parentPointer(path)]?.count;
    const isIdentifier =
      isForeign && values.length > 1 && values.every((value) => value === '{id}' || UUID.test(`${value}`));
    const [value, other] = isIdentifier ? ['{id}'] : values;
    if (isAlwaysThere && value !== undefined && other === undefined) add[path] = value;
    else others.push(`${path} ${values.map((shown) => JSON.stringify(shown)).join(', ')}`.trim());
  }
  return add;
}

/** A field of an entry that a target differs from. */
export interface Difference {
  field: string;
  was: string;
  is: string;
}

/** The differences of successes from their entry in a file. */
export function answerDrift(success: SeenSuccess, deployment: Deployment, document: ContractDocument): Difference[] {
  const spec = document.operations.find(({ id }) => id === success.operation);
  // An alias has the entry of its original.
  if (!spec || spec.aliasOf) return [];
  const { members } = success;
  const { omit: stillOmitted = [] } = entryOf(success, document, spec, []);
  const { status = Number(successOf(spec)), omit = [], nulls, times, add = {} } = answerFormOf(deployment, spec) ?? {};
  const drifts: Difference[] = [];
  const report = (field: string, was: string, is: string) => drifts.push({ field, was, is });
  if (!(status in success.statuses)) report('status', String(status), Object.keys(success.statuses).join(', '));
  for (const path of omit)
    if (members[path] && !stillOmitted.includes(path)) report('omit', `without ${path}`, `with ${path}`);
  const nulled = Object.entries(members).find(([, { nulls: count }]) => count > 0);
  if (nulls && nulled) report('nulls', 'omitted', `null in ${nulled[0]}`);
  const forms = [...new Set(Object.values(members).flatMap((member) => member.times))];
  if (times && forms.length > 0 && !forms.includes(shortForm(times))) report('times', times, forms.join(', '));
  for (const [path, value] of Object.entries(add)) {
    const [seen, other] = members[path]?.values ?? [];
    const isTemplate = isListOrObject(value) || String(value).includes('{');
    if (!members[path]) report('add', `with ${path}`, `without ${path}`);
    // With several values it is no constant.
    else if (!isTemplate && seen !== undefined && other === undefined && seen !== value)
      report('add', `${path} ${JSON.stringify(value)}`, JSON.stringify(seen));
  }
  return drifts;
}
