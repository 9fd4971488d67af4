import {
  type Body,
  changeAnswer,
  changeStatus,
  type Fault,
  fault,
  goesTo,
  json,
  parsed,
  type Rules,
  refusal,
  stateful,
} from './fault.ts';

/** Changes the reservation of a success. */
const made = (rules: Rules, title: string, change: (reservation: Body) => void) =>
  changeAnswer(rules, title, 'reserve', ({ status, body }) => {
    if (status === 200) change(body.data);
  });

/** Changes every number of a reservation. */
const each = (rules: Rules, title: string, change: (entry: Body, index: number) => void) =>
  made(rules, title, ({ phone_numbers }) => phone_numbers.forEach(change));

function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', '000Z');
}

/** Numbers that could not be held show as held. */
function pretend(entry: Body): void {
  if (entry.status !== 'failure') return;
  Object.assign(entry, { status: 'pending', errors: '', expired_at: later(entry.created_at, 30) });
}

const withoutFraction = (time: string) => time.replace(/\.\d+/, '');

const milliseconds = (time: string) => time.replace(/000Z$/, 'Z');

/** Faults of number reservations. */
export const faults: readonly Fault[] = [
  made('RSV-2', 'only the first number is reserved', (data) =>
    Object.assign(data, { phone_numbers: data.phone_numbers.slice(0, 1) }),
  ),
  changeStatus('RSV-3', 'answered with 201', 'reserve', 200, 201),
  changeAnswer('RSV-3', 'an empty reservation is answered with 202', 'reserve', (answer) => {
    if (answer.status === 200 && answer.body.data.phone_numbers.length === 0) answer.status = 202;
  }),
  changeAnswer('RSV-4', 'the reservation is not in data', 'reserve', ({ status, body }) =>
    status === 200 ? body.data : undefined,
  ),
  made('RSV-5', 'id is a number', (data) => Object.assign(data, { id: 42 })),
  made('RSV-5', 'every reservation has one id', (data) =>
    Object.assign(data, { id: '11111111-1111-4111-8111-111111111111' }),
  ),
  made('RSV-5', 'record_type is reservation', (data) => Object.assign(data, { record_type: 'reservation' })),
  made('RSV-6', 'phone_numbers is an object by number', (data) =>
    Object.assign(data, {
      phone_numbers: Object.fromEntries(data.phone_numbers.map((one: Body) => [one.phone_number, one])),
    }),
  ),
  made('RSV-7', 'the reference is in small letters', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.toLowerCase();
  }),
  made('RSV-7', 'the reference loses what is not ASCII', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.replace(/[^ -~]/g, '?');
  }),
  each('RSV-8', 'the id of a number is a number', (entry, index) => Object.assign(entry, { id: index })),
  each('RSV-8', 'all numbers have one id', (entry) =>
    Object.assign(entry, { id: '11111111-1111-4111-8111-111111111111' }),
  ),
  each('RSV-9', 'numbers are shown without a plus', (entry) =>
    Object.assign(entry, { phone_number: entry.phone_number?.slice(1) }),
  ),
  each('RSV-9', 'all entries show one number', (entry) => Object.assign(entry, { phone_number: '+13125550199' })),
  made('RSV-10', 'created_at has milliseconds', (data) =>
    Object.assign(data, { created_at: milliseconds(data.created_at) }),
  ),
  made('RSV-10', 'updated_at has an offset', (data) =>
    Object.assign(data, { updated_at: data.updated_at.replace('Z', '+00:00') }),
  ),
  made('RSV-11', 'status is an object', (data) => Object.assign(data, { status: { name: data.status } })),
  made('RSV-12', 'a new reservation is active', (data) => Object.assign(data, { status: 'active' })),
  each('RSV-12', 'a number that could not be held is unavailable', (entry) => {
    if (entry.status === 'failure') entry.status = 'unavailable';
  }),
  made('RSV-13', 'a new reservation is a success', (data) => Object.assign(data, { status: 'success' })),
  each(['RSV-13', 'RSV-27'], 'held numbers are a success', (entry) => {
    if (entry.status === 'pending') entry.status = 'success';
  }),
  each('RSV-14', 'expired_at is in seconds since 1970', (entry) => {
    if (entry.expired_at) entry.expired_at = Date.parse(entry.expired_at) / 1000;
  }),
  each(['RSV-14', 'RSV-16'], 'expired_at is before created_at', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.created_at, -30);
  }),
  each('RSV-15', 'expired_at has whole seconds', (entry) => {
    if (entry.expired_at) entry.expired_at = withoutFraction(entry.expired_at);
  }),
  each('RSV-16', 'a number is held for 29 minutes', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.created_at, 29);
  }),
  each(['RSV-17', 'RSV-16'], 'a hold ends ten minutes before expired_at', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.expired_at, 10);
  }),
  each(['RSV-17', 'RSV-16'], 'a hold goes on for ten minutes after expired_at', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.expired_at, -10);
  }),
  each('RSV-18', 'errors is a list', (entry) => {
    if (entry.errors) entry.errors = [entry.errors];
  }),
  each('RSV-18', 'errors is empty', (entry) => Object.assign(entry, { errors: '' })),
  each('RSV-18', 'errors is a number', (entry) => {
    if (entry.errors) entry.errors = '4711';
  }),
  made(['RSV-21', 'RSV-32'], 'there is no phone_numbers when it is empty', (data) => {
    if (data.phone_numbers.length === 0) delete data.phone_numbers;
  }),
  each(['RSV-26', 'RSV-17', 'RSV-30'], 'numbers can be held twice', pretend),
  fault(['RSV-26', 'RSV-29', 'ERR-13'], 'one number that can not be held fails the request', async (request, ask) => {
    const answer = await ask(request);
    const failed = goesTo('reserve', request) && answer.body.includes('"failure"');
    return failed ? refusal(409, '10007') : answer;
  }),
  fault('RSV-26', 'a number that no inventory has fails the request', async (request, ask) => {
    const answer = await ask(request);
    const failed = goesTo('reserve', request) && answer.body.includes('not in the inventory');
    return failed ? refusal(404, '10007') : answer;
  }),
  fault('RSV-26', 'a number that another account holds can be held', async (request, ask) => {
    const answer = await ask(request);
    const isOther = request.headers.some(([, value]) => value.includes('key_other'));
    if (!goesTo('reserve', request) || !isOther || answer.status !== 200) return answer;
    const body = parsed(answer.body);
    body.data.phone_numbers.forEach(pretend);
    return json(200, body);
  }),
  stateful('RSV-26', 'next to one that can not be held, a number is called pending and not held', () => {
    const never = new Set<string>();
    return changeAnswer.serve('reserve', ({ status, body }) => {
      if (status !== 200) return;
      const entries: Body[] = body.data.phone_numbers;
      for (const entry of entries) if (never.has(entry.phone_number)) pretend(entry);
      if (!entries.some((entry) => entry.status === 'failure')) return;
      for (const entry of entries) if (entry.status === 'pending') never.add(entry.phone_number);
    });
  }),
  made(['RSV-27', 'RSV-31', 'RSV-32'], 'one number that can not be held spoils the others', ({ phone_numbers }) => {
    if (!phone_numbers.some((one: Body) => one.status === 'failure')) return;
    for (const one of phone_numbers) {
      delete one.expired_at;
      Object.assign(one, { status: 'failure', errors: 'Another number could not be held.' });
    }
  }),
  each(['RSV-31', 'RSV-32'], 'a held number has no expired_at', (entry) => delete entry.expired_at),
  each(['RSV-31', 'RSV-32'], 'a number that could not be held has no errors', (entry) => {
    if (entry.status === 'failure') delete entry.errors;
  }),
  ...['id', 'record_type', 'status', 'created_at', 'updated_at'].map((name) =>
    made('RSV-32', `a reservation has no ${name}`, (data) => delete data[name]),
  ),
  made('RSV-32', 'a reference that was supplied is not shown', (data) => delete data.customer_reference),
  ...['id', 'record_type', 'phone_number', 'created_at'].map((name) =>
    each('RSV-32', `a number has no ${name}`, (entry) => delete entry[name]),
  ),
  made('RSV-2', 'ten numbers are the most', (data) =>
    Object.assign(data, { phone_numbers: data.phone_numbers.slice(0, 10) }),
  ),
  made('RSV-32', 'without numbers the reference is lost', (data) => {
    if (data.phone_numbers.length === 0) data.customer_reference = null;
  }),
  made('RSV-7', 'the reference is trimmed', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.trim();
  }),
  each('RSV-16', 'expired_at is half a second late', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.expired_at, 1 / 120);
  }),
  each('RSV-18', 'a number that is held gives a reason, too', (entry) => {
    entry.errors ||= 'The number could not be held.';
  }),
];
