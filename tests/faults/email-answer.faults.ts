import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { answerInstead, changeMail, changeStatus, dropIf, replace, shows, unwrap } from './changes.ts';
import { type Body, type Fault, type FaultAnswer, goesTo, parseObject, refusal, stateful } from './fault.ts';
import { created, read, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

const template = readProfile(mockProfile, {}).email?.templates?.rendered?.id;
const answer = shows('send', '');

/** Values of other types: an entry for a list, a number for a text. */
const listed = (value: unknown) => (typeof value === 'string' ? [value] : value);
const texted = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const unlisted = (value: unknown) => (Array.isArray(value) ? value[0] : value);
const onlyLists = (value: unknown) => (Array.isArray(value) ? value : undefined);
const asciiOnly = (text: string) => text.replace(/[^ -~\n]/g, '?');

/** Faults of the answers of sends, of the types of their members and of delivered bodies. */
export const faults: readonly Fault[] = [
  refuseSends('EMAIL-ANS-1', 'a send for later is refused', ({ scheduled_at }) => scheduled_at),
  refuseSends('EMAIL-ANS-1', 'a send with an HTML body only is refused', (body) => body.html_body && !body.text_body),
  refuseSends('EMAIL-ANS-1', 'a send with a copy is refused', ({ cc }) => cc),
  refuseSends('EMAIL-ANS-1', 'a send that really mails is refused', (body) => body.to && !body.sandbox_mode),
  refuseSends(
    'EMAIL-ANS-1',
    'variables of a template may hold nothing but plain values',
    ({ template_variables: variables }) => Object.values(variables ?? {}).some((value) => typeof value === 'object'),
  ),
  stateful(['EMAIL-ANS-1', 'EMAIL-ANS-5'], 'every send is answered with the first message', () => {
    let first: FaultAnswer | undefined;
    return async (request, call) => {
      if (!goesTo('send', request)) return call(request);
      first ??= await call(request);
      return first;
    };
  }),
  answerInstead('EMAIL-ANS-2', 'the primary route does not exist', 'send', refusal(404, '10005'), (request) => {
    return !goesTo('sendByAlias', request);
  }),
  changeStatus('EMAIL-ANS-3', 'a send is answered with 200', 'send', 202, 200),
  changeStatus('EMAIL-ANS-3', 'a sandboxed send is answered with 200', 'send', 202, 200, (request) => {
    return parseObject(request)?.sandbox_mode;
  }),
  answer('EMAIL-ANS-4', 'suppressed names a recipient of the mail', (body) => {
    const [{ email }] = body.data.to;
    body.suppressed ??= [{ to: email, reason: 'unsubscribe', scope: 'account', override_allowed: true }];
  }),
  unwrap('EMAIL-ANS-4', 'the message is the whole answer', 'send'),
  created('EMAIL-ANS-5', 'the id is no UUID', { id: (id) => `msg_${id}` }),
  stateful(['EMAIL-ANS-5', 'EMAIL-ANS-1'], 'messages share an id', () => {
    let first: string | undefined;
    return created.serve((data) => {
      first ??= data.id;
      data.id = first;
    });
  }),
  created('EMAIL-ANS-6', 'from is a string', { from: ({ email }) => email }),
  created('EMAIL-ANS-6', 'the name of the sender is left out', { 'from.name': undefined }),
  created('EMAIL-ANS-6', 'the name of a recipient is left out', { 'to.*.name': undefined }),
  created('EMAIL-ANS-6', 'blind copies are not shown', { bcc: [] }),
  created(['EMAIL-ANS-6', 'EMAIL-ANS-17'], 'cc is null when there is none', { cc: (cc) => (cc.length ? cc : null) }),
  created(['EMAIL-ANS-6', 'EMAIL-FROM-11'], 'reply_to is an object', { reply_to: (email) => ({ email }) }),
  created('EMAIL-ANS-7', 'the subject is left empty', { subject: '' }),
  created('EMAIL-ANS-7', 'the subject of a template is shown as its source', {
    subject: (text, { template_id }) => (template_id ? 'Welcome, {{ first_name }}' : text),
  }),
  created('EMAIL-ANS-7', 'the template is not shown', { template_id: null }),
  created(['EMAIL-ANS-7', 'EMAIL-ANS-17'], 'template_variables is null without a template', (data) => {
    if (!data.template_id) data.template_variables = null;
  }),
  created(['EMAIL-ANS-8', 'EMAIL-ANS-17'], 'attachments is null', { attachments: null }),
  created(['EMAIL-ANS-8', 'EMAIL-ANS-18'], 'events is an object', { events: {} }),
  created('EMAIL-ANS-8', 'created_at is local time with its offset', {
    created_at: (time) => time.replace('Z', '+02:00'),
  }),
  created('EMAIL-ANS-9', 'an unscheduled message shows `sent`', { status: replace('queued', 'sent') }),
  created('EMAIL-ANS-9', 'a reply is sent already', (data, { sent }) => {
    if (data.status === 'queued' && sent.in_reply_to_message_id) data.status = 'sent';
  }),
  read('EMAIL-ANS-11', 'a message stays queued', { status: replace('sent', 'queued') }),
  created('EMAIL-ANS-11', 'a message is sending at first', { status: replace('queued', 'sending') }),
  ...(['HTML', 'text'] as const).map((kind) =>
    created('EMAIL-ANS-12', `the ${kind} body is returned`, (data, { sent }) => {
      const name = `${kind.toLowerCase()}_body`;
      if (sent[name]) data[name] = sent[name];
    }),
  ),
  created('EMAIL-ANS-12', 'a scheduled message shows its bodies', (data, { sent }) => {
    if (data.scheduled_at) data.html_body = sent.html_body;
  }),
  created('EMAIL-ANS-12', 'a rendered template is returned', (data) => {
    if (data.template_id) data.html_body = '<h1>Welcome, Ada!</h1>';
  }),
  created('EMAIL-ANS-12', 'the bodies are there as null', { html_body: null, text_body: null }),
  created('EMAIL-ANS-12', 'the bodies are returned under other names', (data, { sent }) => {
    data.content = { html: sent.html_body, text: sent.text_body };
  }),
  rewriteMail('EMAIL-ANS-14', 'the two bodies are exchanged', (body) => {
    [body.html_body, body.text_body] = [body.text_body, body.html_body];
  }),
  rewriteMail('EMAIL-ANS-14', 'with an HTML body the text body is lost', {
    text_body: dropIf(({ html_body }) => html_body),
  }),
  rewriteMail('EMAIL-ANS-14', 'a body is cut off', { text_body: (text) => text.slice(0, 500) }),
  rewriteMail('EMAIL-ANS-14', 'letters outside of ASCII are lost', { text_body: asciiOnly }),
  rewriteMail('EMAIL-ANS-14', 'an escaped ampersand is decoded', {
    html_body: (html) => html.replaceAll('&amp;', '&'),
  }),
  changeMail('EMAIL-ANS-14', 'mail has no body', (mail) => mail.replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n')),
  rewriteSends('EMAIL-ANS-15', 'to may be one address', { to: listed }),
  rewriteSends('EMAIL-ANS-15', 'cc may be one address', { cc: listed }),
  rewriteSends('EMAIL-ANS-15', 'bcc may be anything', { bcc: onlyLists }),
  rewriteSends('EMAIL-ANS-15', 'from may be a list', { from: unlisted }),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    rewriteSends('EMAIL-ANS-15', `${name} may be a number`, { [name]: texted }),
  ),
  rewriteSends('EMAIL-ANS-15', 'a template_id may be a list', { template_id: unlisted }),
  rewriteSends('EMAIL-ANS-15', 'a template_id of another type names any template', {
    template_id: (id) => (typeof id === 'number' ? template : id),
  }),
  rewriteSends('EMAIL-ANS-16', 'a display name may be a number', { from_name: texted }),
  rewriteSends('EMAIL-ANS-16', 'a reply-to may be a list', { reply_to: unlisted }),
  ...['headers', 'metadata', 'tracking_settings'].map((name) =>
    rewriteSends('EMAIL-ANS-16', `${name} may be a list`, {
      [name]: (value: Body) => (Array.isArray(value) ? {} : value),
    }),
  ),
  rewriteSends('EMAIL-ANS-16', 'tags may be one word', { tags: listed }),
  rewriteSends('EMAIL-SUPP-10', 'the override may be the word true', { ignore_suppression: replace('true', true) }),
  rewriteSends('EMAIL-THREAD-18', 'the reply-all flag may be 1', { reply_to_all: replace(1, true) }),
  ...['id', 'status', 'cc', 'reply_to', 'template_id', 'template_variables', 'events', 'created_at'].map((name) =>
    created(
      ['EMAIL-ANS-17', 'EMAIL-ANS-5', 'EMAIL-ANS-8', 'EMAIL-ANS-19', 'EMAIL-FROM-11', 'EMAIL-SAND-2'],
      `a creation does not show ${name}`,
      { [name]: undefined },
    ),
  ),
  read('EMAIL-ANS-17', 'a reading does not show bcc', { bcc: undefined }),
  read('EMAIL-ANS-18', 'an event is a word', { events: ['queued'] }),
  read('EMAIL-ANS-18', 'the time of an event is no time', { events: [{ type: 'queued', occurred_at: 'yesterday' }] }),
  created('EMAIL-ANS-19', 'a scheduled message is waiting', { status: replace('scheduled', 'waiting') }),
  read('EMAIL-ANS-19', 'a read message is simulated', { status: 'simulated' }),
];
