import { changeMail, type Fault, faultOf } from './fault.ts';
import { refuseSends, refuseWith, rewriteMail, rewriteSends, showMessage, showRead } from './sends.ts';

const header = faultOf((name: string, change: (value: string) => string) =>
  changeMail.serve((mail) =>
    mail.replace(new RegExp(`^${name}: (.*)$`, 'm'), (_, value: string) => `${name}: ${change(value.trim())}`),
  ),
);

/** Faults of the sender, the display name and the reply-to. */
export const faults: readonly Fault[] = [
  header('EMAIL-FROM-1', 'the mail has another sender', 'From', () => 'no-reply@example.net'),
  rewriteMail('EMAIL-FROM-2', 'the name of a from object is not shown', (body) => void delete body.from?.name),
  rewriteMail('EMAIL-FROM-2', 'letters outside of ASCII in the name are lost', (body) => {
    if (body.from?.name) body.from.name = body.from.name.replace(/[^ -~]/g, '?');
  }),
  showMessage('EMAIL-FROM-3', 'the address of a from object is ignored', (data, { from }) => {
    if (typeof from === 'object') data.from.email = 'no-reply@example.com';
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object may name its address otherwise', (body) => {
    if (body.from?.address) body.from = { email: body.from.address };
  }),
  rewriteSends('EMAIL-FROM-3', 'a from object needs no address', (body) => {
    if (body.from && typeof body.from === 'object') body.from.email ??= 'sender@example.com';
  }),
  rewriteSends('EMAIL-FROM-4', 'without from there is a sender anyway', (body) => {
    body.from ??= 'a@example.com';
  }),
  refuseWith('EMAIL-FROM-4', 'a missing from is answered with 400', 400, ({ from }) => from === undefined),
  rewriteMail('EMAIL-FROM-5', 'the separate name is not shown with a string', (body) => {
    if (typeof body.from === 'string') delete body.from_name;
  }),
  refuseSends('EMAIL-FROM-5', 'the separate name is refused with a string', (body) => {
    return body.from_name !== undefined && typeof body.from === 'string' && !body.conformance_from_name;
  }),
  rewriteMail('EMAIL-FROM-6', 'the name in the from object wins', (body) => {
    if (body.from?.name) delete body.from_name;
  }),
  rewriteSends('EMAIL-FROM-7', 'the name is sent otherwise', (body) => void delete body.from_name),
  refuseSends(
    ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'],
    'a reply-to string is refused',
    ({ reply_to }) => typeof reply_to === 'string',
  ),
  refuseSends(
    ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'],
    'a reply-to object is refused',
    ({ reply_to }) => reply_to?.email,
  ),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'the mail has no Reply-To', (body) => void delete body.reply_to),
  header('EMAIL-FROM-9', 'the Reply-To has a name', 'Reply-To', (address) => `Replies <${address}>`),
  rewriteMail(['EMAIL-FROM-9', 'EMAIL-FROM-11'], 'a reply-to object is lost', (body) => {
    if (typeof body.reply_to === 'object') delete body.reply_to;
  }),
  rewriteSends(
    ['EMAIL-FROM-10', 'EMAIL-FROM-11'],
    'the reply-to is sent otherwise',
    (body) => void delete body.reply_to,
  ),
  rewriteSends('EMAIL-FROM-10', 'a reply-to object needs no address', (body) => {
    if (body.reply_to && !body.reply_to.email && typeof body.reply_to === 'object') delete body.reply_to;
  }),
  showMessage(['EMAIL-FROM-11', 'EMAIL-ANS-6'], 'the answer shows the reply-to as it was given', (data, sent) => {
    if (sent.reply_to) data.reply_to = sent.reply_to;
  }),
  showMessage('EMAIL-FROM-11', 'the answer shows no reply-to', (data) => Object.assign(data, { reply_to: null })),
  showRead('EMAIL-FROM-11', 'a message that is read shows no reply-to', (data) =>
    Object.assign(data, { reply_to: null }),
  ),
];
