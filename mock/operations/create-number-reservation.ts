import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { complain } from '../../spec/print.ts';
import type { RequestBody, Schema } from '../../spec/types.ts';
import { type Answer, answer, type ChosenRefusal, type Refusal, refuse, refuseByChoice } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import type { OperationRequest } from '../contract/check.ts';
import { refuseEach, toldOfTogether } from '../contract/refuse-together.ts';
import type { Hold } from '../state/numbers.ts';
import type { World } from '../state/world.ts';
import { microsecondsTime } from '../time/times.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createNumberReservation'>;
type ReservedNumber = Schema<'ReservedPhoneNumber'>;
type Status = Schema<'ReservationStatus'>;
/** The numbers that are asked for; an entry may have none. */
type Wanted = readonly (string | undefined)[];

/** Holds each number that can be held; one that can't says why and does not spoil the others (source document, Endpoints > 2). */
export const createNumberReservation: Operation<'createNumberReservation'> = {
  code: '10007',
  nulls: { nulls: 'reservationNull', emptyTexts: 'reservationEmptyText' },
  generalRules: (status) => (status === 200 ? [] : ['RSV-28', 'RSV-29']),
  rulesBeside: ({ rules }) => (rules.includes('RSV-23') ? ['RSV-24'] : []),
  answerBytes: ({ phone_numbers = [] }) => phone_numbers.length * ENTRY_BYTES,
  handle: reserveAll,
};

/** What an entry of an answer takes, as an object and as text. */
const ENTRY_BYTES = 1_000;

function reserveAll(
  { body, caller }: OperationRequest<Body>,
  world: World,
): Answer<'createNumberReservation'> | ChosenRefusal {
  const { choices } = world;
  const asked = (body.phone_numbers ?? []).map((entry) => entry.phone_number);
  const wanted = choices.repeatedNumber === 'once' ? [...new Set(asked)] : asked;
  const told = { faultsTold: toldOfTogether(choices) };
  const repeated = choices.repeatedNumber === 'refused' ? refuseEach(refuseRepeated(wanted), told) : undefined;
  if (repeated) return repeated;
  const now = world.clock.now();
  const isGone = goneAt(world, now);
  const holds = wanted.filter((number) => !isGone(number)).length;
  const isRefused = isSpoilt(wanted.length - holds, holds, choices);
  const unavailable = isRefused ? refuseEach(refuseUnavailable(wanted, isGone), told) : undefined;
  if (unavailable) return unavailable;
  if (holds > world.settings.holdLimit - world.numbers.held(now).size) return full(world, caller);

  const times = { created_at: microsecondsTime(now), updated_at: microsecondsTime(now) };
  const entries = entriesOf(wanted, world, now, whose(caller, body));
  const data: Schema<'NumberReservation'> = {
    id: world.newId(),
    record_type: 'number_reservation',
    phone_numbers: entries.map((entry) => ({ ...entry, ...times })),
    status: statusOf(entries, choices),
    ...(body.customer_reference !== undefined && { customer_reference: body.customer_reference }),
    ...times,
  };
  return answer(200, { data }, ...rulesOf(data));
}

