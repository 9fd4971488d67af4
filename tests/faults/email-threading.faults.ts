import { changeAnswer, type Fault, type Rules, refusal } from './fault.ts';
import { idOf, keyOf, type MailHeader, type Memory, onMail, onSend, type Sent } from './messages.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const notFound = () => refusal(404, '10001', 'Not found');

const parentOf = (header: MailHeader, memory: Memory) => memory.get(idOf(header.get('In-Reply-To')));
const isReplyAll = (header: MailHeader, memory: Memory) => memory.get(header.id)?.body.reply_to_all === true;
const isReply = (header: MailHeader) => header.get('In-Reply-To') !== undefined;

/** Changes what replies name in References, where they name more than one message. */
const deepReferences = (title: string, change: (ids: string[]) => string[], rules: Rules = 'EMAIL-THREAD-3') =>
  onMail(rules, title, (header) => {
    if (header.references.length > 1) header.references = change(header.references);
  });

/** Changes the header of replies. */
const onReply = (rules: Rules, title: string, change: (header: MailHeader) => void) =>
  onMail(rules, title, (header) => isReply(header) && change(header));

const inMails: readonly Fault[] = [
  onMail('EMAIL-THREAD-1', 'replies carry no In-Reply-To', (header) => header.set('In-Reply-To', undefined)),
  onReply('EMAIL-THREAD-1', 'In-Reply-To names the first message of the thread', (header) =>
    header.set('In-Reply-To', header.references[0]),
  ),
  onReply('EMAIL-THREAD-1', 'In-Reply-To is the id of the API, not the Message-ID', (header) =>
    header.set('In-Reply-To', `<${idOf(header.get('In-Reply-To'))}>`),
  ),
  onMail(['EMAIL-THREAD-2', 'EMAIL-THREAD-3', 'EMAIL-THREAD-17'], 'replies carry no References', (header) =>
    header.set('References', undefined),
  ),
  onMail(['EMAIL-THREAD-2', 'EMAIL-THREAD-3'], 'References of a deeper reply lack its parent', (header) => {
    if (header.references.length > 1) header.references = header.references.slice(0, -1);
  }),
  deepReferences('References name the parent alone', (ids) => ids.slice(-1)),
  deepReferences('References name the first message and the parent, and nothing between', (ids) => [
    ids[0] as string,
    ids.at(-1) as string,
  ]),
  deepReferences('the ancestors are in the wrong order', (ids) => [
    ...ids.slice(0, -1).reverse(),
    ids.at(-1) as string,
  ]),
  deepReferences('the parent comes first', (ids) => [ids.at(-1) as string, ...ids.slice(0, -1)], [
    'EMAIL-THREAD-3',
    'EMAIL-THREAD-2',
  ]),
  deepReferences('the parent is named twice', (ids) => [...ids, ids.at(-1) as string]),
  deepReferences('References end after ten messages', (ids) => ids.slice(-10)),
  onReply(['EMAIL-THREAD-3', 'EMAIL-THREAD-17'], 'ids in References are separated by commas', (header) =>
    header.set('References', header.references.join(', ')),
  ),
  onMail(['EMAIL-THREAD-14', 'EMAIL-FWD-1'], 'a message of its own has itself in References', (header) => {
    if (!isReply(header)) header.references = [header.get('Message-ID') as string];
  }),
  onMail('EMAIL-THREAD-14', 'a subject that begins with "Re:" makes a message a reply', (header, memory) => {
    const before = [...memory.values()].find(({ id }) => id !== header.id);
    if (/^Re:/.test(header.get('Subject') ?? '') && before)
      header.set('In-Reply-To', `<${before.id}@mail.example.com>`);
  }),
  onMail(
    'EMAIL-THREAD-15',
    'a reply to all has no In-Reply-To',
    (header, memory) => isReplyAll(header, memory) && header.set('In-Reply-To', undefined),
  ),
  onMail('EMAIL-THREAD-15', 'a reply to all that is deeper names its parent alone', (header, memory) => {
    if (isReplyAll(header, memory)) header.references = header.references.slice(-1);
  }),
  onSend('EMAIL-THREAD-16', 'a reply to all goes to the recipients of the parent, too', (body, memory) => {
    const parent = body.reply_to_all && memory.get(body.in_reply_to_message_id);
    if (parent) body.cc = [...(body.cc ?? []), ...parent.body.to, ...(parent.body.cc ?? [])];
  }),
  onMail('EMAIL-THREAD-17', 'References of a first reply begin with an id of the thread', (header) => {
    if (header.references.length === 1) header.references = ['<thread@mail.example.com>', ...header.references];
  }),
  onMail(
    ['EMAIL-THREAD-17', 'EMAIL-THREAD-15'],
    'References of a first reply to all begin with an id of the thread',
    (header, memory) => {
      if (!isReplyAll(header, memory) || header.references.length !== 1) return;
      header.references = ['<thread@mail.example.com>', ...header.references];
    },
  ),
  onMail('EMAIL-THREAD-19', 'reply-all without a parent makes a message a reply to itself', (header, memory) => {
    if (isReplyAll(header, memory) && !isReply(header)) header.set('In-Reply-To', header.get('Message-ID'));
  }),
  onMail('EMAIL-THREAD-22', 'a scheduled message gets another Message-ID when it leaves', (header, memory) => {
    if (memory.get(header.id)?.body.scheduled_at) header.set('Message-ID', `<late.${header.id}@mail.example.com>`);
  }),
  onMail('EMAIL-THREAD-22', 'a reply to a sandboxed message carries no threading headers', (header, memory) => {
    if (!parentOf(header, memory)?.body.sandbox_mode) return;
    header.set('In-Reply-To', undefined);
    header.references = [];
  }),
  onMail('EMAIL-FWD-1', 'a forward of a known message has it in In-Reply-To', (header, memory) => {
    const forwarded = memory.get(memory.get(header.id)?.body.forward_of_message_id);
    if (forwarded) header.set('In-Reply-To', `<${forwarded.id}@mail.example.com>`);
  }),
  onMail('EMAIL-FWD-2', 'a reply to a forward names the forwarded message, too', (header, memory) => {
    const forwarded = parentOf(header, memory)?.body.forward_of_message_id;
    if (forwarded) header.references = [`<${forwarded}@mail.example.com>`, ...header.references];
  }),
  onMail('EMAIL-THREAD-1', 'replies to messages of the legacy route carry no In-Reply-To', (header, memory) => {
    if (parentOf(header, memory)?.isAlias) header.set('In-Reply-To', undefined);
  }),
  onMail('EMAIL-THREAD-1', 'replies to messages of another key carry no In-Reply-To', (header, memory) => {
    const parent = parentOf(header, memory);
    if (parent && parent.key !== memory.get(header.id)?.key) header.set('In-Reply-To', undefined);
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
];

/** Answers to sends that name a parent for which the test holds. */
const answersReply = (
  rules: Rules,
  title: string,
  test: (parent: string, memory: Memory, key: string) => boolean,
  answer: () => ReturnType<typeof refusal> | undefined,
) =>
  onSend(rules, title, (body, memory, request) => {
    const parent = body.in_reply_to_message_id;
    if (typeof parent !== 'string' || body.forward_of_message_id) return undefined;
    if (!test(parent, memory, keyOf(request))) return undefined;
    const instead = answer();
    if (!instead) delete body.in_reply_to_message_id;
    return instead;
  });
const account = (key: string) => (key === 'other' ? 'other' : 'own');
const isUnknown = (parent: string, memory: Memory) => uuid.test(parent) && !memory.has(parent);
const isForeign = (parent: string, memory: Memory, key: string) => {
  const found = memory.get(parent);
  return found !== undefined && account(found.key) !== account(key);
};
const isOwn = (parent: string, memory: Memory, key: string) => memory.has(parent) && !isForeign(parent, memory, key);
const accepted = () => undefined;

const lookups: readonly Fault[] = [
  answersReply('EMAIL-THREAD-5', 'no message can be replied to', isOwn, notFound),
  answersReply(
    'EMAIL-THREAD-5',
    'only the key that made a message can reply to it',
    (parent, memory, key) => memory.has(parent) && memory.get(parent)?.key !== key,
    notFound,
  ),
  answersReply(
    ['EMAIL-THREAD-6', 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10'],
    'a reply to an unknown message is accepted',
    isUnknown,
    accepted,
  ),
  answersReply(
    ['EMAIL-THREAD-6', 'EMAIL-THREAD-8', 'EMAIL-THREAD-9'],
    'an unknown parent is answered with 400',
    isUnknown,
    () => refusal(400, '10001'),
  ),
  answersReply('EMAIL-THREAD-7', 'a message of another account can be replied to', isForeign, accepted),
  answersReply('EMAIL-THREAD-7', 'a foreign parent is answered with 403', isForeign, () => refusal(403, '10001')),
  answersReply(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'a foreign parent has another title', isForeign, () =>
    refusal(404, '10001', 'Foreign'),
  ),
  answersReply(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'a foreign parent shows in a header', isForeign, () => ({
    ...notFound(),
    headers: { 'content-type': 'application/json', 'x-owner': 'other' },
  })),
  answersReply(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'the detail says that a foreign parent exists', isForeign, () => {
    const { body, ...answer } = notFound();
    return { ...answer, body: Buffer.from(body.toString().replace('Refused by a fault.', 'You have no access.')) };
  }),
  changeAnswer(
    'EMAIL-THREAD-9',
    'the refusal of a parent repeats its id',
    'send',
    ({ status, body }, { body: sent }) => {
      if (status === 404) body.errors[0].detail = `Not found: ${JSON.parse(sent.toString()).in_reply_to_message_id}`;
    },
  ),
  changeAnswer('EMAIL-THREAD-10', 'an unknown parent has another code', 'send', ({ status, body }) => {
    if (status === 404) body.errors[0].code = '10005';
  }),
  onSend(['EMAIL-THREAD-6', 'EMAIL-THREAD-7'], 'outside the sandbox an unknown parent is ignored', (body, memory) => {
    const isIgnored = body.sandbox_mode !== true && !body.forward_of_message_id;
    if (isIgnored && isUnknown(body.in_reply_to_message_id, memory)) delete body.in_reply_to_message_id;
  }),
  onSend('EMAIL-THREAD-7', 'outside the sandbox a foreign parent is ignored', (body, memory, request) => {
    const isIgnored = body.sandbox_mode !== true && memory.has(body.in_reply_to_message_id);
    if (isIgnored && isForeign(body.in_reply_to_message_id, memory, keyOf(request))) {
      delete body.in_reply_to_message_id;
    }
  }),
  onSend('EMAIL-THREAD-23', 'outside the sandbox a reply that is also a forward is accepted', (body) => {
    if (body.sandbox_mode !== true && body.in_reply_to_message_id) delete body.forward_of_message_id;
  }),
];

const isUuid = (value: unknown) => typeof value === 'string' && uuid.test(value);
const isWrong = (value: unknown) => value !== undefined && value !== null && !isUuid(value);

/** Faults of how one of the two ids is read. */
const readings = (
  name: 'in_reply_to_message_id' | 'forward_of_message_id',
  [refused, coded]: [Fault['rule'], Fault['rule']],
): readonly Fault[] => [
  onSend(refused, `a ${name} that is no UUID is ignored`, (body) => {
    if (typeof body[name] === 'string' && isWrong(body[name])) delete body[name];
  }),
  onSend(refused, `a ${name} that is no string is ignored`, (body) => {
    if (typeof body[name] !== 'string' && isWrong(body[name])) delete body[name];
  }),
  onSend(coded, `a ${name} that is no UUID is answered with 400`, (body) =>
    isWrong(body[name]) ? refusal(400, '10015') : undefined,
  ),
  onSend(coded, `a ${name} that is no UUID has another code`, (body) =>
    isWrong(body[name]) ? refusal(422, '10007') : undefined,
  ),
  onSend('EMAIL-THREAD-20', `a ${name} of null is refused`, (body) =>
    body[name] === null ? refusal(422, '10015') : undefined,
  ),
];

const hasMember = (name: string) => (parent: string, memory: Memory) => !!memory.get(parent)?.body[name];

const requests: readonly Fault[] = [
  ...readings('in_reply_to_message_id', ['EMAIL-THREAD-11', 'EMAIL-THREAD-12']),
  ...readings('forward_of_message_id', ['EMAIL-FWD-3', 'EMAIL-FWD-4']),
  onSend('EMAIL-THREAD-18', 'a reply to all is refused', ({ reply_to_all, in_reply_to_message_id }) =>
    reply_to_all === true && in_reply_to_message_id ? refusal(422, '10015') : undefined,
  ),
  onSend('EMAIL-THREAD-18', 'the reply-all flag has another name', (body) => delete body.reply_to_all),
  onSend('EMAIL-THREAD-19', 'reply-all without a parent is refused', ({ reply_to_all, in_reply_to_message_id }) =>
    reply_to_all && !in_reply_to_message_id ? refusal(422, '10015') : undefined,
  ),
  ...['scheduled_at', 'sandbox_mode', 'in_reply_to_message_id', 'forward_of_message_id'].map((member) =>
    answersReply('EMAIL-THREAD-21', `a message with ${member} is no parent`, hasMember(member), notFound),
  ),
  onSend(['EMAIL-THREAD-23', 'EMAIL-THREAD-24'], 'a reply that is also a forward is accepted', (body) => {
    if (body.in_reply_to_message_id && body.forward_of_message_id) delete body.forward_of_message_id;
  }),
  onSend('EMAIL-THREAD-23', 'a reply that is also a forward is answered with 400', (body) =>
    body.in_reply_to_message_id && body.forward_of_message_id ? refusal(400, '10015') : undefined,
  ),
  onSend('EMAIL-THREAD-24', 'the refusal of a reply that is also a forward has another code', (body) =>
    body.in_reply_to_message_id && body.forward_of_message_id ? refusal(422, '10007') : undefined,
  ),
  onSend(
    'EMAIL-FWD-5',
    'a forward of an unknown message is answered with 404',
    ({ forward_of_message_id: id }, memory) => (isUuid(id) && !memory.has(id) ? notFound() : undefined),
  ),
  onSend('EMAIL-FWD-5', 'an id of a forward in upper case is refused', ({ forward_of_message_id: id }) =>
    isUuid(id) && id !== id.toLowerCase() ? refusal(422, '10015') : undefined,
  ),
  onSend(
    'EMAIL-FWD-6',
    'a forward of a foreign message is answered with 404',
    ({ forward_of_message_id: id }, memory, request) =>
      isUuid(id) && isForeign(id, memory, keyOf(request)) ? notFound() : undefined,
  ),
];

/** Faults of threading and forwarding. */
export const faults: readonly Fault[] = [...inMails, ...lookups, ...requests];
