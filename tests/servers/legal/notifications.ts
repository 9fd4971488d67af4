import { type Answer, answer, type Call, jsonOf } from './http.ts';
import { eastern } from './manner.ts';
import { badRequestCode, isUuid, Members, refusal } from './members.ts';
import { type Caller, isStrict, type Notification, type World } from './world.ts';

const recordType = 'sim_card_data_usage_notification';

/** `PATCH /sim_card_data_usage_notifications/{id}`. */
export function updateNotification(call: Call, world: World, caller: Caller, id: string): Answer {
  if (!isUuid(id)) throw refusal(400, badRequestCode, 'The id must be a UUID.');
  const body = jsonOf(call, world.manner);
  if (body === undefined) throw refusal(422, badRequestCode, 'A body is required.');
  const members = new Members(body, world.manner);
  if (isStrict(world)) members.only(['sim_card_id', 'threshold']);
  const simCardId = members.uuid('sim_card_id');
  const threshold = thresholdOf(members, world);
  if (simCardId === undefined && threshold === undefined && asksForMore(world))
    throw refusal(422, badRequestCode, 'There is nothing to change.');
  const found = world.notifications.get(id.toLowerCase());
  if (!found) throw refusal(404, '20404');
  if (found.account !== caller.account) throw refusal(403, '20403');
  if (simCardId !== undefined) found.simCardId = simCardId;
  if (threshold !== undefined) found.threshold = threshold;
  found.updatedAt = world.now();
  const data = { some: toBody(found), much: { ...toBody(found), created_at: null }, little: {} };
  return answer(world.manner, 200, { data: data[world.manner.showing] });
}

/** True if an update has to change something, and a threshold has to be whole. */
export function asksForMore({ envelope }: Pick<World, 'envelope'>): boolean {
  return envelope === 'other';
}

/** A threshold is replaced as a whole: a member that is left out gets its default. */
function thresholdOf(members: Members, world: World): Notification['threshold'] | undefined {
  const { manner } = world;
  const wanted = members.object('threshold');
  if (wanted === undefined) return undefined;
  const threshold = new Members(wanted, manner);
  const isWhole = threshold.string('amount') !== undefined && threshold.string('unit') !== undefined;
  if (!isWhole && asksForMore(world)) throw threshold.wrong('The threshold must have an amount and a unit.');
  const amount = threshold.string('amount') ?? '0.0';
  const unit = threshold.string('unit') ?? 'MB';
  const decimal = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(amount);
  if (!decimal || !/\d/.test(amount)) throw threshold.wrong('threshold.amount must be a decimal number.');
  if (unit !== 'MB' && unit !== 'GB') throw threshold.wrong('threshold.unit must be MB or GB.');
  const [, sign = '', whole, fraction] = decimal;
  const digits = manner.reading === 'lax' ? (fraction ?? '').padEnd(2, '0') : fraction || '0';
  return { amount: `${sign === '-' ? sign : ''}${whole || '0'}.${digits}`, unit };
}

function toBody(notification: Notification): object {
  return {
    record_type: recordType,
    threshold: notification.threshold,
    sim_card_id: notification.simCardId,
    id: notification.id,
    updated_at: eastern(notification.updatedAt),
    created_at: eastern(notification.createdAt),
    enabled: true,
  };
}
