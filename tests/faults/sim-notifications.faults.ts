import {
  type Ask,
  type Body,
  changeAnswer,
  changeBody,
  changeRequest,
  changeStatus,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  faultOf,
  goesTo,
  isAuthenticated,
  json,
  parsed,
  type Rules,
  refusal,
  stateful,
  withBody,
  withHeader,
} from './fault.ts';

/** Changes the notification in answers with 200; `sent` is the body of the request. */
const showUpdate = faultOf((change: (data: Body, sent: Body) => unknown) =>
  changeAnswer.serve('update', ({ status, body }, request) => {
    if (status === 200) change(body.data, parsed(request.body));
  }),
);

/** Takes requests as if their body had been another one, where that is an object. */
const takes = (rules: Rules, title: string, as: (body: Body) => unknown): Fault =>
  changeBody(rules, title, 'update', (body) => as(body) || body);

/** Takes thresholds for which `when` holds as if some members had been others. */
const takesThreshold = (rules: Rules, title: string, when: (threshold: Body) => unknown, members: object): Fault =>
  takes(rules, title, (body) => {
    return isPlain(body.threshold) && when(body.threshold) && { ...body, threshold: { ...body.threshold, ...members } };
  });

/** Ignores a member where `when` holds. */
const ignores = (
  rules: Rules,
  title: string,
  name: 'threshold' | 'sim_card_id',
  when: (body: Body) => unknown,
): Fault => takes(rules, title, (body) => when(body) && { ...body, [name]: undefined });

/** Refuses the requests for which `when` holds. */
const refuses = (rules: Rules, title: string, when: (body: Body) => unknown, status = 422): Fault =>
  onUpdate(rules, title, async (body, request, ask) => {
    if (!isPlain(body) || !when(body)) return ask(request);
    const { answer } = await tried(body, request, ask);
    return answer.status === 200 ? refusal(status, '10015') : answer;
  });

/** Gives another answer where the right one has this status. */
const instead = (rules: Rules, title: string, of: number, answer: () => FaultAnswer): Fault =>
  onUpdate(rules, title, async (_, request, ask) => {
    const real = await ask(request);
    return real.status === of ? answer() : real;
  });

/** Does not keep what an update has changed, and shows what it would have been, or what it is. */
const undoes = (rules: Rules, title: string, shown: 'before' | 'after'): Fault =>
  onUpdate(rules, title, async (body, request, ask) => {
    if (!isPlain(body) || !body.threshold) return ask(request);
    const { before, answer } = await tried(body, request, ask);
    return answer.status === 200 && shown === 'before' ? json(200, { data: before }) : answer;
  });

