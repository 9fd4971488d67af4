import {
  type Ask,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  headerOf,
  json,
  parsed,
  type Rules,
  refusal,
  type Serve,
  stateful,
} from './fault.ts';
import { callerOf, codeOf, isAccepted, keyed, textOf, withoutKey } from './keys.ts';

/** The first success of a key, in the memory of a faulty service. */
interface Memory {
  body: string;
  answer: FaultAnswer;
  at: number;
}

/** A fault with a memory of the first success of each key, and with the time of the control plane. */
function remembering(
  rules: Rules,
  title: string,
  serve: (parts: {
    request: FaultRequest;
    ask: Ask;
    key: string;
    first: Memory | undefined;
    now: () => number;
    forget: () => void;
  }) => Promise<FaultAnswer>,
): Fault {
  const begin = (): Serve => {
    const memories = new Map<string, Memory>();
    let offset = 0;
    const now = () => Date.now() + offset;
    const onSend = keyed.serve(async (request, ask, key) => {
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
  return stateful(rules, title, begin);
}

const hours = 3_600_000;

const isChanged = (request: FaultRequest, first: Memory | undefined) =>
  first !== undefined && first.body !== textOf(request);

const isRepeated = (request: FaultRequest, first: Memory | undefined) =>
  first !== undefined && first.body === textOf(request);

/** Compares only some members of the requests: where these are equal, the first answer is given again. */
const comparesOnly = (...members: string[]) =>
  remembering(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-12'],
    `of a request under a used key only ${members.join(' and ')} is compared`,
    async ({ request, ask, first }) => {
      const pick = (text: string) => JSON.stringify(members.map((name) => JSON.parse(text)[name]));
      const isEqual = isChanged(request, first) && pick(first?.body ?? '') === pick(textOf(request));
      return isEqual && first ? first.answer : ask(request);
    },
  );

/** Compares everything but one member of the requests. */
const doesNotCompare = (rule: Fault['rule'], name: string) =>
  remembering(
    [rule, 'EMAIL-FROM-11'],
    `${name} of a request under a used key is not compared`,
    async ({ request, ask, first }) => {
      const { [name]: _, ...mine } = parsed(request.body) ?? {};
      const { [name]: __, ...before } = JSON.parse(first?.body ?? '{}');
      const isEqual = isChanged(request, first) && JSON.stringify(mine) === JSON.stringify(before);
      return isEqual && first ? first.answer : ask(request);
    },
  );

/** Faults of what a success under a key leaves: replays, and the comparison of requests. */
export const faults: readonly Fault[] = [
  remembering(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
    'a changed request under a used key gets the first answer',
    async ({ request, ask, first }) => (isChanged(request, first) && first ? first.answer : ask(request)),
  ),
  remembering(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'],
    'a changed request under a used key is a request of its own',
    async ({ request, ask, first }) => ask(isChanged(request, first) ? withoutKey(request) : request),
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
      ['EMAIL-IDEM-11', 'EMAIL-IDEM-20'],
      `${what} of a request under a used key is not compared`,
      async ({ request, ask, first }) =>
        first && reduce(first.body) === reduce(textOf(request)) ? first.answer : ask(request),
    ),
  ),
  remembering(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-27', 'EMAIL-IDEM-20'],
    'a member that a request under a used key no longer has is not missed',
    async ({ request, ask, first }) => {
      if (!first || !isChanged(request, first)) return ask(request);
      const filled = JSON.stringify({ ...JSON.parse(first.body), ...parsed(request.body) });
      return filled === JSON.stringify(JSON.parse(first.body)) ? first.answer : ask(request);
    },
  ),
  remembering(
    [
      'EMAIL-IDEM-13',
      'EMAIL-IDEM-9',
      'EMAIL-IDEM-14',
      'EMAIL-IDEM-15',
      'EMAIL-IDEM-18',
      'EMAIL-IDEM-20',
      'EMAIL-IDEM-8',
      'EMAIL-IDEM-28',
    ],
    'a repetition makes another message',
    async ({ request, ask, first }) => ask(isRepeated(request, first) ? withoutKey(request) : request),
  ),
  remembering(
    ['EMAIL-IDEM-13', 'EMAIL-ANS-3', 'EMAIL-IDEM-15', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20', 'EMAIL-IDEM-28'],
    'a replay has the status 200',
    async ({ request, ask, first }) => {
      const answer = await ask(request);
      return isRepeated(request, first) && answer.status === 202 ? { ...answer, status: 200 } : answer;
    },
  ),
  remembering('EMAIL-IDEM-13', 'a replay shows the present state of the message', async ({ request, ask, first }) => {
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
  remembering('EMAIL-IDEM-14', 'a replay sends the mail again', async ({ request, ask, first }) => {
    if (isRepeated(request, first)) await ask(withoutKey(request));
    return ask(request);
  }),
  remembering(
    ['EMAIL-IDEM-15', 'EMAIL-IDEM-11', 'EMAIL-IDEM-12'],
    'a refused reuse frees the key',
    (() => {
      const freed = new Set<string>();
      return async ({ request, ask, key, first }) => {
        const answer = await ask(freed.has(key) ? withoutKey(request) : request);
        if (isChanged(request, first) && codeOf(answer) === '10027') freed.add(key);
        return answer;
      };
    })(),
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
  ...([1, 12, 23] as const).map((window) =>
    remembering(
      ['EMAIL-IDEM-18', 'EMAIL-IDEM-28'],
      `an answer is replayed for ${window} hours only`,
      async ({ request, ask, first, now }) =>
        ask(first && now() - first.at >= window * hours - 1000 ? withoutKey(request) : request),
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
];
