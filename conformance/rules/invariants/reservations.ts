import { isObject, type Json } from '../../../spec/json.ts';
import { isFilled, isNotHeld } from '../../suite/api/numbers.ts';
import { type Answer, parseBody, readMembers } from '../../suite/wire/answer.ts';
import { isDenied } from '../../suite/wire/exchange.ts';
import {
  answers,
  dataOf,
  every,
  type Find,
  type Invariant,
  isPresent,
  listed,
  members,
  part,
  readSent,
} from './invariant.ts';

const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
const E164 = /^\+[1-9]\d{1,14}$/;
const HALF_AN_HOUR = 30 * 60_000;
const ERROR_STATUSES = [400, 401, 404, 405, 413, 415, 422, 429];
const statuses = ['pending', 'success', 'failure'];

const reservations = dataOf('createNumberReservation');
const entries = listed(reservations, 'phone_numbers');
const held: Find<Json> = (answer) => entries(answer).filter(({ value }) => value.status === 'pending');
const failed: Find<Json> = (answer) =>
  entries(answer).filter(({ value }) => value.status === 'failure' && !isFilled(value.expired_at));
const refusals = answers(({ refused }) => refused);
/** Reservations of numbers in E.164 form, or of none: other numbers are open, and a recording may lack the request's body. */
const ofGoodNumbers: Find<Json> = (answer) =>
  isObject(parseBody(answer.request.body ?? '')) && listSentNumbers(answer).every((number) => E164.test(number))
    ? reservations(answer)
    : [];

/** Rules about number reservations. */
export const reservationRules: readonly Invariant[] = [
  every(
    'RSV-2',
    part(
      members((answer) => (listSentNumbers(answer).length > 0 ? ofGoodNumbers(answer) : []), 'phone_numbers'),
      (list, answer) => ({
        requested: new Set(listSentNumbers(answer)).size,
        entries: Array.isArray(list) ? list.length : undefined,
      }),
    ),
    'has an entry for each number of the request',
    ({ requested, entries }) => entries === undefined || entries >= requested,
  ),
  every('RSV-7', members(reservations, 'customer_reference'), 'is the string of the request', (reference, answer) => {
    const isKnown = isObject(parseBody(answer.request.body ?? ''));
    return reference === (readSent(answer).customer_reference ?? (isKnown ? '' : reference));
  }),
  every(
    'RSV-8',
    part(reservations, (reservation) => readValues(reservation, 'id')),
    'gives each of its numbers a unique id',
    (ids) => new Set(ids).size === ids.length,
  ),
  every(
    'RSV-9',
    part(ofGoodNumbers, (reservation) => readValues(reservation, 'phone_number')),
    'shows only numbers of the request',
    (shown, answer) => {
      const sent = listSentNumbers(answer);
      const areOnce = new Set(shown).size === shown.length || new Set(sent).size < sent.length;
      return areOnce && shown.every((number) => sent.includes(String(number)));
    },
  ),
  every('RSV-13', members(reservations, 'status'), 'is `pending`', (status) => {
    return status === 'pending' || !statuses.includes(String(status));
  }),
  every('RSV-13', entries, 'has the status `pending`, if the number could be held', (entry) => {
    return entry.status === 'pending' || isNotHeld(entry) || !statuses.includes(String(entry.status));
  }),
  every('RSV-14', entries, 'ends after it was created', ({ created_at, expired_at }) => {
    if (!isPresent(expired_at)) return true;
    return isTime(expired_at) && !(isTime(created_at) && Date.parse(`${expired_at}`) <= Date.parse(`${created_at}`));
  }),
  every(
    'RSV-16',
    (answer) => entries(answer).filter(({ value }) => isTime(value.created_at) && isTime(value.expired_at)),
    'is held for 30 minutes',
    ({ created_at, expired_at }) => {
      const length = Date.parse(String(expired_at)) - Date.parse(String(created_at));
      const isExact = [created_at, expired_at].every((time) => MICROSECONDS.test(String(time)));
      return Math.abs(length - HALF_AN_HOUR) < (isExact ? 100 : 1000);
    },
  ),
  every('RSV-18', held, 'gives no reason, as the number is held', ({ errors }) => !isPresent(errors) || errors === ''),
  every('RSV-18', failed, 'gives a reason that people can read', ({ errors }) => {
    return !isPresent(errors) || /\p{L}{2}/u.test(`${errors}`);
  }),
  every(
    'RSV-21',
    (answer) => (isWithoutNumbers(answer) ? reservations(answer) : []),
    'has the `phone_numbers` []',
    ({ phone_numbers }) => !Array.isArray(phone_numbers) || phone_numbers.length === 0,
  ),
  every(
    'RSV-28',
    refusals,
    'has the standard error body and the code 10007, or 10009 when authentication failed',
    hasItsCodes,
  ),
  every('RSV-29', refusals, `has one of the statuses ${ERROR_STATUSES.join(', ')}`, ({ status }) =>
    ERROR_STATUSES.includes(status),
  ),
  every('RSV-31', entries, 'has a status', ({ status }) => isPresent(status)),
  every('RSV-31', held, 'has `expired_at`, as the number is held', ({ expired_at }) => isPresent(expired_at)),
  every('RSV-31', failed, 'has `errors`, as the number could not be held', ({ errors }) => isPresent(errors)),
  every(
    'RSV-32',
    part(reservations, (reservation, answer) => {
      const reference = isPresent(readSent(answer).customer_reference) ? ['customer_reference'] : [];
      return lackedBy(reservation, ['phone_numbers', 'status', ...reference]);
    }),
    'lacks none of its fields',
    (lacked) => lacked.length === 0,
  ),
  every(
    'RSV-32',
    part(entries, (entry) => lackedBy(entry, ['phone_number', 'status'])),
    'lacks none of its fields',
    (lacked) => lacked.length === 0,
  ),
];

function readValues(reservation: Json, name: string): unknown[] {
  const list = Array.isArray(reservation.phone_numbers) ? reservation.phone_numbers : [];
  return list.map((entry) => readMembers(entry)[name]).filter(isPresent);
}

/** The numbers of the request, none where it is unknown. */
function listSentNumbers(answer: Answer): string[] {
  const { phone_numbers } = readSent(answer);
  return Array.isArray(phone_numbers) ? phone_numbers.map((entry) => String(readMembers(entry).phone_number)) : [];
}

/** True if a JSON object without numbers was sent. */
function isWithoutNumbers({ request }: Answer): boolean {
  const sent = parseBody(request.body ?? '');
  return isObject(sent) && sent.phone_numbers === undefined;
}

function hasItsCodes({ hasErrorBody, codes, status }: Answer): boolean {
  const allowed = [...(status === 401 ? [] : ['10007']), ...(isDenied({ status }) ? ['10009'] : [])];
  return hasErrorBody && codes.length > 0 && codes.every((code) => allowed.includes(String(code)));
}

function lackedBy(found: Json, names: readonly string[]): string[] {
  return ['id', 'record_type', 'created_at', 'updated_at', ...names].filter((name) => !isPresent(found[name]));
}

function isTime(value: unknown): boolean {
  return DATE_TIME.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
}
