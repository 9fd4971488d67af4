import { Liquid } from 'liquidjs';
import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeMail, dropIf, replace } from './changes.ts';
import { type Body, type Fault, isUuid, refusal, stateful } from './fault.ts';
import { answerSends, mailsRefused, read, refuseAs, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

const { rendered, withoutSubject, emptySubject, foreign } = readProfile(mockProfile, {}).email?.templates ?? {};
const liquid = new Liquid();
const known = [rendered, withoutSubject, emptySubject, foreign].map((template) => template?.id);
const isUnknown = ({ template_id: id }: Body) => id && isUuid(id) && !known.includes(id);
const names =
  (template: { id: string } | undefined) =>
  ({ template_id }: Body) =>
    template_id !== undefined && template_id.toLowerCase?.() === template?.id;
const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
const isNoObject = ({ template_variables: value }: Body) => value !== undefined && !isObject(value);
const hasContent = ({ template_id, html_body, text_body, subject }: Body) =>
  template_id && (html_body || text_body || subject);

/** Changes subjects that are texts. */
const subject = (change: (text: string) => string) => ({
  subject: (value: unknown) => (typeof value === 'string' ? change(value) : value),
});

/** Changes variables that are no object. */
const variables = (change: (value: Body) => unknown) => ({
  template_variables: (value: Body) => (isObject(value) ? value : change(value)),
});

/** Sends a fixed text instead of the template. */
const instead = (template: { id: string } | undefined) => (body: Body) => {
  if (body.template_id !== template?.id) return;
  for (const name of ['template_id', 'template_variables']) delete body[name];
  Object.assign(body, { subject: '(no subject)', text_body: 'Hello' });
};

/** Sends messages without a template that pass a test under a subject. */
const withSubject =
  (text: string, when: (body: Body) => unknown = () => true) =>
  (body: Body) => {
    if (!body.template_id && when(body)) body.subject ??= text;
  };

/** Faults of subjects and templates. */
export const faults: readonly Fault[] = [
  ...Object.entries({
    'the mail has a prefix in its subject': (text: string) => `[External] ${text}`,
    'a long subject is cut off': (text: string) => text.slice(0, 78),
    'letters outside of ASCII are lost': (text: string) => text.replace(/[^ -~]/g, '?'),
    'a subject is taken for Liquid': (text: string) => text.replace(/\{\{.*?\}\}/g, ''),
  }).map(([title, change]) => rewriteMail('EMAIL-SUBJ-1', title, subject(change))),
  changeMail('EMAIL-SUBJ-1', 'the mail has no subject', (mail) => mail.replace(/^Subject:.*\r\n(\s.*\r\n)*/m, '')),
  rewriteSends(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'a send without a subject gets one', withSubject('(no subject)')),
  rewriteSends(
    ['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'],
    'a send with an HTML body needs no subject',
    withSubject('Title', ({ html_body }) => html_body),
  ),
  rewriteSends(
    'EMAIL-SUBJ-2',
    'a reply needs no subject',
    withSubject('Re', (sent) => sent.in_reply_to_message_id),
  ),
  mailsRefused('EMAIL-SUBJ-2', 'a refused send without a subject is mailed all the same', (body) => {
    return !body.template_id && !body.subject && { subject: '(no subject)' };
  }),
  rewriteMail(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'a real send needs no subject', withSubject('(no subject)')),
  refuseAs('EMAIL-SUBJ-3', 'the code of a missing subject is another', '10004', (body) => !body.subject),
  rewriteSends('EMAIL-SUBJ-3', 'an empty subject is accepted', { subject: replace('', '(no subject)') }),
  refuseAs('EMAIL-SUBJ-3', 'an empty subject is answered with 422', 422, (body) => body.subject === ''),
  answerSends(
    'EMAIL-SUBJ-4',
    'a template needs a subject as well',
    refusal(400, '10015'),
    (body) => body.template_id && !body.subject,
  ),
  changeMail(['EMAIL-SUBJ-5', 'EMAIL-TMPL-1'], 'the subject is the source of that of the template', (mail) =>
    mail.replace(/^Subject: Welcome.*$/m, 'Subject: Welcome, {{ first_name }}'),
  ),
  rewriteSends(['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'], 'a template without a subject is sent', instead(withoutSubject)),
  refuseAs('EMAIL-SUBJ-6', 'a template without a subject is answered with 422', 422, names(withoutSubject)),
  rewriteSends(['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'], 'a variable may serve as the subject', (body) => {
    if (body.template_variables?.subject) instead(withoutSubject)(body);
  }),
  rewriteSends(['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'], 'a template with an empty subject is sent', instead(emptySubject)),
  refuseAs('EMAIL-SUBJ-7', 'an empty rendered subject is answered with 422', 422, names(emptySubject)),
  rewriteMail(
    ['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'],
    'a real send of a template with an empty subject is accepted',
    instead(emptySubject),
  ),
  refuseAs('EMAIL-SUBJ-8', 'the code of a template without a subject is another', '10026', names(withoutSubject)),
  refuseAs('EMAIL-SUBJ-8', 'the code of an empty rendered subject is another', '10026', names(emptySubject)),
  rewriteMail(['EMAIL-TMPL-1', 'EMAIL-SUBJ-5'], 'the variables are ignored', { template_variables: undefined }),
  read('EMAIL-TMPL-1', 'a message of a template is read with the source of its body', (data) => {
    if (data.template_id) data.html_body = '<p>Welcome, {{ first_name }}</p>';
  }),
  stateful('EMAIL-TMPL-1', 'a template is rendered once and for all', () => {
    let first: unknown;
    return rewriteMail.serve((body) => {
      if (!body.template_id) return;
      first ??= body.template_variables;
      body.template_variables = first;
    });
  }),
  rewriteMail('EMAIL-TMPL-1', 'the value of a variable is rendered again', {
    'template_variables.*': (value) => (typeof value === 'string' ? liquid.parseAndRenderSync(value) : value),
  }),
  changeMail('EMAIL-TMPL-1', 'the bodies are not rendered', (mail) => mail.replaceAll('Your plan', '{{ plan }}')),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    rewriteSends(['EMAIL-TMPL-2', 'EMAIL-TMPL-3'], `a template may come with ${name}`, {
      [name]: dropIf(({ template_id }) => template_id),
    }),
  ),
  refuseAs('EMAIL-TMPL-3', 'a template with a subject is answered with 400', 400, (b) => b.template_id && b.subject),
  refuseAs('EMAIL-TMPL-3', 'a template with a body is answered with 400', 400, (b) => b.template_id && b.text_body),
  refuseAs('EMAIL-TMPL-3', 'the code of a template with a body is another', '10026', hasContent),
  refuseAs('EMAIL-TMPL-4', 'an unknown template is answered with 404', 404, isUnknown),
  rewriteSends(['EMAIL-TMPL-4', 'EMAIL-TMPL-6'], 'an unknown template is sent as an empty one', (body) => {
    if (isUnknown(body)) instead({ id: body.template_id })(body);
  }),
  refuseAs('EMAIL-TMPL-5', "another account's template is answered with 404", 404, names(foreign)),
  rewriteSends(['EMAIL-TMPL-5', 'EMAIL-TMPL-6'], "another account's template is rendered", instead(foreign)),
  refuseAs('EMAIL-TMPL-6', 'the code of an unknown template is another', '10001', isUnknown),
  refuseAs('EMAIL-TMPL-6', "the code of another account's template is another", '10001', names(foreign)),
  refuseAs('EMAIL-TMPL-7', 'a non-UUID template_id is answered with 422', 422, ({ template_id: id }) => {
    return id && !isUuid(id);
  }),
  rewriteSends('EMAIL-TMPL-7', 'a template may be named by a word', { template_id: replace('welcome', rendered?.id) }),
  refuseAs(
    ['ERR-10', 'ERR-9', 'EMAIL-TMPL-11'],
    'variables that are no object are refused with another code',
    '10026',
    isNoObject,
  ),
  refuseSends('EMAIL-ANS-1', 'a template needs variables', (body) => {
    return names(rendered)(body) && body.template_variables === undefined;
  }),
  refuseAs('EMAIL-TMPL-9', 'a list of variables is answered with 409', 409, ({ template_variables: value }) =>
    Array.isArray(value),
  ),
  refuseAs(['EMAIL-TMPL-9', 'HTTP-12'], 'a number as variables is answered with 500', 500, (body) => {
    return typeof body.template_variables === 'number';
  }),
  refuseAs(['EMAIL-TMPL-9', 'HTTP-12'], 'variables of null are answered with 500', 500, (body) => {
    return body.template_variables === null;
  }),
  rewriteSends('EMAIL-TMPL-10', 'variables in a string are read', {
    template_variables: (value) => (typeof value !== 'string' ? value : value.startsWith('{') ? JSON.parse(value) : {}),
  }),
  rewriteSends(
    'EMAIL-TMPL-10',
    'the first of a list is taken as the variables',
    variables((value) => [value].flat().find((entry) => entry?.first_name) ?? {}),
  ),
  rewriteSends(
    'EMAIL-TMPL-10',
    'variables that are no object show in the mail',
    variables((value) => ({ first_name: String(value) })),
  ),
  rewriteSends(
    'EMAIL-TMPL-11',
    'the mock accepts variables that are no object',
    variables(() => ({})),
  ),
];
