import { isObject, type Json } from '../../../spec/json.ts';
import { membersNamed, suppressedIn } from '../../suite/api/message-bodies.ts';
import { isSend, membersOf } from '../../suite/wire/answer.ts';
import { answers, dataOf, every, type Find, type Invariant, isPresent, members, sentIn } from './invariant.ts';

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]00:?00)$/;
const ADDRESS = /^[^\s<>,;]+@[^\s<>,;]+$/;
const writeOnly = ['headers', 'tags', 'metadata'];
const overridable = ['unsubscribe', 'manual_block'];

const created = dataOf('createEmailMessage', 'createEmail');
const messages = dataOf('createEmailMessage', 'createEmail', 'getEmailMessage', 'getEmail');
const sends = answers(({ accepted, operation }) => accepted && isSend(operation));
const suppressed: Find<Json> = (answer) =>
  isSend(answer.operation)
    ? suppressedIn(answer).flatMap((value, index) =>
        isObject(value) ? [{ place: `/suppressed/${index}`, value }] : [],
      )
    : [];
const when =
  (find: Find<Json>, applies: (sent: Json) => boolean): Find<Json> =>
  (answer) =>
    applies(sentIn(answer)) ? find(answer) : [];

/** Rules about email messages. */
export const messageRules: readonly Invariant[] = [
  every('EMAIL-ANS-4', sends, 'has its message in `data`', (answer) => answer.messageMember === 'data'),
  every('EMAIL-ANS-4', created, 'shows no recipient that `suppressed` names', ({ to, cc, bcc }, answer) => {
    const shown = [to, cc, bcc].flat().map((person) => String(membersOf(person).email).toLowerCase());
    return suppressedIn(answer).every((entry) => !shown.includes(String(entry.to).toLowerCase()));
  }),
  every('EMAIL-ANS-8', messages, 'has arrays as `attachments` and `events`', ({ attachments = [], events = [] }) => {
    return Array.isArray(attachments) && Array.isArray(events);
  }),
  every('EMAIL-ANS-8', members(messages, 'created_at'), 'is an ISO 8601 UTC date-time', (value) => {
    return UTC_TIME.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
  }),
  every('EMAIL-ANS-12', sends, 'omits `html_body` and `text_body`', ({ body }) => {
    return ['html_body', 'text_body'].every((name) => !membersNamed(body, name).some(isPresent));
  }),
  every(
    'EMAIL-WO-2',
    when(created, (sent) => writeOnly.some((name) => isFilled(sent[name]))),
    'has no custom headers, tags and metadata',
    (message, answer) => writeOnly.every((name) => !isFilled(sentIn(answer)[name]) || !isFilled(message[name])),
  ),
  every(
    'EMAIL-SAND-2',
    when(created, (sent) => sent.sandbox_mode === true),
    'has the status `sandbox` and `sandbox: true`',
    ({ status, sandbox }) => status === 'sandbox' && sandbox === true,
  ),
  every(
    'EMAIL-FROM-11',
    when(created, (sent) => replyTo(sent) !== undefined),
    'has the bare address as `reply_to`',
    ({ reply_to }, answer) => reply_to === replyTo(sentIn(answer)),
  ),
  every(
    'EMAIL-SUPP-14',
    answers((answer) => isSend(answer.operation) && answer.codes.includes('recipient_suppressed')),
    'has a list `suppressed` next to `errors`',
    (answer) => suppressedIn(answer).length > 0,
  ),
  every(
    'EMAIL-SUPP-16',
    suppressed,
    'may be overridden for the reasons unsubscribe and manual_block alone',
    (entry) => {
      const { reason, override_allowed } = entry;
      return (
        !isPresent(reason) || !isPresent(override_allowed) || override_allowed === overridable.includes(`${reason}`)
      );
    },
  ),
];

/** The requested reply-to address, if it has a plain form. */
function replyTo(sent: Json): string | undefined {
  const address = isObject(sent.reply_to) ? sent.reply_to.email : sent.reply_to;
  return typeof address === 'string' && ADDRESS.test(address) ? address : undefined;
}

/** True if a member has a value. */
function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Object.keys(membersOf(value)).length > 0;
}
