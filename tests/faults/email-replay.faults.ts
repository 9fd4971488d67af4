import {
  type Body,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  getHeader,
  json,
  parseJson,
  type Rules,
  refusal,
  type Serve,
  stateful,
} from './fault.ts';
import { getCode, getText, isAccepted, keyed, withoutKey } from './keys.ts';

/** The first success of a key, in the memory of a faulty service. */
interface First {
  body: string;
  answer: FaultAnswer;
  at: number;
}

/** A keyed send after the first success of its key. */
interface Later {
  first: First;
  isChanged: boolean;
  request: FaultRequest;
  sent: Body;
  /** Milliseconds since the first success, by the clock of the control plane. */
  ageMs: number;
  now: number;
  callUnchanged: () => Promise<FaultAnswer>;
  /** Sends it without its key. */
  callWithoutKey: () => Promise<FaultAnswer>;
}

/** Declares a fault of sends whose key has had a success; undefined changes nothing. */
function onLater(rules: Rules, title: string, serve: (later: Later) => unknown): Fault {
  return stateful(rules, title, () => {
    const successes = new Map<string, First>();
    let offset = 0;
    const onSend = keyed.serve(async (request, call, key) => {
      const place = `${getApiKey(request)} ${request.url} ${key}`;
      const first = successes.get(place);
      const now = Date.now() + offset;
      const later = first && {
        ...{ first, isChanged: first.body !== getText(request), request, sent: parseJson(request.body) ?? {} },
        ...{
          now,
          ageMs: now - first.at,
          callUnchanged: async () => call(request),
          callWithoutKey: async () => call(withoutKey(request)),
        },
      };
      const answer = ((later && (await serve(later))) || (await call(request))) as FaultAnswer;
      if (!first && isAccepted(answer)) successes.set(place, { body: getText(request), answer, at: now });
      return answer;
    });
    const serveAll: Serve = async (request, call) => {
      const answer = await onSend(request, call);
      if (request.url.startsWith('/__admin/clock')) offset = Date.parse(parseJson(answer.body)?.now) - Date.now();
      return answer;
    };
    return serveAll;
  });
}

const onChanged = (rules: Rules, title: string, serve: (later: Later) => unknown) =>
  onLater(rules, title, (later) => later.isChanged && serve(later));
const onRepeated = (rules: Rules, title: string, serve: (later: Later) => unknown) =>
  onLater(rules, title, (later) => !later.isChanged && serve(later));

/** Gives the first answer to a changed request that equals the first one in a form. */
const equates = (rules: Rules, title: string, form: (body: Body, text: string) => unknown) =>
  onChanged(rules, title, ({ first, request }) => {
    const [before, now] = [first.body, getText(request)].map((text) =>
      JSON.stringify(form(parseJson(Buffer.from(text)) ?? {}, text)),
    );
    return before === now && first.answer;
  });

const comparesOnly = (...members: string[]) =>
  equates(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-12'],
    `of a request under a used key only ${members.join(' and ')} is compared`,
    (body) => members.map((name) => body[name]),
  );

const doesNotCompare = (rule: Fault['rule'], name: string) =>
  equates([rule, 'EMAIL-FROM-11'], `${name} of a request under a used key is not compared`, (body) => ({
    ...body,
    [name]: undefined,
  }));

const hours = 3_600_000;
const reused = ['EMAIL-IDEM-11', 'EMAIL-IDEM-20', 'EMAIL-IDEM-22', 'EMAIL-IDEM-24', 'EMAIL-IDEM-27'] as const;

/** Declares a fault with a set of keys, which a refused reuse adds to. */
const afterReuse = (rules: Rules, title: string, serve: (later: Later) => unknown) => {
  const spoiled = new WeakSet<First>();
  return onLater(rules, title, async (later) => {
    if (spoiled.has(later.first)) return serve(later);
    const answer = await later.callUnchanged();
    if (later.isChanged && getCode(answer) === '10027') spoiled.add(later.first);
    return answer;
  });
};

