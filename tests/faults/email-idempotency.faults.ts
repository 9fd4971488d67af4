import {
  type Ask,
  changeAnswer,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  headerOf,
  json,
  objectIn,
  parsed,
  refusal,
  type Serve,
} from './fault.ts';
import { callerOf, changeKeys, codeOf, hash, isAccepted, keyed, keysOf, validKey, withoutKey } from './keys.ts';

const textOf = ({ body }: FaultRequest) => body.toString('utf8');

/** Changes refusals of keyed sends. */
const changeRefusal = (code: string, change: { status?: number; code?: string }) =>
  keyed(async (request, ask) => {
    const answer = await ask(request);
    if (codeOf(answer) !== code) return answer;
    return refusal(change.status ?? answer.status, change.code ?? code);
  });

/** Answers a used key as the body alone is answered, where that is one of the answers that are found first. */
const bodyBeforeRecord = (isFound: (forBody: FaultAnswer, request: FaultRequest) => boolean) =>
  keyed(async (request, ask) => {
    const answer = await ask(request);
    if (codeOf(answer) !== '10027') return answer;
    const forBody = await ask(withoutKey(request));
    return isFound(forBody, request) ? forBody : answer;
  });

/** What a faulty service remembers of the successes of a key. */
interface Memory {
  body: string;
  answer: FaultAnswer;
  at: number;
}

/** A fault with a memory of the first success of each key, and with the time of the control plane. */
function remembering(
  rule: Fault['rule'],
  title: string,
  serve: (parts: {
    request: FaultRequest;
    ask: Ask;
    key: string;
    first: Memory | undefined;
    now: () => number;
    forget: () => void;
  }) => Promise<FaultAnswer>,
  also: Fault['also'] = [],
): Fault {
  const begin = (): Serve => {
    const memories = new Map<string, Memory>();
    let offset = 0;
    const now = () => Date.now() + offset;
    const onSend = keyed(async (request, ask, key) => {
      const place = `${callerOf(request)} ${request.url} ${key}`;
      const first = memories.get(place);
      const answer = await serve({ request, ask, key, first, now, forget: () => memories.delete(place) });
      if (!first && isAccepted(answer)) memories.set(place, { body: textOf(request), answer, at: now() });
      return answer;
    });
    return async (request, ask) => {
      const answer = await onSend(request, ask);
      if (request.url.startsWith('/__admin/clock')) offset = Date.parse(parsed(answer.body)?.now) - Date.now();
      return answer;
    };
  };
  return { rule, title, also, begin };
}

const hours = 3_600_000;
const isChanged = (request: FaultRequest, first: Memory | undefined) =>
  first !== undefined && first.body !== textOf(request);
const isRepeated = (request: FaultRequest, first: Memory | undefined) =>
  first !== undefined && first.body === textOf(request);

/** Compares only some members of the requests: where these are equal, the first answer is given again. */
const comparesOnly = (...members: string[]) =>
  remembering(
    'EMAIL-IDEM-11',
    `of a request under a used key only ${members.join(' and ')} is compared`,
    async ({ request, ask, first }) => {
      const pick = (text: string) => JSON.stringify(members.map((name) => JSON.parse(text)[name]));
      const isEqual = isChanged(request, first) && pick(first?.body ?? '') === pick(textOf(request));
      return isEqual && first ? first.answer : ask(request);
    },
    ['EMAIL-IDEM-12'],
  );

/** Compares everything but one member of the requests. */
const doesNotCompare = (rule: Fault['rule'], name: string) =>
  remembering(
    rule,
    `${name} of a request under a used key is not compared`,
    async ({ request, ask, first }) => {
      const { [name]: _, ...mine } = parsed(request.body) ?? {};
      const { [name]: __, ...before } = JSON.parse(first?.body ?? '{}');
      const isEqual = isChanged(request, first) && JSON.stringify(mine) === JSON.stringify(before);
      return isEqual && first ? first.answer : ask(request);
    },
    ['EMAIL-FROM-11'],
  );

