import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { printError } from '../../spec/print.ts';
import type { RequestBody, Schema } from '../../spec/types.ts';
import { answer, refuse, refuseByChoice, refuseTogether } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import { LONGEST_REFERENCE } from '../limits.ts';
import type { World } from '../state/world.ts';
import { formatMicroseconds, formatTime } from '../time.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createNumberReservation'>;
type ReservedNumber = Schema<'ReservedPhoneNumber'>;

/** Holds each available number; an unavailable one has a reason, and the request succeeds (source document, Endpoints > 2). */
export const createNumberReservation: Operation<'createNumberReservation'> = {
  code: '10007',
  generalRules: (status) => (status === 200 ? [] : ['RSV-28', 'RSV-29']),
  extraRules: ({ rules }) => (rules.includes('RSV-23') ? ['RSV-24'] : []),
  handle({ body, caller }, world) {
    const { choices, clock, numbers, settings } = world;
    const now = clock.now();
    const requested = (body.phone_numbers ?? []).map((entry) => entry.phone_number);
    const numbersToHold = choices.repeatedNumber === 'once' ? [...new Set(requested)] : requested;
    const firstPlaces = new Map(numbersToHold.map((number, index) => [number, index] as const).reverse());
    const refuseNumber = (index: number, detail: string, rule: RuleId) =>
      refuse(422, { code: '10007', detail, pointer: `/phone_numbers/${index}/phone_number` }, rule);
    const repeated = numbersToHold.flatMap((number, index) =>
      number === undefined || firstPlaces.get(number) === index
        ? []
        : refuseNumber(index, `The number ${number} is repeated.`, 'RSV-25'),
    );
    const gone = numbersToHold.flatMap((number, index) =>
      number !== undefined && numbers.findObstacle(number, now) === undefined
        ? []
        : refuseByChoice('unavailableNumber', refuseNumber(index, `The number ${number} can't be held.`, 'RSV-26')),
    );
    const isWhole =
      choices.unavailableNumber === 'refused' ||
      (choices.unavailableNumber === 'noneLeft' && gone.length === numbersToHold.length);
    const [refusal, ...others] = repeated.length > 0 || !isWhole ? repeated : gone;
    if (refusal)
      return refuseTogether([refusal, ...(choices.reportedFaults === 'all' ? others : [])], choices.reportedFaults);
    numbers.expire(now);
    if (numbersToHold.length - gone.length > settings.holdLimit - numbers.size) return refuseHolds(world, caller);

    const times = { created_at: formatMicroseconds(now), updated_at: formatMicroseconds(now) };
    const hold = { ...toOwner(caller, body), until: now + choices.holdMinutes * 60_000 };
    const entries = numbersToHold.map((number) => reserveNumber(number, world, now, hold));
    const data: Schema<'NumberReservation'> = {
      id: world.newId(),
      record_type: 'number_reservation',
      phone_numbers: entries.map((entry) => ({ ...entry, ...times })),
      status: 'pending',
      ...(body.customer_reference !== undefined && { customer_reference: body.customer_reference }),
      ...times,
    };
    return answer(200, { data }, ...listRules(data));
  },
};

function listRules({ phone_numbers = [], customer_reference }: Schema<'NumberReservation'>): RuleId[] {
  const rules: RuleId[] = ['RSV-1', 'RSV-13', 'RSV-32'];
  if (customer_reference !== undefined) rules.push('RSV-7');
  if (phone_numbers.length === 0) return [...rules, 'RSV-19', 'RSV-21'];
  rules.push('RSV-2', 'RSV-31');
  const holdCount = phone_numbers.filter(({ status }) => status === 'pending').length;
  if (holdCount > 0) rules.push('RSV-16');
  if (holdCount < phone_numbers.length) rules.push('RSV-18', 'RSV-26');
  if (holdCount > 0 && holdCount < phone_numbers.length) rules.push('RSV-27');
  return rules;
}

interface Hold {
  account: string;
  reference?: string;
  until: number;
}

function toOwner({ account }: Caller, { customer_reference }: Body): Omit<Hold, 'until'> {
  // A copy: a part of a text would hold all of it in memory.
  const reference = customer_reference && Buffer.from(customer_reference.slice(0, LONGEST_REFERENCE)).toString();
  return { account, ...(reference !== undefined && { reference }) };
}

/** Holds a number; one whose hold has ended is free again (RSV-17). */
function reserveNumber(number: string | undefined, { newId, numbers }: World, now: number, hold: Hold): ReservedNumber {
  const record = { id: newId(), record_type: 'reserved_phone_number' as const };
  if (number === undefined) return { ...record, status: 'failure', errors: 'No phone number was given.' };
  const obstacle = numbers.findObstacle(number, now);
  if (obstacle) return { ...record, phone_number: number, status: 'failure', errors: obstacle };
  numbers.hold({ number, ...hold, until: formatTime(hold.until) });
  return { ...record, phone_number: number, status: 'pending', errors: '', expired_at: formatMicroseconds(hold.until) };
}

function refuseHolds({ settings }: World, { partition }: Caller) {
  const most = `${settings.holdLimit} at most`;
  printError(`mock: the table of held numbers of partition ${partition} is full (${most}); a reservation was refused`);
  const detail = 'There is no room for another hold. Holds end when they expire.';
  return refuse(503, { code: '10007', detail }, 'RSV-30');
}
