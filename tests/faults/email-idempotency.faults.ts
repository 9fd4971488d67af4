import {
  changeStatus,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  faultOf,
  objectIn,
  type Rules,
  refusal,
  stateful,
} from './fault.ts';
import { callerOf, changeKeys, codeOf, hash, isAccepted, keyed, keysOf, textOf, validKey, withoutKey } from './keys.ts';

/** Changes refusals of keyed sends. */
const changeRefusal = faultOf((code: string, change: { status?: number; code?: string }) =>
  keyed.serve(async (request, ask) => {
    const answer = await ask(request);
    if (codeOf(answer) !== code) return answer;
    return refusal(change.status ?? answer.status, change.code ?? code);
  }),
);

/** Answers a used key as the body alone is answered, where that is one of the answers that are found first. */
const bodyBeforeRecord = faultOf((isFound: (forBody: FaultAnswer, request: FaultRequest) => boolean) =>
  keyed.serve(async (request, ask) => {
    const answer = await ask(request);
    if (codeOf(answer) !== '10027') return answer;
    const forBody = await ask(withoutKey(request));
    return isFound(forBody, request) ? forBody : answer;
  }),
);

/** A fault that replays refusals, found again under what `place` gives. */
function replaysRefusals(rules: Rules, title: string, place: (request: FaultRequest, key: string) => string) {
  return stateful(rules, title, () => {
    const refusals = new Map<string, FaultAnswer>();
    return keyed.serve(async (request, ask, key) => {
      const known = refusals.get(place(request, key));
      if (known) return known;
      const answer = await ask(request);
      if (!isAccepted(answer) && validKey.test(key) && answer.status !== 409) refusals.set(place(request, key), answer);
      return answer;
    });
  });
}

/** A fault that binds the key of a failed request to that request. */
function bindsFailed(title: string, when: (answer: FaultAnswer) => boolean): Fault {
  // Without credentials a request belongs to no copy of the state, so this is remembered for all of them.
  const bodies = new Map<string, string>();
  return keyed('EMAIL-IDEM-17', title, async (request, ask, key) => {
    const bound = bodies.get(key);
    if (bound !== undefined && bound !== textOf(request)) return refusal(422, '10027');
    const answer = await ask(request);
    if (when(answer)) bodies.set(key, textOf(request));
    return answer;
  });
}

