import { changeAnswer, changeBody, changeStatus, refuse, replace, shows, unwrap } from './changes.ts';
import {
  type Body,
  type Fault,
  fault,
  getApiKey,
  goesTo,
  json,
  parseJson,
  type Rules,
  refusal,
  type Serve,
  stateful,
  withBody,
} from './fault.ts';

const made = shows('reserve');
const each = shows('reserve', 'data.phone_numbers.*');
const sameId = '11111111-1111-4111-8111-111111111111';

/** A time so many minutes later, in microseconds. */
export function addMinutes(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', '000Z');
}

/** Gives numbers an end so many minutes after another time of the entry. */
const ends = (minutes: number, from: 'created_at' | 'expired_at' = 'expired_at') => ({
  expired_at: (_: string, entry: Body) => addMinutes(entry[from], minutes),
});

const isFailure = ({ status }: Body) => status === 'failure';

/** Shows a number that could not be held as held. */
function pretend(entry: Body): void {
  if (!isFailure(entry)) return;
  Object.assign(entry, { status: 'pending', errors: '', expired_at: addMinutes(entry.created_at, 30) });
}

/** True for the numbers of the seed, which are free or held there; the inventory has no others. */
const isInInventory = ({ phone_number }: Body) => phone_number.startsWith('+1312555');

/** Refuses reservations with an entry that passes a test. */
const refusesEntries = (rules: Rules, title: string, status: number, test: (entry: Body) => boolean) =>
  changeAnswer(rules, title, 'reserve', (answer) => {
    if (!answer.body.data?.phone_numbers.some(test)) return;
    answer.status = status;
    return parseJson(refusal(status, '10007').body);
  });

