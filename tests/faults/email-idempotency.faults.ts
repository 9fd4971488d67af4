import { changeStatus } from './changes.ts';
import {
  type Call,
  declareFaults,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  goesTo,
  parseJson,
  parseObject,
  type Rules,
  refusal,
  stateful,
} from './fault.ts';
import { changeKeys, getCode, getText, hash, isAccepted, keyed, validKey, withoutKey } from './keys.ts';

/** Changes refusals of keyed sends that have a code. */
const changeRefusal = declareFaults((code: string, change: { status?: number; code?: string }) =>
  keyed.serve(async (request, call) => {
    const answer = await call(request);
    return getCode(answer) === code ? refusal(change.status ?? answer.status, change.code ?? code) : answer;
  }),
);

/** Answers a used key like its body without a key, if that is one of the first answers. */
const bodyBeforeRecord = declareFaults((isFound: (forBody: FaultAnswer, request: FaultRequest) => unknown) =>
  keyed.serve(async (request, call) => {
    const answer = await call(request);
    if (getCode(answer) !== '10027') return answer;
    const forBody = await call(withoutKey(request));
    return isFound(forBody, request) ? forBody : answer;
  }),
);

/** Declares a fault of keyed sends with a memory for each copy of the state. */
const remembering = <T>(
  rules: Rules,
  title: string,
  begin: () => T,
  serve: (memory: T, request: FaultRequest, call: Call, key: string) => ReturnType<Call>,
) =>
  stateful(rules, title, () => {
    const memory = begin();
    return keyed.serve((request, call, key) => serve(memory, request, call, key));
  });
const answers = () => new Map<string, FaultAnswer>();
const keys = () => new Set<string>();

/** Replays refusals, found again under a place. */
const replaysRefusals = (rules: Rules, title: string, placeOf: (request: FaultRequest, key: string) => string) =>
  remembering(rules, title, answers, async (refusals, request, call, key) => {
    const place = placeOf(request, key);
    const answer = refusals.get(place) ?? (await call(request));
    if (!isAccepted(answer) && validKey.test(key) && answer.status !== 409) refusals.set(place, answer);
    return answer;
  });

/** Binds the key of a failed request to that request. */
function bindsFailed(title: string, when: (answer: FaultAnswer, request: FaultRequest) => boolean): Fault {
  // Without credentials a request belongs to no copy of the state, so this is remembered for all of them.
  const bodies = new Map<string, string>();
  return keyed('EMAIL-IDEM-17', title, async (request, call, key) => {
    const bound = bodies.get(key);
    if (bound !== undefined && bound !== getText(request)) return refusal(422, '10027');
    const answer = await call(request);
    if (when(answer, request)) bodies.set(key, getText(request));
    return answer;
  });
}

const placeOf = (request: FaultRequest, key: string) => `${key} ${hash(request.body)}`;

