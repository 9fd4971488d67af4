import {
  type Ask,
  changeAnswer,
  changeBody,
  changeRequest,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  goesTo,
  isAuthenticated,
  json,
  parsed,
  refusal,
  type Serve,
} from './fault.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
type Body = any;

/** Handles updates; the body is handed over parsed. */
function onUpdate(serve: (body: Body, request: FaultRequest, ask: Ask) => Promise<FaultAnswer> | FaultAnswer): Serve {
  return async (request, ask) => {
    if (!goesTo('update', request) || !isAuthenticated(request)) return ask(request);
    return serve(parsed(request.body), request, ask);
  };
}

type Also = Fault['also'];

/** Changes the notification in answers with 200. */
const shows = (
  rule: Fault['rule'],
  title: string,
  change: (data: Body, request: FaultRequest) => void,
  also?: Also,
): Fault =>
  fault(
    rule,
    title,
    changeAnswer('update', ({ status, body }, request) => {
      if (status === 200) change(body.data, request);
    }),
    also,
  );

/** Takes the requests for which `when` holds as if their body had been another one. */
const takes = (
  rule: Fault['rule'],
  title: string,
  when: (body: Body) => unknown,
  as: (body: Body) => unknown,
  also?: Also,
): Fault =>
  fault(
    rule,
    title,
    changeBody('update', (body) => (when(body) ? as(body) : body)),
    also,
  );

/** Refuses the requests for which `when` holds. */
const refuses = (rule: Fault['rule'], title: string, when: (body: Body) => unknown, status = 422, also?: Also): Fault =>
  fault(
    rule,
    title,
    onUpdate(async (body, request, ask) => {
      if (!isPlain(body) || !when(body)) return ask(request);
      const { answer } = await tried(body, request, ask);
      return answer.status === 200 ? refusal(status, '10015') : answer;
    }),
    also,
  );

/** Gives another answer where the right one has this status. */
const instead = (rule: Fault['rule'], title: string, of: number, answer: () => FaultAnswer, also?: Also): Fault =>
  fault(
    rule,
    title,
    onUpdate(async (_, request, ask) => {
      const real = await ask(request);
      return real.status === of ? answer() : real;
    }),
    also,
  );

const withBody = (request: FaultRequest, body: unknown): FaultRequest => ({
  ...request,
  body: Buffer.from(JSON.stringify(body)),
});

/** Does not keep what an update has changed, and shows what it would have been, or what it is. */
const undoes = (rule: Fault['rule'], title: string, shown: 'before' | 'after', also: Also): Fault =>
  fault(
    rule,
    title,
    onUpdate(async (body, request, ask) => {
      if (!isPlain(body) || !body.threshold) return ask(request);
      const { before, answer } = await tried(body, request, ask);
      return answer.status === 200 && shown === 'before' ? json(200, { data: before }) : answer;
    }),
    also,
  );

/** A part of the threshold is shown no more when another one was written alone, until it is written again. */
const loses = (rule: Fault['rule'], title: string, lost: 'amount' | 'unit', written: 'amount' | 'unit'): Fault => ({
  rule,
  title,
  begin: () => {
    let isLost = false;
    return onUpdate(async (body, request, ask) => {
      const answer = await ask(request);
      if (answer.status !== 200) return answer;
      if (body?.threshold?.[lost] !== undefined) isLost = false;
      else if (body?.threshold?.[written] !== undefined) isLost = true;
      const shown = parsed(answer.body);
      if (isLost) delete shown.data.threshold[lost];
      return json(200, shown);
    });
  },
});

/** Makes an update and takes it back: its answer, and the notification as it was and is again. */
async function tried(body: Body, request: FaultRequest, ask: Ask): Promise<{ before: Body; answer: FaultAnswer }> {
  const before = parsed((await ask(withBody(request, {}))).body)?.data;
  const answer = await ask(request);
  if (answer.status === 200 && (body.threshold || body.sim_card_id)) {
    await ask(withBody(request, { threshold: before.threshold, sim_card_id: before.sim_card_id }));
  }
  return { before, answer };
}

