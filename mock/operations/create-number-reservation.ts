import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { complain } from '../../spec/print.ts';
import type { RequestBody, Schema } from '../../spec/types.ts';
import { type Answer, answer, refuse } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import type { OperationRequest } from '../contract/check.ts';
import { HOLD_TIME } from '../state/numbers.ts';
import type { World } from '../state/world.ts';
import { microsecondsTime } from '../time/times.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createNumberReservation'>;
type ReservedNumber = Schema<'ReservedPhoneNumber'>;

/** Holds each number that can be held; one that can't says why and does not spoil the others (source document, Endpoints > 2). */
export const createNumberReservation: Operation<'createNumberReservation'> = {
  code: '10007',
  generalRules: (status) => (status === 200 ? [] : ['RSV-28', 'RSV-29']),
  rulesBeside: ({ rules }) => (rules.includes('RSV-23') ? ['RSV-24'] : []),
  handle: reserveAll,
};

function reserveAll({ body, caller }: OperationRequest<Body>, world: World): Answer<'createNumberReservation'> {
  const wanted = (body.phone_numbers ?? []).map((entry) => entry.phone_number);
  const repeated = findRepeated(wanted);
  if (repeated >= 0) {
    const detail = `The number ${wanted[repeated]} is asked for more than once.`;
    return refuse(422, { code: '10007', detail, pointer: `/phone_numbers/${repeated}/phone_number` }, 'RSV-25');
  }
  const now = world.clock.now();
  const holds = wanted.filter((number) => number !== undefined && !world.numbers.obstacle(number, now));
  if (holds.length > world.settings.holdLimit - world.numbers.held(now).size) return full(world, caller);

  const times = { created_at: microsecondsTime(now), updated_at: microsecondsTime(now) };
  const data: Schema<'NumberReservation'> = {
    id: world.newId(),
    record_type: 'number_reservation',
    phone_numbers: wanted.map((number) => ({ ...reserve(number, world, now), ...times })),
    status: 'pending',
    ...(body.customer_reference !== undefined && { customer_reference: body.customer_reference }),
    ...times,
  };
  return answer(200, { data }, ...rulesOf(data));
}

/** The rules that shaped a reservation. */
function rulesOf({ phone_numbers = [], customer_reference }: Schema<'NumberReservation'>): RuleId[] {
  const rules: RuleId[] = ['RSV-1', 'RSV-13', 'RSV-32'];
  if (customer_reference !== undefined) rules.push('RSV-7');
  if (phone_numbers.length === 0) return [...rules, 'RSV-19', 'RSV-21'];
  rules.push('RSV-2', 'RSV-31');
  const held = phone_numbers.filter(({ status }) => status === 'pending').length;
  if (held > 0) rules.push('RSV-16');
  if (held < phone_numbers.length) rules.push('RSV-18', 'RSV-26');
  if (held > 0 && held < phone_numbers.length) rules.push('RSV-27');
  return rules;
}

/** The place of the first number that stood there before, or -1. */
function findRepeated(wanted: readonly (string | undefined)[]): number {
  const firstPlace = new Map(wanted.map((number, index) => [number, index] as const).reverse());
  return wanted.findIndex((number, index) => number !== undefined && firstPlace.get(number) !== index);
}

/** Holds a number; one whose hold has ended is free again (RSV-17). */
function reserve(number: string | undefined, world: World, now: number): ReservedNumber {
  const record = { id: world.newId(), record_type: 'reserved_phone_number' as const };
  if (number === undefined) return { ...record, status: 'failure', errors: 'No phone number was given.' };
  const obstacle = world.numbers.obstacle(number, now);
  if (obstacle) return { ...record, phone_number: number, status: 'failure', errors: obstacle };
  world.numbers.hold(number, now + HOLD_TIME);
  return {
    ...record,
    phone_number: number,
    status: 'pending',
    errors: '',
    expired_at: microsecondsTime(now + HOLD_TIME),
  };
}

function full({ settings }: World, { partition }: Caller) {
  const kept = `${settings.holdLimit} at most`;
  complain(`mock: the table of held numbers of partition ${partition} is full (${kept}); a reservation was refused`);
  const detail = 'There is no room for another hold. Holds are kept until they expire.';
  return refuse(503, { code: '10007', detail }, 'RSV-30');
}
