import { changeBody, changeRequest, changeStatus, dropIf, replace, shows, unwrap } from './changes.ts';
import {
  type Body,
  type Call,
  declareFaults,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  getId,
  goesTo,
  isUuid,
  json,
  parseJson,
  type Rules,
  refusal,
  type Serve,
  stateful,
  withBody,
  withHeader,
} from './fault.ts';

const uuid = '0c5d9b1e-7f43-4b0a-8a5e-2f6b1d9c3e70';
const foreign = '7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const readOnly = ['id', 'record_type', 'created_at', 'updated_at'] as const;
const isPlain = (value: Body) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (body: Body) => Object.keys(body).length === 0;

/** Changes the notification in a success. */
const updated = shows('update');

/** Changes the body of an update. */
const takes = declareFaults((change: Parameters<typeof changeBody>[3]) => changeBody.serve('update', change));

/** Serves authenticated updates, with parsed bodies. */
const onUpdate = declareFaults((serve: (body: Body, request: FaultRequest, call: Call) => ReturnType<Serve>): Serve => {
  return (request, call) =>
    goesTo('update', request) && getApiKey(request) ? serve(parseJson(request.body), request, call) : call(request);
});

/** Refuses updates that would succeed. */
const refuses = declareFaults((when: (body: Body) => unknown) =>
  onUpdate.serve(async (body, request, call) => {
    if (!isPlain(body) || !when(body)) return call(request);
    const { answer } = await tried(body, request, call);
    return answer.status === 200 ? refusal(422, '10015') : answer;
  }),
);

/** Replaces answers that have this status. */
const instead = declareFaults((status: number, answer: FaultAnswer) =>
  onUpdate.serve(async (_, request, call) => {
    const right = await call(request);
    return right.status === status ? answer : right;
  }),
);

/** Answers some ids without the mock. */
const answersId = declareFaults((test: (id: string) => unknown, answer: FaultAnswer) =>
  onUpdate.serve((_, request, call) => (test(getId(request)) ? answer : call(request))),
);

const answersForeign = declareFaults((answer: FaultAnswer) => answersId.serve((id) => id === foreign, answer));

/** Undoes updates, and shows the notification before or after them. */
const undoes = declareFaults((shown: 'before' | 'after') =>
  onUpdate.serve(async (body, request, call) => {
    if (!isPlain(body) || !body.threshold) return call(request);
    const { before, answer } = await tried(body, request, call);
    return answer.status === 200 && shown === 'before' ? json(200, { data: before }) : answer;
  }),
);

/** Makes and reverts an update. Returns its answer and the original. */
async function tried(body: Body, request: FaultRequest, call: Call): Promise<{ before: Body; answer: FaultAnswer }> {
  const before = parseJson((await call(withBody(request, {}))).body)?.data;
  const answer = await call(request);
  if (answer.status === 200 && (body.threshold || body.sim_card_id)) {
    const { threshold, sim_card_id } = before;
    await call(withBody(request, { threshold, sim_card_id }));
  }
  return { before, answer };
}

/** Changes answers by a memory, which each request updates first. */
function remembers<T>(rules: Rules, title: string, change: (memory: T | undefined, sent: Body, data: Body) => T) {
  return stateful(rules, title, () => {
    let memory: T | undefined;
    return updated.serve((data, { sent }) => {
      memory = change(memory, sent, data);
    });
  });
}

/** Hides a part of the threshold after an update of only the other part. */
const loses = (title: string, lost: 'amount' | 'unit', written: 'amount' | 'unit') =>
  remembers<boolean>('SIM-15', title, (wasLost = false, { threshold = {} }, data) => {
    const isLost = threshold[lost] === undefined && (wasLost || threshold[written] !== undefined);
    if (isLost) delete data.threshold[lost];
    return isLost;
  });

