import { isObject, type Json } from '../../../spec/json.ts';
import { findMembers, listSuppressed } from '../../suite/api/message-bodies.ts';
import { isSend, readMembers } from '../../suite/wire/answer.ts';
import {
  answers,
  dataOf,
  every,
  type Find,
  type Invariant,
  isPresent,
  members,
  part,
  readSent,
  when,
} from './invariant.ts';

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]00:?00)$/;
const ADDRESS = /^[^\s<>,;]+@[^\s<>,;]+$/;
const writeOnly = ['headers', 'tags', 'metadata'];
const overridable = ['unsubscribe', 'manual_block'];

const created = dataOf('createEmailMessage', 'createEmail');
const messages = dataOf('createEmailMessage', 'createEmail', 'getEmailMessage', 'getEmail');
const sends = answers(({ accepted, operation }) => accepted && isSend(operation));
const suppressed: Find<Json> = (answer) =>
  isSend(answer.operation)
    ? listSuppressed(answer).flatMap((value, index) =>
        isObject(value) ? [{ place: `/suppressed/${index}`, value }] : [],
      )
    : [];

/** Rules about email messages. */
export const messageRules: readonly Invariant[] = [
  every(
    'EMAIL-ANS-4',
    part(sends, ({ body }) => Object.keys(readMembers(body))),
    'has its message in `data`',
    (_, answer) => answer.messageMember === 'data',
  ),
  every(
    'EMAIL-ANS-4',
    part(created, ({ to, cc, bcc }, answer) => {
      const shown = [to, cc, bcc].flat().map((person) => String(readMembers(person).email).toLowerCase());
      return listSuppressed(answer).filter((entry) => shown.includes(String(entry.to).toLowerCase()));
    }),
    'shows no recipient that `suppressed` names',
    (both) => both.length === 0,
  ),
  every(
    'EMAIL-ANS-8',
    part(messages, ({ attachments = [], events = [] }) => ({ attachments, events })),
    'has arrays as `attachments` and `events`',
    ({ attachments, events }) => Array.isArray(attachments) && Array.isArray(events),
  ),
  every('EMAIL-ANS-8', members(messages, 'created_at'), 'is an ISO 8601 UTC date-time', (value) => {
    return UTC_TIME.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
  }),
  every(
    'EMAIL-ANS-12',
    part(sends, ({ body }) => ['html_body', 'text_body'].flatMap((name) => findMembers(body, name))),
    'omits `html_body` and `text_body`',
    (bodies) => !bodies.some(isPresent),
  ),
  every(
    'EMAIL-WO-2',
    part(
      when(created, (sent) => writeOnly.some((name) => isFilled(sent[name]))),
      (message, answer) => writeOnly.filter((name) => isFilled(readSent(answer)[name]) && isFilled(message[name])),
    ),
    'has no custom headers, tags and metadata',
    (shown) => shown.length === 0,
  ),
  every(
    'EMAIL-SAND-2',
    part(
      when(created, (sent) => sent.sandbox_mode === true),
      ({ status, sandbox }) => ({ status, sandbox }),
    ),
    'has the status `sandbox` and `sandbox: true`',
    ({ status, sandbox }) => status === 'sandbox' && sandbox === true,
  ),
  every(
    'EMAIL-FROM-11',
    part(
      when(created, (sent) => replyTo(sent) !== undefined),
      ({ reply_to }) => reply_to,
    ),
    'has the bare address as `reply_to`',
    (shown, answer) => shown === replyTo(readSent(answer)),
  ),
  every(
    'EMAIL-SUPP-14',
    part(
      answers((answer) => isSend(answer.operation) && answer.codes.includes('recipient_suppressed')),
      listSuppressed,
    ),
    'has a list `suppressed` next to `errors`',
    (list) => list.length > 0,
  ),
  every('EMAIL-SUPP-16', suppressed, 'may be overridden only for unsubscribe and manual_block', (entry) => {
    const { reason, override_allowed } = entry;
    return !isPresent(reason) || !isPresent(override_allowed) || override_allowed === overridable.includes(`${reason}`);
  }),
];

/** The requested reply-to, if it is a plain address. */
function replyTo(sent: Json): string | undefined {
  const address = isObject(sent.reply_to) ? sent.reply_to.email : sent.reply_to;
  return typeof address === 'string' && ADDRESS.test(address) ? address : undefined;
}

/** True if a member has a value. */
function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Object.keys(readMembers(value)).length > 0;
}
