import { changeAnswer, dropIf } from './changes.ts';
import {
  type Body,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  isUuid,
  parseObject,
  type Rules,
  refusal,
  withBody,
} from './fault.ts';
import {
  answerSends,
  type MailHeader,
  type Memory,
  mailsRefused,
  onMail,
  onSend,
  parseMessageId,
  refuseSends,
  rewriteSends,
  type Sent,
} from './sends.ts';

const notFound = refusal(404, '10001', 'Not found');
const badRequest = refusal(400, '10015');
const anotherCode = refusal(422, '10007');

const parentOf = (header: MailHeader, memory: Memory) => memory.get(parseMessageId(header.get('In-Reply-To')));
const sentAs = (header: MailHeader, memory: Memory): Body => memory.get(header.id)?.body ?? {};
const isReplyAll = (header: MailHeader, memory: Memory) => sentAs(header, memory).reply_to_all === true;
const isReply = (header: MailHeader) => header.get('In-Reply-To') !== undefined;
const noInReplyTo = (header: MailHeader) => header.set('In-Reply-To', undefined);
const first = <T>(list: readonly T[]) => list[0] as T;
const last = <T>(list: readonly T[]) => list.at(-1) as T;

/** Changes the References of replies with more than one message. */
const deepReferences = (title: string, change: (ids: string[]) => string[], rules: Rules = 'EMAIL-THREAD-3') =>
  onMail(rules, title, (header) => {
    if (header.references.length > 1) header.references = change(header.references);
  });

/** Changes the header of mails that pass a test. */
const onMailIf =
  (test: (header: MailHeader, memory: Memory) => unknown) =>
  (rules: Rules, title: string, change: (header: MailHeader) => void) =>
    onMail(rules, title, (header, memory) => test(header, memory) && change(header));
const onReply = onMailIf(isReply);
const onReplyAll = onMailIf(isReplyAll);

const ownRules = ['EMAIL-THREAD-14', 'EMAIL-THREAD-19', 'EMAIL-THREAD-20'] as const;

