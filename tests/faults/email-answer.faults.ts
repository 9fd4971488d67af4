import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import {
  answerInstead,
  type Body,
  changeAnswer,
  changeMail,
  type Fault,
  type FaultAnswer,
  faultOf,
  goesTo,
  parsed,
  refusal,
  stateful,
} from './fault.ts';
import { refuseSends, rewriteMail, rewriteSends, showMessage, showRead } from './sends.ts';

const template = readProfile(mockProfile, {}).email?.templates?.rendered?.id;

const statusOf = faultOf((status: number, when: (sent: { sandbox_mode?: boolean }) => unknown = () => true) =>
  changeAnswer.serve('send', (answer, { body }) => {
    if (answer.status === 202 && when(parsed(body) ?? {})) answer.status = status;
  }),
);

const envelope = faultOf((change: (body: Body) => unknown) =>
  changeAnswer.serve('send', ({ body }) => (body?.data ? change(body) : undefined)),
);

/** Faults of what a send answers, of the types of its members and of delivered bodies. */
export const faults: readonly Fault[] = [
  refuseSends('EMAIL-ANS-1', 'a send for later is refused', ({ scheduled_at }) => scheduled_at),
  refuseSends('EMAIL-ANS-1', 'a send with an HTML body only is refused', (b) => b.html_body && !b.text_body),
  refuseSends('EMAIL-ANS-1', 'a send with a copy is refused', ({ cc }) => cc),
  refuseSends('EMAIL-ANS-1', 'a send that really mails is refused', (b) => b.to && !b.sandbox_mode),
  stateful(['EMAIL-ANS-1', 'EMAIL-ANS-5'], 'every send is answered with the first message', () => {
    let first: FaultAnswer | undefined;
    return async (request, ask) => {
      if (!goesTo('send', request)) return ask(request);
      first ??= await ask(request);
      return first;
    };
  }),
  answerInstead(
    'EMAIL-ANS-2',
    'the primary route does not exist',
    'send',
    ({ url }) => url.startsWith('/v2/email_messages'),
    () => refusal(404, '10005'),
  ),
  statusOf('EMAIL-ANS-3', 'a send is answered with 200', 200),
  statusOf('EMAIL-ANS-3', 'a sandboxed send is answered with 200', 200, ({ sandbox_mode }) => sandbox_mode),
  showMessage('EMAIL-ANS-4', 'suppressed names a recipient that was not taken out', ({ to }, _s, body) => {
    const entry = { reason: 'unsubscribe', scope: 'account', override_allowed: true };
    body.suppressed ??= [{ ...entry, to: to[0].email }];
  }),
  envelope('EMAIL-ANS-4', 'the message is the whole answer', ({ data }) => data),
  showMessage('EMAIL-ANS-5', 'the id is no UUID', (data) => Object.assign(data, { id: `msg_${data.id}` })),
  stateful(['EMAIL-ANS-5', 'EMAIL-ANS-1'], 'messages share an id', () => {
    let id: string | undefined;
    return showMessage.serve((data) => {
      id ??= data.id;
      data.id = id;
    });
  }),
  showMessage('EMAIL-ANS-6', 'from is a string', (data) => Object.assign(data, { from: data.from.email })),
  showMessage('EMAIL-ANS-6', 'the name of the sender is left out', (data) => void delete data.from.name),
  showMessage('EMAIL-ANS-6', 'the name of a recipient is left out', (data) =>
    Object.assign(data, { to: data.to.map(({ email }: { email: string }) => ({ email })) }),
  ),
  showMessage('EMAIL-ANS-6', 'blind copies are not shown', (data) => Object.assign(data, { bcc: [] })),
  showMessage(['EMAIL-ANS-6', 'EMAIL-ANS-17'], 'cc is null when there is none', (data) =>
    Object.assign(data, { cc: data.cc.length ? data.cc : null }),
  ),
  showMessage(['EMAIL-ANS-6', 'EMAIL-FROM-11'], 'reply_to is an object', (data) => {
    if (data.reply_to) data.reply_to = { email: data.reply_to };
  }),
  showMessage('EMAIL-ANS-7', 'the subject is left empty', (data) => Object.assign(data, { subject: '' })),
  showMessage('EMAIL-ANS-7', 'the subject of a template is shown as its source', (data) => {
    if (data.template_id) data.subject = 'Welcome, {{ first_name }}';
  }),
  showMessage('EMAIL-ANS-7', 'the template is not shown', (data) => Object.assign(data, { template_id: null })),
  showMessage(['EMAIL-ANS-7', 'EMAIL-ANS-17'], 'template_variables is null without a template', (data) => {
    if (!data.template_id) data.template_variables = null;
  }),
  showMessage(['EMAIL-ANS-8', 'EMAIL-ANS-17'], 'attachments is null', (data) =>
    Object.assign(data, { attachments: null }),
  ),
  showMessage(['EMAIL-ANS-8', 'EMAIL-ANS-18'], 'events is an object', (data) => Object.assign(data, { events: {} })),
  showMessage('EMAIL-ANS-8', 'created_at is local time with its offset', (data) =>
    Object.assign(data, { created_at: data.created_at.replace('Z', '+02:00') }),
  ),
  showMessage('EMAIL-ANS-9', 'a message that is sent now is sent already', (data) => {
    if (data.status === 'queued') data.status = 'sent';
  }),
  showRead('EMAIL-ANS-11', 'a message stays queued', (data) => {
    if (data.status === 'sent') data.status = 'queued';
  }),
  showMessage('EMAIL-ANS-11', 'a message is sending at first', (data) => {
    if (data.status === 'queued') data.status = 'sending';
  }),
  showMessage('EMAIL-ANS-12', 'the HTML body is returned', (data, sent) => {
    if (sent.html_body) data.html_body = sent.html_body;
  }),
  showMessage('EMAIL-ANS-12', 'the text body is returned', (data, sent) => {
    if (sent.text_body) data.text_body = sent.text_body;
  }),
  showMessage('EMAIL-ANS-12', 'a scheduled message shows its bodies', (data, sent) => {
    if (data.scheduled_at) data.html_body = sent.html_body;
  }),
  showMessage('EMAIL-ANS-12', 'a rendered template is returned', (data) => {
    if (data.template_id) data.html_body = '<h1>Welcome, Ada!</h1>';
  }),
  showMessage('EMAIL-ANS-12', 'the bodies are there as null', (data) => {
    Object.assign(data, { html_body: null, text_body: null });
  }),
  showMessage('EMAIL-ANS-12', 'the bodies are returned under other names', (data, sent) =>
    Object.assign(data, { content: { html: sent.html_body, text: sent.text_body } }),
  ),
  rewriteMail('EMAIL-ANS-14', 'the two bodies are exchanged', (body) => {
    [body.html_body, body.text_body] = [body.text_body, body.html_body];
  }),
  rewriteMail('EMAIL-ANS-14', 'with an HTML body the text body is lost', (body) => {
    if (body.html_body) delete body.text_body;
  }),
  rewriteMail('EMAIL-ANS-14', 'a body is cut off', (body) => {
    if (body.text_body) body.text_body = body.text_body.slice(0, 500);
  }),
  rewriteMail('EMAIL-ANS-14', 'letters outside of ASCII are lost', (body) => {
    if (body.text_body) body.text_body = body.text_body.replace(/[^ -~\n]/g, '?');
  }),
  changeMail('EMAIL-ANS-14', 'mail has no body', (mail) => mail.replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n')),
  rewriteSends('EMAIL-ANS-15', 'to may be one address', intoList('to')),
  rewriteSends('EMAIL-ANS-15', 'cc may be one address', intoList('cc')),
  rewriteSends('EMAIL-ANS-15', 'bcc may be anything', (body) => {
    if ('bcc' in body && !Array.isArray(body.bcc)) delete body.bcc;
  }),
  rewriteSends('EMAIL-ANS-15', 'from may be a list', (body) => {
    if (Array.isArray(body.from)) body.from = body.from[0];
  }),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    rewriteSends('EMAIL-ANS-15', `${name} may be a number`, intoString(name, 'number')),
  ),
  rewriteSends('EMAIL-ANS-15', 'a template_id may be a list', (body) => {
    if (Array.isArray(body.template_id)) body.template_id = String(body.template_id);
  }),
  rewriteSends('EMAIL-ANS-15', 'a template_id of another type names any template', (body) => {
    if (typeof body.template_id === 'number') body.template_id = template;
  }),
  rewriteSends('EMAIL-ANS-16', 'a display name may be a number', intoString('from_name', 'number')),
  rewriteSends('EMAIL-ANS-16', 'a reply-to may be a list', (body) => {
    if (Array.isArray(body.reply_to)) body.reply_to = body.reply_to[0];
  }),
  ...(['headers', 'metadata', 'tracking_settings'] as const).map((name) =>
    rewriteSends('EMAIL-ANS-16', `${name} may be a list`, (body) => {
      if (Array.isArray(body[name])) body[name] = {};
    }),
  ),
  rewriteSends('EMAIL-ANS-16', 'tags may be one word', intoList('tags')),
  rewriteSends('EMAIL-SUPP-10', 'the override may be the word true', (body) => {
    if (body.ignore_suppression === 'true') body.ignore_suppression = true;
  }),
  rewriteSends('EMAIL-THREAD-18', 'the reply-all flag may be 1', (body) => {
    if (body.reply_to_all === 1) body.reply_to_all = true;
  }),
  ...['id', 'status', 'cc', 'reply_to', 'template_id', 'template_variables', 'events', 'created_at'].map((name) =>
    showMessage(
      ['EMAIL-ANS-17', 'EMAIL-ANS-5', 'EMAIL-ANS-8', 'EMAIL-ANS-19', 'EMAIL-FROM-11', 'EMAIL-SAND-2'],
      `a creation does not show ${name}`,
      (data) => void delete data[name],
    ),
  ),
  showRead('EMAIL-ANS-17', 'a reading does not show bcc', (data) => void delete data.bcc),
  showRead('EMAIL-ANS-18', 'an event is a word', (data) => Object.assign(data, { events: ['queued'] })),
  showRead('EMAIL-ANS-18', 'the time of an event is no time', (data) =>
    Object.assign(data, { events: [{ type: 'queued', occurred_at: 'yesterday' }] }),
  ),
  showMessage('EMAIL-ANS-19', 'a scheduled message is waiting', (data) => {
    if (data.status === 'scheduled') data.status = 'waiting';
  }),
  showRead('EMAIL-ANS-19', 'a message that is read is simulated', (data) =>
    Object.assign(data, { status: 'simulated' }),
  ),
  refuseSends(
    'EMAIL-ANS-1',
    'variables of a template may hold nothing but plain values',
    ({ template_variables: variables }) => Object.values(variables ?? {}).some((value) => typeof value === 'object'),
  ),
  showMessage('EMAIL-ANS-9', 'a reply is sent already', (data, { in_reply_to_message_id }) => {
    if (data.status === 'queued' && in_reply_to_message_id) data.status = 'sent';
  }),
];

function intoList(name: string): (body: Body) => void {
  return (body) => {
    if (typeof body[name] === 'string') body[name] = [body[name]];
  };
}

function intoString(name: string, type: string): (body: Body) => void {
  return (body) => {
    if (name in body && typeof body[name] === type) body[name] = String(body[name]);
  };
}