/** Faults of the update of a notification. */
export const faults: readonly Fault[] = [
  answersId(['SIM-1', 'SIM-*', 'VER-1'], 'the path is unknown', () => true, refusal(404, '10005')),
  refuses(['SIM-1', 'SIM-*', 'HTTP-10'], 'updates are refused', ({ threshold }) => threshold !== undefined),
  undoes(['SIM-1', 'SIM-9', 'SIM-15'], 'no threshold is changed', 'before'),
  changeStatus('SIM-2', '201 instead of 200', 'update', 200, 201),
  unwrap('SIM-2', 'the answer has no `data`', 'update'),
  updated('SIM-3', 'another id', { id: uuid }),
  updated('SIM-4', 'a SIM card id other than a UUID', { sim_card_id: 'sim_17' }),
  updated('SIM-5', 'another record type', { record_type: 'sim_card_notification' }),
  updated('SIM-6', 'the amount is a number', { 'threshold.amount': Number }),
  updated('SIM-6', 'the unit in lower case', { 'threshold.unit': (unit) => unit.toLowerCase() }),
  updated('SIM-7', 'times are numbers', { updated_at: Date.parse }),
  updated('SIM-7', 'a blank separates date and time', { updated_at: (time) => time.replace('T', ' ') }),
  updated('SIM-8', 'times are two hours east of UTC', {
    updated_at: (time) => new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '+02:00'),
  }),

  remembers<Body>('SIM-9', 'the answer shows the old threshold', (before, sent, data) => {
    const { threshold } = data;
    if (sent.threshold && before) data.threshold = before;
    return threshold;
  }),
  undoes(['SIM-9', 'SIM-1', 'SIM-14', 'SIM-15'], 'a shown new threshold is not stored', 'after'),
  updated('SIM-9', 'amounts lose digits', { 'threshold.amount': (amount) => String(Number(amount)) }),
  takes('SIM-9', 'a new SIM card resets the threshold', (body) => {
    return isUuid(body.sim_card_id) && !body.threshold && { ...body, threshold: { amount: '0', unit: 'MB' } };
  }),
  takes(['SIM-9', 'SIM-1', 'SIM-15'], 'the unit can not be changed', { 'threshold.unit': replace('MB', 'GB') }),
  takes('SIM-9', 'an amount of 0 is ignored', { 'threshold.amount': replace('0', undefined) }),
  takes('SIM-9', 'amounts have two decimals', {
    'threshold.amount': (amount) => (/\.\d{3,}$/.test(amount) ? Number(amount).toFixed(2) : amount),
  }),
  takes('SIM-9', 'amounts stop at 1000000', { 'threshold.amount': replace(/^\d{7,}(\.\d+)?$/, '1000000') }),
  takes('SIM-9', 'with a SIM card the threshold is ignored', {
    threshold: dropIf(({ sim_card_id }) => isUuid(sim_card_id)),
  }),

  takes('SIM-10', 'the SIM card is ignored', { sim_card_id: replace(isUuid, undefined) }),
  takes('SIM-10', 'with a threshold the SIM card is ignored', { sim_card_id: dropIf(({ threshold }) => threshold) }),
  remembers<boolean>('SIM-10', 'an update of the threshold removes the SIM card', (wasGone = false, sent, data) => {
    const isGone = !sent.sim_card_id && (wasGone || !!sent.threshold);
    if (isGone) data.sim_card_id = null;
    return isGone;
  }),
  refuses(['SIM-10', 'SIM-1', 'SIM-13'], 'the SIM card is refused', ({ sim_card_id }) => isUuid(sim_card_id)),

  ...readOnly.map((field) =>
    remembers(['SIM-11', 'SIM-3', 'SIM-5'], `${field} can be written`, (forged, sent, data) => {
      const value = sent[field] ?? forged;
      if (value !== undefined) data[field] = value;
      return value;
    }),
  ),
  refuses('SIM-12', 'read-only fields are refused', (body) => readOnly.some((field) => field in body)),
  refuses('SIM-14', 'an update with {} is refused', isEmpty),
  refuses(['SIM-13', 'SIM-14'], 'the threshold is required', (body) => !('threshold' in body)),
  refuses(['SIM-13', 'SIM-1', 'SIM-14'], 'the SIM card is required', (body) => !('sim_card_id' in body)),
  updated('SIM-14', '{} changes updated_at', (data, { sent }) => {
    if (isEmpty(sent)) data.updated_at = new Date().toISOString();
  }),
  takes(['SIM-14', 'SIM-1', 'SIM-9', 'SIM-15'], '{} resets the threshold', (body) => {
    return isEmpty(body) && { threshold: { amount: '0.0', unit: 'MB' } };
  }),
  updated('SIM-14', '{} is answered without the threshold', (data, { sent }) => {
    if (isEmpty(sent)) delete data.threshold;
  }),
  ...(['unit', 'amount'] as const).map((name) => {
    const rules: Rules = name === 'unit' ? ['SIM-15', 'SIM-1', 'SIM-22', 'HTTP-10'] : ['SIM-15', 'SIM-1', 'HTTP-10'];
    return refuses(rules, `the ${name} is required`, ({ threshold }) => threshold && !threshold[name]);
  }),
  takes('SIM-15', 'a missing unit becomes MB', ({ threshold }) => {
    if (threshold?.amount) threshold.unit ??= 'MB';
  }),
  takes('SIM-15', 'a missing amount becomes 0.0', ({ threshold }) => {
    if (threshold?.unit) threshold.amount ??= '0.0';
  }),
  loses('an update of only the amount drops the unit', 'unit', 'amount'),
  loses('an update of only the unit drops the amount', 'amount', 'unit'),

  changeRequest(['SIM-16', 'SIM-17'], 'no body counts as {}', 'update', (request) =>
    request.body.length === 0 ? withHeader(withBody(request, '{}'), 'Content-Type', 'application/json') : undefined,
  ),
  onUpdate('SIM-17', 'no body is answered with 422', (_, request, call) =>
    request.body.length === 0 ? refusal(422, '10015') : call(request),
  ),
  ...Object.entries({
    'any id': (id: string) => !isUuid(id),
    'a UUID with something after it': (id: string) => isUuid(id.slice(0, 36)) && !isUuid(id),
    'a UUID in braces': (id: string) => /^%7B.*%7D$/i.test(id),
  }).map(([title, isMeant]) =>
    answersId(['SIM-18', 'SIM-19', 'ERR-10'], `${title} is accepted`, isMeant, json(200, { data: {} })),
  ),
  answersId(['SIM-19', 'ERR-10'], 'a non-UUID id is answered with 404', (id) => !isUuid(id), refusal(404, '10005')),
  takes(['SIM-20', 'ERR-10'], 'any text is a SIM card id', {
    sim_card_id: (id) => (typeof id === 'string' && !isUuid(id) ? uuid : id),
  }),
  takes(['SIM-20', 'ERR-10'], 'a SIM card that is no text is ignored', {
    sim_card_id: (id) => (typeof id === 'string' ? id : undefined),
  }),
  takes(['SIM-21', 'ERR-10'], 'a threshold other than an object is ignored', {
    threshold: (threshold) => (isPlain(threshold) ? threshold : undefined),
  }),
  takes(['SIM-21', 'ERR-10'], 'amounts may be numbers', {
    'threshold.amount': (amount) => (typeof amount === 'number' ? '1' : amount),
  }),
  takes(['SIM-21', 'SIM-22', 'ERR-10'], 'amounts may be any text', { 'threshold.amount': replace(/[^\d.]/, '1') }),
  takes(['SIM-21', 'SIM-22'], 'an empty amount is ignored', { 'threshold.amount': replace('', undefined) }),
  takes('SIM-21', 'the letter case of units does not count', {
    'threshold.unit': (unit) => (typeof unit === 'string' ? unit.toUpperCase() : unit),
  }),
  onUpdate('SIM-21', 'the amount next to a wrong unit is stored', async (body, request, call) => {
    const answer = await call(request);
    const { amount, unit } = body?.threshold ?? {};
    if (answer.status === 422 && typeof amount === 'string' && unit !== undefined)
      await call(withBody(request, { threshold: { amount } }));
    return answer;
  }),
  ...Object.entries({
    'signs are accepted': /^[+-]/,
    'exponents are accepted': /e/i,
    'blanks around an amount are accepted': /^ | $/,
    'a bare point is accepted': /^\.\d|\d\.$/,
    'a line break after an amount is accepted': /\n$/,
  }).map(([title, pattern]) => takes('SIM-22', title, { 'threshold.amount': replace(pattern, '1') })),
  refuses('SIM-22', 'amounts without a fraction are refused', ({ threshold }) => /^\d+$/.test(threshold?.amount)),

  instead(['SIM-23', 'ERR-1', 'SIM-24'], 'an unknown id is answered without a body', 404, json(404, undefined)),
  instead(
    ['SIM-23', 'ERR-1', 'ERR-10', 'ERR-11'],
    'a refused update has a body of another form',
    422,
    json(422, { message: 'Invalid' }),
  ),
  instead('SIM-24', 'an unknown id is answered with 422', 404, refusal(422, '10005')),
  instead('SIM-24', 'an unknown id is answered with another code', 404, refusal(404, '10001')),
  answersForeign(['SIM-25', 'ERR-13'], 'the id of another account is answered with 403', refusal(403, '10010')),
  answersForeign('SIM-25', 'the id of another account has a different detail', refusal(404, '10005')),
  answersForeign('SIM-25', 'the notification of another account is shown', json(200, { data: { id: foreign } })),
];