/** Faults of used keys: in progress, reused, replayed, free again. */
export const faults: readonly Fault[] = [
  changeRefusal(['EMAIL-IDEM-8', 'EMAIL-IDEM-9'], 'a key in progress is answered with 503', '10036', { status: 503 }),
  changeRefusal(
    ['EMAIL-IDEM-8', 'EMAIL-IDEM-9', 'EMAIL-IDEM-10'],
    'a key in progress is answered as a reused one',
    '10036',
    { status: 422, code: '10027' },
  ),
  remembering(
    'EMAIL-IDEM-8',
    'a request whose key is in progress waits for the first one and gets its answer',
    () => new Map<string, Promise<FaultAnswer>>(),
    (running, request, call, key) => {
      const place = `${getApiKey(request)} ${request.url} ${placeOf(request, key)}`;
      const answer = running.get(place) ?? call(request);
      running.set(place, answer);
      return answer.finally(() => running.delete(place));
    },
  ),
  remembering(
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-8', 'EMAIL-IDEM-14'],
    'parallel requests with one key each make a message',
    () => ({ running: 0 }),
    (memory, request, call, key) => {
      memory.running += 1;
      const isSecond = memory.running > 1 && validKey.test(key);
      return call(isSecond ? withoutKey(request) : request).finally(() => {
        memory.running -= 1;
      });
    },
  ),
  remembering(
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-14'],
    'after parallel requests the key stays in progress',
    keys,
    async (stuck, request, call, key) => {
      if (stuck.has(key)) return refusal(409, '10036');
      const answer = await call(request);
      if (answer.status === 409) stuck.add(key);
      return answer;
    },
  ),
  changeRefusal('EMAIL-IDEM-10', 'the refusal of a key in progress has another code', '10036', { code: '10027' }),
  changeRefusal(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
    'a changed request under a used key is refused with 409',
    '10027',
    { status: 409 },
  ),
  changeRefusal(['EMAIL-IDEM-12', 'EMAIL-IDEM-27'], 'the refusal of a reused key has another code', '10027', {
    code: '10015',
  }),
  keyed(['EMAIL-IDEM-13', 'EMAIL-IDEM-24', 'EMAIL-ALIAS-1'], 'the alias knows no keys', (request, call, key) =>
    call(goesTo('sendByAlias', request) && validKey.test(key) ? withoutKey(request) : request),
  ),
  replaysRefusals('EMAIL-IDEM-16', 'refusals are replayed to the same request', placeOf),
  replaysRefusals('EMAIL-IDEM-16', 'refusals are replayed on the legacy route', (request, key) =>
    goesTo('sendByAlias', request) ? placeOf(request, key) : crypto.randomUUID(),
  ),
  replaysRefusals(
    ['EMAIL-IDEM-16', 'EMAIL-IDEM-11', 'EMAIL-IDEM-15', 'EMAIL-IDEM-17', 'EMAIL-IDEM-18'],
    'refusals are replayed to any request of the key',
    (_, key) => key,
  ),
  bindsFailed('the key of a failed request stays bound to that request', (answer) => !isAccepted(answer)),
  bindsFailed('the key of a reply to nothing stays bound to that request', ({ status }) => status === 404),
  bindsFailed('the key of a missing scope stays bound', ({ status }) => status === 403),
  bindsFailed(
    'the key of invalid JSON stays bound',
    ({ status }, { body }) => status === 400 && parseJson(body) === undefined,
  ),
  bindsFailed('the key of another content type stays bound', ({ status }) => status === 415),
  bindsFailed('the key of a repeated address stays bound', ({ status, body }) => {
    return status === 400 && /^\/(to|cc|bcc)\//.test(parseJson(body)?.errors[0].source?.pointer);
  }),
  bindsFailed('the key of an authentication failure stays bound', ({ status }) => status === 401),
  bindsFailed('the key of a fully suppressed send stays bound', (answer) => {
    return getCode(answer) === 'recipient_suppressed';
  }),
  remembering(
    ['EMAIL-IDEM-18', 'EMAIL-IDEM-28'],
    'only the ten latest keys are known',
    keys,
    async (known, request, call, key) => {
      const isForgotten = known.has(key) && ![...known].slice(-10).includes(key);
      const answer = await call(isForgotten ? withoutKey(request) : request);
      if (isAccepted(answer)) known.add(key);
      return answer;
    },
  ),
  remembering('EMAIL-IDEM-21', 'the records of all accounts are one', answers, async (known, request, call, key) => {
    const place = placeOf(request, key);
    const before = getApiKey(request) === 'other' ? known.get(place) : undefined;
    const answer = before ?? (await call(request));
    if (isAccepted(answer)) known.set(place, answer);
    return answer;
  }),
  remembering(
    'EMAIL-IDEM-21',
    'a key that another account has used is refused',
    () => new Map<string, boolean>(),
    async (users, request, call, key) => {
      const isOther = getApiKey(request) === 'other';
      if ((users.get(key) ?? isOther) !== isOther) return refusal(422, '10027');
      const answer = await call(request);
      if (isAccepted(answer)) users.set(key, isOther);
      return answer;
    },
  ),
  changeKeys('EMAIL-IDEM-22', 'each API key of an account has its own records', (sent, request) =>
    getApiKey(request) === 'restricted' ? sent.map((key) => `r${key}`) : sent,
  ),
  keyed('EMAIL-IDEM-24', 'the alias shares the records of the primary route', (request, call) =>
    call({ ...request, url: request.url.replace('/v2/emails', '/v2/email_messages') }),
  ),
  bodyBeforeRecord('EMAIL-IDEM-27', 'the body is looked at before the record of the key', (forBody) => {
    return !isAccepted(forBody);
  }),
  bodyBeforeRecord(
    'EMAIL-IDEM-27',
    "a repeated address is refused before the key's record is read",
    (forBody, request) => forBody.status === 400 && parseObject(request)?.cc?.length === 2,
  ),
  keyed('EMAIL-IDEM-28', 'a full ledger makes room for a new record', async (request, call) => {
    const answer = await call(request);
    return answer.status === 503 ? call(withoutKey(request)) : answer;
  }),
  changeStatus(['EMAIL-IDEM-28', 'ERR-13'], 'a full ledger is answered with 507', 'send', 503, 507),
  remembering(
    'EMAIL-IDEM-28',
    'a full ledger drops its records',
    () => ({ isFull: false }),
    async (memory, request, call) => {
      const answer = await call(request);
      memory.isFull ||= answer.status === 503;
      return memory.isFull && isAccepted(answer) ? call(withoutKey(request)) : answer;
    },
  ),
];
