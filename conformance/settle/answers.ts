import { type AnswerForm, detectTimeForm } from '../../spec/deployment/deployment.ts';
import {
  findAllowedForms,
  findSuccessStatus,
  isNullable,
  isShownFilled,
  isTime,
  listMembers,
  type Member,
} from '../../spec/deployment/members.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { findNode, toParentPointer } from '../../spec/json.ts';
import type { OperationId } from '../../spec/types.ts';
import { UUID } from '../../spec/validators.ts';
import type { SeenMember, SeenSuccess } from '../suite/outcome/seen.ts';

/** The entry for an operation's successes, empty if they are the contract's. */
interface SettledAnswer {
  id: OperationId;
  entry: AnswerForm;
  /** Answers in several forms, or in one that no entry can describe. */
  others: readonly string[];
}

/** Compares the successes of each operation with the contract, member by member. */
export function settleAnswers(successes: readonly SeenSuccess[], document: ContractDocument): SettledAnswer[] {
  return successes.flatMap((success) => {
    const spec = document.operations.find(({ id }) => id === success.operation);
    // An alias has the entry of its original.
    if (!spec || spec.aliasOf) return [];
    const others: string[] = [];
    return [{ id: spec.id, entry: settleAnswer(success, document, spec, others), others }];
  });
}

export function settleAnswer(
  success: SeenSuccess,
  document: ContractDocument,
  spec: OperationSpec,
  others: string[],
): AnswerForm {
  const statuses = Object.keys(success.statuses).map(Number);
  const members = listMembers(document, spec);
  const holds = ({ path }: Member) => isHolder(success.members[toParentPointer(path)]);
  const isAbsent = (member: Member) =>
    !success.members[member.path] || (isShownFilled(spec, member.path) && isSometimesAbsent(member, success));
  const isLost = (member: Member) => holds(member) && isAbsent(member) && isShownByAll(member, document);
  const omit = [...new Set(members.filter(isLost).map(({ path }) => path))];
  const times = settleTimes(members, success, document, spec);
  const [status, otherStatus] = statuses;
  const [time, otherTime] = times;
  if (statuses.length > 1) others.push(`statuses ${statuses.join(', ')}`);
  const hasTime = time !== undefined && otherTime === undefined && !time.includes('digits');
  if (times.length > 0 && !hasTime) others.push(`times in ${times.join(', ')}`);
  const hasStatus = status !== undefined && otherStatus === undefined && String(status) !== findSuccessStatus(spec);
  return {
    ...(hasStatus && { status }),
    omit,
    ...(omitsNulls(members, omit, success) && { nulls: 'omit' as const }),
    ...(hasTime && { times: time }),
    add: findConstants(members, success, others),
  };
}

/** In lists that the target itself has filled, optional members may be missing by chance: only required ones count. */
function isShownByAll({ path, name, parent }: Member, { json }: ContractDocument): boolean {
  const { required = [] } = findNode(json, parent) as { required?: string[] };
  return !path.startsWith('/data/*') || required.includes(name);
}

/** True if the answers have an object at the place of a member. */
const isHolder = (member: SeenMember | undefined) =>
  member !== undefined && member.values.length === 0 && member.nulls < member.count;

function isSometimesAbsent({ path }: Member, { members: seen }: SeenSuccess): boolean {
  const { count = 0 } = seen[path] ?? {};
  return count > 0 && count < (seen[toParentPointer(path)]?.count ?? 0);
}

/** True if the target leaves out members without a value: no member is ever null, and a nullable one is sometimes absent. */
function omitsNulls(members: readonly Member[], omit: readonly string[], success: SeenSuccess): boolean {
  const isNull = Object.values(success.members).some(({ nulls }) => nulls > 0);
  const open = members.filter((member) => isNullable(member) && !omit.includes(member.path));
  return !isNull && open.some((member) => isSometimesAbsent(member, success));
}

/** The forms of the times that the source leaves open, if they differ from the contract's examples. */
function settleTimes(
  members: readonly Member[],
  { members: seen }: SeenSuccess,
  document: ContractDocument,
  spec: OperationSpec,
): string[] {
  const isOpen = (member: Member) => isTime(member) && findAllowedForms(spec, member)?.length !== 1;
  const forms = new Set(members.filter(isOpen).flatMap(({ path }) => seen[path]?.times ?? []));
  const schema = spec.responses.get(findSuccessStatus(spec)) ?? '';
  const examples = JSON.stringify(findNode(document.json, schema.replace(/schema$/, 'examples')) ?? {}).split('"');
  return examples.some((text) => forms.has(detectTimeForm(text) ?? '')) ? [] : [...forms];
}

/** The value that a member has wherever its holder is; ids of their own count as one, undefined without such a value. */
export function findConstant(member: SeenMember | undefined, holders: number | undefined): unknown {
  if (!member || member.count !== holders) return undefined;
  const values = member.nulls > 0 ? [...member.values, null] : member.values;
  if (values.length > 1 && values.every((value) => value === '{id}' || UUID.test(`${value}`))) return '{id}';
  return values.length === 1 ? values[0] : undefined;
}

/** Members with the same value in all answers, if the contract has another value or no such member. */
function findConstants(
  members: readonly Member[],
  { members: seen }: SeenSuccess,
  others: string[],
): Record<string, unknown> {
  const add: Record<string, unknown> = {};
  for (const [path, { values }] of Object.entries(seen)) {
    const known = members.filter((member) => member.path === path);
    const isForeign = known.length === 0 && path !== '' && !path.endsWith('/*');
    const enums = known.flatMap(({ schemas }) =>
      schemas.flatMap((schema) => (schema.enum ?? schema.const ?? []) as unknown[]),
    );
    const isOther = enums.length > 0 && values.some((value) => !enums.includes(value));
    if (!isForeign && !isOther) continue;
    const value = findConstant(seen[path], seen[toParentPointer(path)]?.count);
    if (value !== undefined) add[path] = value;
    else others.push(`${path} ${values.map((shown) => JSON.stringify(shown)).join(', ')}`.trim());
  }
  return add;
}
