import { Liquid } from 'liquidjs';
import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';
import { changeAnswer, changeMail, type Fault, fault } from './fault.ts';
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
  fault('EMAIL-SUBJ-1', 'the mail has a prefix in its subject', rewriteMail(subject((text) => `[External] ${text}`))),
  fault('EMAIL-SUBJ-1', 'a long subject is cut off', rewriteMail(subject((text) => text.slice(0, 78)))),
  fault(
    'EMAIL-SUBJ-1',
    'letters outside of ASCII are lost',
    rewriteMail(subject((text) => text.replace(/[^ -~]/g, '?'))),
  ),
  fault(
    'EMAIL-SUBJ-1',
    'a subject is taken for Liquid',
    rewriteMail(subject((text) => text.replace(/\{\{.*?\}\}/g, ''))),
  ),
  fault(
    'EMAIL-SUBJ-1',
    'the mail has no subject',
    changeMail((mail) => mail.replace(/^Subject:.*\r\n(\s.*\r\n)*/m, '')),
  ),
  fault(
    'EMAIL-SUBJ-2',
    'a send without a subject gets one',
    rewriteSends((body) => {
      if (!body.template_id) body.subject ??= '(no subject)';
    }),
    ['EMAIL-SUBJ-3'],
  ),
  fault(
    'EMAIL-SUBJ-2',
    'a send with an HTML body needs no subject',
    rewriteSends((body) => {
      if (body.html_body) body.subject ??= 'Title';
    }),
    ['EMAIL-SUBJ-3'],
  ),
  fault(
    'EMAIL-SUBJ-2',
    'a real send needs no subject',
    rewriteMail((body) => {
      if (!body.template_id) body.subject ??= '(no subject)';
    }),
    ['EMAIL-SUBJ-3'],
  ),
  fault(
    'EMAIL-SUBJ-3',
    'a missing subject is answered with 422',
    refuseWith(422, (body) => body.subject === undefined),
  ),
  fault(
    'EMAIL-SUBJ-3',
    'the code of a missing subject is another',
    refuseWithCode('10004', ({ subject }) => !subject),
  ),
  fault('EMAIL-SUBJ-3', 'an empty subject is accepted', rewriteSends(subject((text) => text || '(no subject)'))),
  fault(
    'EMAIL-SUBJ-3',
    'an empty subject is answered with 422',
    refuseWith(422, (body) => body.subject === ''),
  ),
  fault(
    'EMAIL-SUBJ-4',
    'a template needs a subject as well',
    refuseSends((body) => body.template_id && !body.subject, 400),
  ),
  fault(
    'EMAIL-SUBJ-5',
    'the subject is the source of that of the template',
    changeMail(subjectLine('Welcome, {{ first_name }}')),
    ['EMAIL-TMPL-1'],
  ),
  fault('EMAIL-SUBJ-5', 'the subject is the name of the template', changeMail(subjectLine('Welcome')), [
    'EMAIL-TMPL-1',
  ]),
  fault('EMAIL-SUBJ-6', 'a template without a subject is sent', rewriteSends(instead(withoutSubject)), [
    'EMAIL-SUBJ-8',
  ]),
  fault('EMAIL-SUBJ-6', 'a template without a subject is answered with 422', refuseWith(422, names(withoutSubject))),
  fault(
    'EMAIL-SUBJ-6',
    'a variable may serve as the subject',
    rewriteSends((body) => {
      if (body.template_variables?.subject) instead(withoutSubject)(body);
    }),
    ['EMAIL-SUBJ-8'],
  ),
  fault('EMAIL-SUBJ-7', 'a template with an empty subject is sent', rewriteSends(instead(emptySubject)), [
    'EMAIL-SUBJ-8',
  ]),
  fault('EMAIL-SUBJ-7', 'an empty rendered subject is answered with 422', refuseWith(422, names(emptySubject))),
  fault(
    'EMAIL-SUBJ-7',
    'a real send of a template with an empty subject is accepted',
    rewriteMail(instead(emptySubject)),
    ['EMAIL-SUBJ-8'],
  ),
  fault(
    'EMAIL-SUBJ-8',
    'the code of a template without a subject is another',
    refuseWithCode('10026', names(withoutSubject)),
  ),
  fault(
    'EMAIL-SUBJ-8',
    'the code of an empty rendered subject is another',
    refuseWithCode('10026', names(emptySubject)),
  ),
  fault(
    'EMAIL-TMPL-1',
    'the variables are ignored',
    rewriteMail((body) => void delete body.template_variables),
    ['EMAIL-SUBJ-5'],
  ),
  fault(
    'EMAIL-TMPL-1',
    'a message of a template is read with the source of its body',
    changeAnswer('getEmail', ({ body }) => {
      if (body.data?.template_id) body.data.html_body = '<p>Welcome, {{ first_name }}</p>';
    }),
  ),
  {
    rule: 'EMAIL-TMPL-1',
    title: 'a template is rendered once and for all',
    begin: () => {
      let first: unknown;
      return rewriteMail((body) => {
        if (!body.template_id) return;
        first ??= body.template_variables;
        body.template_variables = first;
      });
    },
  },
  fault(
    'EMAIL-TMPL-1',
    'what a variable holds is rendered once more',
    rewriteMail((body) => {
      for (const [name, value] of Object.entries(body.template_variables ?? {})) {
        if (typeof value === 'string') body.template_variables[name] = liquid.parseAndRenderSync(value);
      }
    }),
  ),
  fault(
    'EMAIL-TMPL-1',
    'the bodies are not rendered',
    changeMail((mail) => mail.replaceAll('Your plan', '{{ plan }}')),
  ),
  fault(
    'EMAIL-TMPL-1',
    'the mail has no body',
    changeMail((mail) => mail.replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n')),
  ),
  ...['subject', 'html_body', 'text_body'].map((name) =>
    fault(
      'EMAIL-TMPL-2',
      `a template may come with ${name}`,
      rewriteSends((body) => {
        if (body.template_id) delete body[name];
      }),
      ['EMAIL-TMPL-3'],
    ),
  ),
  fault(
    'EMAIL-TMPL-2',
    'what is given wins over the template',
    rewriteSends((body) => {
      if (body.template_id && body.subject) delete body.template_id;
    }),
    ['EMAIL-TMPL-3'],
  ),
  fault(
    'EMAIL-TMPL-3',
    'a template with a subject is answered with 400',
    refuseWith(400, (b) => b.template_id && b.subject),
  ),
  fault(
    'EMAIL-TMPL-3',
    'a template with a body is answered with 400',
    refuseWith(400, (b) => b.template_id && b.text_body),
  ),
  fault(
    'EMAIL-TMPL-3',
    'the code of a template with a body is another',
    refuseWithCode('10026', (body) => {
      return body.template_id && (body.html_body || body.text_body || body.subject);
    }),
  ),
  fault('EMAIL-TMPL-4', 'an unknown template is answered with 404', refuseWith(404, isUnknown)),
  fault('EMAIL-TMPL-4', 'an unknown template is answered with 422', refuseWith(422, isUnknown)),
  fault(
    'EMAIL-TMPL-4',
    'an unknown template is sent as an empty one',
    rewriteSends((body) => {
      if (isUnknown(body)) instead({ id: body.template_id })(body);
    }),
    ['EMAIL-TMPL-6'],
  ),
  fault('EMAIL-TMPL-5', "another account's template is answered with 404", refuseWith(404, names(foreign))),
  fault('EMAIL-TMPL-5', "another account's template is answered with 403", refuseWith(403, names(foreign))),
  fault('EMAIL-TMPL-5', "another account's template is rendered", rewriteSends(instead(foreign)), ['EMAIL-TMPL-6']),
  fault('EMAIL-TMPL-6', 'the code of an unknown template is another', refuseWithCode('10001', isUnknown)),
  fault('EMAIL-TMPL-6', "the code of another account's template is another", refuseWithCode('10001', names(foreign))),
  fault(
    'EMAIL-TMPL-7',
    'a template_id that is no UUID is answered with 422',
    refuseWith(422, (body) => {
      return body.template_id && !isUuid(body.template_id);
    }),
  ),
  fault(
    'EMAIL-TMPL-7',
    'a template may be named by a word',
    rewriteSends((body) => {
      if (body.template_id === 'welcome') body.template_id = rendered?.id;
    }),
  ),
  fault('EMAIL-TMPL-9', 'variables that are no object are answered with 400', refuseWith(400, isNoObject)),
  fault('ERR-10', 'variables that are no object are refused with another code', refuseWithCode('10026', isNoObject), [
    'ERR-9',
    'EMAIL-TMPL-11',
  ]),
  fault(
    'EMAIL-ANS-1',
    'a template needs variables',
    refuseSends((body) => names(rendered)(body) && body.template_variables === undefined),
  ),
  fault(
    'EMAIL-TMPL-9',
    'a list of variables is answered with 409',
    refuseWith(409, (b) => Array.isArray(b.template_variables)),
  ),
  fault(
    'EMAIL-TMPL-9',
    'a number as variables is answered with 500',
    refuseWith(500, (b) => typeof b.template_variables === 'number'),
    ['HTTP-12'],
  ),
  fault(
    'EMAIL-TMPL-10',
    'variables in a string are read',
    rewriteSends((body) => {
      if (typeof body.template_variables !== 'string') return;
      body.template_variables = body.template_variables.startsWith('{') ? JSON.parse(body.template_variables) : {};
    }),
  ),
  fault(
    'EMAIL-TMPL-10',
    'the first of a list is taken as the variables',
    rewriteSends((body) => {
      if (isNoObject(body))
        body.template_variables = [body.template_variables].flat().find((one) => one?.first_name) ?? {};
    }),
  ),
  fault(
    'EMAIL-TMPL-10',
    'variables that are no object show in the mail',
    rewriteSends((body) => {
      if (isNoObject(body)) body.template_variables = { first_name: String(body.template_variables) };
    }),
  ),
  fault(
    'EMAIL-TMPL-11',
    'the mock accepts variables that are no object',
    rewriteSends((body) => {
      if (isNoObject(body)) body.template_variables = {};
    }),
  ),
  fault('EMAIL-TMPL-11', 'the mock answers variables that are no object with 400', refuseWith(400, isNoObject)),
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