/** A part of the threshold is shown no more when another one was written alone, until it is written again. */
const loses = (rules: Rules, title: string, lost: 'amount' | 'unit', written: 'amount' | 'unit'): Fault =>
  stateful(rules, title, () => {
    let isLost = false;
    return showUpdate.serve((data, body) => {
      if (body?.threshold?.[lost] !== undefined) isLost = false;
      else if (body?.threshold?.[written] !== undefined) isLost = true;
      if (isLost) delete data.threshold[lost];
    });
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
const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const uuid = '0c5d9b1e-7f43-4b0a-8a5e-2f6b1d9c3e70';
const foreign = '7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const readOnly = ['id', 'record_type', 'created_at', 'updated_at'] as const;

/** Writes what a body says about a read-only field over every later answer. */
function writable(field: (typeof readOnly)[number]): Fault {
  return stateful(['SIM-11', 'SIM-3', 'SIM-5'], `${field} can be written`, () => {
    let forged: unknown;
    return showUpdate.serve((data, body) => {
      forged = body?.[field] ?? forged;
      if (forged !== undefined) data[field] = forged;
    });
  });
}

/** Handles updates; the body is handed over parsed. */
const onUpdate = faultOf(
  (serve: (body: Body, request: FaultRequest, ask: Ask) => Promise<FaultAnswer> | FaultAnswer) =>
    async (request, ask) => {
      if (!goesTo('update', request) || !isAuthenticated(request)) return ask(request);
      return serve(parsed(request.body), request, ask);
    },
);

const onForeign = faultOf((answer: () => FaultAnswer) =>
  onUpdate.serve((_, request, ask) => (idOf(request) === foreign ? answer() : ask(request))),
);

/** Faults of the update of a notification. */
export const faults: readonly Fault[] = [
  onUpdate(['SIM-1', 'SIM-*', 'VER-1'], 'there is no such path', () => refusal(404, '10005')),
  refuses(['SIM-1', 'SIM-*', 'HTTP-10'], 'updates are refused', ({ threshold }) => threshold !== undefined),
  undoes(['SIM-1', 'SIM-9', 'SIM-15'], 'no threshold is changed', 'before'),

  changeStatus('SIM-2', '201 instead of 200', 'update', 200, 201),
  changeAnswer('SIM-2', 'the notification is in no `data`', 'update', ({ status, body }) =>
    status === 200 ? body.data : undefined,
  ),
  showUpdate('SIM-3', 'another id', (data) => Object.assign(data, { id: uuid })),
  showUpdate('SIM-4', 'a SIM card that is named by no UUID', (data) => Object.assign(data, { sim_card_id: 'sim_17' })),
  showUpdate('SIM-5', 'another record type', (data) => Object.assign(data, { record_type: 'sim_card_notification' })),
  showUpdate('SIM-6', 'the amount is a number', (data) =>
    Object.assign(data.threshold, { amount: Number(data.threshold.amount) }),
  ),
  showUpdate('SIM-6', 'the unit in lower case', (data) =>
    Object.assign(data.threshold, { unit: data.threshold.unit.toLowerCase() }),
  ),
  showUpdate('SIM-7', 'times are numbers', (data) => Object.assign(data, { updated_at: Date.parse(data.updated_at) })),
  showUpdate('SIM-7', 'a blank separates date and time', (data) =>
    Object.assign(data, { updated_at: data.updated_at.replace('T', ' ') }),
  ),
  showUpdate('SIM-8', 'times are two hours east of UTC', (data) => {
    const local = new Date(Date.parse(data.updated_at) + 7_200_000).toISOString();
    data.updated_at = local.replace('Z', '+02:00');
  }),

  stateful('SIM-9', 'the answer shows the threshold from before', () => {
    let before: unknown;
    return showUpdate.serve((data, body) => {
      const now = data.threshold;
      if (body?.threshold && before) data.threshold = before;
      before = now;
    });
  }),
  undoes(['SIM-9', 'SIM-1', 'SIM-14', 'SIM-15'], 'the new threshold is shown but not kept', 'after'),
  showUpdate('SIM-9', 'amounts lose digits', ({ threshold }) =>
    Object.assign(threshold, { amount: String(Number(threshold.amount)) }),
  ),
  takes('SIM-9', 'a new SIM card takes the threshold away', (body) => {
    return isUuid(body.sim_card_id) && !body.threshold && { ...body, threshold: { amount: '0', unit: 'MB' } };
  }),
  takesThreshold(['SIM-9', 'SIM-1', 'SIM-15'], 'the unit can not be changed', ({ unit }) => unit === 'MB', {
    unit: 'GB',
  }),

  ignores('SIM-10', 'the SIM card is ignored', 'sim_card_id', ({ sim_card_id }) => isUuid(sim_card_id)),
  stateful('SIM-10', 'an update of the threshold takes the SIM card away', () => {
    let isGone = false;
    return showUpdate.serve((data, body) => {
      if (body?.sim_card_id) isGone = false;
      else if (body?.threshold) isGone = true;
      if (isGone) data.sim_card_id = null;
    });
  }),
  refuses(['SIM-10', 'SIM-1', 'SIM-13'], 'the SIM card is refused', ({ sim_card_id }) => isUuid(sim_card_id)),

  ...readOnly.map(writable),
  refuses('SIM-12', 'read-only fields are refused', (body) => readOnly.some((field) => field in body)),
  refuses('SIM-14', 'an update with {} is refused', (body) => Object.keys(body).length === 0),
  refuses(['SIM-13', 'SIM-14'], 'the threshold is required', (body) => !('threshold' in body), 422),
  refuses(['SIM-13', 'SIM-1', 'SIM-14'], 'the SIM card is required', (body) => !('sim_card_id' in body), 422),
  refuses(
    ['SIM-15', 'SIM-1', 'SIM-22', 'HTTP-10'],
    'the unit is required',
    ({ threshold }) => threshold && !threshold.unit,
    422,
  ),
  refuses(
    ['SIM-15', 'SIM-1', 'HTTP-10'],
    'the amount is required',
    ({ threshold }) => threshold && !threshold.amount,
    422,
  ),
  showUpdate('SIM-14', '{} changes updated_at', (data, sent) => {
    if (sent && Object.keys(sent).length === 0) data.updated_at = new Date().toISOString();
  }),
  takes(['SIM-14', 'SIM-1', 'SIM-9', 'SIM-15'], '{} resets the threshold', (body) => {
    return Object.keys(body).length === 0 && { threshold: { amount: '0.0', unit: 'MB' } };
  }),
  showUpdate('SIM-14', '{} is answered without the threshold', (data, sent) => {
    if (Object.keys(sent ?? {}).length === 0) delete data.threshold;
  }),
  takesThreshold('SIM-15', 'a missing unit becomes MB', ({ amount, unit }) => amount && unit === undefined, {
    unit: 'MB',
  }),
  loses('SIM-15', 'an amount alone drops the unit', 'unit', 'amount'),
  loses('SIM-15', 'a unit alone drops the amount', 'amount', 'unit'),
  takesThreshold('SIM-15', 'a missing amount becomes 0.0', (threshold) => threshold.unit && !('amount' in threshold), {
    amount: '0.0',
  }),

  changeRequest(['SIM-16', 'SIM-17'], 'no body counts as {}', 'update', (request) =>
    request.body.length === 0 ? withHeader(withBody(request, '{}'), 'Content-Type', 'application/json') : undefined,
  ),
  onUpdate('SIM-17', 'no body is answered with 422', (_, request, ask) =>
    request.body.length === 0 ? refusal(422, '10015') : ask(request),
  ),
  onUpdate(['SIM-18', 'SIM-19', 'ERR-10'], 'any id is accepted', (_, request, ask) =>
    isUuid(idOf(request)) ? ask(request) : json(200, { data: {} }),
  ),
  onUpdate(['SIM-18', 'SIM-19', 'ERR-10'], 'a UUID with something after it is accepted', (_, request, ask) =>
    isUuid(idOf(request).slice(0, 36)) && !isUuid(idOf(request)) ? json(200, { data: {} }) : ask(request),
  ),
  onUpdate(['SIM-19', 'ERR-10'], 'an id that is no UUID is answered with 404', (_, request, ask) =>
    isUuid(idOf(request)) ? ask(request) : refusal(404, '10005'),
  ),
  takes(['SIM-20', 'ERR-10'], 'any text names a SIM card', (body) => {
    return typeof body.sim_card_id === 'string' && !isUuid(body.sim_card_id) && { ...body, sim_card_id: uuid };
  }),
  ignores(['SIM-20', 'ERR-10'], 'a SIM card that is no text is ignored', 'sim_card_id', ({ sim_card_id }) => {
    return typeof sim_card_id !== 'string';
  }),
  ignores(['SIM-21', 'ERR-10'], 'a threshold that is no object is ignored', 'threshold', ({ threshold }) => {
    return !isPlain(threshold);
  }),
  takesThreshold(['SIM-21', 'ERR-10'], 'amounts may be numbers', ({ amount }) => typeof amount === 'number', {
    amount: '1',
  }),
  takesThreshold(['SIM-21', 'SIM-22', 'ERR-10'], 'amounts may be any text', ({ amount }) => isText(amount, /[^\d.]/), {
    amount: '1',
  }),
  takesThreshold(['SIM-21', 'SIM-22'], 'an empty amount is ignored', ({ amount }) => amount === '', {
    amount: undefined,
  }),
  takes('SIM-21', 'the letter case of units does not count', (body) => {
    const { unit } = body.threshold ?? {};
    return typeof unit === 'string' && { ...body, threshold: { ...body.threshold, unit: unit.toUpperCase() } };
  }),
  onUpdate('SIM-21', 'the amount next to a wrong unit is taken over', async (body, request, ask) => {
    const answer = await ask(request);
    const { amount, unit } = body?.threshold ?? {};
    if (answer.status === 422 && typeof amount === 'string' && unit !== undefined) {
      await ask(withBody(request, { threshold: { amount } }));
    }
    return answer;
  }),
  ...(
    [
      ['signs are accepted', /^[+-]/],
      ['exponents are accepted', /e/i],
      ['blanks around an amount are accepted', /^ | $/],
      ['a bare point is accepted', /^\.\d|\d\.$/],
      ['a line break after an amount is accepted', /\n$/],
    ] as const
  ).map(([title, pattern]) =>
    takesThreshold('SIM-22', title, ({ amount }) => isText(amount, pattern), { amount: '1' }),
  ),
  refuses('SIM-22', 'amounts without a fraction are refused', ({ threshold }) => isText(threshold?.amount, /^\d+$/)),

  instead(['SIM-23', 'ERR-1', 'SIM-24'], 'an unknown id is answered without a body', 404, () => json(404, undefined)),
  instead(['SIM-23', 'ERR-1', 'ERR-10', 'ERR-11'], 'a refused update has a body of another form', 422, () =>
    json(422, { message: 'Invalid' }),
  ),
  instead('SIM-24', 'an unknown id is answered with 422', 404, () => refusal(422, '10005')),
  instead('SIM-24', 'an unknown id is answered with another code', 404, () => refusal(404, '10001')),
  onForeign(['SIM-25', 'ERR-13'], 'the id of another account is answered with 403', () => refusal(403, '10010')),
  onForeign('SIM-25', 'the id of another account is answered with a detail of its own', () => refusal(404, '10005')),
  onForeign('SIM-25', 'the notification of another account is shown', () => json(200, { data: { id: foreign } })),
  takesThreshold('SIM-9', 'an amount of nothing is ignored', ({ amount }) => amount === '0', { amount: undefined }),
  takes('SIM-9', 'amounts have two decimals', (body) => {
    const { amount } = body.threshold ?? {};
    return /\.\d{3,}$/.test(amount) && { threshold: { ...body.threshold, amount: Number(amount).toFixed(2) } };
  }),
  takesThreshold('SIM-9', 'amounts end at a million', ({ amount }) => isText(amount, /^\d{7,}(\.\d+)?$/), {
    amount: '1000000',
  }),
  ignores('SIM-9', 'with a SIM card the threshold is ignored', 'threshold', ({ sim_card_id }) => isUuid(sim_card_id)),
  ignores('SIM-10', 'with a threshold the SIM card is ignored', 'sim_card_id', (body) => {
    return isUuid(body.sim_card_id) && body.threshold;
  }),
];
