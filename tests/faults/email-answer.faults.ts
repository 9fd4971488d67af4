import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import {
  answerInstead,
  changeAnswer,
  changeMail,
  type Fault,
  type FaultAnswer,
  fault,
  goesTo,
  parsed,
  refusal,
} from './fault.ts';
import { refuseSends, rewriteMail, rewriteSends, showMessage, showRead } from './sends.ts';

const template = readProfile(mockProfile, {}).email?.templates?.rendered?.id;

/** Faults of what a send answers, of the types of its members and of delivered bodies. */
export const faults: readonly Fault[] = [
  fault(
    'EMAIL-ANS-1',
    'a send for later is refused',
    refuseSends(({ scheduled_at }) => scheduled_at),
  ),
  fault(
    'EMAIL-ANS-1',
    'a send with an HTML body only is refused',
    refuseSends((b) => b.html_body && !b.text_body),
  ),
  fault(
    'EMAIL-ANS-1',
    'a send with a copy is refused',
    refuseSends(({ cc }) => cc),
  ),
  fault(
    'EMAIL-ANS-1',
    'a send that really mails is refused',
    refuseSends((b) => b.to && !b.sandbox_mode),
  ),
  {
    rule: 'EMAIL-ANS-1',
    title: 'every send is answered with the first message',
    begin: () => {
      let first: FaultAnswer | undefined;
      return async (request, ask) => {
        if (!goesTo('send', request)) return ask(request);
        first ??= await ask(request);
        return first;
      };
    },
  },
  fault(
    'EMAIL-ANS-2',
    'the primary route does not exist',
    answerInstead(
      'send',
      ({ url }) => url.startsWith('/v2/email_messages'),
      () => refusal(404, '10005'),
    ),
  ),
  fault('EMAIL-ANS-3', 'a send is answered with 200', statusOf(200)),
  fault('EMAIL-ANS-3', 'a send is answered with 201', statusOf(201)),
  fault(
    'EMAIL-ANS-3',
    'a sandboxed send is answered with 200',
    statusOf(200, ({ sandbox_mode }) => sandbox_mode),
  ),
  fault(
    'EMAIL-ANS-4',
    'suppressed names somebody although nobody was taken out',
    showMessage(({ to }, _s, body) => {
      const entry = { reason: 'unsubscribe', scope: 'account', override_allowed: true };
      body.suppressed ??= [{ ...entry, to: to[0].email }];
    }),
  ),
  fault(
    'EMAIL-ANS-4',
    'the message is the whole answer',
    envelope(({ data }) => data),
  ),
  fault(
    'EMAIL-ANS-4',
    'the message is in another member',
    envelope(({ data }) => ({ email: data })),
  ),
  fault(
    'EMAIL-ANS-4',
    'data is a list',
    envelope(({ data }) => ({ data: [data] })),
  ),
  fault(
    'EMAIL-ANS-5',
    'the record type is another',
    showMessage((data) => Object.assign(data, { record_type: 'email' })),
  ),
  fault(
    'EMAIL-ANS-5',
    'the id is no UUID',
    showMessage((data) => Object.assign(data, { id: `msg_${data.id}` })),
  ),
  {
    rule: 'EMAIL-ANS-5',
    title: 'messages share an id',
    begin: () => {
      let id: string | undefined;
      return showMessage((data) => {
        id ??= data.id;
        data.id = id;
      });
    },
  },
  fault(
    'EMAIL-ANS-6',
    'from is a string',
    showMessage((data) => Object.assign(data, { from: data.from.email })),
  ),
  fault(
    'EMAIL-ANS-6',
    'the name of the sender is left out',
    showMessage((data) => void delete data.from.name),
  ),
  fault(
    'EMAIL-ANS-6',
    'to is a list of strings',
    showMessage((data) => Object.assign(data, { to: data.to.map(emailOf) })),
  ),
  fault(
    'EMAIL-ANS-6',
    'the name of a recipient is left out',
    showMessage((data) => {
      data.to = data.to.map(({ email }: { email: string }) => ({ email }));
    }),
  ),
  fault(
    'EMAIL-ANS-6',
    'blind copies are not shown',
    showMessage((data) => Object.assign(data, { bcc: [] })),
  ),
  fault(
    'EMAIL-ANS-6',
    'cc is null when there is none',
    showMessage((data) => Object.assign(data, { cc: data.cc.length ? data.cc : null })),
    ['EMAIL-ANS-17'],
  ),
  fault(
    'EMAIL-ANS-6',
    'reply_to is an object',
    showMessage((data) => {
      if (data.reply_to) data.reply_to = { email: data.reply_to };
    }),
    ['EMAIL-FROM-11'],
  ),
  fault(
    'EMAIL-ANS-7',
    'the subject is left empty',
    showMessage((data) => Object.assign(data, { subject: '' })),
  ),
  fault(
    'EMAIL-ANS-7',
    'the subject of a template is shown as its source',
    showMessage((data) => {
      if (data.template_id) data.subject = 'Welcome, {{ first_name }}';
    }),
  ),
  fault(
    'EMAIL-ANS-7',
    'the template is not shown',
    showMessage((data) => Object.assign(data, { template_id: null })),
  ),
  fault(
    'EMAIL-ANS-7',
    'template_variables is null without a template',
    showMessage((data) => {
      if (!data.template_id) data.template_variables = null;
    }),
    ['EMAIL-ANS-17'],
  ),
  fault(
    'EMAIL-ANS-8',
    'attachments is null',
    showMessage((data) => Object.assign(data, { attachments: null })),
    ['EMAIL-ANS-17'],
  ),
  fault(
    'EMAIL-ANS-8',
    'events is an object',
    showMessage((data) => Object.assign(data, { events: {} })),
    ['EMAIL-ANS-18'],
  ),
  fault(
    'EMAIL-ANS-8',
    'created_at is local time with its offset',
    showMessage((data) => {
      data.created_at = data.created_at.replace('Z', '+02:00');
    }),
  ),
  fault(
    'EMAIL-ANS-8',
    'created_at has no offset',
    showMessage((data) => {
      data.created_at = data.created_at.replace('Z', '');
    }),
  ),
  fault(
    'EMAIL-ANS-8',
    'created_at is a number',
    showMessage((data) => Object.assign(data, { created_at: Date.now() })),
  ),
  fault(
    'EMAIL-ANS-9',
    'a message that is sent now is sent already',
    showMessage((data) => {
      if (data.status === 'queued') data.status = 'sent';
    }),
  ),
  fault(
    'EMAIL-ANS-11',
    'a message stays queued',
    showRead((data) => {
      if (data.status === 'sent') data.status = 'queued';
    }),
  ),
  fault(
    'EMAIL-ANS-11',
    'a message is sending at first',
    showMessage((data) => {
      if (data.status === 'queued') data.status = 'sending';
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'the HTML body is returned',
    showMessage((data, sent) => {
      if (sent.html_body) data.html_body = sent.html_body;
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'the text body is returned',
    showMessage((data, sent) => {
      if (sent.text_body) data.text_body = sent.text_body;
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'the text body is returned where there is no HTML',
    showMessage((data, sent) => {
      if (!sent.html_body) data.text_body = sent.text_body;
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'a scheduled message shows its bodies',
    showMessage((data, sent) => {
      if (data.scheduled_at) data.html_body = sent.html_body;
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'a rendered template is returned',
    showMessage((data) => {
      if (data.template_id) data.html_body = '<h1>Welcome, Ada!</h1>';
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'the bodies are there as null',
    showMessage((data) => {
      Object.assign(data, { html_body: null, text_body: null });
    }),
  ),
  fault(
    'EMAIL-ANS-12',
    'the bodies are returned under other names',
    showMessage((data, sent) => {
      data.content = { html: sent.html_body, text: sent.text_body };
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'the two bodies are exchanged',
    rewriteMail((body) => {
      [body.html_body, body.text_body] = [body.text_body, body.html_body];
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'with an HTML body the text body is lost',
    rewriteMail((body) => {
      if (body.html_body) delete body.text_body;
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'with a text body the HTML body is lost',
    rewriteMail((body) => {
      if (body.text_body) delete body.html_body;
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'a body is cut off',
    rewriteMail((body) => {
      if (body.text_body) body.text_body = body.text_body.slice(0, 500);
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'letters outside of ASCII are lost',
    rewriteMail((body) => {
      if (body.text_body) body.text_body = body.text_body.replace(/[^ -~\n]/g, '?');
    }),
  ),
  fault(
    'EMAIL-ANS-14',
    'mail has no body',
    changeMail((mail) => mail.replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n')),
  ),
  fault('EMAIL-ANS-15', 'to may be one address', rewriteSends(intoList('to'))),
  fault('EMAIL-ANS-15', 'cc may be one address', rewriteSends(intoList('cc'))),
  fault(
    'EMAIL-ANS-15',
    'bcc may be anything',
    rewriteSends((body) => {
      if ('bcc' in body && !Array.isArray(body.bcc)) delete body.bcc;
    }),
  ),
  fault(
    'EMAIL-ANS-15',
    'from may be a list',
    rewriteSends((body) => {
      if (Array.isArray(body.from)) body.from = body.from[0];
    }),
  ),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    fault('EMAIL-ANS-15', `${name} may be a number`, rewriteSends(intoString(name, 'number'))),
  ),
  fault('EMAIL-ANS-15', 'a subject may be an object', rewriteSends(intoString('subject', 'object'))),
  fault(
    'EMAIL-ANS-15',
    'a template_id may be a list',
    rewriteSends((body) => {
      if (Array.isArray(body.template_id)) body.template_id = String(body.template_id);
    }),
  ),
  fault(
    'EMAIL-ANS-15',
    'a template_id of another type names any template',
    rewriteSends((body) => {
      if (typeof body.template_id === 'number') body.template_id = template;
    }),
  ),
  fault('EMAIL-ANS-16', 'a display name may be a number', rewriteSends(intoString('from_name', 'number'))),
  fault(
    'EMAIL-ANS-16',
    'a reply-to may be a list',
    rewriteSends((body) => {
      if (Array.isArray(body.reply_to)) body.reply_to = body.reply_to[0];
    }),
  ),
  ...(['headers', 'metadata', 'tracking_settings'] as const).map((name) =>
    fault(
      'EMAIL-ANS-16',
      `${name} may be a list`,
      rewriteSends((body) => {
        if (Array.isArray(body[name])) body[name] = {};
      }),
    ),
  ),
  fault('EMAIL-ANS-16', 'tags may be one word', rewriteSends(intoList('tags'))),
  fault(
    'EMAIL-SUPP-10',
    'the override may be the word true',
    rewriteSends((body) => {
      if (body.ignore_suppression === 'true') body.ignore_suppression = true;
    }),
  ),
  fault(
    'EMAIL-THREAD-18',
    'the reply-all flag may be 1',
    rewriteSends((body) => {
      if (body.reply_to_all === 1) body.reply_to_all = true;
    }),
  ),
  ...['id', 'status', 'cc', 'reply_to', 'template_id', 'template_variables', 'events', 'created_at'].map((name) =>
    fault(
      'EMAIL-ANS-17',
      `a creation does not show ${name}`,
      showMessage((data) => void delete data[name]),
      ['EMAIL-ANS-5', 'EMAIL-ANS-8', 'EMAIL-ANS-19', 'EMAIL-FROM-11', 'EMAIL-SAND-2'],
    ),
  ),
  fault(
    'EMAIL-ANS-17',
    'a reading does not show bcc',
    showRead((data) => void delete data.bcc),
  ),
  fault(
    'EMAIL-ANS-17',
    'a reading does not show attachments',
    showRead((data) => void delete data.attachments),
  ),
  fault(
    'EMAIL-ANS-18',
    'the type of an event is a number',
    showMessage((data) => Object.assign(data, { events: [{ type: 7 }] })),
  ),
  fault(
    'EMAIL-ANS-18',
    'an event is a word',
    showRead((data) => Object.assign(data, { events: ['queued'] })),
  ),
  fault(
    'EMAIL-ANS-18',
    'the time of an event is no time',
    showRead((data) => {
      data.events = [{ type: 'queued', occurred_at: 'yesterday' }];
    }),
  ),
  fault(
    'EMAIL-ANS-19',
    'a scheduled message is waiting',
    showMessage((data) => {
      if (data.status === 'scheduled') data.status = 'waiting';
    }),
  ),
  fault(
    'EMAIL-ANS-19',
    'a message that is read is simulated',
    showRead((data) => Object.assign(data, { status: 'simulated' })),
  ),
  fault(
    'EMAIL-ANS-1',
    'variables of a template may hold nothing but plain values',
    refuseSends(({ template_variables: variables }) =>
      Object.values(variables ?? {}).some((value) => typeof value === 'object'),
    ),
  ),
  fault(
    'EMAIL-ANS-9',
    'a reply is sent already',
    showMessage((data, { in_reply_to_message_id }) => {
      if (data.status === 'queued' && in_reply_to_message_id) data.status = 'sent';
    }),
  ),
];

function statusOf(status: number, when: (sent: { sandbox_mode?: boolean }) => unknown = () => true) {
  return changeAnswer('send', (answer, { body }) => {
    if (answer.status === 202 && when(parsed(body) ?? {})) answer.status = status;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
function envelope(change: (body: any) => unknown) {
  return changeAnswer('send', ({ body }) => (body?.data ? change(body) : undefined));
}

function emailOf({ email }: { email: string }): string {
  return email;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a send
function intoList(name: string): (body: any) => void {
  return (body) => {
    if (typeof body[name] === 'string') body[name] = [body[name]];
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a send
function intoString(name: string, type: string): (body: any) => void {
  return (body) => {
    if (name in body && typeof body[name] === type) body[name] = String(body[name]);
  };
}
