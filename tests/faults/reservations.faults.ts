import { changeAnswer, changeStatus, replace, shows, unwrap } from './changes.ts';
import { type Body, type Fault, fault, goesTo, keyOf, refusal, stateful } from './fault.ts';

const made = shows('reserve');
const each = shows('reserve', 'data.phone_numbers.*');
const sameId = '11111111-1111-4111-8111-111111111111';

/** A time so many minutes later, in microseconds. */
export function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', '000Z');
}

/** Gives numbers an end so many minutes after another time of the entry. */
const ends = (minutes: number, from: 'created_at' | 'expired_at' = 'expired_at') => ({
  expired_at: (_: string, entry: Body) => later(entry[from], minutes),
});

const isFailure = ({ status }: Body) => status === 'failure';

/** Shows a number that could not be held as held. */
function pretend(entry: Body): void {
  if (!isFailure(entry)) return;
  Object.assign(entry, { status: 'pending', errors: '', expired_at: later(entry.created_at, 30) });
}

/** Refuses reservations whose answer has a text. */
const refusesWhere = (rules: Parameters<typeof fault>[0], title: string, text: string, status: number) =>
  fault(rules, title, async (request, ask) => {
    const answer = await ask(request);
    return goesTo('reserve', request) && answer.body.includes(text) ? refusal(status, '10007') : answer;
  });

/** Faults of number reservations. */
export const faults: readonly Fault[] = [
  made('RSV-2', 'only the first number is reserved', { phone_numbers: (list) => list.slice(0, 1) }),
  made('RSV-2', 'ten numbers are the most', { phone_numbers: (list) => list.slice(0, 10) }),
  changeStatus('RSV-3', 'answered with 201', 'reserve', 200, 201),
  changeAnswer('RSV-3', 'an empty reservation is answered with 202', 'reserve', (answer) => {
    if (answer.status === 200 && answer.body.data.phone_numbers.length === 0) answer.status = 202;
  }),
  unwrap('RSV-4', 'the reservation is not in data', 'reserve'),
  made('RSV-5', 'id is a number', { id: 42 }),
  made('RSV-5', 'every reservation has one id', { id: sameId }),
  made('RSV-5', 'record_type is reservation', { record_type: 'reservation' }),
  made('RSV-6', 'phone_numbers is an object by number', {
    phone_numbers: (list) => Object.fromEntries(list.map((entry: Body) => [entry.phone_number, entry])),
  }),
  made('RSV-7', 'the reference is in small letters', { customer_reference: (text) => text.toLowerCase() }),
  made('RSV-7', 'the reference loses what is not ASCII', {
    customer_reference: (text) => text.replace(/[^ -~]/g, '?'),
  }),
  made('RSV-7', 'the reference is trimmed', { customer_reference: (text) => text.trim() }),
  each('RSV-8', 'the id of a number is a number', (entry, { index }) => {
    entry.id = index;
  }),
  each('RSV-8', 'all numbers have one id', { id: sameId }),
  each('RSV-9', 'numbers are shown without a plus', { phone_number: (number) => number.slice(1) }),
  each('RSV-9', 'all entries show one number', { phone_number: '+13125550199' }),
  made('RSV-10', 'created_at has milliseconds', { created_at: (time) => time.replace(/000Z$/, 'Z') }),
  made('RSV-10', 'updated_at has an offset', { updated_at: (time) => time.replace('Z', '+00:00') }),
  made('RSV-11', 'status is an object', { status: (name) => ({ name }) }),
  made('RSV-12', 'a new reservation is active', { status: 'active' }),
  each('RSV-12', 'a number that could not be held is unavailable', { status: replace('failure', 'unavailable') }),
  made('RSV-13', 'a new reservation is a success', { status: 'success' }),
  each(['RSV-13', 'RSV-27'], 'held numbers are a success', { status: replace('pending', 'success') }),
  each('RSV-14', 'expired_at is in seconds since 1970', { expired_at: (time) => Date.parse(time) / 1000 }),
  each(['RSV-14', 'RSV-16'], 'expired_at is before created_at', ends(-30, 'created_at')),
  each('RSV-15', 'expired_at has whole seconds', { expired_at: (time) => time.replace(/\.\d+/, '') }),
  each('RSV-16', 'a number is held for 29 minutes', ends(29, 'created_at')),
  each('RSV-16', 'expired_at is half a second late', ends(1 / 120)),
  each(['RSV-17', 'RSV-16'], 'a hold ends ten minutes before expired_at', ends(10)),
  each(['RSV-17', 'RSV-16'], 'a hold goes on for ten minutes after expired_at', ends(-10)),
  each('RSV-18', 'errors is a list', { errors: (text) => (text ? [text] : text) }),
  each('RSV-18', 'errors is empty', { errors: '' }),
  each('RSV-18', 'errors is a number', { errors: (text) => text && '4711' }),
  each('RSV-18', 'a number that is held gives a reason, too', (entry) => {
    entry.errors ||= 'The number could not be held.';
  }),
  made(['RSV-21', 'RSV-32'], 'there is no phone_numbers when it is empty', {
    phone_numbers: (list) => (list.length === 0 ? undefined : list),
  }),
  each(['RSV-26', 'RSV-17', 'RSV-30'], 'numbers can be held twice', pretend),
  refusesWhere(['RSV-26', 'RSV-29', 'ERR-13'], 'one number that can not be held fails the request', '"failure"', 409),
  refusesWhere('RSV-26', 'a number that no inventory has fails the request', 'not in the inventory', 404),
  each('RSV-26', 'a number that another account holds can be held', (entry, { request }) => {
    if (keyOf(request) === 'other') pretend(entry);
  }),
  stateful('RSV-26', 'next to one that can not be held, a number is called pending and not held', () => {
    const never = new Set<string>();
    return made.serve(({ phone_numbers: entries }) => {
      for (const entry of entries) if (never.has(entry.phone_number)) pretend(entry);
      if (!entries.some(isFailure)) return;
      for (const entry of entries) if (!isFailure(entry)) never.add(entry.phone_number);
    });
  }),
  made(['RSV-27', 'RSV-31', 'RSV-32'], 'one number that can not be held spoils the others', ({ phone_numbers }) => {
    if (!phone_numbers.some(isFailure)) return;
    for (const entry of phone_numbers) {
      delete entry.expired_at;
      Object.assign(entry, { status: 'failure', errors: 'Another number could not be held.' });
    }
  }),
  each(['RSV-31', 'RSV-32'], 'a held number has no expired_at', { expired_at: undefined }),
  each(['RSV-31', 'RSV-32'], 'a number that could not be held has no errors', (entry) => {
    if (isFailure(entry)) delete entry.errors;
  }),
  ...['id', 'record_type', 'status', 'created_at', 'updated_at'].map((name) =>
    made('RSV-32', `a reservation has no ${name}`, { [name]: undefined }),
  ),
  made('RSV-32', 'a reference that was supplied is not shown', { customer_reference: undefined }),
  made('RSV-32', 'without numbers the reference is lost', (data) => {
    if (data.phone_numbers.length === 0) data.customer_reference = null;
  }),
  ...['id', 'record_type', 'phone_number', 'created_at'].map((name) =>
    each('RSV-32', `a number has no ${name}`, { [name]: undefined }),
  ),
];
