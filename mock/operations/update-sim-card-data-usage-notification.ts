import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { RequestBody } from '../../spec/types.ts';
import { addNotes, answer, type ChosenRefusal, refuse, refuseAt, refuseByChoice } from '../contract/answer.ts';
import type { World } from '../state/world.ts';
import { formatTime } from '../time.ts';
import type { Operation } from './operation.ts';

/** Changes members of a notification (source document, Endpoints > 1). A notification of another account is unknown. */
export const updateSimCardDataUsageNotification: Operation<'updateSimCardDataUsageNotification'> = {
  code: '10015',
  unauthorized: ['AUTH-4'],
  bodiless: ['SIM-16', 'SIM-17'],
  generalRules: (status) => (status === 200 || status === 401 ? [] : ['SIM-23']),
  extraRules({ rules: [broken], value }) {
    if (broken === 'SIM-18') return ['SIM-19'];
    return broken === 'SIM-22' && !DECIMAL.test(String(value)) ? ['SIM-21'] : [];
  },
  handle({ caller, values, body }, world) {
    const refusal = refuseChange(body, world);
    if (refusal) return refusal;
    const now = formatTime(world.clock.now());
    const change = body.threshold ? { ...body, threshold: completeThreshold(body.threshold, world) } : body;
    const isTouched = world.choices.emptyUpdate === 'touched';
    const data = world.notifications.update(caller.account, values.id as string, change, now, isTouched);
    return data ? answer(200, { data }, 'SIM-2', ...listRules(body)) : refuseUnknown(values.id as string, world);
  },
};

function completeThreshold(threshold: NonNullable<Body['threshold']>, { choices }: World) {
  if (choices.partOfThreshold !== 'replaced' || Object.keys(threshold).length === 0) return threshold;
  return { amount: '0', unit: 'MB' as const, ...threshold };
}

function refuseUnknown(id: string, { notifications }: World) {
  const reason = { code: '10005', detail: 'The requested resource does not exist.' } as const;
  if (!notifications.has(id)) return refuse(404, reason, 'SIM-24');
  return addNotes(refuse(404, reason, 'SIM-25', 'SIM-24'), 'The notification belongs to another account.');
}

type Body = RequestBody<'updateSimCardDataUsageNotification'>;

function refuseChange({ sim_card_id, threshold }: Body, { choices }: World): ChosenRefusal | undefined {
  const isPart = threshold && (threshold.amount === undefined) !== (threshold.unit === undefined);
  if (isPart && choices.partOfThreshold === 'refused')
    return refuseByChoice(
      'partOfThreshold',
      refuseAt(422, '/threshold', 'The threshold must have amount and unit.', 'SIM-15'),
    );
  const isEmpty = sim_card_id === undefined && threshold === undefined;
  return isEmpty && choices.emptyUpdate === 'refused'
    ? refuseByChoice('emptyUpdate', refuseAt(422, '', 'The update must change something.', 'SIM-14'))
    : undefined;
}

const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** The rules that shaped the answer: a notification has no status (DIR-8), and no field is required (SIM-13). */
function listRules({ sim_card_id, threshold, ...others }: Body): RuleId[] {
  const { amount, unit } = threshold ?? {};
  const rules: RuleId[] = [];
  if (sim_card_id !== undefined) rules.push('SIM-10');
  if (amount !== undefined || unit !== undefined) rules.push('SIM-9');
  if ((amount === undefined) !== (unit === undefined)) rules.push('SIM-15');
  if (readOnly.some((name) => name in others)) rules.push('SIM-11', 'SIM-12');
  return rules.length > 0 ? rules : ['SIM-14'];
}

const readOnly = ['id', 'record_type', 'created_at', 'updated_at'];
