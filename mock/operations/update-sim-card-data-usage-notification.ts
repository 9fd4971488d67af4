import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../spec/json.ts';
import type { RequestBody } from '../../spec/types.ts';
import { answer, type ChosenRefusal, invalidByChoice, noted, refuse } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/check.ts';
import { refuseEach } from '../contract/refuse-together.ts';
import type { Update } from '../state/notifications.ts';
import type { World } from '../state/world.ts';
import { isoTime } from '../time/times.ts';
import type { Operation } from './operation.ts';

/**
 * Changes the given members of a notification (source document, Endpoints > 1); one of another account is as unknown as one that does
 * not exist.
 */
export const updateSimCardDataUsageNotification: Operation<'updateSimCardDataUsageNotification'> = {
  code: '10015',
  unauthorized: ['AUTH-4'],
  bodiless: ['SIM-16', 'SIM-17'],
  nulls: { nulls: 'updateNull', emptyTexts: 'updateEmptyText' },
  generalRules: (status) => (status === 200 || status === 401 ? [] : ['SIM-23']),
  rulesBeside({ rules: [broken], value }) {
    if (broken === 'SIM-18') return ['SIM-19'];
    return broken === 'SIM-22' && !DECIMAL.test(String(value)) ? ['SIM-21'] : [];
  },
  wrongMembers: wrongMembersIn,
  refuseId: (request, world) => (notificationOf(request, world) ? undefined : unknown(request, world)),
  handle({ caller, values, body }, world) {
    const isKnown = notificationOf({ caller, values }, world) !== undefined;
    const isGone = !isKnown && world.choices.idAndBody !== 'bodyFirst';
    const refusal = isGone ? undefined : refusedChange(body, world, isKnown);
    if (refusal) return refusal;
    const { sim_card_id } = body;
    const change = { sim_card_id, threshold: shownThreshold(body, world) };
    const now = isoTime(world.clock.now());
    const data = world.notifications.update(caller.account, values.id as string, change, now, world.choices);
    return data ? answer(200, { data }, 'SIM-2', ...rulesOf(body)) : unknown({ values }, world);
  },
};

type Asked = Pick<OperationRequest<Body>, 'caller' | 'values'>;

function notificationOf({ caller, values }: Asked, { notifications }: World) {
  return notifications.get(caller.account, values.id as string);
}

function unknown({ values }: Pick<Asked, 'values'>, { notifications }: World) {
  const reason = { code: '10005', detail: 'The requested resource does not exist.' } as const;
  if (!notifications.has(values.id as string)) return refuse(404, reason, 'SIM-24');
  return noted(refuse(404, reason, 'SIM-25', 'SIM-24'), 'The notification is one of another account.');
}

type Body = RequestBody<'updateSimCardDataUsageNotification'>;

/** What a deployment may refuse of single members: read-only ones, half a threshold (SIM-12, SIM-15). */
function* wrongMembersIn(body: Json, { choices }: World): Generator<ChosenRefusal> {
  const written = choices.readOnlyMembers === 'refused' ? readOnly.filter((name) => name in body) : [];
  for (const name of written) yield invalidByChoice('readOnlyMembers', `/${name}`, 'is read-only', 'SIM-12');
  const { threshold } = body;
  const isPart = isObject(threshold) && (threshold.amount === undefined || threshold.unit === undefined);
  if (isPart && choices.partOfThreshold === 'refused')
    yield invalidByChoice('partOfThreshold', '/threshold', 'must have amount and unit', 'SIM-15');
}

/** What a deployment may refuse: single members, a change of nothing (SIM-14). */
function refusedChange(body: Body, world: World, isKnown: boolean): ChosenRefusal | undefined {
  const { choices } = world;
  const wrong = refuseEach(wrongMembersIn(body, world), choices);
  if (wrong) return wrong;
  const { sim_card_id, threshold } = body;
  if (sim_card_id !== undefined || threshold !== undefined) return undefined;
  const isRefused = {
    unchanged: false,
    touched: false,
    refused: Object.keys(body).length === 0,
    refusedUnwritten: true,
    refusedKnown: isKnown,
  };
  if (isRefused[choices.emptyUpdate]) return invalidByChoice('emptyUpdate', '', 'must change something', 'SIM-14');
  return undefined;
}

/** A new threshold as it is kept: completed, and its amount as it is shown. */
function shownThreshold({ threshold }: Body, { choices }: World): Update['threshold'] {
  if (!threshold) return undefined;
  const isCompleted = choices.partOfThreshold === 'completed';
  const { amount = isCompleted ? '0.0' : undefined, unit = isCompleted ? 'MB' : undefined } = threshold;
  return { amount: amount === undefined ? undefined : shownAmount(amount, choices.amountShown), unit };
}

/** Decimal numbers in other spellings than the grammar's. */
const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** The rules that shaped the answer to a change: a notification has no status (DIR-8), and no field of either side is required (SIM-13). */
function rulesOf({ sim_card_id, threshold, ...others }: Body): RuleId[] {
  const { amount, unit } = threshold ?? {};
  const rules: RuleId[] = [];
  if (sim_card_id !== undefined) rules.push('SIM-10');
  if (amount !== undefined || unit !== undefined) rules.push('SIM-9');
  if ((amount === undefined) !== (unit === undefined)) rules.push('SIM-15');
  if (readOnly.some((name) => name in others)) rules.push('SIM-11', 'SIM-12');
  return rules.length > 0 ? rules : ['SIM-14'];
}

/** An amount as it is shown: `.5` with a fraction or as a number is `0.5`, in cents `0.50`. */
function shownAmount(amount: string, shown: Choices['amountShown']): string {
  if (shown === 'given') return amount;
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(amount) ?? [];
  if (shown === 'number')
    return `${sign === '-' ? sign : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction && '.'}${fraction}`;
  const least = shown === 'cents' ? 2 : 1;
  const digits = (shown === 'shortest' ? fraction.replace(/0+$/, '') : fraction).padEnd(least, '0');
  return `${sign === '-' ? sign : ''}${whole || '0'}.${digits}`;
}

const readOnly = ['id', 'record_type', 'created_at', 'updated_at'];