/** Faults of what a used key does: in progress, reused, replayed, free again. */
export const faults: readonly Fault[] = [
  changeRefusal(['EMAIL-IDEM-8', 'EMAIL-IDEM-9'], 'a key in progress is answered with 503', '10036', { status: 503 }),
  changeRefusal(
    ['EMAIL-IDEM-8', 'EMAIL-IDEM-9', 'EMAIL-IDEM-10'],
    'a key in progress is answered as a reused one',
    '10036',
    { status: 422, code: '10027' },
  ),
  stateful('EMAIL-IDEM-8', 'a request whose key is in progress waits for the first one and gets its answer', () => {
    const running = new Map<string, Promise<FaultAnswer>>();
    return keyed.serve(async (request, ask, key) => {
      const place = `${callerOf(request)} ${request.url} ${key} ${hash(request.body)}`;
      const answer = running.get(place) ?? ask(request);
      running.set(place, answer);
      return answer.finally(() => running.delete(place));
    });
  }),
  stateful(
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-8', 'EMAIL-IDEM-14'],
    'parallel requests with one key each make a message',
    () => {
      let running = 0;
      return keyed.serve(async (request, ask, key) => {
        running += 1;
        const isSecond = running > 1 && validKey.test(key);
        return ask(isSecond ? withoutKey(request) : request).finally(() => {
          running -= 1;
        });
      });
    },
  ),
  stateful(['EMAIL-IDEM-9', 'EMAIL-IDEM-14'], 'after parallel requests the key stays in progress', () => {
    const stuck = new Set<string>();
    return keyed.serve(async (request, ask, key) => {
      if (stuck.has(key)) return refusal(409, '10036');
      const answer = await ask(request);
      if (answer.status === 409) stuck.add(key);
      return answer;
    });
  }),
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
  fault(['EMAIL-IDEM-13', 'EMAIL-IDEM-24', 'EMAIL-ALIAS-1'], 'the alias knows no keys', async (request, ask) =>
    ask(
      /^\/v2\/emails(\?|$)/.test(request.url) && validKey.test(keysOf(request)[0] ?? '')
        ? withoutKey(request)
        : request,
    ),
  ),
  replaysRefusals('EMAIL-IDEM-16', 'refusals are replayed to the same request', (request, key) => {
    return `${key} ${hash(request.body)}`;
  }),
  replaysRefusals(
    ['EMAIL-IDEM-16', 'EMAIL-IDEM-11', 'EMAIL-IDEM-15', 'EMAIL-IDEM-17', 'EMAIL-IDEM-18'],
    'refusals are replayed to whatever comes under the key',
    (_, key) => key,
  ),
  bindsFailed('the key of a failed request stays bound to that request', (answer) => !isAccepted(answer)),
  bindsFailed('the key of a reply to nothing stays bound to that request', ({ status }) => status === 404),
  bindsFailed('the key of a missing scope stays bound', ({ status }) => status === 403),
  bindsFailed('the key of what is no JSON stays bound', ({ body }) => body.includes('not valid JSON')),
  bindsFailed('the key of another content type stays bound', ({ status }) => status === 415),
  bindsFailed('the key of a repeated address stays bound', ({ body }) => body.includes('more than once')),
  bindsFailed('the key of an authentication failure stays bound', ({ status }) => status === 401),
  bindsFailed(
    'the key of a send to suppressed recipients alone stays bound',
    (answer) => codeOf(answer) === 'recipient_suppressed',
  ),
  stateful(['EMAIL-IDEM-18', 'EMAIL-IDEM-28'], 'only the ten latest keys are known', () => {
    const latest: string[] = [];
    return keyed.serve(async (request, ask, key) => {
      const isForgotten = latest.includes(key) && !latest.slice(-10).includes(key);
      const answer = await ask(isForgotten ? withoutKey(request) : request);
      if (isAccepted(answer) && !latest.includes(key)) latest.push(key);
      return answer;
    });
  }),
  stateful('EMAIL-IDEM-21', 'the records of all accounts are one', () => {
    const known = new Map<string, FaultAnswer>();
    return keyed.serve(async (request, ask, key) => {
      const place = `${key} ${hash(request.body)}`;
      const mine = known.get(place);
      if (mine && callerOf(request) === 'key_other') return mine;
      const answer = await ask(request);
      if (isAccepted(answer)) known.set(place, answer);
      return answer;
    });
  }),
  stateful('EMAIL-IDEM-21', 'a key that another account has used is refused', () => {
    const users = new Map<string, string>();
    return keyed.serve(async (request, ask, key) => {
      const account = callerOf(request) === 'key_other' ? 'other' : 'primary';
      const user = users.get(key);
      if (user !== undefined && user !== account) return refusal(422, '10027');
      const answer = await ask(request);
      if (isAccepted(answer)) users.set(key, account);
      return answer;
    });
  }),
  changeKeys('EMAIL-IDEM-22', 'each API key of an account has records of its own', (keys, request) =>
    callerOf(request) === 'key_restricted' ? keys.map((key) => `r${key}`) : keys,
  ),
  keyed('EMAIL-IDEM-24', 'the alias shares the records of the primary route', async (request, ask) =>
    ask({ ...request, url: request.url.replace('/v2/emails', '/v2/email_messages') }),
  ),
  bodyBeforeRecord(
    'EMAIL-IDEM-27',
    'the body is looked at before the record of the key',
    (forBody) => !isAccepted(forBody),
  ),
  bodyBeforeRecord(
    'EMAIL-IDEM-27',
    'an address that is named twice is found before the record of the key is looked at',
    (forBody, request) => forBody.status === 400 && objectIn(request)?.cc?.length === 2,
  ),
  keyed('EMAIL-IDEM-28', 'a full ledger makes room for a new record', async (request, ask) => {
    const answer = await ask(request);
    return answer.status === 503 ? ask(withoutKey(request)) : answer;
  }),
  changeStatus(['EMAIL-IDEM-28', 'ERR-13'], 'a full ledger is answered with 507', 'send', 503, 507),
  stateful('EMAIL-IDEM-28', 'a full ledger drops its records', () => {
    let full = false;
    return keyed.serve(async (request, ask) => {
      const answer = await ask(request);
      full ||= answer.status === 503;
      return full && isAccepted(answer) ? ask(withoutKey(request)) : answer;
    });
  }),
];
