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
  json,
  parsed,
  refusal,
  type Serve,
} from './fault.ts';

/** Handles updates; the body is handed over parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
function onUpdate(serve: (body: any, request: FaultRequest, ask: Ask) => Promise<FaultAnswer> | FaultAnswer): Serve {
  return async (request, ask) => (goesTo('update', request) ? serve(parsed(request.body), request, ask) : ask(request));
}

/** Changes the notification in answers with 200. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
const showing = (change: (data: any, request: FaultRequest) => void) =>
  changeAnswer('update', ({ status, body }, request) => {
    if (status === 200) change(body.data, request);
  });

const withBody = (request: FaultRequest, body: unknown): FaultRequest => ({
  ...request,
  body: Buffer.from(JSON.stringify(body)),
});

/** Answers the requests for which `when` holds as if their body had been another one. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
const taking = (when: (body: any) => boolean, as: (body: any) => unknown) =>
  changeBody('update', (body) => (when(body) ? as(body) : body));

/** Refuses the requests for which `when` holds. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
const refusing = (when: (body: any) => boolean, status = 422) =>
  onUpdate((body, request, ask) =>
    typeof body === 'object' && body && when(body) ? refusal(status, '10015') : ask(request),
  );

/** Answers that have one status get another status, code or body. */
const instead = (of: number, answer: () => FaultAnswer) =>
  onUpdate(async (_, request, ask) => {
    const real = await ask(request);
    return real.status === of ? answer() : real;
  });