const inMails: readonly Fault[] = [
  onMail('EMAIL-THREAD-1', 'replies carry no In-Reply-To', noInReplyTo),
  onReply('EMAIL-THREAD-1', 'In-Reply-To names the first message of the thread', (header) =>
    header.set('In-Reply-To', header.references[0]),
  ),
  onReply('EMAIL-THREAD-1', 'In-Reply-To is the id of the API, not the Message-ID', (header) =>
    header.set('In-Reply-To', `<${parseMessageId(header.get('In-Reply-To'))}>`),
  ),
  onMailIf((header, memory) => parentOf(header, memory)?.isAlias)(
    'EMAIL-THREAD-1',
    'replies to messages of the legacy route carry no In-Reply-To',
    noInReplyTo,
  ),
  onMailIf((header, memory) => {
    const parent = parentOf(header, memory);
    return parent && parent.key !== memory.get(header.id)?.key;
  })('EMAIL-THREAD-1', 'replies to messages of another key carry no In-Reply-To', noInReplyTo),
  onMail(['EMAIL-THREAD-2', 'EMAIL-THREAD-3', 'EMAIL-THREAD-17'], 'replies carry no References', (header) =>
    header.set('References', undefined),
  ),
  deepReferences('References of a deeper reply lack its parent', (ids) => ids.slice(0, -1), [
    'EMAIL-THREAD-2',
    'EMAIL-THREAD-3',
  ]),
  deepReferences('References name only the parent', (ids) => ids.slice(-1)),
  deepReferences('References name the first message and the parent, and nothing between', (ids) => {
    return [first(ids), last(ids)];
  }),
  deepReferences('the ancestors are in the wrong order', (ids) => [...ids.slice(0, -1).reverse(), last(ids)]),
  deepReferences('the parent comes first', (ids) => [last(ids), ...ids.slice(0, -1)], [
    'EMAIL-THREAD-3',
    'EMAIL-THREAD-2',
  ]),
  deepReferences('the parent is named twice', (ids) => [...ids, last(ids)]),
  deepReferences('References end after ten messages', (ids) => ids.slice(-10)),
  deepReferences('References end after twelve messages', (ids) => ids.slice(-12)),
  ...(
    [
      ['EMAIL-THREAD-3', 'scheduled_at'],
      ['EMAIL-THREAD-22', 'sandbox_mode'],
    ] as const
  ).map(([rule, member]) =>
    onMailIf((header, memory) => parentOf(header, memory)?.body[member])(
      rule,
      `a reply to a reply with ${member} names only its parent`,
      (header) => {
        header.references = header.references.slice(-1);
      },
    ),
  ),
  onReply(['EMAIL-THREAD-3', 'EMAIL-THREAD-17'], 'ids in References are separated by commas', (header) =>
    header.set('References', header.references.join(', ')),
  ),
  onMail([...ownRules, 'EMAIL-FWD-1'], 'a new message has itself in References', (header) => {
    if (!isReply(header)) header.references = [header.get('Message-ID') as string];
  }),
  onMail('EMAIL-THREAD-14', 'a subject that begins with "Re:" makes a message a reply', (header, memory) => {
    const before = [...memory.values()].find(({ id }) => id !== header.id);
    if (/^Re:/.test(header.get('Subject') ?? '') && before)
      header.set('In-Reply-To', `<${before.id}@mail.example.com>`);
  }),
  onMail(
    'EMAIL-THREAD-14',
    'an earlier mail of the same subject to the same recipient is the parent',
    (header, memory) => {
      const own = memory.get(header.id);
      if (!own || own.body.in_reply_to_message_id || own.body.forward_of_message_id) return;
      const messages = [...memory.values()];
      const isEqual = ({ body }: Sent) => `${body.to} ${body.subject}` === `${own.body.to} ${own.body.subject}`;
      const earlier = messages.slice(0, messages.indexOf(own)).find(isEqual);
      if (earlier) header.references = [`<${earlier.id}@example.com>`];
    },
  ),
  onReplyAll('EMAIL-THREAD-15', 'a reply to all has no In-Reply-To', noInReplyTo),
  onReplyAll('EMAIL-THREAD-15', 'a deeper reply to all names only its parent', (header) => {
    header.references = header.references.slice(-1);
  }),
  onSend('EMAIL-THREAD-16', 'a reply to all goes to the recipients of the parent, too', (body, memory) => {
    const parent = body.reply_to_all && memory.get(body.in_reply_to_message_id);
    if (parent) body.cc = [...(body.cc ?? []), ...parent.body.to, ...(parent.body.cc ?? [])];
  }),
  onMail('EMAIL-THREAD-17', 'References of a first reply begin with an id of the thread', beginThread),
  onReplyAll(
    ['EMAIL-THREAD-17', 'EMAIL-THREAD-15'],
    'References of a first reply to all begin with an id of the thread',
    beginThread,
  ),
  onReplyAll('EMAIL-THREAD-19', 'reply-all without a parent makes a message a reply to itself', (header) => {
    if (!isReply(header)) header.set('In-Reply-To', header.get('Message-ID'));
  }),
  onMailIf((header, memory) => sentAs(header, memory).scheduled_at)(
    'EMAIL-THREAD-22',
    'a scheduled message gets another Message-ID when it leaves',
    (header) => header.set('Message-ID', `<late.${header.id}@mail.example.com>`),
  ),
  onMailIf((header, memory) => parentOf(header, memory)?.body.sandbox_mode)(
    'EMAIL-THREAD-22',
    'a reply to a sandboxed message carries no threading headers',
    (header) => {
      noInReplyTo(header);
      header.references = [];
    },
  ),
  onMail('EMAIL-FWD-1', 'a forward of a known message has it in In-Reply-To', (header, memory) => {
    const forwarded = memory.get(sentAs(header, memory).forward_of_message_id);
    if (forwarded) header.set('In-Reply-To', `<${forwarded.id}@mail.example.com>`);
  }),
  onMail('EMAIL-FWD-2', 'a reply to a forward names the forwarded message, too', (header, memory) => {
    const forwarded = parentOf(header, memory)?.body.forward_of_message_id;
    if (forwarded) header.references = [`<${forwarded}@mail.example.com>`, ...header.references];
  }),
];