/** Faults after a success under a key: replays, and the comparison of requests. */
export const faults: readonly Fault[] = [
  onChanged(reused, 'a changed request under a used key gets the first answer', ({ first }) => first.answer),
  onChanged(
    'EMAIL-IDEM-11',
    'a refused request under a used key is sent',
    async ({ callWithoutKey, callUnchanged }) => {
      await callWithoutKey();
      return callUnchanged();
    },
  ),
  onChanged(reused, 'a changed request under a used key is accepted', ({ callWithoutKey }) => callWithoutKey()),
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
    'letter case': (_: Body, text: string) => text.toLowerCase(),
    'white space': (_: Body, text: string) => text.replaceAll(' ', ''),
    'the end of a long text': (body: Body) => ({ ...body, text_body: String(body.text_body ?? '').slice(0, 1000) }),
    'each member that is not returned': (body: Body) => ({ ...body, tags: 0, metadata: 0, headers: 0 }),
  }).map(([title, form]) =>
    equates(['EMAIL-IDEM-11', 'EMAIL-IDEM-20'], `${title} of a request under a used key is not compared`, form),
  ),
  onChanged(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-27', 'EMAIL-IDEM-20'],
    'a member that a request under a used key no longer has is not missed',
    ({ first, sent }) => {
      const before = JSON.parse(first.body);
      return JSON.stringify({ ...before, ...sent }) === JSON.stringify(before) && first.answer;
    },
  ),
  onRepeated(
    [
      ...(['EMAIL-IDEM-13', 'EMAIL-IDEM-9', 'EMAIL-IDEM-14', 'EMAIL-IDEM-15', 'EMAIL-IDEM-18'] as const),
      ...(['EMAIL-IDEM-20', 'EMAIL-IDEM-8', 'EMAIL-IDEM-28'] as const),
    ],
    'a repetition makes another message',
    ({ callWithoutKey }) => callWithoutKey(),
  ),
  onRepeated(
    ['EMAIL-IDEM-13', 'EMAIL-ANS-3', 'EMAIL-IDEM-15', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20', 'EMAIL-IDEM-28'],
    'a replay has the status 200',
    async ({ callUnchanged }) => ({ ...(await callUnchanged()), status: 200 }),
  ),
  onRepeated('EMAIL-IDEM-13', 'a replay shows the present state of the message', async ({ callUnchanged }) => {
    const answer = await callUnchanged();
    const { data } = parseJson(answer.body) ?? {};
    return data?.status === 'queued' && json(answer.status, { data: { ...data, status: 'sent' } }, answer.headers);
  }),
  onRepeated('EMAIL-IDEM-13', 'a replay omits `suppressed`', async ({ callUnchanged }) => {
    const answer = await callUnchanged();
    const { suppressed, data } = parseJson(answer.body) ?? {};
    return suppressed && data && json(answer.status, { data }, answer.headers);
  }),
  ...Object.entries({
    'a scheduled message is not replayed': 'scheduled_at',
    'a reply is not replayed': 'in_reply_to_message_id',
    'a message of a template is not replayed': 'template_id',
  }).map(([title, member]) =>
    onRepeated('EMAIL-IDEM-13', title, ({ sent, callWithoutKey }) => sent[member] && callWithoutKey()),
  ),
  onRepeated('EMAIL-IDEM-14', 'a replay sends the mail again', async ({ callWithoutKey }) => {
    await callWithoutKey();
  }),
  afterReuse(
    ['EMAIL-IDEM-15', 'EMAIL-IDEM-11', 'EMAIL-IDEM-12'],
    'a refused reuse frees the key',
    ({ callWithoutKey }) => callWithoutKey(),
  ),
  afterReuse('EMAIL-IDEM-15', 'after a refused reuse the first request is refused too', () => refusal(422, '10027')),
  ...[1, 12, 23].map((window) =>
    onLater(
      ['EMAIL-IDEM-18', 'EMAIL-IDEM-28'],
      `an answer is replayed for ${window} hours only`,
      ({ ageMs, callWithoutKey }) => ageMs >= window * hours - 1000 && callWithoutKey(),
    ),
  ),
  onRepeated('EMAIL-IDEM-19', 'an answer is replayed for ever', ({ first }) => first.answer),
  onRepeated('EMAIL-IDEM-19', 'an answer is replayed for 48 hours', ({ first, ageMs }) => {
    return ageMs < 48 * hours && first.answer;
  }),
  onRepeated('EMAIL-IDEM-19', 'every replay restarts the 24 hours', ({ first, ageMs, now }) => {
    if (ageMs >= 24 * hours) return undefined;
    first.at = now;
    return first.answer;
  }),
  onChanged('EMAIL-IDEM-19', 'after 24 hours a different request is still refused', () => refusal(422, '10027')),
  onLater('EMAIL-IDEM-20', 'a request with another language is another request', ({ request }) => {
    return getHeader(request, 'accept-language') && refusal(422, '10027');
  }),
];
