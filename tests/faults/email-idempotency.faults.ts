import { createHash } from 'node:crypto';
import {
  type Ask,
  changeAnswer,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  goesTo,
  headerOf,
  json,
  parsed,
  refusal,
  type Serve,
} from './fault.ts';

const header = 'idempotency-key';
const valid = /^[A-Za-z0-9_-]{1,255}$/;

const keysOf = ({ headers }: FaultRequest) => headers.flatMap(([name, value]) => (isKey(name) ? [value] : []));
const isKey = (name: string) => name.toLowerCase() === header;

/** The request with other lines of the key header, or with none. */
function withKeys(request: FaultRequest, keys: readonly string[]): FaultRequest {
  const others = request.headers.filter(([name]) => !isKey(name));
  return { ...request, headers: [...others, ...keys.map((key): [string, string] => [header, key])] };
}
const withoutKey = (request: FaultRequest) => withKeys(request, []);
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const textOf = ({ body }: FaultRequest) => body.toString('utf8');
const caller = (request: FaultRequest) => /Bearer (\w+)/.exec(headerOf(request, 'authorization') ?? '')?.[1];
const codeOf = ({ body }: FaultAnswer) => parsed(body)?.errors?.[0]?.code;
const accepted = ({ status }: FaultAnswer) => status < 300;

/** Does something else with sends that carry the key header; `key` is the first line's value. */
const keyed =
  (serve: (request: FaultRequest, ask: Ask, key: string) => Promise<FaultAnswer>): Serve =>
  async (request, ask) => {
    const [key] = keysOf(request);
    return goesTo('send', request) && key !== undefined ? serve(request, ask, key) : ask(request);
  };

/** Changes the lines of the key header on the way to the mock. */
const changeKeys = (change: (keys: readonly string[], request: FaultRequest) => readonly string[]) =>
  keyed(async (request, ask) => ask(withKeys(request, change(keysOf(request), request))));

/** Refuses a keyed send for which the condition holds. */
const refuseKeys = (when: (keys: readonly string[]) => boolean, answer = () => refusal(400, '10015')) =>
  keyed(async (request, ask) => (when(keysOf(request)) ? answer() : ask(request)));

/** Changes refusals of keyed sends. */
const changeRefusal = (code: string, change: { status?: number; code?: string }) =>
  keyed(async (request, ask) => {
    const answer = await ask(request);
    if (codeOf(answer) !== code) return answer;
    return refusal(change.status ?? answer.status, change.code ?? code);
  });