function beginThread(header: MailHeader): void {
  if (header.references.length === 1) header.references = ['<thread@mail.example.com>', ...header.references];
}

const isBoth = (body: Body) => body.in_reply_to_message_id && body.forward_of_message_id;

type ParentTest = (parent: string, memory: Memory, request: FaultRequest) => unknown;

/** Answers replies, also real ones, whose parent passes a test; `accepted` takes them for new messages. */
const answersReply = (rules: Rules, title: string, answer: FaultAnswer | 'accepted', test: ParentTest) =>
  onSend(rules, title, (body, memory, request) => {
    const { in_reply_to_message_id: parent, forward_of_message_id } = body;
    if (typeof parent !== 'string' || forward_of_message_id || !test(parent, memory, request)) return undefined;
    if (answer === 'accepted') delete body.in_reply_to_message_id;
    return answer;
  });
const accountOf = (key: Sent['key']) => (key === 'other' ? 'other' : 'own');
const isUnknown: ParentTest = (parent, memory) => isUuid(parent) && !memory.has(parent);
const isForeign: ParentTest = (parent, memory, request) => {
  const found = memory.get(parent);
  return found !== undefined && accountOf(found.key) !== accountOf(getApiKey(request));
};
const isOwn: ParentTest = (parent, memory, request) => memory.has(parent) && !isForeign(parent, memory, request);
const answersRealReply = (rules: Rules, title: string, test: ParentTest) =>
  answersReply(rules, title, 'accepted', (parent, memory, request) => {
    return parseObject(request)?.sandbox_mode !== true && test(parent, memory, request);
  });

const equal = ['EMAIL-THREAD-8', 'EMAIL-THREAD-9'] as const;
const unknown = ['EMAIL-THREAD-6', ...equal] as const;

const isOfOtherKey: ParentTest = (parent, memory, request) =>
  memory.has(parent) && memory.get(parent)?.key !== getApiKey(request);
const isSentWith =
  (member: string): ParentTest =>
  (parent, memory) =>
    memory.get(parent)?.body[member];
const withOwner = { ...notFound, headers: { ...notFound.headers, 'x-owner': 'other' } };
const detailed = withBody(notFound, notFound.body.toString().replace('Refused by a fault.', 'You have no access.'));

const lookups: readonly Fault[] = [
  answersReply('EMAIL-THREAD-5', 'no message can be replied to', notFound, isOwn),
  answersReply('EMAIL-THREAD-5', 'only the key that made a message can reply to it', notFound, isOfOtherKey),
  answersReply([...unknown, 'EMAIL-THREAD-10'], 'a reply to an unknown message is accepted', 'accepted', isUnknown),
  answersReply(unknown, 'an unknown parent is answered with 400', refusal(400, '10001'), isUnknown),
  mailsRefused('EMAIL-THREAD-6', 'a refused reply to an unknown message is mailed all the same', (body) => {
    return !isBoth(body) && { in_reply_to_message_id: undefined };
  }),
  answersRealReply(['EMAIL-THREAD-6', 'EMAIL-THREAD-7'], 'outside the sandbox an unknown parent is ignored', isUnknown),
  answersReply('EMAIL-THREAD-7', 'a message of another account can be replied to', 'accepted', isForeign),
  answersReply('EMAIL-THREAD-7', 'a foreign parent is answered with 403', refusal(403, '10001'), isForeign),
  answersRealReply('EMAIL-THREAD-7', 'outside the sandbox a foreign parent is ignored', isForeign),
  answersReply(equal, 'a foreign parent has another title', refusal(404, '10001', 'Foreign'), isForeign),
  answersReply(equal, 'a foreign parent shows in a header', withOwner, isForeign),
  answersReply(equal, 'the detail reveals a foreign parent', detailed, isForeign),
  changeAnswer('EMAIL-THREAD-9', 'the refusal of a parent repeats its id', 'send', ({ status, body }, request) => {
    if (status === 404) body.errors[0].detail = `Not found: ${parseObject(request)?.in_reply_to_message_id}`;
  }),
  changeAnswer('EMAIL-THREAD-10', 'an unknown parent has another code', 'send', ({ status, body }) => {
    if (status === 404) body.errors[0].code = '10005';
  }),
  ...['scheduled_at', 'sandbox_mode', 'in_reply_to_message_id', 'forward_of_message_id'].map((member) =>
    answersReply('EMAIL-THREAD-21', `a message with ${member} is no parent`, notFound, isSentWith(member)),
  ),
];