const idOf = ({ url }: FaultRequest) => url.split('?')[0]?.split('/').pop() ?? '';
const isUuid = (id: unknown) => isText(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
const isPlain = (value: Body) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRight = ({ amount = '1', unit = 'MB' }) => isText(amount, /^\d+(\.\d+)?$/) && isText(unit, /^[MG]B$/);
const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const uuid = '0c5d9b1e-7f43-4b0a-8a5e-2f6b1d9c3e70';
const foreign = '7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const readOnly = ['id', 'record_type', 'created_at', 'updated_at'] as const;

/** Writes what a body says about a read-only field over every later answer. */
function writable(field: (typeof readOnly)[number]): Fault {
  const begin = () => {
    let forged: unknown;
    return onUpdate(async (body, request, ask) => {
      const answer = await ask(request);
      if (answer.status !== 200) return answer;
      forged = body?.[field] ?? forged;
      const shown = parsed(answer.body);
      if (forged !== undefined) shown.data[field] = forged;
      return json(200, shown);
    });
  };
  return { rule: 'SIM-11', title: `${field} can be written`, also: ['SIM-3', 'SIM-5'], begin };
}

/** Faults of the update of a notification. */
export const faults: readonly Fault[] = [
  fault(
    'SIM-1',
    'there is no such path',
    onUpdate(() => refusal(404, '10005')),
    ['SIM-*', 'VER-1'],
  ),
  refuses('SIM-1', 'updates are refused', ({ threshold }) => threshold !== undefined, 422, ['SIM-*', 'HTTP-10']),
  undoes('SIM-1', 'no threshold is changed', 'before', ['SIM-9', 'SIM-15']),

  fault(
    'SIM-2',
    '201 instead of 200',
    changeAnswer('update', (answer) => {
      if (answer.status === 200) answer.status = 201;
    }),
  ),
  instead('SIM-2', '204 without a body', 200, () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })),
  fault(
    'SIM-2',
    'the notification stands in no `data`',
    changeAnswer('update', ({ status, body }) => (status === 200 ? body.data : undefined)),
  ),
  fault(
    'SIM-2',
    '`data` is a list',
    changeAnswer('update', ({ status, body }) => (status === 200 ? { data: [body.data] } : undefined)),
  ),
  shows('SIM-3', 'another id', (data) => {
    data.id = uuid;
  }),
  shows('SIM-3', 'an id that is no UUID', (data) => {
    data.id = '17';
  }),
  shows('SIM-4', 'a SIM card that is named by no UUID', (data) => {
    data.sim_card_id = 'sim_17';
  }),
  shows('SIM-4', 'the SIM card is an object', (data) => {
    data.sim_card_id = { id: data.sim_card_id };
  }),
  shows('SIM-5', 'another record type', (data) => {
    data.record_type = 'sim_card_notification';
  }),
  shows('SIM-6', 'the amount is a number', (data) => {
    data.threshold.amount = Number(data.threshold.amount);
  }),
  shows(
    'SIM-6',
    'the amount carries its unit',
    (data) => {
      data.threshold.amount += 'MB';
    },
    ['SIM-22'],
  ),
  shows('SIM-6', 'the unit in lower case', (data) => {
    data.threshold.unit = data.threshold.unit.toLowerCase();
  }),
  shows('SIM-6', 'the threshold is a text', (data) => {
    data.threshold = '2048 MB';
  }),
  shows('SIM-7', 'times are numbers', (data) => {
    data.updated_at = Date.parse(data.updated_at);
  }),
  shows(
    'SIM-7',
    'times are written as in mail',
    (data) => {
      data.created_at = new Date(data.created_at).toUTCString();
    },
    ['SIM-8'],
  ),
  shows('SIM-7', 'a blank stands between date and time', (data) => {
    data.updated_at = data.updated_at.replace('T', ' ');
  }),
  shows(
    'SIM-7',
    'a date without a time',
    (data) => {
      data.created_at = data.created_at.slice(0, 10);
    },
    ['SIM-8'],
  ),
  shows('SIM-8', 'times are two hours east of UTC', (data) => {
    const local = new Date(Date.parse(data.updated_at) + 7_200_000).toISOString();
    data.updated_at = local.replace('Z', '+02:00');
  }),

  {
    rule: 'SIM-9',
    title: 'the answer shows the threshold from before',
    begin: () => {
      let before: unknown;
      return onUpdate(async (body, request, ask) => {
        const answer = await ask(request);
        const shown = parsed(answer.body);
        if (answer.status !== 200) return answer;
        const now = shown.data.threshold;
        if (body?.threshold && before) shown.data.threshold = before;
        before = now;
        return json(200, shown);
      });
    },
  },
  undoes('SIM-9', 'the new threshold is shown but not kept', 'after', ['SIM-1', 'SIM-14', 'SIM-15']),
  shows(
    'SIM-9',
    'amounts are rounded',
    ({ threshold }) => {
      threshold.amount = String(Math.round(threshold.amount));
    },
    ['SIM-1', 'SIM-15'],
  ),
  shows('SIM-9', 'amounts lose digits', ({ threshold }) => {
    threshold.amount = String(Number(threshold.amount));
  }),
  takes(
    'SIM-9',
    'a new SIM card takes the threshold away',
    (body) => isUuid(body?.sim_card_id) && !body.threshold,
    (body) => ({ ...body, threshold: { amount: '0', unit: 'MB' } }),
  ),
  takes(
    'SIM-9',
    'the unit can not be changed',
    ({ threshold }) => threshold?.unit === 'MB',
    (body) => ({ ...body, threshold: { ...body.threshold, unit: 'GB' } }),
    ['SIM-1', 'SIM-15'],
  ),

  takes(
    'SIM-10',
    'the SIM card is ignored',
    ({ sim_card_id }) => isUuid(sim_card_id),
    ({ sim_card_id: _, ...rest }) => rest,
  ),
  {
    rule: 'SIM-10',
    title: 'an update of the threshold takes the SIM card away',
    begin: () => {
      let isGone = false;
      return onUpdate(async (body, request, ask) => {
        const answer = await ask(request);
        const shown = parsed(answer.body);
        if (answer.status !== 200) return answer;
        if (body?.sim_card_id) isGone = false;
        else if (body?.threshold) isGone = true;
        if (isGone) shown.data.sim_card_id = null;
        return json(200, shown);
      });
    },
  },
  refuses('SIM-10', 'the SIM card is refused', ({ sim_card_id }) => isUuid(sim_card_id), 422, ['SIM-1', 'SIM-13']),
  fault(
    'SIM-10',
    'the SIM card is shown but not kept',
    onUpdate(async (body, request, ask) => {
      if (!isUuid(body?.sim_card_id)) return ask(request);
      const answer = await ask(withBody(request, {}));
      const shown = parsed(answer.body);
      if (shown?.data) shown.data.sim_card_id = body.sim_card_id;
      return json(answer.status, shown);
    }),
  ),

  ...readOnly.map(writable),
  refuses('SIM-12', 'read-only fields are refused', (body) => readOnly.some((field) => field in body)),
  refuses('SIM-12', 'an id in the body is refused', (body) => 'id' in body, 400),
  refuses('SIM-14', 'an update with {} is refused', (body) => Object.keys(body).length === 0),
  refuses('SIM-13', 'the threshold is required', (body) => !('threshold' in body), 422, ['SIM-14']),
  refuses('SIM-13', 'the SIM card is required', (body) => !('sim_card_id' in body), 422, ['SIM-1', 'SIM-14']),
  refuses('SIM-15', 'the unit is required', ({ threshold }) => threshold && !threshold.unit, 422, [
    'SIM-1',
    'SIM-22',
    'HTTP-10',
  ]),
  refuses('SIM-15', 'the amount is required', ({ threshold }) => threshold && !threshold.amount, 422, [
    'SIM-1',
    'HTTP-10',
  ]),
  shows('SIM-14', '{} changes updated_at', (data, { body }) => {
    if (body.toString() === '{}') data.updated_at = new Date().toISOString();
  }),
  takes(
    'SIM-14',
    '{} resets the threshold',
    (body) => Object.keys(body).length === 0,
    () => ({ threshold: { amount: '0.0', unit: 'MB' } }),
    ['SIM-1', 'SIM-9', 'SIM-15'],
  ),
  fault(
    'SIM-14',
    '{} is answered without the threshold',
    onUpdate(async (body, request, ask) => {
      const answer = await ask(request);
      if (Object.keys(body ?? {}).length > 0 || answer.status !== 200) return answer;
      const { threshold: _, ...data } = parsed(answer.body).data;
      return json(200, { data });
    }),
  ),
  takes(
    'SIM-15',
    'a missing unit becomes MB',
    ({ threshold }) => threshold?.amount,
    (body) => ({
      ...body,
      threshold: { unit: 'MB', ...body.threshold },
    }),
  ),
  loses('SIM-15', 'an amount alone drops the unit', 'unit', 'amount'),
  loses('SIM-15', 'a unit alone drops the amount', 'amount', 'unit'),
  takes(
    'SIM-15',
    'a missing amount becomes 0.0',
    ({ threshold }) => threshold?.unit,
    (body) => ({
      ...body,
      threshold: { amount: '0.0', ...body.threshold },
    }),
  ),
  takes(
    'SIM-15',
    'an update of a part is ignored',
    ({ threshold }) => isPlain(threshold) && !(threshold.amount && threshold.unit) && isRight(threshold),
    ({ threshold: _, ...rest }) => rest,
  ),

  fault(
    'SIM-16',
    'no body counts as {}',
    changeRequest('update', (request) => (request.body.length === 0 ? withJson(request) : undefined)),
    ['SIM-17'],
  ),
  fault(
    'SIM-17',
    'no body is answered with 422',
    onUpdate((_, request, ask) => (request.body.length === 0 ? refusal(422, '10015') : ask(request))),
  ),
  fault(
    'SIM-18',
    'any id is accepted',
    onUpdate((_, request, ask) => (isUuid(idOf(request)) ? ask(request) : json(200, { data: {} }))),
    ['SIM-19', 'ERR-10'],
  ),
  fault(
    'SIM-18',
    'a UUID with something after it is accepted',
    onUpdate((_, request, ask) =>
      isUuid(idOf(request).slice(0, 36)) && !isUuid(idOf(request)) ? json(200, { data: {} }) : ask(request),
    ),
    ['SIM-19', 'ERR-10'],
  ),
  fault(
    'SIM-19',
    'an id that is no UUID is answered with 404',
    onUpdate((_, request, ask) => (isUuid(idOf(request)) ? ask(request) : refusal(404, '10005'))),
    ['ERR-10'],
  ),
  fault(
    'SIM-19',
    'an id that is no UUID is answered with 400',
    onUpdate((_, request, ask) => (isUuid(idOf(request)) ? ask(request) : refusal(400, '10015'))),
    ['ERR-10'],
  ),
  takes(
    'SIM-20',
    'any text names a SIM card',
    ({ sim_card_id }) => typeof sim_card_id === 'string' && !isUuid(sim_card_id),
    (body) => ({ ...body, sim_card_id: uuid }),
    ['ERR-10'],
  ),
  takes(
    'SIM-20',
    'a SIM card that is no text is ignored',
    ({ sim_card_id }) => sim_card_id !== undefined && typeof sim_card_id !== 'string',
    ({ sim_card_id: _, ...rest }) => rest,
    ['ERR-10'],
  ),
  takes(
    'SIM-21',
    'a threshold that is no object is ignored',
    ({ threshold }) => threshold !== undefined && (typeof threshold !== 'object' || Array.isArray(threshold)),
    ({ threshold: _, ...rest }) => rest,
    ['ERR-10'],
  ),
  takes(
    'SIM-21',
    'amounts may be numbers',
    ({ threshold }) => typeof threshold?.amount === 'number',
    (body) => ({ ...body, threshold: { ...body.threshold, amount: String(body.threshold.amount) } }),
    ['ERR-10'],
  ),
  takes(
    'SIM-21',
    'amounts may be any text',
    ({ threshold }) => isText(threshold?.amount, /[^\d.]/),
    (body) => ({ ...body, threshold: { ...body.threshold, amount: '1' } }),
    ['SIM-22', 'ERR-10'],
  ),
  takes(
    'SIM-21',
    'an empty amount is ignored',
    ({ threshold }) => threshold?.amount === '',
    (body) => ({ ...body, threshold: { unit: body.threshold.unit } }),
    ['SIM-22'],
  ),
  takes(
    'SIM-21',
    'units may be KB',
    ({ threshold }) => threshold?.unit === 'KB',
    (body) => ({ ...body, threshold: { ...body.threshold, unit: 'MB' } }),
    ['ERR-10'],
  ),
  takes(
    'SIM-21',
    'the letter case of units does not count',
    ({ threshold }) => typeof threshold?.unit === 'string',
    (body) => ({ ...body, threshold: { ...body.threshold, unit: body.threshold.unit.toUpperCase() } }),
  ),
  fault(
    'SIM-21',
    'the amount next to a wrong unit is taken over',
    onUpdate(async (body, request, ask) => {
      const answer = await ask(request);
      const { amount, unit } = body?.threshold ?? {};
      if (answer.status === 422 && typeof amount === 'string' && unit !== undefined) {
        await ask(withBody(request, { threshold: { amount } }));
      }
      return answer;
    }),
  ),
  ...(
    [
      ['signs are accepted', /^[+-]/],
      ['exponents are accepted', /e/i],
      ['blanks around an amount are accepted', /^ | $/],
      ['a bare point is accepted', /^\.\d|\d\.$/],
      ['a line break after an amount is accepted', /\n$/],
    ] as const
  ).map(([title, pattern]) =>
    takes(
      'SIM-22',
      title,
      ({ threshold }) => isText(threshold?.amount, pattern),
      (body) => ({ ...body, threshold: { ...body.threshold, amount: '1' } }),
    ),
  ),
  refuses('SIM-22', 'amounts without a fraction are refused', ({ threshold }) => isText(threshold?.amount, /^\d+$/)),
  refuses('SIM-22', 'an amount of nothing is refused', ({ threshold }) => isText(threshold?.amount, /^[0.]+$/)),

  instead('SIM-23', 'an unknown id is answered without a body', 404, () => json(404, undefined), ['ERR-1', 'SIM-24']),
  instead('SIM-23', 'a refused update has a body of another form', 422, () => json(422, { message: 'Invalid' }), [
    'ERR-1',
    'ERR-10',
    'ERR-11',
  ]),
  instead('SIM-23', 'the errors of a bad request are texts', 400, () => json(400, { errors: ['Invalid'] }), [
    'ERR-1',
    'HTTP-4',
  ]),
  instead('SIM-23', 'the errors have no title', 404, () => json(404, { errors: [{ code: '10005' }] }), ['ERR-2']),
  instead('SIM-24', 'an unknown id is answered with 422', 404, () => refusal(422, '10005')),
  instead('SIM-24', 'an unknown id is answered with another code', 404, () => refusal(404, '10001')),
  instead('SIM-24', 'an unknown id is answered with 200', 404, () => json(200, { data: {} })),
  fault(
    'SIM-25',
    'the id of another account is answered with 403',
    onForeign(() => refusal(403, '10010')),
  ),
  fault(
    'SIM-25',
    'the id of another account is answered with a detail of its own',
    onForeign(() => refusal(404, '10005')),
  ),
  fault(
    'SIM-25',
    'the notification of another account is shown',
    onForeign(() => json(200, { data: { id: foreign } })),
  ),
  takes(
    'SIM-9',
    'an amount of nothing is ignored',
    ({ threshold }) => threshold?.amount === '0',
    ({ threshold: { amount: _, ...threshold }, ...rest }) => ({ ...rest, threshold }),
  ),
  takes(
    'SIM-9',
    'amounts have two decimals',
    ({ threshold }) => /^\d+\.\d{3,}$/.test(threshold?.amount),
    (body) => ({ ...body, threshold: { ...body.threshold, amount: Number(body.threshold.amount).toFixed(2) } }),
  ),
  takes(
    'SIM-9',
    'amounts end at a million',
    ({ threshold }) => /^\d{7,}(\.\d+)?$/.test(threshold?.amount),
    (body) => ({ ...body, threshold: { ...body.threshold, amount: '1000000' } }),
  ),
  takes(
    'SIM-9',
    'with a SIM card the threshold is ignored',
    ({ sim_card_id, threshold }) => isUuid(sim_card_id) && threshold,
    ({ threshold: _, ...rest }) => rest,
  ),
  takes(
    'SIM-10',
    'with a threshold the SIM card is ignored',
    ({ sim_card_id, threshold }) => isUuid(sim_card_id) && threshold,
    ({ sim_card_id: _, ...rest }) => rest,
  ),
];

function withJson(request: FaultRequest): FaultRequest {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...request, headers: [...headers, ['Content-Type', 'application/json']], body: Buffer.from('{}') };
}

function onForeign(answer: () => FaultAnswer): Serve {
  return onUpdate((_, request, ask) => (idOf(request) === foreign ? answer() : ask(request)));
}
