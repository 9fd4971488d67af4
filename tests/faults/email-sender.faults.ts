import { changeMail, dropIf } from './changes.ts';
import { type Body, type Fault, faultOf } from './fault.ts';
import { created, read, refuseAs, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

/** Changes a header of delivered mail. */
const header = faultOf((name: string, change: (value: string) => string) =>
  changeMail.serve((mail) =>
    mail.replace(new RegExp(`^${name}: (.*)$`, 'm'), (_, value: string) => `${name}: ${change(value.trim())}`),
  ),
);

const isObject = (value: Body) => typeof value === 'object' && value !== null;
const replyTo = ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'] as const;

/** Faults of the sender, the display name and the reply-to. */
export const faults: readonly Fault[] = [
  header('EMAIL-FROM-1', 'the mail has another sender', 'From', () => 'no-reply@example.net'),
  rewriteMail('EMAIL-FROM-2', 'the name of a from object is not shown', { 'from.name': undefined }),
  rewriteMail('EMAIL-FROM-2', 'letters outside of ASCII in the name are lost', {
    'from.name': (name) => name.replace(/[^ -~]/g, '?'),
  }),
  created('EMAIL-FROM-3', 'the address of a from object is ignored', (data, { sent }) => {
    if (isObject(sent.from)) data.from.email = 'no-reply@example.com';
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object may name its address otherwise', {
    from: (from) => (from.address ? { email: from.address } : from),
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object needs no address', {
    from: (from) => (isObject(from) ? { email: 'sender@example.com', ...from } : from),
  }),
  rewriteSends('EMAIL-FROM-4', 'without from there is a sender anyway', (body) => {
    body.from ??= 'a@example.com';
  }),
  refuseAs('EMAIL-FROM-4', 'a missing from is answered with 400', 400, ({ from }) => from === undefined),
  rewriteMail('EMAIL-FROM-5', 'the separate name is not shown with a string', {
    from_name: dropIf(({ from }) => typeof from === 'string'),
  }),
  refuseSends('EMAIL-FROM-5', 'the separate name is refused with a string', (body) => {
    return body.from_name !== undefined && typeof body.from === 'string' && !body.conformance_from_name;
  }),
  rewriteMail('EMAIL-FROM-6', 'the name in the from object wins', { from_name: dropIf(({ from }) => from?.name) }),
  rewriteSends('EMAIL-FROM-7', 'the name is sent otherwise', { from_name: undefined }),
  refuseSends(replyTo, 'a reply-to string is refused', ({ reply_to }) => typeof reply_to === 'string'),
  refuseSends(replyTo, 'a reply-to object is refused', ({ reply_to }) => reply_to?.email),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'the mail has no Reply-To', { reply_to: undefined }),
  header('EMAIL-FROM-9', 'the Reply-To has a name', 'Reply-To', (address) => `Replies <${address}>`),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'a reply-to object is lost', {
    reply_to: (value) => (isObject(value) ? undefined : value),
  }),
  rewriteSends(['EMAIL-FROM-10', 'EMAIL-FROM-11'], 'the reply-to is sent otherwise', { reply_to: undefined }),
  rewriteSends('EMAIL-FROM-10', 'a reply-to object needs no address', {
    reply_to: (value) => (isObject(value) && !value.email ? undefined : value),
  }),
  created(['EMAIL-FROM-11', 'EMAIL-ANS-6'], 'the answer shows the reply-to as it was given', (data, { sent }) => {
    if (sent.reply_to) data.reply_to = sent.reply_to;
  }),
  created('EMAIL-FROM-11', 'the answer shows no reply-to', { reply_to: null }),
  read('EMAIL-FROM-11', 'a message that is read shows no reply-to', { reply_to: null }),
];
