import { randomUUID } from 'node:crypto';
import { type Answer, answer, type Call, jsonOf } from './http.ts';
import { Members } from './members.ts';
import { refusal } from './problem.ts';
import { micros, seconds } from './times.ts';
import type { World } from './world.ts';

/** The one code of every refusal here but an authentication failure. */
export const reservationCode = '10007';
const holdMs = 10 * 60_000;

/** `POST /number_reservations`. */
export function createReservation(call: Call, world: World): Answer {
  const members = new Members(jsonOf(call, reservationCode) ?? {}, reservationCode);
  if (world.wire.unknown === 'refused') members.only(['customer_reference', 'phone_numbers']);
  const reference = members.string('customer_reference');
  const numbers = members.array('phone_numbers')?.map(numberOf) ?? [];
  const now = Date.now();
  const entries = numbers.map((number) => hold(world, number, now));
  const held = entries.filter(({ status }) => status === 'reserved').length;
  if (numbers.length > 0 && held === 0) throw refusal(409, reservationCode, 'None of the numbers is free.');
  const data = {
    id: randomUUID(),
    record_type: 'number_reservation',
    status: held === numbers.length ? 'pending' : 'partial',
    customer_reference: reference ?? '',
    created_at: micros(now),
    ...(numbers.length > 0 && { phone_numbers: entries }),
    region: 'us',
  };
  return answer(201, { data });
}

function numberOf(entry: unknown): string {
  const members = new Members(entry, reservationCode);
  const number = members.string('phone_number');
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
    };
  }
  world.numbers.set(phone_number, now + holdMs);
  return { ...entry, status: 'reserved', expired_at: seconds(now + holdMs), errors: '' };
}