const idOf = ({ url }: FaultRequest) => decodeURIComponent(url.split('?')[0]?.split('/').pop() ?? '');
const isUuid = (id: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(id));
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
  ),
  fault(
    'SIM-1',
    'updates are refused',
    refusing(({ threshold }) => threshold !== undefined),
  ),
  fault(
    'SIM-1',
    'nothing is changed',
    taking(
      () => true,
      () => ({}),
    ),
  ),

  fault(
    'SIM-2',
    '201 instead of 200',
    changeAnswer('update', (answer) => {
      if (answer.status === 200) answer.status = 201;
    }),
  ),
  fault(
    'SIM-2',
    '204 without a body',
    instead(200, () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })),
  ),
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
  fault(
    'SIM-3',
    'another id',
    showing((data) => {
      data.id = uuid;
    }),
  ),
  fault(
    'SIM-3',
    'an id that is no UUID',
    showing((data) => {
      data.id = '17';
    }),
  ),
  fault(
    'SIM-4',
    'a SIM card that is named by no UUID',
    showing((data) => {
      data.sim_card_id = 'sim_17';
    }),
  ),
  fault(
    'SIM-4',
    'the SIM card is an object',
    showing((data) => {
      data.sim_card_id = { id: data.sim_card_id };
    }),
  ),
  fault(
    'SIM-5',
    'another record type',
    showing((data) => {
      data.record_type = 'sim_card_notification';
    }),
  ),
  fault(
    'SIM-6',
    'the amount is a number',
    showing((data) => {
      data.threshold.amount = Number(data.threshold.amount);
    }),
  ),
  fault(
    'SIM-6',
    'the amount carries its unit',
    showing((data) => {
      data.threshold.amount += 'MB';
    }),
    ['SIM-22'],
  ),
  fault(
    'SIM-6',
    'the unit in lower case',
    showing((data) => {
      data.threshold.unit = data.threshold.unit.toLowerCase();
    }),
  ),
  fault(
    'SIM-6',
    'the threshold is a text',
    showing((data) => {
      data.threshold = '2048 MB';
    }),
  ),
  fault(
    'SIM-7',
    'times are numbers',
    showing((data) => {
      data.updated_at = Date.parse(data.updated_at);
    }),
  ),
  fault(
    'SIM-7',
    'times are written as in mail',
    showing((data) => {
      data.created_at = new Date(data.created_at).toUTCString();
    }),
    ['SIM-8'],
  ),
  fault(
    'SIM-7',
    'a date without a time',
    showing((data) => {
      data.created_at = data.created_at.slice(0, 10);
    }),
    ['SIM-8'],
  ),
  fault(
    'SIM-8',
    'times are two hours east of UTC',
    showing((data) => {
      const local = new Date(Date.parse(data.updated_at) + 7_200_000).toISOString();
      data.updated_at = local.replace('Z', '+02:00');
    }),
  ),

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
  fault(
    'SIM-9',
    'the new threshold is shown but not kept',
    onUpdate(async (body, request, ask) => {
      if (!body?.threshold) return ask(request);
      const answer = await ask(withBody(request, { ...body, threshold: undefined }));
      const shown = parsed(answer.body);
      if (shown?.data) shown.data.threshold = { ...shown.data.threshold, ...body.threshold };
      return json(answer.status, shown);
    }),
  ),
  fault(
    'SIM-9',
    'amounts are rounded',
    showing(({ threshold }) => {
      threshold.amount = String(Math.round(threshold.amount));
    }),
  ),
  fault(
    'SIM-9',
    'the unit can not be changed',
    taking(
      ({ threshold }) => threshold?.unit,
      (body) => ({
        ...body,
        threshold: { ...body.threshold, unit: 'GB' },
      }),
    ),
  ),

  fault(
    'SIM-10',
    'the SIM card is ignored',
    taking(
      ({ sim_card_id }) => isUuid(sim_card_id),
      ({ sim_card_id: _, ...rest }) => rest,
    ),
  ),
  fault(
    'SIM-10',
    'the SIM card is refused',
    refusing(({ sim_card_id }) => isUuid(sim_card_id)),
  ),
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
  fault(
    'SIM-12',
    'read-only fields are refused',
    refusing((body) => readOnly.some((field) => field in body)),
  ),
  fault(
    'SIM-12',
    'an id in the body is refused',
    refusing((body) => 'id' in body, 400),
  ),
  fault(
    'SIM-13',
    'an update with {} is refused',
    refusing((body) => Object.keys(body).length === 0),
  ),
  fault(
    'SIM-13',
    'the threshold is required',
    refusing((body) => !('threshold' in body)),
  ),
  fault(
    'SIM-13',
    'the SIM card is required',
    refusing((body) => !('sim_card_id' in body)),
  ),
  fault(
    'SIM-13',
    'the unit is required',
    refusing(({ threshold }) => threshold && !threshold.unit),
  ),
  fault(
    'SIM-13',
    'the amount is required',
    refusing(({ threshold }) => threshold && !threshold.amount),
  ),
  fault(
    'SIM-14',
    '{} changes updated_at',
    taking(
      (body) => Object.keys(body).length === 0,
      () => ({
        sim_card_id: '1b7a9d42-5f0e-4c36-9d28-6e4f3a2b1c0d',
      }),
    ),
  ),
  fault(
    'SIM-14',
    '{} resets the threshold',
    taking(
      (body) => Object.keys(body).length === 0,
      () => ({
        threshold: { amount: '0.0', unit: 'MB' },
      }),
    ),
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
  fault(
    'SIM-15',
    'a missing unit becomes MB',
    taking(
      ({ threshold }) => threshold?.amount,
      (body) => ({
        ...body,
        threshold: { unit: 'MB', ...body.threshold },
      }),
    ),
  ),
  fault(
    'SIM-15',
    'a missing amount becomes 0.0',
    taking(
      ({ threshold }) => threshold?.unit,
      (body) => ({
        ...body,
        threshold: { amount: '0.0', ...body.threshold },
      }),
    ),
  ),
  fault(
    'SIM-15',
    'an update of a part is ignored',
    taking(
      ({ threshold }) => threshold && !(threshold.amount && threshold.unit),
      ({ threshold: _, ...rest }) => rest,
    ),
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
    ['SIM-19'],
  ),
  fault(
    'SIM-18',
    'a UUID with something after it is accepted',
    onUpdate((_, request, ask) =>
      isUuid(idOf(request).slice(0, 36))
        ? ask({ ...request, url: request.url.slice(0, request.url.lastIndexOf('/') + 37) }).then(() =>
            json(200, { data: {} }),
          )
        : ask(request),
    ),
    ['SIM-19'],
  ),
  fault(
    'SIM-19',
    'an id that is no UUID is answered with 404',
    onUpdate((_, request, ask) => (isUuid(idOf(request)) ? ask(request) : refusal(404, '10005'))),
  ),
  fault(
    'SIM-19',
    'an id that is no UUID is answered with 400',
    onUpdate((_, request, ask) => (isUuid(idOf(request)) ? ask(request) : refusal(400, '10015'))),
  ),
  fault(
    'SIM-20',
    'any text names a SIM card',
    taking(
      ({ sim_card_id }) => typeof sim_card_id === 'string',
      (body) => ({ ...body, sim_card_id: uuid }),
    ),
  ),
  fault(
    'SIM-20',
    'a SIM card that is no text is ignored',
    taking(
      ({ sim_card_id }) => typeof sim_card_id !== 'string',
      ({ sim_card_id: _, ...rest }) => rest,
    ),
  ),
  fault(
    'SIM-21',
    'a threshold that is no object is ignored',
    taking(
      ({ threshold }) => typeof threshold !== 'object' || Array.isArray(threshold),
      ({ threshold: _, ...rest }) => rest,
    ),
  ),
  fault(
    'SIM-21',
    'amounts may be numbers',
    taking(
      ({ threshold }) => typeof threshold?.amount === 'number',
      (body) => ({ ...body, threshold: { ...body.threshold, amount: String(body.threshold.amount) } }),
    ),
  ),
  fault(
    'SIM-21',
    'amounts may be any text',
    taking(
      ({ threshold }) => /[^\d.]/.test(threshold?.amount ?? ''),
      (body) => ({ ...body, threshold: { ...body.threshold, amount: '1' } }),
    ),
    ['SIM-22'],
  ),
  fault(
    'SIM-21',
    'an empty amount is ignored',
    taking(
      ({ threshold }) => threshold?.amount === '',
      (body) => ({
        ...body,
        threshold: { unit: body.threshold.unit },
      }),
    ),
  ),
  fault(
    'SIM-21',
    'units may be KB',
    taking(
      ({ threshold }) => threshold?.unit === 'KB',
      (body) => ({
        ...body,
        threshold: { ...body.threshold, unit: 'MB' },
      }),
    ),
  ),
  fault(
    'SIM-21',
    'the letter case of units does not count',
    taking(
      ({ threshold }) => typeof threshold?.unit === 'string',
      (body) => ({ ...body, threshold: { ...body.threshold, unit: body.threshold.unit.toUpperCase() } }),
    ),
  ),
  fault(
    'SIM-21',
    'the amount beside a wrong unit is taken over',
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
    fault(
      'SIM-22',
      title,
      taking(
        ({ threshold }) => pattern.test(String(threshold?.amount)),
        (body) => ({ ...body, threshold: { ...body.threshold, amount: '1' } }),
      ),
    ),
  ),
  fault(
    'SIM-22',
    'amounts without a fraction are refused',
    refusing(({ threshold }) => /^\d+$/.test(threshold?.amount)),
  ),
  fault(
    'SIM-22',
    'an amount of nothing is refused',
    refusing(({ threshold }) => Number(threshold?.amount) === 0),
  ),

  fault(
    'SIM-23',
    'an unknown id is answered without a body',
    instead(404, () => json(404, undefined)),
  ),
  fault(
    'SIM-23',
    'a refused update has a body of another form',
    instead(422, () => json(422, { message: 'Invalid' })),
  ),
  fault(
    'SIM-23',
    'the errors of a bad request are texts',
    instead(400, () => json(400, { errors: ['Invalid'] })),
  ),
  fault(
    'SIM-23',
    'the errors have no title',
    instead(404, () => json(404, { errors: [{ code: '10005' }] })),
  ),
  fault(
    'SIM-24',
    'an unknown id is answered with 422',
    instead(404, () => refusal(422, '10005')),
  ),
  fault(
    'SIM-24',
    'an unknown id is answered with another code',
    instead(404, () => refusal(404, '10001')),
  ),
  fault(
    'SIM-24',
    'an unknown id is answered with 200',
    instead(404, () => json(200, { data: {} })),
  ),
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
];

function withJson(request: FaultRequest): FaultRequest {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...request, headers: [...headers, ['Content-Type', 'application/json']], body: Buffer.from('{}') };
}

function onForeign(answer: () => FaultAnswer): Serve {
  return onUpdate((_, request, ask) => (idOf(request) === foreign ? answer() : ask(request)));
}