/** A fault that replays refusals, found again under what `place` gives. */
function replaysRefusals(
  title: string,
  place: (request: FaultRequest, key: string) => string,
  also: Fault['also'] = [],
) {
  const begin = () => {
    const refusals = new Map<string, FaultAnswer>();
    return keyed(async (request, ask, key) => {
      const known = refusals.get(place(request, key));
      if (known) return known;
      const answer = await ask(request);
      if (!isAccepted(answer) && validKey.test(key) && answer.status !== 409) refusals.set(place(request, key), answer);
      return answer;
    });
  };
  return { rule: 'EMAIL-IDEM-16', title, also, begin } satisfies Fault;
}

/** A fault that binds the key of a failed request to that request. */
function bindsFailed(title: string, when: (answer: FaultAnswer) => boolean, also: Fault['also'] = []): Fault {
  // Without credentials a request belongs to no copy of the state, so this is remembered for all of them.
  const bodies = new Map<string, string>();
  const begin = () => {
    return keyed(async (request, ask, key) => {
      const bound = bodies.get(key);
      if (bound !== undefined && bound !== textOf(request)) return refusal(422, '10027');
      const answer = await ask(request);
      if (when(answer)) bodies.set(key, textOf(request));
      return answer;
    });
  };
  return { rule: 'EMAIL-IDEM-17', title, also, begin };
}

