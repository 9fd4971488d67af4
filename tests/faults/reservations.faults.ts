import {
  answerInstead,
  changeAnswer,
  changeBody,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  goesTo,
  json,
  parsed,
  refusal,
  type Serve,
} from './fault.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
type Found = any;

/** Changes the reservation of a success. */
const made = (rule: Fault['rule'], title: string, change: (reservation: Found) => void, also?: Fault['also']) =>
  fault(
    rule,
    title,
    changeAnswer('reserve', ({ status, body }) => {
      if (status === 200) change(body.data);
    }),
    also,
  );

/** Changes every number of a reservation. */
const each = (
  rule: Fault['rule'],
  title: string,
  change: (entry: Found, index: number) => void,
  also?: Fault['also'],
) => made(rule, title, ({ phone_numbers }) => phone_numbers.forEach(change), also);

/** Changes every refusal. */
const refused = (
  rule: Fault['rule'],
  title: string,
  change: (answer: FaultAnswer & { body: Found }, request: FaultRequest) => void,
  also?: Fault['also'],
) =>
  fault(
    rule,
    title,
    changeAnswer('reserve', (answer, request) => {
      if (answer.status >= 400) change(answer, request);
    }),
    also,
  );

/** Changes the numbers asked for before the mock sees them. */
const asked = (rule: Fault['rule'], title: string, change: (body: Found) => void, also?: Fault['also']) =>
  fault(
    rule,
    title,
    changeBody('reserve', (body) => {
      if (!Array.isArray(body)) change(body);
      return body;
    }),
    also,
  );

const numbersOf = (body: Found): Found[] => (Array.isArray(body?.phone_numbers) ? body.phone_numbers : []);

/** Refuses what the mock accepts. */
const refuses = (
  rule: Fault['rule'],
  title: string,
  when: (body: Found, request: FaultRequest) => boolean,
  answer = refusal(422, '10007'),
) =>
  fault(
    rule,
    title,
    answerInstead(
      'reserve',
      (request) => when(parsed(request.body), request),
      () => answer,
    ),
  );

/** Answers as if the rest of the body had been sent when the whole is refused for a part of it. */
const overlooks = (rule: Fault['rule'], title: string, repair: (body: Found) => unknown) =>
  fault(rule, title, async (request, ask) => {
    const body = goesTo('reserve', request) ? parsed(request.body) : undefined;
    const repaired = body === undefined ? undefined : repair(body);
    return ask(repaired === undefined ? request : { ...request, body: Buffer.from(JSON.stringify(repaired)) });
  });

/** Reads a body of the wrong kind as an empty one. */
const takes = (title: string, isOdd: (body: Found) => boolean) =>
  overlooks('RSV-22', title, (body) => (isOdd(body) ? {} : undefined));

/** Numbers of a form that is overlooked are left out, and the answer shows them as held. */
const holdsOdd = (title: string, isOdd: (number: unknown) => boolean) => {
  const serve: Serve = async (request, ask) => {
    const body = goesTo('reserve', request) ? parsed(request.body) : undefined;
    const odd = numbersOf(body).filter((entry) => isOdd(entry?.phone_number));
    if (odd.length === 0) return ask(request);
    const rest = { ...body, phone_numbers: numbersOf(body).filter((entry) => !odd.includes(entry)) };
    const answer = await ask({ ...request, body: Buffer.from(JSON.stringify(rest)) });
    const { data } = parsed(answer.body) ?? {};
    if (!data) return answer;
    const { created_at, updated_at } = data;
    const expired_at = later(created_at, 30);
    for (const { phone_number } of odd) {
      const [id, record_type] = [crypto.randomUUID(), 'reserved_phone_number'];
      const held = { id, record_type, phone_number: String(phone_number), status: 'pending', errors: '' };
      data.phone_numbers.push({ ...held, created_at, updated_at, expired_at });
    }
    return json(200, { data });
  };
  return fault('RSV-23', title, serve, ['RSV-9']);
};

function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', '000Z');
}

/** Numbers that could not be held show as held. */
function pretend(entry: Found): void {
  if (entry.status !== 'failure') return;
  Object.assign(entry, { status: 'pending', errors: '', expired_at: later(entry.created_at, 30) });
}

const withoutFraction = (time: string) => time.replace(/\.\d+/, '');
const milliseconds = (time: string) => time.replace(/000Z$/, 'Z');

