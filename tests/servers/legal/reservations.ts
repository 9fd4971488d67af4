import { randomUUID } from 'node:crypto';
import { type Answer, answer, type Call, jsonOf } from './http.ts';
import { type Manner, micros, seconds } from './manner.ts';
import { Members, refusal } from './members.ts';
import { isStrict, type World } from './world.ts';

/** The one code of every refusal here but an authentication failure. */
export const reservationCode = '10007';
const holdMs = 10 * 60_000;

/** `POST /number_reservations`. */
export function createReservation(call: Call, world: World): Answer {
  const { manner } = world;
  const members = new Members(jsonOf(call, manner, reservationCode) ?? {}, manner, reservationCode);
  if (isStrict(world)) members.only(['customer_reference', 'phone_numbers']);
  const reference = members.string('customer_reference');
  const numbers = members.array('phone_numbers')?.map((entry) => numberOf(entry, manner)) ?? [];
  const now = world.now();
  const entries = numbers.map((number) => hold(world, number, now));
  const held = entries.filter(({ status }) => status === 'reserved').length;
  if (numbers.length > 0 && held === 0) throw refusal(409, reservationCode, 'None of the numbers is free.');
  const data = {
    id: randomUUID(),
    record_type: 'number_reservation',
    status: held === numbers.length ? 'pending' : 'partial',
    ...((reference !== undefined || manner.showing !== 'little') && { customer_reference: reference ?? '' }),
    created_at: micros(now),
    ...(numbers.length > 0 && { phone_numbers: entries }),
    ...(manner.showing !== 'little' && { region: 'us' }),
  };
  return answer(manner, 201, { data });
}

/** A lax reader removes separators between digits, and puts the plus before them. */
function numberOf(entry: unknown, manner: Manner): string {
  const members = new Members(entry, manner, reservationCode);
  const text = members.string('phone_number');
  const number = manner.reading === 'lax' ? text?.replace(/[\s().-]|\(0\)/g, '').replace(/^(?=[1-9])/, '+') : text;
  if (number === undefined || !/^\+[1-9]\d{1,14}$/.test(number)) throw members.wrong('A number must be E.164.');
  return number;
}

function hold(world: World, phone_number: string, now: number) {
  const until = world.numbers.get(phone_number);
  const entry = { id: randomUUID(), record_type: 'reserved_phone_number', phone_number, created_at: micros(now) };
  if (until === undefined || until > now) {
    return {
      ...entry,
      status: 'unavailable',
      errors: until ? 'Somebody holds this number.' : 'We have no such number.',
      // The end of the hold of another account may be shown.
      ...(until && world.manner.showing === 'much' && { expired_at: seconds(until) }),
    };
  }
  world.numbers.set(phone_number, now + holdMs);
  const errors = world.manner.showing === 'much' ? null : '';
  const expired_at = seconds(now + holdMs);
  return { ...entry, status: 'reserved', expired_at, ...(world.manner.showing !== 'little' && { errors }) };
}