/** Faults of what a used key does: in progress, reused, replayed, free again. */
export const faults: readonly Fault[] = [
  fault('EMAIL-IDEM-8', 'a key in progress is answered with 425', changeRefusal('10036', { status: 425 }), [
    'EMAIL-IDEM-9',
    'ERR-13',
  ]),
  fault('EMAIL-IDEM-8', 'a key in progress is answered with 503', changeRefusal('10036', { status: 503 }), [
    'EMAIL-IDEM-9',
  ]),
  fault(
    'EMAIL-IDEM-8',
    'a key in progress is answered as a reused one',
    changeRefusal('10036', { status: 422, code: '10027' }),
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-10'],
  ),
  {
    rule: 'EMAIL-IDEM-8',
    title: 'a request whose key is in progress waits for the first one and gets its answer',
    begin: () => {
      const running = new Map<string, Promise<FaultAnswer>>();
      return keyed(async (request, ask, key) => {
        const place = `${callerOf(request)} ${request.url} ${key} ${hash(request.body)}`;
        const answer = running.get(place) ?? ask(request);
        running.set(place, answer);
        return answer.finally(() => running.delete(place));
      });
    },
  },
  {
    rule: 'EMAIL-IDEM-9',
    title: 'parallel requests with one key each make a message',
    also: ['EMAIL-IDEM-8', 'EMAIL-IDEM-14'],
    begin: () => {
      let running = 0;
      return keyed(async (request, ask, key) => {
        running += 1;
        const isSecond = running > 1 && validKey.test(key);
        return ask(isSecond ? withoutKey(request) : request).finally(() => {
          running -= 1;
        });
      });
    },
  },
  {
    rule: 'EMAIL-IDEM-9',
    title: 'after parallel requests the key stays in progress',
    also: ['EMAIL-IDEM-14'],
    begin: () => {
      const stuck = new Set<string>();
      return keyed(async (request, ask, key) => {
        if (stuck.has(key)) return refusal(409, '10036');
        const answer = await ask(request);
        if (answer.status === 409) stuck.add(key);
        return answer;
      });
    },
  },
  fault(
    'EMAIL-IDEM-10',
    'the refusal of a key in progress has another code',
    changeRefusal('10036', { code: '10027' }),
  ),
  remembering(
    'EMAIL-IDEM-11',
    'a changed request under a used key gets the first answer',
    async ({ request, ask, first }) => (isChanged(request, first) && first ? first.answer : ask(request)),
    ['EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
  ),
  remembering(
    'EMAIL-IDEM-11',
    'a changed request under a used key is a request of its own',
    async ({ request, ask, first }) => ask(isChanged(request, first) ? withoutKey(request) : request),
    ['EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
  ),
  fault(
    'EMAIL-IDEM-11',
    'a changed request under a used key is refused with 409',
    changeRefusal('10027', { status: 409 }),
    ['EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
  ),
  ...['send_at', 'in_reply_to_message_id', 'forward_of_message_id', 'template_id'].map((name) =>
    doesNotCompare('EMAIL-IDEM-11', name),
  ),
  ...['reply_to', 'headers', 'group_id', 'tracking_settings', 'reply_to_all', 'attachments', 'ignore_suppression'].map(
    (name) => doesNotCompare('EMAIL-IDEM-20', name),
  ),
  comparesOnly('subject'),
  comparesOnly('to', 'subject'),
  comparesOnly('to', 'subject', 'text_body', 'html_body'),
  ...Object.entries({
    'letter case': (body: string) => body.toLowerCase(),
    'white space': (body: string) => body.replaceAll(' ', ''),
    'the end of a long text': (body: string) => {
      const { text_body = '', ...others } = JSON.parse(body);
      return JSON.stringify([others, String(text_body).slice(0, 1000)]);
    },
  }).map(([what, reduce]) =>
    remembering(
      'EMAIL-IDEM-11',
      `${what} of a request under a used key is not compared`,
      async ({ request, ask, first }) =>
        first && reduce(first.body) === reduce(textOf(request)) ? first.answer : ask(request),
      ['EMAIL-IDEM-20'],
    ),
  ),
  remembering(
    'EMAIL-IDEM-11',
    'a member that a request under a used key no longer has is not missed',
    async ({ request, ask, first }) => {
      if (!first || !isChanged(request, first)) return ask(request);
      const filled = JSON.stringify({ ...JSON.parse(first.body), ...parsed(request.body) });
      return filled === JSON.stringify(JSON.parse(first.body)) ? first.answer : ask(request);
    },
    ['EMAIL-IDEM-27', 'EMAIL-IDEM-20'],
  ),
  fault('EMAIL-IDEM-12', 'the refusal of a reused key has another code', changeRefusal('10027', { code: '10015' }), [
    'EMAIL-IDEM-27',
  ]),
  remembering(
    'EMAIL-IDEM-13',
    'a repetition makes another message',
    async ({ request, ask, first }) => ask(isRepeated(request, first) ? withoutKey(request) : request),
    [
      'EMAIL-IDEM-9',
      'EMAIL-IDEM-14',
      'EMAIL-IDEM-15',
      'EMAIL-IDEM-18',
      'EMAIL-IDEM-20',
      'EMAIL-IDEM-8',
      'EMAIL-IDEM-28',
    ],
  ),
  remembering(
    'EMAIL-IDEM-13',
    'a replay has the status 200',
    async ({ request, ask, first }) => {
      const answer = await ask(request);
      return isRepeated(request, first) && answer.status === 202 ? { ...answer, status: 200 } : answer;
    },
    ['EMAIL-ANS-3', 'EMAIL-IDEM-15', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20', 'EMAIL-IDEM-28'],
  ),
  remembering('EMAIL-IDEM-13', 'a replay shows how the message stands now', async ({ request, ask, first }) => {
    const answer = await ask(request);
    const body = parsed(answer.body);
    if (!isRepeated(request, first) || body?.data?.status !== 'queued') return answer;
    body.data.status = 'sent';
    return json(answer.status, body, answer.headers);
  }),
  remembering('EMAIL-IDEM-13', 'a replay does not name who is suppressed', async ({ request, ask, first }) => {
    const answer = await ask(request);
    const { suppressed, ...body } = parsed(answer.body) ?? {};
    return isRepeated(request, first) && suppressed && body.data ? json(answer.status, body, answer.headers) : answer;
  }),
  remembering('EMAIL-IDEM-13', 'a message that is scheduled is not replayed', async ({ request, ask, first }) =>
    ask(isRepeated(request, first) && parsed(request.body)?.scheduled_at ? withoutKey(request) : request),
  ),
  remembering('EMAIL-IDEM-13', 'a reply is not replayed', async ({ request, ask, first }) =>
    ask(isRepeated(request, first) && parsed(request.body)?.in_reply_to_message_id ? withoutKey(request) : request),
  ),
  remembering('EMAIL-IDEM-13', 'a message of a template is not replayed', async ({ request, ask, first }) =>
    ask(isRepeated(request, first) && parsed(request.body)?.template_id ? withoutKey(request) : request),
  ),
  fault(
    'EMAIL-IDEM-13',
    'the alias knows no keys',
    async (request, ask) =>
      ask(
        /^\/v2\/emails(\?|$)/.test(request.url) && validKey.test(keysOf(request)[0] ?? '')
          ? withoutKey(request)
          : request,
      ),
    ['EMAIL-IDEM-24', 'EMAIL-ALIAS-1'],
  ),
  remembering('EMAIL-IDEM-14', 'a replay sends the mail again', async ({ request, ask, first }) => {
    if (isRepeated(request, first)) await ask(withoutKey(request));
    return ask(request);
  }),
  remembering(
    'EMAIL-IDEM-15',
    'a refused reuse frees the key',
    (() => {
      const freed = new Set<string>();
      return async ({ request, ask, key, first }) => {
        const answer = await ask(freed.has(key) ? withoutKey(request) : request);
        if (isChanged(request, first) && codeOf(answer) === '10027') freed.add(key);
        return answer;
      };
    })(),
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-12'],
  ),
  remembering(
    'EMAIL-IDEM-15',
    'after a refused reuse the first request is refused too',
    (() => {
      const spoiled = new Set<string>();
      return async ({ request, ask, key, first }) => {
        if (spoiled.has(key)) return refusal(422, '10027');
        const answer = await ask(request);
        if (isChanged(request, first) && codeOf(answer) === '10027') spoiled.add(key);
        return answer;
      };
    })(),
  ),
  replaysRefusals('refusals are replayed to the same request', (request, key) => `${key} ${hash(request.body)}`),
  replaysRefusals('refusals are replayed to whatever comes under the key', (_, key) => key, [
    'EMAIL-IDEM-11',
    'EMAIL-IDEM-15',
    'EMAIL-IDEM-17',
    'EMAIL-IDEM-18',
  ]),
  bindsFailed('the key of a failed request stays bound to that request', (answer) => !isAccepted(answer)),
  bindsFailed('the key of a reply to nothing stays bound to that request', ({ status }) => status === 404),
  bindsFailed('the key of a missing scope stays bound', ({ status }) => status === 403),
  bindsFailed('the key of what is no JSON stays bound', ({ body }) => body.includes('not valid JSON')),
  bindsFailed('the key of another content type stays bound', ({ status }) => status === 415),
  bindsFailed('the key of an address that stands twice stays bound', ({ body }) => body.includes('more than once')),
  bindsFailed('the key of an authentication failure stays bound', ({ status }) => status === 401),
  bindsFailed(
    'the key of a send to suppressed recipients alone stays bound',
    (answer) => codeOf(answer) === 'recipient_suppressed',
  ),
  {
    rule: 'EMAIL-IDEM-18',
    title: 'only the ten latest keys are known',
    also: ['EMAIL-IDEM-28'],
    begin: () => {
      const latest: string[] = [];
      return keyed(async (request, ask, key) => {
        const isForgotten = latest.includes(key) && !latest.slice(-10).includes(key);
        const answer = await ask(isForgotten ? withoutKey(request) : request);
        if (isAccepted(answer) && !latest.includes(key)) latest.push(key);
        return answer;
      });
    },
  },
  ...([1, 12, 23] as const).map((window) =>
    remembering(
      'EMAIL-IDEM-18',
      `an answer is replayed for ${window} hours only`,
      async ({ request, ask, first, now }) =>
        ask(first && now() - first.at >= window * hours - 1000 ? withoutKey(request) : request),
      ['EMAIL-IDEM-28'],
    ),
  ),
  remembering('EMAIL-IDEM-19', 'an answer is replayed for ever', async ({ request, ask, first }) =>
    isRepeated(request, first) && first ? first.answer : ask(request),
  ),
  remembering('EMAIL-IDEM-19', 'an answer is replayed for 48 hours', async ({ request, ask, first, now }) =>
    isRepeated(request, first) && first && now() - first.at < 48 * hours ? first.answer : ask(request),
  ),
  remembering('EMAIL-IDEM-19', 'every replay begins the 24 hours anew', async ({ request, ask, first, now }) => {
    if (!first || !isRepeated(request, first) || now() - first.at >= 24 * hours) return ask(request);
    first.at = now();
    return first.answer;
  }),
  remembering(
    'EMAIL-IDEM-19',
    'after 24 hours a different request is still refused',
    async ({ request, ask, first }) => (isChanged(request, first) ? refusal(422, '10027') : ask(request)),
  ),
  remembering('EMAIL-IDEM-20', 'a request with another language is another request', async ({ request, ask }) =>
    headerOf(request, 'accept-language') ? refusal(422, '10027') : ask(request),
  ),
  remembering('EMAIL-IDEM-20', 'tags and metadata are not compared', async ({ request, ask, first }) => {
    const bare = (text: string) => JSON.stringify({ ...JSON.parse(text), tags: 0, metadata: 0 });
    const isEqual = first && isChanged(request, first) && bare(first.body) === bare(textOf(request));
    return isEqual ? first.answer : ask(request);
  }),
  {
    rule: 'EMAIL-IDEM-21',
    title: 'the records of all accounts are one',
    begin: () => {
      const known = new Map<string, FaultAnswer>();
      return keyed(async (request, ask, key) => {
        const place = `${key} ${hash(request.body)}`;
        const mine = known.get(place);
        if (mine && callerOf(request) === 'key_other') return mine;
        const answer = await ask(request);
        if (isAccepted(answer)) known.set(place, answer);
        return answer;
      });
    },
  },
  {
    rule: 'EMAIL-IDEM-21',
    title: 'a key that another account has used is refused',
    begin: () => {
      const users = new Map<string, string>();
      return keyed(async (request, ask, key) => {
        const account = callerOf(request) === 'key_other' ? 'other' : 'primary';
        const user = users.get(key);
        if (user !== undefined && user !== account) return refusal(422, '10027');
        const answer = await ask(request);
        if (isAccepted(answer)) users.set(key, account);
        return answer;
      });
    },
  },
  fault(
    'EMAIL-IDEM-22',
    'each API key of an account has records of its own',
    changeKeys((keys, request) => (callerOf(request) === 'key_restricted' ? keys.map((key) => `r${key}`) : keys)),
  ),
  fault(
    'EMAIL-IDEM-24',
    'the alias shares the records of the primary route',
    keyed(async (request, ask) => ask({ ...request, url: request.url.replace('/v2/emails', '/v2/email_messages') })),
  ),
  fault(
    'EMAIL-IDEM-27',
    'the body is looked at before the record of the key',
    bodyBeforeRecord((forBody) => !isAccepted(forBody)),
  ),
  fault(
    'EMAIL-IDEM-27',
    'an address that is named twice is found before the record of the key is looked at',
    bodyBeforeRecord((forBody, request) => forBody.status === 400 && objectIn(request)?.cc?.length === 2),
  ),
  fault(
    'EMAIL-IDEM-28',
    'a full ledger makes room for a new record',
    keyed(async (request, ask) => {
      const answer = await ask(request);
      return answer.status === 503 ? ask(withoutKey(request)) : answer;
    }),
  ),
  fault(
    'EMAIL-IDEM-28',
    'a full ledger is answered with 507',
    changeAnswer('send', (answer) => {
      if (answer.status === 503) answer.status = 507;
    }),
    ['ERR-13'],
  ),
  {
    rule: 'EMAIL-IDEM-28',
    title: 'a full ledger drops its records',
    begin: () => {
      let full = false;
      return keyed(async (request, ask) => {
        const answer = await ask(request);
        full ||= answer.status === 503;
        return full && isAccepted(answer) ? ask(withoutKey(request)) : answer;
      });
    },
  },
];