/** Faults of number reservations. */
export const faults: readonly Fault[] = [
  refuses('RSV-1', 'the path is not known', () => true, refusal(404, '10007')),
  refuses('RSV-1', 'a customer reference with numbers is refused', (body) => {
    return body?.customer_reference !== undefined && numbersOf(body).length > 0;
  }),
  made('RSV-2', 'only the first number is reserved', (data) => {
    data.phone_numbers = data.phone_numbers.slice(0, 1);
  }),
  fault(
    'RSV-3',
    'answered with 201',
    changeAnswer('reserve', (answer) => {
      if (answer.status === 200) answer.status = 201;
    }),
  ),
  fault(
    'RSV-3',
    'an empty reservation is answered with 202',
    changeAnswer('reserve', (answer) => {
      if (answer.status === 200 && answer.body.data.phone_numbers.length === 0) answer.status = 202;
    }),
  ),
  fault(
    'RSV-4',
    'the reservation is not in data',
    changeAnswer('reserve', ({ status, body }) => (status === 200 ? body.data : undefined)),
  ),
  fault(
    'RSV-4',
    'data is a list',
    changeAnswer('reserve', ({ status, body }) => (status === 200 ? { data: [body.data] } : undefined)),
  ),
  made('RSV-5', 'id is a number', (data) => {
    data.id = 42;
  }),
  made('RSV-5', 'id has a prefix', (data) => {
    data.id = `res_${data.id}`;
  }),
  made('RSV-5', 'every reservation has one id', (data) => {
    data.id = '11111111-1111-4111-8111-111111111111';
  }),
  made('RSV-5', 'record_type is reservation', (data) => {
    data.record_type = 'reservation';
  }),
  made('RSV-6', 'phone_numbers is an object by number', (data) => {
    data.phone_numbers = Object.fromEntries(data.phone_numbers.map((one: Found) => [one.phone_number, one]));
  }),
  made('RSV-6', 'phone_numbers holds bare numbers', (data) => {
    data.phone_numbers = data.phone_numbers.map((one: Found) => one.phone_number);
  }),
  made('RSV-7', 'the reference is in small letters', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.toLowerCase();
  }),
  made('RSV-7', 'the reference loses what is not ASCII', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.replace(/[^ -~]/g, '?');
  }),
  made('RSV-7', 'another reference is shown', (data) => {
    data.customer_reference = 'reference';
  }),
  each('RSV-8', 'the id of a number is a number', (entry, index) => {
    entry.id = index;
  }),
  each('RSV-8', 'all numbers have one id', (entry) => {
    entry.id = '11111111-1111-4111-8111-111111111111';
  }),
  each('RSV-8', 'record_type of a number is phone_number', (entry) => {
    entry.record_type = 'phone_number';
  }),
  each('RSV-9', 'numbers are shown without a plus', (entry) => {
    entry.phone_number = entry.phone_number?.slice(1);
  }),
  each('RSV-9', 'all entries show one number', (entry) => {
    entry.phone_number = '+13125550199';
  }),
  made('RSV-10', 'created_at has milliseconds', (data) => {
    data.created_at = milliseconds(data.created_at);
  }),
  made('RSV-10', 'updated_at has an offset', (data) => {
    data.updated_at = data.updated_at.replace('Z', '+00:00');
  }),
  each('RSV-10', 'created_at of a number has whole seconds', (entry) => {
    entry.created_at = withoutFraction(entry.created_at);
  }),
  each('RSV-10', 'updated_at of a number is in seconds since 1970', (entry) => {
    entry.updated_at = Date.parse(entry.updated_at) / 1000;
  }),
  made('RSV-11', 'status is an object', (data) => {
    data.status = { name: data.status };
  }),
  each('RSV-11', 'status of a number is true', (entry) => {
    entry.status = entry.status === 'pending';
  }),
  made('RSV-12', 'a new reservation is active', (data) => {
    data.status = 'active';
  }),
  each('RSV-12', 'a number that could not be held is unavailable', (entry) => {
    if (entry.status === 'failure') entry.status = 'unavailable';
  }),
  made('RSV-13', 'a new reservation is a success', (data) => {
    data.status = 'success';
  }),
  each(
    'RSV-13',
    'held numbers are a success',
    (entry) => {
      if (entry.status === 'pending') entry.status = 'success';
    },
    ['RSV-27'],
  ),
  each('RSV-14', 'expired_at is in seconds since 1970', (entry) => {
    if (entry.expired_at) entry.expired_at = Date.parse(entry.expired_at) / 1000;
  }),
  each(
    'RSV-14',
    'expired_at is in words',
    (entry) => {
      if (entry.expired_at) entry.expired_at = 'in 30 minutes';
    },
    ['RSV-15'],
  ),
  each(
    'RSV-14',
    'expired_at is before created_at',
    (entry) => {
      if (entry.expired_at) entry.expired_at = later(entry.created_at, -30);
    },
    ['RSV-16'],
  ),
  each('RSV-15', 'expired_at has whole seconds', (entry) => {
    if (entry.expired_at) entry.expired_at = withoutFraction(entry.expired_at);
  }),
  each('RSV-16', 'a number is held for 29 minutes', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.created_at, 29);
  }),
  each('RSV-16', 'a number is held for a day', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.created_at, 24 * 60);
  }),
  each(
    'RSV-17',
    'a hold ends ten minutes before expired_at',
    (entry) => {
      if (entry.expired_at) entry.expired_at = later(entry.expired_at, 10);
    },
    ['RSV-16'],
  ),
  each(
    'RSV-17',
    'a hold goes on for ten minutes after expired_at',
    (entry) => {
      if (entry.expired_at) entry.expired_at = later(entry.expired_at, -10);
    },
    ['RSV-16'],
  ),
  each('RSV-18', 'errors is a list', (entry) => {
    if (entry.errors) entry.errors = [entry.errors];
  }),
  each('RSV-18', 'errors is empty', (entry) => {
    entry.errors = '';
  }),
  each('RSV-18', 'errors is a number', (entry) => {
    if (entry.errors) entry.errors = '4711';
  }),
  refuses('RSV-19', '{} is refused', (body) => JSON.stringify(body) === '{}'),
  refuses(
    'RSV-19',
    'phone_numbers is required',
    (body, { body: { length } }) => length > 0 && body?.phone_numbers === undefined,
  ),
  refuses('RSV-19', 'a reference is required with numbers', (body) => {
    return numbersOf(body).length > 0 && body.customer_reference === undefined;
  }),
  refuses('RSV-20', 'a request without a body is refused', (_body, request) => request.body.length === 0),
  made(
    'RSV-21',
    'there is no phone_numbers when it is empty',
    (data) => {
      if (data.phone_numbers.length === 0) delete data.phone_numbers;
    },
    ['RSV-32'],
  ),
  made(
    'RSV-21',
    'phone_numbers is null when it is empty',
    (data) => {
      if (data.phone_numbers.length === 0) data.phone_numbers = null;
    },
    ['RSV-32'],
  ),
  takes('a list is read as an empty body', Array.isArray),
  takes('a text is read as an empty body', (body) => typeof body === 'string'),
  overlooks('RSV-22', 'a customer reference may be a number', (body) => {
    return typeof body?.customer_reference === 'number' ? { ...body, customer_reference: '5' } : undefined;
  }),
  overlooks('RSV-22', 'a customer reference may be an object', (body) => {
    return typeof body?.customer_reference === 'object' ? { ...body, customer_reference: '{}' } : undefined;
  }),
  overlooks('RSV-22', 'phone_numbers may be one number', (body) => {
    return typeof body?.phone_numbers === 'string' ? { phone_numbers: [] } : undefined;
  }),
  overlooks('RSV-22', 'phone_numbers may be an object', (body) => {
    return body?.phone_numbers && !Array.isArray(body.phone_numbers) ? { phone_numbers: [] } : undefined;
  }),
  overlooks('RSV-22', 'phone_numbers may hold bare numbers', (body) => {
    return numbersOf(body).some((one) => typeof one === 'string') ? { phone_numbers: [] } : undefined;
  }),
  holdsOdd('a number without a plus is held', (number) => /^\d+$/.test(String(number))),
  holdsOdd('a number with blanks is held', (number) => / /.test(String(number))),
  holdsOdd('a number of sixteen digits is held', (number) => /^\+\d{16,}$/.test(String(number))),
  holdsOdd('a country code may begin with 0', (number) => /^\+0/.test(String(number))),
  holdsOdd('an empty number is held', (number) => number === ''),
  holdsOdd('a number may be a JSON number', (number) => typeof number === 'number'),
  refused('RSV-24', 'a number in another form is 400', (answer) => {
    if (pointerOf(answer)?.endsWith('/phone_number')) answer.status = 400;
  }),
  refused(
    'RSV-24',
    'a number in another form has the code 10015',
    ({ body }) => {
      for (const error of body.errors) if (error.source?.pointer.endsWith('/phone_number')) error.code = '10015';
    },
    ['RSV-28', 'RSV-29', 'RSV-25'],
  ),
  refused('RSV-24', 'there is no pointer', ({ body }) => {
    for (const error of body.errors) delete error.source;
  }),
  refused('RSV-24', 'the pointer is always at the first entry', ({ body }) => {
    for (const error of body.errors) {
      if (error.source?.pointer) error.source.pointer = error.source.pointer.replace(/\d+/, '0');
    }
  }),
  fault('RSV-24', 'a number in another form is one that could not be held', async (request, ask) => {
    const answer = await ask(request);
    const isOdd = goesTo('reserve', request) && pointerOf({ body: parsed(answer.body) })?.endsWith('/phone_number');
    const isText = numbersOf(parsed(request.body)).every((one) => typeof one.phone_number === 'string');
    if (!isOdd || !isText || parsed(answer.body).errors[0].detail.includes('more than once')) return answer;
    const others = numbersOf(parsed(request.body)).map((one) =>
      /^\+[1-9]\d{1,14}$/.test(one.phone_number) ? one : { phone_number: '+447700900199' },
    );
    return ask({ ...request, body: Buffer.from(JSON.stringify({ phone_numbers: others })) });
  }),
  asked('RSV-25', 'a number that comes twice is held once', (body) => {
    const seen = new Set();
    body.phone_numbers =
      body.phone_numbers?.filter?.((one: Found) => {
        const isNew = typeof one?.phone_number !== 'string' || !seen.has(one.phone_number);
        seen.add(one?.phone_number);
        return isNew;
      }) ?? body.phone_numbers;
  }),
  refused(
    'RSV-25',
    'a number that comes twice is 409',
    (answer) => {
      if (answer.body.errors[0].detail?.includes('more than once')) answer.status = 409;
    },
    ['RSV-29'],
  ),
  each('RSV-26', 'numbers can be held twice', pretend, ['RSV-17', 'RSV-30']),
  fault('RSV-26', 'one number that can not be held fails the request', async (request, ask) => {
    const answer = await ask(request);
    const failed = goesTo('reserve', request) && answer.body.includes('"failure"');
    return failed ? refusal(409, '10007') : answer;
  }),
  fault('RSV-26', 'a number that no inventory has fails the request', async (request, ask) => {
    const answer = await ask(request);
    const failed = goesTo('reserve', request) && answer.body.includes('not in the inventory');
    return failed ? refusal(404, '10007') : answer;
  }),
  refuses('RSV-26', 'a number of fifteen digits is refused', (body) => {
    return numbersOf(body).some((entry) => /^\+\d{15}$/.test(entry?.phone_number));
  }),
  fault('RSV-26', 'a number that another account holds can be held', async (request, ask) => {
    const answer = await ask(request);
    const isOther = request.headers.some(([, value]) => value.includes('key_other'));
    if (!goesTo('reserve', request) || !isOther || answer.status !== 200) return answer;
    const body = parsed(answer.body);
    body.data.phone_numbers.forEach(pretend);
    return json(200, body);
  }),
  {
    rule: 'RSV-26',
    title: 'next to one that can not be held, a number is called pending and not held',
    begin: () => {
      const never = new Set<string>();
      return changeAnswer('reserve', ({ status, body }) => {
        if (status !== 200) return;
        const entries: Found[] = body.data.phone_numbers;
        for (const entry of entries) if (never.has(entry.phone_number)) pretend(entry);
        if (!entries.some((entry) => entry.status === 'failure')) return;
        for (const entry of entries) if (entry.status === 'pending') never.add(entry.phone_number);
      });
    },
  },
  made(
    'RSV-27',
    'one number that can not be held spoils the others',
    ({ phone_numbers }) => {
      if (!phone_numbers.some((one: Found) => one.status === 'failure')) return;
      for (const one of phone_numbers) {
        delete one.expired_at;
        Object.assign(one, { status: 'failure', errors: 'Another number could not be held.' });
      }
    },
    ['RSV-31', 'RSV-32'],
  ),
  refused(
    'RSV-28',
    'errors have the code 10015',
    ({ status, body }) => {
      if (status !== 401) for (const error of body.errors) error.code = '10015';
    },
    ['RSV-24', 'RSV-25', 'RSV-29'],
  ),
  refused(
    'RSV-28',
    'an authentication failure has the code 10007',
    ({ status, body }) => {
      if (status === 401) for (const error of body.errors) error.code = '10007';
    },
    ['RSV-29', 'ERR-9'],
  ),
  refused(
    'RSV-28',
    'a body that is no JSON is refused without the standard body',
    (answer) => {
      if (answer.status === 400) answer.body = { message: 'Bad request' };
    },
    ['ERR-1'],
  ),
  refused('RSV-29', 'an authentication failure is 403', (answer) => {
    if (answer.status === 401) answer.status = 403;
  }),
  refused(
    'RSV-29',
    'a failed validation is 409',
    (answer) => {
      if (answer.status === 422) answer.status = 409;
    },
    ['RSV-24', 'RSV-25'],
  ),
  fault(
    'RSV-30',
    'a full table is answered with 409',
    async (request, ask) => {
      const answer = await ask(request);
      return goesTo('reserve', request) && answer.status === 503 ? { ...answer, status: 409 } : answer;
    },
    ['RSV-29'],
  ),
  each(
    'RSV-31',
    'a held number has no expired_at',
    (entry) => {
      delete entry.expired_at;
    },
    ['RSV-32'],
  ),
  each(
    'RSV-31',
    'a number that could not be held has no errors',
    (entry) => {
      if (entry.status === 'failure') delete entry.errors;
    },
    ['RSV-32'],
  ),
  each(
    'RSV-31',
    'a number has no status',
    (entry) => {
      delete entry.status;
    },
    ['RSV-32'],
  ),
  ...['id', 'record_type', 'status', 'created_at', 'updated_at'].map((name) =>
    made('RSV-32', `a reservation has no ${name}`, (data) => {
      delete data[name];
    }),
  ),
  made('RSV-32', 'a reference that was supplied is not shown', (data) => {
    delete data.customer_reference;
  }),
  ...['id', 'record_type', 'phone_number', 'created_at'].map((name) =>
    each('RSV-32', `a number has no ${name}`, (entry) => {
      delete entry[name];
    }),
  ),
  made('RSV-2', 'three numbers are the most', (data) => {
    data.phone_numbers = data.phone_numbers.slice(0, 3);
  }),
  made('RSV-2', 'ten numbers are the most', (data) => {
    data.phone_numbers = data.phone_numbers.slice(0, 10);
  }),
  made('RSV-32', 'without numbers the reference is lost', (data) => {
    if (data.phone_numbers.length === 0) data.customer_reference = null;
  }),
  refuses('RSV-2', 'more than four numbers are refused', (body) => body?.phone_numbers?.length > 4),
  made('RSV-7', 'the reference is trimmed', (data) => {
    if (data.customer_reference) data.customer_reference = data.customer_reference.trim();
  }),
  each('RSV-16', 'expired_at is half a second late', (entry) => {
    if (entry.expired_at) entry.expired_at = later(entry.expired_at, 1 / 120);
  }),
  each('RSV-18', 'a number that is held gives a reason, too', (entry) => {
    entry.errors ||= 'The number could not be held.';
  }),
  asked('RSV-23', 'only the first number is looked at', (body) => {
    const isNumber = ({ phone_number }: Found) => /^\+[1-9]\d{1,14}$/.test(phone_number);
    if (body.phone_numbers?.every?.((one: Found) => one?.phone_number)) {
      body.phone_numbers = body.phone_numbers.filter((one: Found, index: number) => index === 0 || isNumber(one));
    }
  }),
  fault(
    'RSV-23',
    'a refused reservation holds the numbers next to the wrong one',
    async (request, ask) => {
      const answer = await ask(request);
      const [first, ...others] = parsed(request.body)?.phone_numbers ?? [];
      if (!goesTo('reserve', request) || answer.status !== 422 || others.length === 0) return answer;
      await ask({ ...request, body: Buffer.from(JSON.stringify({ phone_numbers: [first] })) });
      return answer;
    },
    ['RSV-27'],
  ),
  asked('RSV-25', 'only neighbours are compared', (body) => {
    const numbers = body.phone_numbers?.map?.((one: Found) => one?.phone_number) ?? [];
    if (numbers.length < 3) return;
    body.phone_numbers = body.phone_numbers.filter(
      (_: Found, index: number) => numbers.indexOf(numbers[index]) >= index - 1,
    );
  }),
];

function pointerOf({ body }: { body: Found }): string | undefined {
  return body?.errors?.[0]?.source?.pointer;
}
