import {
  answerInstead,
  type Body,
  changeAnswer,
  changeBody,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  goesTo,
  json,
  parsed,
  type Rules,
  refusal,
  type Serve,
} from './fault.ts';

/** Changes every refusal. */
const refused = (
  rules: Rules,
  title: string,
  change: (answer: FaultAnswer & { body: Body }, request: FaultRequest) => void,
) =>
  changeAnswer(rules, title, 'reserve', (answer, request) => {
    if (answer.status >= 400) change(answer, request);
  });

/** Changes the requested numbers before the mock sees them. */
const asked = (rules: Rules, title: string, change: (body: Body) => void) =>
  changeBody(rules, title, 'reserve', (body) => {
    if (!Array.isArray(body)) change(body);
    return body;
  });

const numbersOf = (body: Body): Body[] => (Array.isArray(body?.phone_numbers) ? body.phone_numbers : []);

/** Refuses what the mock accepts. */
const refuses = (
  rules: Rules,
  title: string,
  when: (body: Body, request: FaultRequest) => boolean,
  answer = refusal(422, '10007'),
) =>
  answerInstead(
    rules,
    title,
    'reserve',
    (request) => when(parsed(request.body), request),
    () => answer,
  );

/** Answers as if the rest of the body had been sent when the whole is refused for a part of it. */
const overlooks = (rules: Rules, title: string, repair: (body: Body) => unknown) =>
  fault(rules, title, async (request, ask) => {
    const body = goesTo('reserve', request) ? parsed(request.body) : undefined;
    const repaired = body === undefined ? undefined : repair(body);
    return ask(repaired === undefined ? request : { ...request, body: Buffer.from(JSON.stringify(repaired)) });
  });

/** Reads a body of the wrong kind as an empty one. */
const takes = (title: string, isOdd: (body: Body) => boolean) =>
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
  return fault(['RSV-23', 'RSV-9'], title, serve);
};

function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', '000Z');
}

function pointerOf({ body }: { body: Body }): string | undefined {
  return body?.errors?.[0]?.source?.pointer;
}

/** Faults of how a reservation is read, and refused. */
export const faults: readonly Fault[] = [
  refuses('RSV-1', 'the path is not known', () => true, refusal(404, '10007')),
  refuses('RSV-1', 'a customer reference with numbers is refused', (body) => {
    return body?.customer_reference !== undefined && numbersOf(body).length > 0;
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
  takes('a list is read as an empty body', Array.isArray),
  takes('a text is read as an empty body', (body) => typeof body === 'string'),
  overlooks(['RSV-22', 'RSV-7'], 'a customer reference may be a number', (body) => {
    return typeof body?.customer_reference === 'number' ? { ...body, customer_reference: '5' } : undefined;
  }),
  overlooks('RSV-22', 'phone_numbers may be one number', (body) => {
    return typeof body?.phone_numbers === 'string' ? { phone_numbers: [] } : undefined;
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
  refused(['RSV-24', 'RSV-28', 'RSV-29', 'RSV-25'], 'a number in another form has the code 10015', ({ body }) => {
    for (const error of body.errors) if (error.source?.pointer.endsWith('/phone_number')) error.code = '10015';
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
      body.phone_numbers?.filter?.((one: Body) => {
        const isNew = typeof one?.phone_number !== 'string' || !seen.has(one.phone_number);
        seen.add(one?.phone_number);
        return isNew;
      }) ?? body.phone_numbers;
  }),
  refused(['RSV-25', 'RSV-29', 'ERR-13'], 'a number that comes twice is 409', (answer) => {
    if (answer.body.errors[0].detail?.includes('more than once')) answer.status = 409;
  }),
  refuses('RSV-26', 'a number of fifteen digits is refused', (body) => {
    return numbersOf(body).some((entry) => /^\+\d{15}$/.test(entry?.phone_number));
  }),
  refused(['RSV-28', 'RSV-24', 'RSV-25', 'RSV-29'], 'errors have the code 10015', ({ status, body }) => {
    if (status !== 401) for (const error of body.errors) error.code = '10015';
  }),
  refused(
    ['RSV-28', 'RSV-29', 'ERR-9', 'AUTH-3'],
    'an authentication failure has the code 10007',
    ({ status, body }) => {
      if (status === 401) for (const error of body.errors) error.code = '10007';
    },
  ),
  refused(['RSV-28', 'ERR-1'], 'a body that is no JSON is refused without the standard body', (answer) => {
    if (answer.status === 400) answer.body = { message: 'Bad request' };
  }),
  refused(['RSV-29', 'ERR-13'], 'an authentication failure is 403', (answer) => {
    if (answer.status === 401) answer.status = 403;
  }),
  refused(['RSV-29', 'RSV-24', 'RSV-25', 'ERR-13'], 'a failed validation is 409', (answer) => {
    if (answer.status === 422) answer.status = 409;
  }),
  fault(['RSV-30', 'RSV-29', 'ERR-13'], 'a full table is answered with 409', async (request, ask) => {
    const answer = await ask(request);
    return goesTo('reserve', request) && answer.status === 503 ? { ...answer, status: 409 } : answer;
  }),
  refuses('RSV-1', 'more than four numbers are refused', (body) => body?.phone_numbers?.length > 4),
  asked('RSV-23', 'only the first number is looked at', (body) => {
    const isNumber = ({ phone_number }: Body) => /^\+[1-9]\d{1,14}$/.test(phone_number);
    if (body.phone_numbers?.every?.((one: Body) => one?.phone_number)) {
      body.phone_numbers = body.phone_numbers.filter((one: Body, index: number) => index === 0 || isNumber(one));
    }
  }),
  fault(['RSV-23', 'RSV-27'], 'a refused reservation holds the numbers next to the wrong one', async (request, ask) => {
    const answer = await ask(request);
    const [first, ...others] = parsed(request.body)?.phone_numbers ?? [];
    if (!goesTo('reserve', request) || answer.status !== 422 || others.length === 0) return answer;
    await ask({ ...request, body: Buffer.from(JSON.stringify({ phone_numbers: [first] })) });
    return answer;
  }),
  asked('RSV-25', 'only neighbours are compared', (body) => {
    const numbers = body.phone_numbers?.map?.((one: Body) => one?.phone_number) ?? [];
    if (numbers.length < 3) return;
    body.phone_numbers = body.phone_numbers.filter(
      (_: Body, index: number) => numbers.indexOf(numbers[index]) >= index - 1,
    );
  }),
];