const isWrong = (value: unknown) => value !== undefined && value !== null && !isUuid(value);

/** Faults of how one of the two ids is read. */
const readings = (name: string, [refused, coded]: [Fault['rule'], Fault['rule']]): readonly Fault[] => [
  rewriteSends(refused, `a ${name} that is no UUID is ignored`, {
    [name]: (id: unknown) => (typeof id === 'string' && !isUuid(id) ? undefined : id),
  }),
  rewriteSends(refused, `a ${name} that is no string is ignored`, {
    [name]: (id: unknown) => (typeof id === 'string' ? id : undefined),
  }),
  answerSends([coded, 'ERR-11'], `a ${name} that is no UUID is answered with 400`, badRequest, (body) =>
    isWrong(body[name]),
  ),
  answerSends([coded, 'ERR-11'], `a ${name} that is no UUID has another code`, anotherCode, (body) =>
    isWrong(body[name]),
  ),
  refuseSends('EMAIL-THREAD-20', `a ${name} of null is refused`, (body) => body[name] === null),
];

const requests: readonly Fault[] = [
  ...readings('in_reply_to_message_id', ['EMAIL-THREAD-11', 'EMAIL-THREAD-12']),
  ...readings('forward_of_message_id', ['EMAIL-FWD-3', 'EMAIL-FWD-4']),
  refuseSends('EMAIL-THREAD-18', 'a reply to all is refused', ({ reply_to_all, in_reply_to_message_id }) => {
    return reply_to_all === true && in_reply_to_message_id;
  }),
  rewriteSends('EMAIL-THREAD-18', 'the reply-all flag has another name', { reply_to_all: undefined }),
  refuseSends('EMAIL-THREAD-19', 'reply-all without a parent is refused', (body) => {
    return body.reply_to_all && !body.in_reply_to_message_id;
  }),
  rewriteSends(['EMAIL-THREAD-23', 'EMAIL-THREAD-24'], 'a forwarding reply is accepted', {
    forward_of_message_id: dropIf(isBoth),
  }),
  mailsRefused('EMAIL-THREAD-23', 'a refused forwarding reply is mailed all the same', (body) => {
    return isBoth(body) && { in_reply_to_message_id: undefined };
  }),
  rewriteSends('EMAIL-THREAD-23', 'outside the sandbox a forwarding reply is accepted', {
    forward_of_message_id: dropIf((body) => body.sandbox_mode !== true && isBoth(body)),
  }),
  answerSends('EMAIL-THREAD-23', 'a forwarding reply is answered with 400', badRequest, isBoth),
  answerSends('EMAIL-THREAD-24', 'the refusal of a forwarding reply has another code', anotherCode, isBoth),
  answerSends(
    'EMAIL-FWD-5',
    'a forward of an unknown message is answered with 404',
    notFound,
    ({ forward_of_message_id: id }, memory) => isUuid(id) && !memory.has(id),
  ),
  refuseSends('EMAIL-FWD-5', 'an id of a forward in upper case is refused', ({ forward_of_message_id: id }) => {
    return isUuid(id) && id !== id.toLowerCase();
  }),
  answerSends(
    'EMAIL-FWD-6',
    'a forward of a foreign message is answered with 404',
    notFound,
    ({ forward_of_message_id: id }, memory, request) => isUuid(id) && isForeign(id, memory, request),
  ),
];

/** Faults of threading and forwarding. */
export const faults: readonly Fault[] = [...inMails, ...lookups, ...requests];
