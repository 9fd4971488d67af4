import { templated } from '../suite/calls/email-members.ts';
import { deliver, mailOf } from '../suite/calls/sending.ts';
import { type Answer, type Case, expect, rule } from '../suite/rule.ts';

rule('EMAIL-SUBJ-4', 'with a template no subject is needed', async ({ api, email, given, ...rest }) => {
  await given(api.sendEmail(email()));
  expect(await api.sendEmail(email(templated(renderedOf(rest))))).toAccept();
  expect(await api.sendEmail(email.real(templated(renderedOf(rest))))).toAccept();
});

rule(['EMAIL-SUBJ-5', 'EMAIL-TMPL-1'], 'the mail has the rendered subject and body', async (given) => {
  const template = renderedOf(given);
  const { mail, id } = await deliver(given, templated(template));
  // Where it can be read, its bodies are rendered there, too.
  const read = await given.api.getEmail(id);
  given.check('EMAIL-SUBJ-5', () => expect(plain(mail.subject)).toBe(plain(template.subject)));
  given.check('EMAIL-TMPL-1', () => {
    expect(plain(mail.subject)).toBe(plain(template.subject));
    const body = `${mail.html ?? ''}${mail.text ?? ''}`;
    expect(body.trim(), 'the body of the mail').not.toBe('');
    expect(body, 'the body of the mail').not.toMatch(/\{\{|\{%/);
    if (!read.accepted) return;
    expect(`${read.data.html_body}${read.data.text_body}`, 'the bodies that are read').not.toMatch(/\{\{|\{%/);
  });
});

rule('EMAIL-TMPL-1', 'other values of the variables give another text', async (given) => {
  const template = renderedOf(given);
  const shown = Object.entries(template.variables ?? {}).find(
    ([, value]) => typeof value === 'string' && /^\p{L}+$/u.test(value) && template.subject.split(value).length === 2,
  );
  if (!shown) given.notApplicable('no variable of the template shows as it is in its subject');
  const [name, value] = shown as [string, string];
  await given.given(mailOf(given, templated(template)), 'the mail with the values of the profile');
  const other = shifted(value);
  const mail = await mailOf(given, templated({ ...template, variables: { ...template.variables, [name]: other } }));
  expect(plain(mail.subject)).toBe(plain(template.subject.replace(value, other)));

  // What a variable holds is text, not Liquid; a service may refuse it for its form.
  const literal = templated({ ...template, variables: { ...template.variables, [name]: '{{7919|times:7907}}' } });
  if ((await given.api.sendEmail(given.email(literal))).refused) return;
  const { subject } = await mailOf(given, literal);
  expect(subject?.includes(String(7919 * 7907)), `${subject} shows the value rendered once more`).toBe(false);
});

rule(
  ['EMAIL-TMPL-2', 'EMAIL-TMPL-3'],
  'a template together with a subject or a body is refused with 422',
  async ({ api, email, unique, given, check, step, ...rest }) => {
    const template = templated(renderedOf(rest));
    await given(api.sendEmail(email(template)));
    const [subject, html_body, text_body] = [unique.reference(), '<p>Hello</p>', 'Hello'];
    const contents = [{ subject }, { html_body }, { text_body }, { subject, html_body, text_body }];
    for (const content of contents) {
      await step(Object.keys(content).join(', '), async () => {
        const answer = await api.sendEmail(email({ ...template, ...content }));
        check('EMAIL-TMPL-2', () => expect(answer).toRefuse());
        check('EMAIL-TMPL-3', () => expect(answer).toRefuse(422, '10015'));
      });
    }
  },
);

rule(['EMAIL-TMPL-4', 'EMAIL-TMPL-6'], 'an unknown template is refused with 400', async (given) => {
  const { api, email, unique, check } = given;
  await templateTwin(given);
  for (const send of [email, email.real]) {
    const answer = await api.sendEmail(send(templated({ id: unique.uuid(), variables: { name: 'Ada' } })));
    check('EMAIL-TMPL-4', () => expect(answer).toRefuse(400));
    check('EMAIL-TMPL-6', () => expect(answer).toHaveErrorCode('10015'));
  }
});

rule(['EMAIL-TMPL-5', 'EMAIL-TMPL-6'], "another account's template is refused with 400", async (given) => {
  const { api, email, target, check } = given;
  await templateTwin(given);
  const foreign = target.email.templates?.foreign ?? given.blocked('the profile names no foreign template');
  for (const id of [foreign.id, foreign.id.toUpperCase()]) {
    const answer = await api.sendEmail(email(templated({ id })));
    if (id === foreign.id) check('EMAIL-TMPL-5', () => expect(answer).toRefuse(400));
    check('EMAIL-TMPL-6', () => expect(answer).toHaveErrorCode('10015'));
  }
});

rule('EMAIL-TMPL-7', 'a template_id that is no UUID is not found: 400', async (given) => {
  const { api, email, unique, each } = given;
  await templateTwin(given);
  await each(['welcome', '1', `${unique.uuid()}0`, unique.uuid().slice(1)], String, async (id) =>
    expect(await api.sendEmail(email(templated({ id })))).toRefuse(400),
  );
});

rule(
  ['EMAIL-SUBJ-6', 'EMAIL-SUBJ-8'],
  'a template without a subject is refused with 400',
  { needs: ['send', 'email.templates.withoutSubject'] },
  async (given) => {
    const id = given.target.email.templates?.withoutSubject?.id ?? '';
    await templateTwin(given);
    for (const variables of [undefined, {}, { subject: 'Hello', headline: 'Hello', title: 'Hello' }]) {
      await given.step(`variables: ${JSON.stringify(variables)}`, async () => {
        const answer = await given.api.sendEmail(given.email(templated({ id, ...(variables && { variables }) })));
        given.check('EMAIL-SUBJ-6', () => expect(answer).toRefuse(400));
        given.check('EMAIL-SUBJ-8', () => expect(answer).toHaveErrorCode('10015'));
      });
    }
    const real = await given.again(() => given.api.sendEmail(given.email.real(templated({ id }))));
    given.check('EMAIL-SUBJ-6', () => expect(real).toRefuse(400));
  },
);

rule(
  ['EMAIL-SUBJ-7', 'EMAIL-SUBJ-8'],
  'a template whose subject renders empty is refused with 400',
  { needs: ['send', 'email.templates.emptySubject'] },
  async (given) => {
    const id = given.target.email.templates?.emptySubject?.id ?? '';
    await templateTwin(given);
    for (const send of [given.email, given.email.real]) {
      for (const variables of [undefined, {}]) {
        const body = () => send(templated({ id, ...(variables && { variables }) }));
        const answer = await given.again(() => given.api.sendEmail(body()));
        given.check('EMAIL-SUBJ-7', () => expect(answer).toRefuse(400));
        given.check('EMAIL-SUBJ-8', () => expect(answer).toHaveErrorCode('10015'));
      }
    }
  },
);

rule('EMAIL-TMPL-8', 'variables that are no object are accepted or refused', async (given) => {
  const answer = await given.api.sendEmail(
    given.email({ ...templated(renderedOf(given)), template_variables: 'no object' }),
  );
  given.observe(`variables that are no object are answered with ${answer.status}`);
});

const noObjectCase = 'variables that are no object are accepted, or refused with 422';

rule(['EMAIL-TMPL-9', 'ERR-10'], noObjectCase, { needs: ['send', 'email.templates.rendered'] }, async (given) => {
  const { api, email, check, each } = given;
  const template = renderedOf(given);
  await given.given(api.sendEmail(email(templated({ ...template, variables: {} }))), 'the template without variables');
  await each(noObjects(template.variables), async (template_variables) => {
    const answer = await api.sendEmail(email({ ...templated(template), template_variables }));
    check('EMAIL-TMPL-9', () => {
      if (!answer.accepted) expect(answer).toRefuse(422);
    });
    check('ERR-10', () => {
      if (answer.status === 422) expect(answer).toHaveErrorCode('10015');
    });
  });
});

rule(
  'EMAIL-ANS-1',
  'variables of a template may be left out, and hold anything',
  { needs: ['send', 'email.templates.rendered'] },
  async (given) => {
    const { id } = renderedOf(given);
    await given.given(given.api.sendEmail(given.email(templated({ id, variables: {} }))), 'the same with {}');
    expect(await given.api.sendEmail(given.email(templated({ id })))).toAccept();
    const variables = { ...renderedOf(given).variables, conformance: { count: 7, list: ['one', 2], none: null } };
    const answer = await given.api.sendEmail(given.email(templated({ id, variables })));
    expect(answer, 'with variables of any kind').toAccept();
  },
);

rule('EMAIL-TMPL-10', 'variables that are no object, where accepted, render as none', async (given) => {
  const { api, email, each, again } = given;
  const template = renderedOf(given);
  const none = templated({ ...template, variables: {} });
  const [empty, other] = [await mailOf(given, none), await mailOf(given, none)];
  const accepted: unknown[] = [];
  for (const template_variables of noObjects(template.variables)) {
    const answer: Answer = await again(() => api.sendEmail(email({ ...none, template_variables })));
    if (answer.accepted) accepted.push(template_variables);
  }
  if (accepted.length === 0) given.notApplicable('the target refuses all variables that are no object');
  await each(accepted, async (template_variables) => {
    const mail = await mailOf(given, { ...none, template_variables });
    expect(mail.subject).toBe(empty.subject);
    if (other.text === empty.text) expect(mail.text, 'the text').toBe(empty.text);
    if (other.html === empty.html) expect(mail.html, 'the HTML').toBe(empty.html);
  });
});

rule('EMAIL-TMPL-11', 'variables that are no object are refused with 422', async (given) => {
  const { api, email } = given;
  const template = renderedOf(given);
  await given.given(api.sendEmail(email(templated({ ...template, variables: {} }))));
  for (const template_variables of ['text', 7, true, ['text']]) {
    expect(await api.sendEmail(email({ ...templated(template), template_variables }))).toRefuse(422, '10015');
  }
});

/** How much white space a template leaves is the engine's business. */
function plain(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

function renderedOf({ target, blocked }: Pick<Case, 'target' | 'blocked'>) {
  return target.email.templates?.rendered ?? blocked('the profile names no template that can be rendered');
}

/** The valid twin of a template that is refused: one that is not, where the profile names one, else no template. */
async function templateTwin({ api, email, target, given }: Case): Promise<void> {
  const rendered = target.email.templates?.rendered;
  await given(api.sendEmail(email(rendered ? templated(rendered) : {})), 'a valid template');
}

/** Values that are no object, some of which look as if they held the variables. */
function noObjects(variables: object = { name: 'Ada' }): unknown[] {
  return ['text', 7, true, [variables], JSON.stringify(variables), Object.keys(variables)];
}

/** A word of the same length and case: each letter of the alphabet becomes the next one. */
function shifted(word: string): string {
  return word.replace(/[a-z]/gi, (letter) =>
    /z/i.test(letter) ? (letter === 'z' ? 'a' : 'A') : String.fromCharCode(letter.charCodeAt(0) + 1),
  );
}