/** The refusal of an invalid key comes out otherwise. */
const changeInvalid = (when: (keys: readonly string[]) => boolean, status: number, code: string) =>
  keyed(async (request, ask) => {
    const answer = await ask(request);
    return when(keysOf(request)) && answer.status === 400 ? refusal(status, code) : answer;
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
      const place = `${caller(request)} ${request.url} ${key}`;
      const first = memories.get(place);
      const answer = await serve({ request, ask, key, first, now, forget: () => memories.delete(place) });
      if (!first && accepted(answer)) memories.set(place, { body: textOf(request), answer, at: now() });
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
      const isAlike = isChanged(request, first) && pick(first?.body ?? '') === pick(textOf(request));
      return isAlike && first ? first.answer : ask(request);
    },
    ['EMAIL-IDEM-12'],
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
      if (!accepted(answer) && valid.test(key) && answer.status !== 409) refusals.set(place(request, key), answer);
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

/** Faults of the idempotency key of email sending. */
export const faults: readonly Fault[] = [
  fault('EMAIL-IDEM-1', 'a send without a key is refused', async (request, ask) =>
    goesTo('send', request) && keysOf(request).length === 0 ? refusal(400, '10015') : ask(request),
  ),
  fault(
    'EMAIL-IDEM-2',
    'the key header is not known',
    changeKeys(() => []),
  ),
  fault('EMAIL-IDEM-2', 'the key header is known in one spelling only', async (request, ask) => {
    const isSpelled = request.headers.some(([name]) => name === 'Idempotency-Key');
    return ask(isSpelled || !goesTo('send', request) ? request : withoutKey(request));
  }),
  fault(
    'EMAIL-IDEM-3',
    'a key of one character is refused',
    refuseKeys(([key = '']) => key.length === 1),
  ),
  fault(
    'EMAIL-IDEM-3',
    'a key of 255 characters is refused',
    refuseKeys(([key = '']) => key.length === 255),
    ['EMAIL-IDEM-7'],
  ),
  fault(
    'EMAIL-IDEM-3',
    'a key with an underscore is refused',
    refuseKeys(([key = '']) => key.includes('_')),
  ),
  fault(
    'EMAIL-IDEM-3',
    'a key with capitals is refused',
    refuseKeys(([key = '']) => /[A-Z]/.test(key)),
    ['EMAIL-IDEM-7'],
  ),
  fault(
    'EMAIL-IDEM-4',
    'two equal key lines count as one',
    changeKeys((keys) => [...new Set(keys)]),
  ),
  fault(
    'EMAIL-IDEM-4',
    'of several key lines the last one counts',
    changeKeys((keys) => keys.slice(-1)),
  ),
  fault(
    'EMAIL-IDEM-4',
    'two key lines are refused with 422',
    changeInvalid((keys) => keys.length > 1, 422, '10015'),
  ),
  fault(
    'EMAIL-IDEM-4',
    'two key lines are refused with another code',
    changeInvalid((keys) => keys.length > 1, 400, '10007'),
  ),
  fault(
    'EMAIL-IDEM-5',
    'an empty key counts as none',
    changeKeys((keys) => keys.filter((key) => key.trim() !== '')),
    ['EMAIL-IDEM-4'],
  ),
  fault(
    'EMAIL-IDEM-5',
    'an empty key is refused with 422',
    changeInvalid((keys) => keys.length === 1 && keys[0] === '', 422, '10015'),
  ),
  fault(
    'EMAIL-IDEM-6',
    'dots and colons are allowed in a key',
    changeKeys((keys) => keys.map((key) => key.replace(/[.:]/g, 'x'))),
    ['EMAIL-IDEM-26'],
  ),
  fault(
    'EMAIL-IDEM-6',
    'quotes around a key are taken off',
    changeKeys((keys) => keys.map((key) => key.replace(/^"(.*)"$/, '$1'))),
  ),
  fault(
    'EMAIL-IDEM-6',
    'what follows the valid beginning of a key is cut off',
    changeKeys((keys) => keys.map((key) => key.replace(/^([A-Za-z0-9_-]+)[^A-Za-z0-9_-].*$/, '$1'))),
    ['EMAIL-IDEM-26'],
  ),
  fault(
    'EMAIL-IDEM-6',
    'letters of other alphabets are allowed in a key',
    changeKeys((keys) => keys.map((key) => key.replace(/[\u00c0-\u00ff]+/g, 'x'))),
  ),
  fault(
    'EMAIL-IDEM-6',
    'blanks are allowed in a key',
    changeKeys((keys) => keys.map((key) => key.replace(/ /g, 'x'))),
  ),
  fault(
    'EMAIL-IDEM-6',
    'a malformed key is refused with 422',
    changeInvalid((keys) => keys.length === 1 && !/^[\w-]*$/.test(keys[0] ?? ''), 422, '10015'),
    ['EMAIL-IDEM-26'],
  ),
  fault(
    'EMAIL-IDEM-6',
    'a malformed key is refused with another code',
    changeInvalid((keys) => keys.length === 1 && !/^[\w-]*$/.test(keys[0] ?? ''), 400, '10007'),
    ['EMAIL-IDEM-26'],
  ),
  fault(
    'EMAIL-IDEM-7',
    'a long key is cut to 255 characters',
    changeKeys((keys) => keys.map((key) => key.slice(0, 255))),
  ),
  fault(
    'EMAIL-IDEM-7',
    'a key of 256 characters is allowed',
    changeKeys((keys) => keys.map((key) => (key.length === 256 && valid.test(key.slice(1)) ? hash(key) : key))),
  ),
  fault(
    'EMAIL-IDEM-7',
    'a key may be of any length',
    changeKeys((keys) => keys.map((key) => (/^[\w-]{256,}$/.test(key) ? hash(key) : key))),
  ),
  fault('EMAIL-IDEM-8', 'a key in progress is answered with 425', changeRefusal('10036', { status: 425 }), [
    'EMAIL-IDEM-9',
    'ERR-13',
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
        const place = `${caller(request)} ${request.url} ${key} ${hash(request.body)}`;
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
        const isSecond = running > 1 && valid.test(key);
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
  comparesOnly('subject'),
  comparesOnly('to', 'subject'),
  comparesOnly('to', 'subject', 'text_body', 'html_body'),
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
  remembering('EMAIL-IDEM-13', 'a message that is scheduled is not replayed', async ({ request, ask, first }) =>
    ask(isRepeated(request, first) && parsed(request.body)?.scheduled_at ? withoutKey(request) : request),
  ),
  fault(
    'EMAIL-IDEM-13',
    'the alias knows no keys',
    async (request, ask) =>
      ask(
        /^\/v2\/emails(\?|$)/.test(request.url) && valid.test(keysOf(request)[0] ?? '') ? withoutKey(request) : request,
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
  bindsFailed('the key of a failed request stays bound to that request', (answer) => !accepted(answer)),
  bindsFailed('the key of a reply to nothing stays bound to that request', ({ status }) => status === 404),
  bindsFailed('the key of an authentication failure stays bound', ({ status }) => status === 401),
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
    const isAlike = first && isChanged(request, first) && bare(first.body) === bare(textOf(request));
    return isAlike ? first.answer : ask(request);
  }),
  {
    rule: 'EMAIL-IDEM-21',
    title: 'the records of all accounts are one',
    begin: () => {
      const known = new Map<string, FaultAnswer>();
      return keyed(async (request, ask, key) => {
        const place = `${key} ${hash(request.body)}`;
        const mine = known.get(place);
        if (mine && caller(request) === 'key_other') return mine;
        const answer = await ask(request);
        if (accepted(answer)) known.set(place, answer);
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
        const account = caller(request) === 'key_other' ? 'other' : 'primary';
        const user = users.get(key);
        if (user !== undefined && user !== account) return refusal(422, '10027');
        const answer = await ask(request);
        if (accepted(answer)) users.set(key, account);
        return answer;
      });
    },
  },
  fault(
    'EMAIL-IDEM-22',
    'each API key of an account has records of its own',
    changeKeys((keys, request) => (caller(request) === 'key_restricted' ? keys.map((key) => `r${key}`) : keys)),
  ),
  fault('EMAIL-IDEM-24', 'the alias shares the records of the primary route', async (request, ask) =>
    ask(
      goesTo('send', request) && keysOf(request).length > 0
        ? { ...request, url: request.url.replace('/v2/emails', '/v2/email_messages') }
        : request,
    ),
  ),
  fault(
    'EMAIL-IDEM-25',
    'an invalid key is refused before the credentials are looked at',
    refuseKeys((keys) => keys.length !== 1 || !valid.test(keys[0] ?? '')),
  ),
  fault(
    'EMAIL-IDEM-26',
    'the body is looked at before the key',
    keyed(async (request, ask) => {
      const answer = await ask(request);
      if (answer.status !== 400) return answer;
      const forBody = await ask(withoutKey(request));
      return accepted(forBody) ? answer : forBody;
    }),
  ),
  fault(
    'EMAIL-IDEM-27',
    'the body is looked at before the record of the key',
    keyed(async (request, ask) => {
      const answer = await ask(request);
      if (codeOf(answer) !== '10027') return answer;
      const forBody = await ask(withoutKey(request));
      return accepted(forBody) ? answer : forBody;
    }),
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
        return full && accepted(answer) ? ask(withoutKey(request)) : answer;
      });
    },
  },
];
