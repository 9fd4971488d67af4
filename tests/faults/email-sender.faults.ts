import { changeMail, type Fault, fault } from './fault.ts';
import { refuseSends, refuseWith, rewriteMail, rewriteSends, showMessage, showRead } from './sends.ts';

/** Faults of the sender, the display name and the reply-to. */
export const faults: readonly Fault[] = [
  fault(
    'EMAIL-FROM-1',
    'the mail has another sender',
    header('From', () => 'no-reply@example.net'),
  ),
  fault(
    'EMAIL-FROM-1',
    'the mail has no sender',
    changeMail((mail) => mail.replace(/^From:.*\r\n/m, '')),
  ),
  fault(
    'EMAIL-FROM-2',
    'the name of a from object is not shown',
    rewriteMail((body) => void delete body.from?.name),
  ),
  fault(
    'EMAIL-FROM-2',
    'a from object is refused',
    refuseSends(({ from }) => typeof from === 'object'),
  ),
  fault(
    'EMAIL-FROM-2',
    'letters outside of ASCII in the name are lost',
    rewriteMail((body) => {
      if (body.from?.name) body.from.name = body.from.name.replace(/[^ -~]/g, '?');
    }),
  ),
  fault(
    'EMAIL-FROM-3',
    'the address of a from object is ignored',
    showMessage((data, { from }) => {
      if (typeof from === 'object') data.from.email = 'no-reply@example.com';
    }),
  ),
  fault(
    'EMAIL-FROM-3',
    'a from object may name its address otherwise',
    rewriteSends((body) => {
      if (body.from?.address) body.from = { email: body.from.address };
    }),
  ),
  fault(
    'EMAIL-FROM-3',
    'a from object needs no address',
    rewriteSends((body) => {
      if (body.from && typeof body.from === 'object') body.from.email ??= 'sender@example.com';
    }),
  ),
  fault(
    'EMAIL-FROM-4',
    'without from there is a sender anyway',
    rewriteSends((body) => {
      body.from ??= 'a@example.com';
    }),
  ),
  fault(
    'EMAIL-FROM-4',
    'a missing from is answered with 400',
    refuseWith(400, ({ from }) => from === undefined),
  ),
  fault(
    'EMAIL-FROM-5',
    'the separate name is not shown with a string',
    rewriteMail((body) => {
      if (typeof body.from === 'string') delete body.from_name;
    }),
  ),
  fault(
    'EMAIL-FROM-5',
    'the separate name is refused with a string',
    refuseSends((body) => {
      return body.from_name !== undefined && typeof body.from === 'string' && !body.conformance_from_name;
    }),
  ),
  fault(
    'EMAIL-FROM-6',
    'the name in the from object wins',
    rewriteMail((body) => {
      if (body.from?.name) delete body.from_name;
    }),
  ),
  fault(
    'EMAIL-FROM-6',
    'both names are shown',
    rewriteMail((body) => {
      if (body.from?.name && body.from_name) body.from_name = `${body.from.name} ${body.from_name}`;
    }),
  ),
  fault(
    'EMAIL-FROM-7',
    'the name is sent otherwise',
    rewriteSends((body) => void delete body.from_name),
  ),
  fault(
    'EMAIL-FROM-7',
    'from_name is refused',
    refuseSends(({ from_name }) => from_name),
  ),
  fault(
    'EMAIL-FROM-8',
    'a reply-to string is refused',
    refuseSends(({ reply_to }) => typeof reply_to === 'string'),
    ['EMAIL-FROM-10', 'EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-8',
    'a reply-to object is refused',
    refuseSends(({ reply_to }) => reply_to?.email),
    ['EMAIL-FROM-10', 'EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-9',
    'the mail has no Reply-To',
    rewriteMail((body) => void delete body.reply_to),
    ['EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-9',
    'the Reply-To has a name',
    header('Reply-To', (address) => `Replies <${address}>`),
  ),
  fault(
    'EMAIL-FROM-9',
    'the Reply-To is the sender',
    rewriteMail((body) => {
      if (body.reply_to) body.reply_to = body.from;
    }),
    ['EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-9',
    'a reply-to object is lost',
    rewriteMail((body) => {
      if (typeof body.reply_to === 'object') delete body.reply_to;
    }),
    ['EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-10',
    'the reply-to is sent otherwise',
    rewriteSends((body) => void delete body.reply_to),
    ['EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-FROM-10',
    'a reply-to object needs no address',
    rewriteSends((body) => {
      if (body.reply_to && !body.reply_to.email && typeof body.reply_to === 'object') delete body.reply_to;
    }),
  ),
  fault(
    'EMAIL-FROM-11',
    'the answer shows the reply-to as it was given',
    showMessage((data, sent) => {
      if (sent.reply_to) data.reply_to = sent.reply_to;
    }),
    ['EMAIL-ANS-6'],
  ),
  fault(
    'EMAIL-FROM-11',
    'the answer shows the reply-to with its name',
    showMessage((data, sent) => {
      if (sent.reply_to?.name) data.reply_to = `${sent.reply_to.name} <${sent.reply_to.email}>`;
    }),
  ),
  fault(
    'EMAIL-FROM-11',
    'the answer shows no reply-to',
    showMessage((data) => Object.assign(data, { reply_to: null })),
  ),
  fault(
    'EMAIL-FROM-11',
    'a message that is read shows no reply-to',
    showRead((data) => Object.assign(data, { reply_to: null })),
  ),
];

function header(name: string, change: (value: string) => string) {
  return changeMail((mail) =>
    mail.replace(new RegExp(`^${name}: (.*)$`, 'm'), (_, value: string) => `${name}: ${change(value.trim())}`),
  );
}
