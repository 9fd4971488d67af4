import { templated } from '../../suite/api/email-members.ts';
import { deliver, mailOf } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-SUBJ-4', 'with a template no subject is needed', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    expect(await t.api.sendEmail(t.email(templated(renderedOf(t))))).toAccept();
    expect(await t.api.sendEmail(t.email.real(templated(renderedOf(t))))).toAccept();
  }),
);

test(
  ...rule(['EMAIL-SUBJ-5', 'EMAIL-TMPL-1'], 'the mail has the rendered subject and body', async (t) => {
    const template = renderedOf(t);
    const { mail, id } = await deliver(t, templated(template));
    // Where it can be read, its bodies are rendered there, too.
    const read = await t.eventually(() => t.api.getEmail(id));
    t.check('EMAIL-SUBJ-5', () => expect(plain(mail.subject)).toBe(plain(template.subject)));
    t.check('EMAIL-TMPL-1', () => {
      expect(plain(mail.subject)).toBe(plain(template.subject));
      const body = `${mail.html ?? ''}${mail.text ?? ''}`;
      expect(body.trim(), 'the body of the mail').not.toBe('');
      expect(body, 'the body of the mail').not.toMatch(/\{\{|\{%/);
      if (!read.accepted) return;
      expect(`${read.data.html_body}${read.data.text_body}`, 'the bodies that are read').not.toMatch(/\{\{|\{%/);
    });
  }),
);

test(
  ...rule('EMAIL-TMPL-1', 'other values of the variables give another text', async (t) => {
    const template = renderedOf(t);
    const shown = Object.entries(template.variables ?? {}).find(
      ([, value]) => typeof value === 'string' && /^\p{L}+$/u.test(value) && template.subject.split(value).length === 2,
    );
    if (!shown) t.notApplicable('no variable of the template shows as it is in its subject');
    const [name, value] = shown as [string, string];
    await t.mustSucceed(mailOf(t, templated(template)), 'the mail with the values of the profile');
    const other = shifted(value);
    const mail = await mailOf(t, templated({ ...template, variables: { ...template.variables, [name]: other } }));
    expect(plain(mail.subject)).toBe(plain(template.subject.replace(value, other)));

    // What a variable holds is text, not Liquid; a service may refuse it for its form.
    const literal = templated({ ...template, variables: { ...template.variables, [name]: '{{7919|times:7907}}' } });
    if ((await t.api.sendEmail(t.email(literal))).refused) return;
    const { subject } = await mailOf(t, literal);
    expect(subject?.includes(String(7919 * 7907)), `${subject} shows the value rendered once more`).toBe(false);
  }),
);

test(
  ...rule(['EMAIL-TMPL-5', 'EMAIL-TMPL-6'], "another account's template is refused with 400", async (t) => {
    await templateTwin(t);
    const foreign = t.target.email.templates?.foreign ?? t.blocked('the profile names no foreign template');
    for (const id of [foreign.id, foreign.id.toUpperCase()]) {
      const answer = await t.api.sendEmail(t.email(templated({ id })));
      if (id === foreign.id) t.check('EMAIL-TMPL-5', () => expect(answer).toRefuse(400));
      t.check('EMAIL-TMPL-6', () => expect(answer).toHaveErrorCode('10015'));
    }
  }),
);

test(
  ...rule('EMAIL-TMPL-8', 'variables that are no object are accepted or refused', async (t) => {
    const answer = await t.api.sendEmail(t.email({ ...templated(renderedOf(t)), template_variables: 'no object' }));
    t.observe(`variables that are no object are answered with ${answer.status}`);
  }),
);

const noObjectCase = 'variables that are no object are accepted, or refused with 422';

test(
  ...rule(['EMAIL-TMPL-9', 'ERR-10'], noObjectCase, { needs: ['send', 'email.templates.rendered'] }, async (t) => {
    const template = renderedOf(t);
    await t.mustSucceed(
      t.api.sendEmail(t.email(templated({ ...template, variables: {} }))),
      'the template without variables',
    );
    await t.each(noObjects(template.variables), async (template_variables) => {
      const answer = await t.api.sendEmail(t.email({ ...templated(template), template_variables }));
      t.check('EMAIL-TMPL-9', () => {
        if (!answer.accepted) expect(answer).toRefuse(422);
      });
      t.check('ERR-10', () => {
        if (answer.status === 422) expect(answer).toHaveErrorCode('10015');
      });
    });
  }),
);

test(
  ...rule(
    'EMAIL-ANS-1',
    'variables of a template may be left out, and hold anything',
    { needs: ['send', 'email.templates.rendered'] },
    async (t) => {
      const { id } = renderedOf(t);
      await t.mustSucceed(t.api.sendEmail(t.email(templated({ id, variables: {} }))), 'the same with {}');
      expect(await t.api.sendEmail(t.email(templated({ id })))).toAccept();
      const variables = { ...renderedOf(t).variables, conformance: { count: 7, list: ['one', 2], none: null } };
      const answer = await t.api.sendEmail(t.email(templated({ id, variables })));
      expect(answer, 'with variables of any kind').toAccept();
    },
  ),
);

test(
  ...rule('EMAIL-TMPL-10', 'variables that are no object, where accepted, render as none', async (t) => {
    const template = renderedOf(t);
    const none = templated({ ...template, variables: {} });
    const [empty, other] = [await mailOf(t, none), await mailOf(t, none)];
    const accepted: unknown[] = [];
    for (const template_variables of noObjects(template.variables)) {
      const answer: Answer = await t.again(() => t.api.sendEmail(t.email({ ...none, template_variables })));
      if (answer.accepted) accepted.push(template_variables);
    }
    if (accepted.length === 0) t.notApplicable('the target refuses all variables that are no object');
    await t.each(accepted, async (template_variables) => {
      const mail = await mailOf(t, { ...none, template_variables });
      expect(mail.subject).toBe(empty.subject);
      if (other.text === empty.text) expect(mail.text, 'the text').toBe(empty.text);
      if (other.html === empty.html) expect(mail.html, 'the HTML').toBe(empty.html);
    });
  }),
);

test(
  ...rule('EMAIL-TMPL-11', 'variables that are no object are refused with 422', async (t) => {
    const template = renderedOf(t);
    await t.mustSucceed(t.api.sendEmail(t.email(templated({ ...template, variables: {} }))));
    for (const template_variables of ['text', 7, true, ['text']]) {
      expect(await t.api.sendEmail(t.email({ ...templated(template), template_variables }))).toRefuse(422, '10015');
    }
  }),
);

/** How much white space a template leaves is the engine's business. */
function plain(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

function renderedOf(t: Pick<Case, 'target' | 'blocked'>) {
  return t.target.email.templates?.rendered ?? t.blocked('the profile names no template that can be rendered');
}

/** The valid twin of a template that is refused: one that is not, where the profile names one, else no template. */
async function templateTwin(t: Case): Promise<void> {
  const rendered = t.target.email.templates?.rendered;
  await t.mustSucceed(t.api.sendEmail(t.email(rendered ? templated(rendered) : {})), 'a valid template');
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