const reservations: readonly Fault[] = [
  made('RSV-2', 'only the first number is reserved', { phone_numbers: (list) => list.slice(0, 1) }),
  made('RSV-2', 'of free numbers the third and later are ignored', {
    phone_numbers: (list) => (list.some(isFailure) ? list : list.slice(0, 2)),
  }),
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
  made('RSV-7', 'the reference becomes ASCII', {
    customer_reference: (text) => text.replace(/[^ -~]/g, '?'),
  }),
  made('RSV-7', 'the reference of another reservation is shown', (data) => {
    data.customer_reference ??= 'ORD-20931';
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
  each(['RSV-17', 'RSV-16'], 'a hold lasts ten minutes past expired_at', ends(-10)),
  each('RSV-18', 'errors is a list', { errors: (text) => (text ? [text] : text) }),
  each('RSV-18', 'errors is empty', { errors: '' }),
  each('RSV-18', 'errors is a number', { errors: (text) => text && '4711' }),
  each('RSV-18', 'a held number gives a reason, too', (entry) => {
    entry.errors ||= 'The number could not be held.';
  }),
  made(['RSV-21', 'RSV-32'], 'there is no phone_numbers when it is empty', {
    phone_numbers: (list) => (list.length === 0 ? undefined : list),
  }),
  each(['RSV-26', 'RSV-17', 'RSV-30'], 'numbers can be held twice', pretend),
  refusesEntries(['RSV-26', 'RSV-29', 'ERR-13'], 'a number that can not be held fails the request', 409, isFailure),
  refusesEntries('RSV-26', 'a number outside the inventory fails the request', 404, (entry) => !isInInventory(entry)),
  each('RSV-26', 'a number that another account holds can be held', (entry, { request }) => {
    if (getApiKey(request) === 'other') pretend(entry);
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
  made('RSV-32', 'a supplied reference is not shown', { customer_reference: undefined }),
  made('RSV-32', 'without numbers the reference is lost', (data) => {
    if (data.phone_numbers.length === 0) data.customer_reference = null;
  }),
  ...['id', 'record_type', 'phone_number', 'created_at'].map((name) =>
    each('RSV-32', `a number has no ${name}`, { [name]: undefined }),
  ),
];

/** Changes the errors of refusals. */
const error = shows('reserve', 'errors.*', (status) => status >= 400);

/** Changes reservations before the mock sees them. */
const rewriteReservations = (rules: Rules, title: string, change: Parameters<typeof changeBody>[3]) =>
  changeBody(rules, title, 'reserve', change);

/** Refuses reservations that a right service accepts. */
const refuses = (rules: Rules, title: string, when: Parameters<typeof refuse>[3], status = 422) =>
  refuse(rules, title, 'reserve', when, status, '10007');

/** Gives refusals that pass a test another status. */
const refusedWith = (rules: Rules, title: string, status: number, when: (body: Body, sent: Body) => unknown) =>
  changeAnswer(rules, title, 'reserve', (answer, request) => {
    if (answer.status >= 400 && when(answer.body, parseJson(request.body))) answer.status = status;
  });

/** Takes any JSON that passes a test for an empty object. */
const takesAsEmpty = (title: string, test: (body: Body) => boolean) =>
  fault('RSV-22', title, (request, call) =>
    call(goesTo('reserve', request) && test(parseJson(request.body)) ? withBody(request, {}) : request),
  );

const getNumbers = (body: Body): Body[] => (Array.isArray(body?.phone_numbers) ? body.phone_numbers : []);
const isE164 = (number: unknown) => /^\+[1-9]\d{1,14}$/.test(String(number));
const isNumber = ({ phone_number }: Body) => isE164(phone_number);
const isAboutNumber = (source: Body) => source?.pointer?.endsWith('/phone_number');
const isTwice = (sent: Body) => {
  const texts = getNumbers(sent).map((entry) => String(entry?.phone_number));
  return new Set(texts).size < texts.length;
};

/** Overlooks the form of numbers that pass a test: the answer shows them as held. */
const holdsOdd = (title: string, isOdd: (number: unknown) => boolean) => {
  const serve: Serve = async (request, call) => {
    const body = goesTo('reserve', request) ? parseJson(request.body) : undefined;
    const odd = getNumbers(body).filter((entry) => isOdd(entry?.phone_number));
    if (odd.length === 0) return call(request);
    const phone_numbers = getNumbers(body).filter((entry) => !odd.includes(entry));
    const answer = await call(withBody(request, { ...body, phone_numbers }));
    const { data } = parseJson(answer.body) ?? {};
    if (!data) return answer;
    const { created_at, updated_at } = data;
    for (const { phone_number } of odd) {
      const [id, record_type] = [crypto.randomUUID(), 'reserved_phone_number'];
      const held = { id, record_type, phone_number: String(phone_number), status: 'pending', errors: '' };
      data.phone_numbers.push({ ...held, created_at, updated_at, expired_at: addMinutes(created_at, 30) });
    }
    return json(200, { data });
  };
  return fault(['RSV-23', 'RSV-9'], title, serve);
};

const reservationRequests: readonly Fault[] = [
  refuses('RSV-1', 'the path is not known', () => true, 404),
  refuses('RSV-1', 'a customer reference with numbers is refused', (body) => {
    return body.customer_reference !== undefined && getNumbers(body).length > 0;
  }),
  refuses('RSV-1', 'more than four numbers are refused', (body) => body.phone_numbers?.length > 4),
  refuses('RSV-19', '{} is refused', (_, request) => request.body.toString() === '{}'),
  refuses('RSV-19', 'phone_numbers is required', (body, request) => {
    return request.body.length > 0 && body.phone_numbers === undefined;
  }),
  refuses('RSV-19', 'a reference is required with numbers', (body) => {
    return getNumbers(body).length > 0 && body.customer_reference === undefined;
  }),
  refuses('RSV-20', 'a request without a body is refused', (_, request) => request.body.length === 0),
  takesAsEmpty('a list is read as an empty body', Array.isArray),
  takesAsEmpty('a text is read as an empty body', (body) => typeof body === 'string'),
  rewriteReservations(['RSV-22', 'RSV-7'], 'a customer reference may be a number', {
    customer_reference: (found) => (typeof found === 'number' ? '5' : found),
  }),
  rewriteReservations('RSV-22', 'phone_numbers may be one number', { phone_numbers: replace(/^/, []) }),
  rewriteReservations('RSV-22', 'phone_numbers may hold bare numbers', {
    phone_numbers: (list) => (Array.isArray(list) && list.some((entry) => typeof entry === 'string') ? [] : list),
  }),
  holdsOdd('a number without a plus is held', (number) => /^\d+$/.test(String(number))),
  holdsOdd('a number with blanks is held', (number) => / /.test(String(number))),
  holdsOdd('a number of sixteen digits is held', (number) => /^\+\d{16,}$/.test(String(number))),
  holdsOdd('a country code may begin with 0', (number) => /^\+0/.test(String(number))),
  holdsOdd('a number is matched up to its end of line', (number) => /^\+\d+\n$/.test(String(number))),
  holdsOdd('an empty number is held', (number) => number === ''),
  holdsOdd('a number may be a JSON number', (number) => typeof number === 'number'),
  rewriteReservations('RSV-23', 'only the first number is looked at', (body) => {
    if (body.phone_numbers?.every?.((entry: Body) => entry?.phone_number))
      body.phone_numbers = body.phone_numbers.filter((entry: Body, index: number) => index === 0 || isNumber(entry));
  }),
  fault(
    ['RSV-23', 'RSV-27', 'RSV-25'],
    'a refused reservation holds the numbers next to the wrong one',
    async (request, call) => {
      const answer = await call(request);
      const [first, ...others] = parseJson(request.body)?.phone_numbers ?? [];
      if (goesTo('reserve', request) && answer.status === 422 && others.length > 0)
        await call(withBody(request, { phone_numbers: [first] }));
      return answer;
    },
  ),
  fault('RSV-25', 'a reservation refused for a repeated number holds it', async (request, call) => {
    const answer = await call(request);
    const numbers = parseJson(request.body)?.phone_numbers ?? [];
    if (goesTo('reserve', request) && answer.status === 422 && numbers[0]?.phone_number === numbers[1]?.phone_number)
      await call(withBody(request, { phone_numbers: numbers.slice(0, 1) }));
    return answer;
  }),
  refusedWith('RSV-24', 'a number in another form is 400', 400, ({ errors }) => isAboutNumber(errors[0].source)),
  error(['RSV-24', 'RSV-28', 'RSV-29', 'RSV-25'], 'a number in another form has the code 10015', {
    code: (code, { source }) => (isAboutNumber(source) ? '10015' : code),
  }),
  error('RSV-24', 'the pointer is always at the first entry', {
    'source.pointer': (pointer) => pointer.replace(/\d+/, '0'),
  }),
  fault('RSV-24', 'a number in another form is one that could not be held', async (request, call) => {
    const answer = await call(request);
    const refused = goesTo('reserve', request) ? parseJson(answer.body) : undefined;
    const numbers = getNumbers(parseJson(request.body));
    const areTexts = numbers.every(({ phone_number }) => typeof phone_number === 'string');
    if (!areTexts || !isAboutNumber(refused?.errors?.[0]?.source) || isTwice(parseJson(request.body))) return answer;
    const phone_numbers = numbers.map((entry) => (isNumber(entry) ? entry : { phone_number: '+447700900199' }));
    return call(withBody(request, { phone_numbers }));
  }),
  rewriteReservations('RSV-25', 'a number that comes twice is held once', (body) => {
    const seen = new Set();
    body.phone_numbers =
      body.phone_numbers?.filter?.((entry: Body) => {
        const isNew = typeof entry?.phone_number !== 'string' || !seen.has(entry.phone_number);
        seen.add(entry?.phone_number);
        return isNew;
      }) ?? body.phone_numbers;
  }),
  rewriteReservations('RSV-25', 'only neighbours are compared', (body) => {
    const numbers = body.phone_numbers?.map?.((entry: Body) => entry?.phone_number) ?? [];
    if (numbers.length > 2)
      body.phone_numbers = body.phone_numbers.filter(
        (_: Body, index: number) => numbers.indexOf(numbers[index]) >= index - 1,
      );
  }),
  refusedWith(['RSV-25', 'RSV-29', 'ERR-13'], 'a number that comes twice is 409', 409, (_, sent) => isTwice(sent)),
  refuses('RSV-26', 'a number of fifteen digits is refused', (body) =>
    getNumbers(body).some((entry) => /^\+\d{15}$/.test(entry?.phone_number)),
  ),
  error(['RSV-28', 'RSV-24', 'RSV-25', 'RSV-29'], 'errors have the code 10015', {
    code: (code) => (code === '10009' ? code : '10015'),
  }),
  error(['RSV-28', 'RSV-29', 'ERR-9', 'AUTH-3'], 'an authentication failure has the code 10007', {
    code: replace('10009', '10007'),
  }),
  changeAnswer(['RSV-28', 'ERR-1'], 'a non-JSON body is refused without the standard body', 'reserve', ({ status }) =>
    status === 400 ? { message: 'Bad request' } : undefined,
  ),
  changeStatus(['RSV-29', 'ERR-13'], 'an authentication failure is 403', 'reserve', 401, 403),
  changeStatus(['RSV-29', 'RSV-24', 'RSV-25', 'ERR-13'], 'a failed validation is 409', 'reserve', 422, 409),
  changeStatus(['RSV-30', 'RSV-29', 'ERR-13'], 'a full table is answered with 409', 'reserve', 503, 409),
];

/** Faults of number reservations. */
export const faults: readonly Fault[] = [...reservations, ...reservationRequests];
