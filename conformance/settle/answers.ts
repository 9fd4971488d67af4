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
  isTime,
  type Member,
  membersOf,
  parentPath,
  successOf,
} from '../../spec/deployment/members.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { isListOrObject } from '../../spec/json.ts';
import { nodeAt } from '../../spec/trace.ts';
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
  const holds = ({ path }: Member) => isHolder(seenAt(parentPath(path)));
  const isLost = (member: Member) => holds(member) && !seenAt(member.path) && isShownByAll(member, document);
  const omit = [...new Set(members.filter(isLost).map(({ path }) => path))];
  const times = timesOf(members, success, document, spec);
  if (statuses.length > 1) others.push(`statuses ${statuses.join(', ')}`);
  if (times.length > 1) others.push(`times in ${times.join(', ')}`);
  const [status] = statuses;
  const [time] = times;
  const isOtherStatus = statuses.length === 1 && String(status) !== successOf(spec);
  const isOtherTime = times.length === 1 && !time?.includes('digits');
  const add = constantsOf(members, success, others);
  return {
    ...(isOtherStatus && status !== undefined && { status }),
    ...(omit.length > 0 && { omit }),
    ...(omitsNulls(members, omit, success) && { nulls: 'omit' as const }),
    ...(isOtherTime && time !== undefined && { times: time }),
    ...(Object.keys(add).length > 0 && { add }),
  };
}

/** Entries of a list that the target has filled itself show what they have; the contract demands only what it requires. */
function isShownByAll({ path, name, parent }: Member, { json }: ContractDocument): boolean {
  const { required = [] } = nodeAt(json, parent) as { required?: string[] };
  return !path.startsWith('/data/*') || required.includes(name);
}

/** True if objects came in the place of a member. */
const isHolder = (member: SeenMember | undefined) =>
  member !== undefined && member.values.length === 0 && member.nulls < member.count;

/** True if members without a value are left out: none is ever null, and one that may be is sometimes absent. */
function omitsNulls(members: readonly Member[], omit: readonly string[], { members: seen }: SeenSuccess): boolean {
  const isNull = Object.values(seen).some(({ nulls }) => nulls > 0);
  const isSometimesAbsent = ({ path }: Member) =>
    !omit.includes(path) &&
    (seen[path]?.count ?? 0) > 0 &&
    (seen[path]?.count ?? 0) < (seen[parentPath(path)]?.count ?? 0);
  return !isNull && members.some((member) => isNullable(member) && isSometimesAbsent(member));
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

/** Members with one value in all answers that the contract does not know, or not with this value. Another id in each answer is one value. */
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
    const isAlwaysThere = nulls === 0 && count === seen[parentPath(path)]?.count;
    const isIdentifier =
      isForeign && values.length > 1 && values.every((value) => value === '{id}' || UUID.test(`${value}`));
    const [value, other] = isIdentifier ? ['{id}'] : values;
    if (isAlwaysThere && value !== undefined && other === undefined) add[path] = value;
    else others.push(`${path} ${values.map((shown) => JSON.stringify(shown)).join(', ')}`.trim());
  }
  return add;
}

/** The differences of successes from their entry in a file, by field. */
export function answerDrift(
  success: SeenSuccess,
  deployment: Deployment,
  document: ContractDocument,
): { field: string; was: string; is: string }[] {
  const spec = document.operations.find(({ id }) => id === success.operation);
  // An alias has the entry of its original.
  if (!spec || spec.aliasOf) return [];
  const entry = answerFormOf(deployment, spec);
  const { omit: stillOmitted = [] } = entryOf(success, document, spec, []);
  const { status = Number(successOf(spec)), omit = [], nulls, times, add = {} } = entry ?? {};
  const statuses = Object.keys(success.statuses);
  const drifts: { field: string; was: string; is: string }[] = [];
  if (!statuses.includes(String(status)))
    drifts.push({ field: 'status', was: String(status), is: statuses.join(', ') });
  for (const path of omit)
    if (success.members[path] && !stillOmitted.includes(path))
      drifts.push({ field: 'omit', was: `without ${path}`, is: `with ${path}` });
  const nulled = Object.entries(success.members).find(([, { nulls: count }]) => count > 0);
  if (nulls && nulled) drifts.push({ field: 'nulls', was: 'omitted', is: `null in ${nulled[0]}` });
  const forms = [...new Set(Object.values(success.members).flatMap((member) => member.times))];
  if (times && forms.length > 0 && !forms.includes(shortForm(times)))
    drifts.push({ field: 'times', was: times, is: forms.join(', ') });
  for (const [path, value] of Object.entries(add)) {
    const member = success.members[path];
    const isTemplate = isListOrObject(value) || String(value).includes('{');
    if (!member) drifts.push({ field: 'add', was: `with ${path}`, is: `without ${path}` });
    // With several values it is no constant.
    else if (!isTemplate && member.values.length === 1 && member.values[0] !== value)
      drifts.push({
        field: 'add',
        was: `${path} ${JSON.stringify(value)}`,
        is: member.values.map((shown) => JSON.stringify(shown)).join(', '),
      });
  }
  return drifts;
}