/** The status of a new reservation (RSV-13), for which a deployment may have other words where numbers can't be held. */
function statusOf(entries: readonly ReservedNumber[], { partlyHeld, noneHeld }: Choices): Status {
  const held = entries.filter(({ status }) => status === 'pending').length;
  if (held === entries.length) return 'pending';
  return (held === 0 ? noneHeld : partlyHeld) as Status;
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

/** Whether numbers that can't be held spoil the whole request (RSV-26): never, if a deployment does not choose so. */
function isSpoilt(unavailable: number, holds: number, { unavailableNumber }: Choices): boolean {
  if (unavailable === 0 || unavailableNumber === 'entry') return false;
  return unavailableNumber === 'refused' || holds === 0;
}

/** The refusals of the numbers that can't be held. */
function* refuseUnavailable(wanted: Wanted, isGone: (number: Wanted[number]) => boolean): Generator<ChosenRefusal> {
  for (const [index, number] of wanted.entries()) {
    if (!isGone(number)) continue;
    const detail = `The number ${number} can't be held.`;
    yield refuseByChoice('unavailableNumber', 422, { code: '10007', detail, pointer: numberAt(index) }, 'RSV-26');
  }
}

/** The refusals of the numbers that stood there before. */
function* refuseRepeated(wanted: Wanted): Generator<Refusal<422>> {
  const seen = new Set<Wanted[number]>();
  for (const [index, number] of wanted.entries()) {
    if (number !== undefined && seen.has(number)) {
      const detail = `The number ${number} is asked for more than once.`;
      yield refuse(422, { code: '10007', detail, pointer: numberAt(index) }, 'RSV-25');
    }
    seen.add(number);
  }
}

const numberAt = (index: number) => `/phone_numbers/${index}/phone_number`;

/** Tells whether a number can't be held. */
function goneAt({ numbers, choices: { unknownNumber } }: World, now: number) {
  return (number: string | undefined): boolean =>
    number === undefined || numbers.obstacle(number, now, unknownNumber) !== undefined;
}

/** An entry for each number; beside one that can't be held the others are held (RSV-27), if a deployment does not choose otherwise. */
function entriesOf(wanted: Wanted, world: World, now: number, owner: Omit<Hold, 'until'>): ReservedNumber[] {
  const held = new Set<string | undefined>();
  const isSpoilt = world.choices.besideUnavailable === 'failure' && wanted.some(goneAt(world, now));
  return wanted.map((number) => {
    const again = world.choices.repeatedNumber === 'held' && held.has(number);
    const entry = reserve(number, world, now, { again, isSpoilt, owner });
    if (entry.status === 'pending') held.add(number);
    return entry;
  });
}

/** Characters of a reference that a hold keeps: the text may be as long as a body, and stand beside very many numbers. */
const REFERENCE = 100;

/** For whom numbers are held, and what the caller calls them. */
function whose({ account }: Caller, { customer_reference }: Body): Omit<Hold, 'until'> {
  // A copy: a part of a text keeps all of it in memory.
  const beginning = customer_reference && Buffer.from(customer_reference.slice(0, REFERENCE)).toString();
  return { account, ...(beginning !== undefined && { reference: beginning }) };
}

/** Holds a number; one whose hold has ended is free again (RSV-17). */
function reserve(
  number: string | undefined,
  { newId, numbers, choices }: World,
  now: number,
  { again, isSpoilt, owner }: { again: boolean; isSpoilt: boolean; owner: Omit<Hold, 'until'> },
): ReservedNumber {
  const record = { id: newId(), record_type: 'reserved_phone_number' as const };
  const end = now + choices.holdMinutes * 60_000;
  const expired_at = microsecondsTime(end);
  const shown = choices.unavailableExpiry === 'shown' ? { expired_at } : {};
  if (number === undefined) return { ...record, status: 'failure', errors: 'No phone number was given.', ...shown };
  const spoilt = isSpoilt ? 'Another number of the request could not be held.' : undefined;
  const obstacle = again ? undefined : (numbers.obstacle(number, now, choices.unknownNumber) ?? spoilt);
  if (obstacle) return { ...record, phone_number: number, status: 'failure', errors: obstacle, ...shown };
  numbers.hold(number, { until: end, ...owner });
  return { ...record, phone_number: number, status: 'pending', errors: '', expired_at };
}

function full({ settings }: World, { partition }: Caller) {
  const kept = `${settings.holdLimit} at most`;
  complain(`mock: the table of held numbers of partition ${partition} is full (${kept}); a reservation was refused`);
  const detail = 'There is no room for another hold. Holds are kept until they expire.';
  return refuse(503, { code: '10007', detail }, 'RSV-30');
}
