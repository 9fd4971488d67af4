import { Liquid } from 'liquidjs';
import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeAnswer, changeMail, type Fault, stateful } from './fault.ts';
import { refuseSends, refuseWith, refuseWithCode, rewriteMail, rewriteSends } from './sends.ts';

const { rendered, withoutSubject, emptySubject, foreign } = readProfile(mockProfile, {}).email?.templates ?? {};
const liquid = new Liquid();
const isUuid = (id: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(id));
const known = [rendered, withoutSubject, emptySubject, foreign].map((one) => one?.id);
const isUnknown = ({ template_id: id }: { template_id?: unknown }) => id && isUuid(id) && !known.includes(String(id));
const names =
  (template: { id: string } | undefined) =>
  ({ template_id }: { template_id?: string }) =>
    template_id !== undefined && template_id.toLowerCase?.() === template?.id;
const isNoObject = ({ template_variables: value }: { template_variables?: unknown }) =>
  value !== undefined && (typeof value !== 'object' || Array.isArray(value));

/** Faults of subjects and templates. */
export const faults: readonly Fault[] = [
  rewriteMail(
    'EMAIL-SUBJ-1',
    'the mail has a prefix in its subject',
    subject((text) => `[External] ${text}`),
  ),
  rewriteMail(
    'EMAIL-SUBJ-1',
    'a long subject is cut off',
    subject((text) => text.slice(0, 78)),
  ),
  rewriteMail(
    'EMAIL-SUBJ-1',
    'letters outside of ASCII are lost',
    subject((text) => text.replace(/[^ -~]/g, '?')),
  ),
  rewriteMail(
    'EMAIL-SUBJ-1',
    'a subject is taken for Liquid',
    subject((text) => text.replace(/\{\{.*?\}\}/g, '')),
  ),
  changeMail('EMAIL-SUBJ-1', 'the mail has no subject', (mail) => mail.replace(/^Subject:.*\r\n(\s.*\r\n)*/m, '')),
  rewriteSends(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'a send without a subject gets one', (body) => {
    if (!body.template_id) body.subject ??= '(no subject)';
  }),
  rewriteSends(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'a send with an HTML body needs no subject', (body) => {
    if (body.html_body) body.subject ??= 'Title';
  }),
  rewriteMail(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'a real send needs no subject', (body) => {
    if (!body.template_id) body.subject ??= '(no subject)';
  }),
  refuseWithCode('EMAIL-SUBJ-3', 'the code of a missing subject is another', '10004', ({ subject }) => !subject),
  rewriteSends(
    'EMAIL-SUBJ-3',
    'an empty subject is accepted',
    subject((text) => text || '(no subject)'),
  ),
  refuseWith('EMAIL-SUBJ-3', 'an empty subject is answered with 422', 422, (body) => body.subject === ''),
  refuseSends('EMAIL-SUBJ-4', 'a template needs a subject as well', (body) => body.template_id && !body.subject, 400),
  changeMail(
    ['EMAIL-SUBJ-5', 'EMAIL-TMPL-1'],
    'the subject is the source of that of the template',
    subjectLine('Welcome, {{ first_name }}'),
  ),
  rewriteSends(['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'], 'a template without a subject is sent', instead(withoutSubject)),
  refuseWith('EMAIL-SUBJ-6', 'a template without a subject is answered with 422', 422, names(withoutSubject)),
  rewriteSends(['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'], 'a variable may serve as the subject', (body) => {
    if (body.template_variables?.subject) instead(withoutSubject)(body);
  }),
  rewriteSends(['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'], 'a template with an empty subject is sent', instead(emptySubject)),
  refuseWith('EMAIL-SUBJ-7', 'an empty rendered subject is answered with 422', 422, names(emptySubject)),
  rewriteMail(
    ['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'],
    'a real send of a template with an empty subject is accepted',
    instead(emptySubject),
  ),
  refuseWithCode('EMAIL-SUBJ-8', 'the code of a template without a subject is another', '10026', names(withoutSubject)),
  refuseWithCode('EMAIL-SUBJ-8', 'the code of an empty rendered subject is another', '10026', names(emptySubject)),
  rewriteMail(
    ['EMAIL-TMPL-1', 'EMAIL-SUBJ-5'],
    'the variables are ignored',
    (body) => void delete body.template_variables,
  ),
  changeAnswer(
    'EMAIL-TMPL-1',
    'a message of a template is read with the source of its body',
    'getEmail',
    ({ body }) => {
      if (body.data?.template_id) body.data.html_body = '<p>Welcome, {{ first_name }}</p>';
    },
  ),
  stateful('EMAIL-TMPL-1', 'a template is rendered once and for all', () => {
    let first: unknown;
    return rewriteMail.serve((body) => {
      if (!body.template_id) return;
      first ??= body.template_variables;
      body.template_variables = first;
    });
  }),
  rewriteMail('EMAIL-TMPL-1', 'what a variable holds is rendered once more', (body) => {
    for (const [name, value] of Object.entries(body.template_variables ?? {})) {
      if (typeof value === 'string') body.template_variables[name] = liquid.parseAndRenderSync(value);
    }
  }),
  changeMail('EMAIL-TMPL-1', 'the bodies are not rendered', (mail) => mail.replaceAll('Your plan', '{{ plan }}')),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    rewriteSends(['EMAIL-TMPL-2', 'EMAIL-TMPL-3'], `a template may come with ${name}`, (body) => {
      if (body.template_id) delete body[name];
    }),
  ),
  refuseWith('EMAIL-TMPL-3', 'a template with a subject is answered with 400', 400, (b) => b.template_id && b.subject),
  refuseWith('EMAIL-TMPL-3', 'a template with a body is answered with 400', 400, (b) => b.template_id && b.text_body),
  refuseWithCode('EMAIL-TMPL-3', 'the code of a template with a body is another', '10026', (body) => {
    return body.template_id && (body.html_body || body.text_body || body.subject);
  }),
  refuseWith('EMAIL-TMPL-4', 'an unknown template is answered with 404', 404, isUnknown),
  rewriteSends(['EMAIL-TMPL-4', 'EMAIL-TMPL-6'], 'an unknown template is sent as an empty one', (body) => {
    if (isUnknown(body)) instead({ id: body.template_id })(body);
  }),
  refuseWith('EMAIL-TMPL-5', "another account's template is answered with 404", 404, names(foreign)),
  rewriteSends(['EMAIL-TMPL-5', 'EMAIL-TMPL-6'], "another account's template is rendered", instead(foreign)),
  refuseWithCode('EMAIL-TMPL-6', 'the code of an unknown template is another', '10001', isUnknown),
  refuseWithCode('EMAIL-TMPL-6', "the code of another account's template is another", '10001', names(foreign)),
  refuseWith('EMAIL-TMPL-7', 'a template_id that is no UUID is answered with 422', 422, (body) => {
    return body.template_id && !isUuid(body.template_id);
  }),
  rewriteSends('EMAIL-TMPL-7', 'a template may be named by a word', (body) => {
    if (body.template_id === 'welcome') body.template_id = rendered?.id;
  }),
  refuseWithCode(
    ['ERR-10', 'ERR-9', 'EMAIL-TMPL-11'],
    'variables that are no object are refused with another code',
    '10026',
    isNoObject,
  ),
  refuseSends(
    'EMAIL-ANS-1',
    'a template needs variables',
    (body) => names(rendered)(body) && body.template_variables === undefined,
  ),
  refuseWith('EMAIL-TMPL-9', 'a list of variables is answered with 409', 409, (b) =>
    Array.isArray(b.template_variables),
  ),
  refuseWith(
    ['EMAIL-TMPL-9', 'HTTP-12'],
    'a number as variables is answered with 500',
    500,
    (b) => typeof b.template_variables === 'number',
  ),
  rewriteSends('EMAIL-TMPL-10', 'variables in a string are read', (body) => {
    if (typeof body.template_variables !== 'string') return;
    body.template_variables = body.template_variables.startsWith('{') ? JSON.parse(body.template_variables) : {};
  }),
  rewriteSends('EMAIL-TMPL-10', 'the first of a list is taken as the variables', (body) => {
    if (isNoObject(body))
      body.template_variables = [body.template_variables].flat().find((one) => one?.first_name) ?? {};
  }),
  rewriteSends('EMAIL-TMPL-10', 'variables that are no object show in the mail', (body) => {
    if (isNoObject(body)) body.template_variables = { first_name: String(body.template_variables) };
  }),
  rewriteSends('EMAIL-TMPL-11', 'the mock accepts variables that are no object', (body) => {
    if (isNoObject(body)) body.template_variables = {};
  }),
];

function subject(change: (text: string) => string) {
  return (body: { subject?: unknown }) => {
    if (typeof body.subject === 'string') body.subject = change(body.subject);
  };
}

function subjectLine(text: string) {
  return (mail: string) => mail.replace(/^Subject: Welcome.*$/m, `Subject: ${text}`);
}

/** Sends a text of its own instead of the template. */
function instead(template: { id: string } | undefined) {
  return (body: Record<string, unknown>) => {
    if (body.template_id !== template?.id) return;
    for (const name of ['template_id', 'template_variables']) delete body[name];
    Object.assign(body, { subject: '(no subject)', text_body: 'Hello' });
  };
}
